# Every command of the project; CI calls the same names. `make help` lists them.
SHELL := /bin/bash
PYTHON ?= python3
UV := .uv/bin/uv
BIN := .venv/bin
NPM := $(BIN)/python web/npm.py
STAMPS := .stamps
# Two more than there are cores: a browser test waits for its page a third to half of the time, and with one more a quarter of
# two cores had nothing to do. `make test WORKERS=1` for one.
WORKERS ?= $(shell echo $$(($$(getconf _NPROCESSORS_ONLN) + 2)))

# Images of Python like to set it. Then each process that the tests start would compile all that it imports: only to find
# the tests took a worker 18 s of the processor instead of 7.
unexport PYTHONDONTWRITEBYTECODE

KERNELS := $(shell find src/touchwood -name 'kernel*.py' -o -name packing.py -o -name linking.py -o -name engine.py)
# The page reads the decks of the games beside their rules.
PAGE_SOURCES := $(shell find web/src web/public web/index.html web/vite.config.ts web/building.ts web/svelte.config.js -type f 2>/dev/null) $(wildcard $(addprefix src/touchwood/games/*/*.,json csv))

.DEFAULT_GOAL := help
.PHONY: help play install page test test-game test-page test-browser screenshots check lint types test-types layers check-page format playthroughs protocol soak second-look hunt mutants endurance bench docs dist release clean

help: ## list these commands
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: page ## set everything up and serve the page: play in the browser, alone or with friends
	@$(BIN)/touchwood serve $(ARGS)

install: $(STAMPS)/install ## make .venv with the command touchwood

page: $(STAMPS)/page ## build the page that the server serves

test: $(STAMPS)/dev $(STAMPS)/page $(STAMPS)/chromium $(STAMPS)/compiled test-page ## set everything up and run all tests, also in a browser
	@$(BIN)/pytest -n $(WORKERS) --dist worksteal $(ARGS); ended=$$?; echo $$ended >$(STAMPS)/tests-ended; exit $$ended

test-game: $(STAMPS)/dev $(STAMPS)/compiled ## make test-game GAME=tag: what asks for that game or for every game, without a browser
	@$(BIN)/python -m pytest -n $(WORKERS) -p tests.about_a_game --about "$(GAME)" --ignore tests/browser $(ARGS)

test-browser: $(STAMPS)/dev $(STAMPS)/page $(STAMPS)/chromium ## only the tests of the page in real Chromium
	@$(BIN)/pytest -n $(WORKERS) --dist worksteal tests/browser $(ARGS)

screenshots: $(STAMPS)/dev $(STAMPS)/page $(STAMPS)/chromium ## pictures of all screens into docs/screenshots
	@$(BIN)/python -m tests.browser.screenshots

test-page: $(STAMPS)/node_modules ## the tests of the page's parts
	@$(BIN)/python web/tests/fixtures.py web/tests/fixtures
	@$(NPM) run --silent test

check: lint types layers check-page docs ## all checks that are not tests

lint: $(STAMPS)/dev ## ruff: style and formatting
	@$(BIN)/ruff check . && $(BIN)/ruff format --check .

types: $(STAMPS)/dev test-types ## mypy, strict; the tests too, less strictly
	@$(BIN)/mypy

# Tests of a game name each other's modules without a package, as pytest finds them: from the folders that have a plan.
test-types: $(STAMPS)/dev
	@MYPYPATH=$$(dirname tests/*/plan.json examples/*/tests/plan.json | paste -sd:) $(BIN)/mypy --config-file tests/mypy.ini $(ARGS)

layers: $(STAMPS)/dev ## import-linter: arrows point one way
	@$(BIN)/lint-imports

check-page: $(STAMPS)/node_modules ## svelte-check: types and markup of the page
	@$(NPM) run --silent check

format: $(STAMPS)/dev ## let ruff tidy the code
	@$(BIN)/ruff check --fix . ; $(BIN)/ruff format .

playthroughs: $(STAMPS)/dev ## renew the golden playthroughs of all games (look at the diff!)
	@$(BIN)/python -m touchwood.testing.playthroughs --write tests/playthroughs

protocol: $(STAMPS)/dev ## renew what is made from the types of all games: schemas in the docs, types of the page
	@$(BIN)/python -m touchwood.server.schema --json docs/protocol --typescript web/src/protocol

soak: $(STAMPS)/dev $(STAMPS)/page $(STAMPS)/chromium ## the long versions of the tests, seeded and resumable; writes docs/soak.md
	@$(BIN)/python -m touchwood.testing.soak --state .soak --report docs/soak.md $(ARGS)
	@$(BIN)/python -m tests.server.two_worlds

second-look: $(STAMPS)/dev ## after a failed `make test`: what failed, once more, alone; names what hangs on luck
	@$(BIN)/python -m tests.second_look

hunt: $(STAMPS)/dev $(STAMPS)/page $(STAMPS)/chromium ## run tests over and over, quiet and with burnt cores, for the one that fails now and then
	@$(BIN)/python -m tests.hunt $(ARGS)

mutants: $(STAMPS)/dev ## small faults on purpose, resumable: does a test notice? Writes docs/quality.md
	@$(BIN)/python -m tests.mutants $(ARGS)

endurance: $(STAMPS)/dev ## an hour of play at 200 tables, with kills, full disks, wrong clocks and bad guests
	@$(BIN)/python -m tests.endurance $(ARGS)

bench: $(STAMPS)/dev $(STAMPS)/page $(STAMPS)/chromium ## all benchmarks
	@for file in benchmarks/*.py; do echo "== $$file"; $(BIN)/python $$file || exit 1; done

docs: $(STAMPS)/dev ## the site of the docs into build/docs; a warning is an error
	@$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going -d build/doctrees docs build/docs

dist: $(STAMPS)/dev ## build sdist and wheel, and try them in clean environments on every Python there is
	@$(BIN)/python tools/release.py dist

release: $(STAMPS)/dev ## make release VERSION=0.2.0: changelog, sdist and wheel tried as by dist, commit and tag
	@$(BIN)/python tools/release.py release "$(VERSION)"

clean: ## remove what make made
	rm -rf web/node_modules src/touchwood/server/page .venv .uv $(STAMPS) .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache build dist

# Stamp files: a step runs again only if what it was made from has changed.
$(STAMPS)/uv:
	@mkdir -p $(STAMPS)
	@command -v $(PYTHON) >/dev/null || { echo "Touchwood needs python3 (3.11 or newer): apt-get install python3 python3-venv" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Touchwood needs Python 3.11 or newer; this is $$($(PYTHON) --version). Name another one: make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "Touchwood needs Python's venv module: apt-get install python3-venv" >&2; exit 1; }
	@echo "setting up (once) ..."
	@$(PYTHON) -m venv .uv && .uv/bin/pip install --quiet --disable-pip-version-check uv
	@touch $@

$(STAMPS)/install: $(STAMPS)/uv pyproject.toml uv.lock
	@echo "installing touchwood into .venv ..."
	@$(UV) sync --quiet --frozen --inexact --python $$(readlink -f .uv/bin/python) --no-default-groups --group page --extra server --extra solver
	@touch $@

$(STAMPS)/dev: $(STAMPS)/uv pyproject.toml uv.lock
	@echo "installing touchwood and its test tools into .venv ..."
	@$(UV) sync --quiet --frozen --inexact --python $$(readlink -f .uv/bin/python) --all-extras --all-groups
	@touch $@ $(STAMPS)/install

$(STAMPS)/node_modules: $(STAMPS)/install web/package.json web/package-lock.json
	@echo "fetching what the page is built with (once) ..."
	@$(NPM) ci --silent --no-progress
	@touch $@

$(STAMPS)/page: $(STAMPS)/node_modules $(PAGE_SOURCES)
	@echo "building the page ..."
	@$(NPM) run --silent build -- --logLevel error
	@touch $@

# Else each of the processes that run tests compiles the same on a new clone.
$(STAMPS)/compiled: $(STAMPS)/dev $(KERNELS)
	@echo "compiling the twins of the games (once) ..."
	@$(BIN)/python -m tests.compiling
	@touch $@

# The browser tests run in Debian's Chromium, rather in the one without windows. Only root on Debian may install it;
# elsewhere the one line is said, and the tests that need it skip with that reason.
CHROMIUM_IS_HERE = command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || [ -n "$$CHROMIUM" ]
$(STAMPS)/chromium:
	@mkdir -p $(STAMPS)
	@if command -v chromium-headless-shell >/dev/null || [ -n "$$CHROMIUM" ]; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "installing Chromium for the browser tests ..."; \
		(apt-get update && apt-get install -y --no-install-recommends chromium-headless-shell) >$(STAMPS)/chromium.log 2>&1 || \
			$(CHROMIUM_IS_HERE) || { cat $(STAMPS)/chromium.log; exit 1; }; \
	elif ! { $(CHROMIUM_IS_HERE); }; then \
		echo "The browser tests need Chromium: sudo apt-get install chromium-headless-shell (or set CHROMIUM to one)."; exit 0; \
	fi
	@if $(CHROMIUM_IS_HERE); then touch $@; fi
