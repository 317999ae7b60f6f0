# Every command of the project; CI calls the same names. `make help` lists them.
SHELL := /bin/bash
PYTHON ?= python3
UV := .uv/bin/uv
BIN := .venv/bin
STAMPS := .stamps
# The tests are run on all cores there are; `make test WORKERS=1` for one.
WORKERS ?= auto

.DEFAULT_GOAL := help
.PHONY: help play install test check lint types layers format playthroughs soak bench clean

help: ## list these commands
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: install ## set everything up and play: a terminal table of TAG against bots
	@$(BIN)/touchwood play tag

install: $(STAMPS)/install ## make .venv with the command touchwood
test: $(STAMPS)/dev ## set everything up and run all tests
	@$(BIN)/pytest -n $(WORKERS) --dist worksteal $(ARGS)

check: lint types layers ## all checks that are not tests

lint: $(STAMPS)/dev ## ruff: style and formatting
	@$(BIN)/ruff check . && $(BIN)/ruff format --check .

types: $(STAMPS)/dev ## mypy, strict
	@$(BIN)/mypy

layers: $(STAMPS)/dev ## import-linter: arrows point one way
	@$(BIN)/lint-imports

format: $(STAMPS)/dev ## let ruff tidy the code
	@$(BIN)/ruff check --fix . ; $(BIN)/ruff format .

playthroughs: $(STAMPS)/dev ## renew the golden playthroughs of all games (look at the diff!)
	@$(BIN)/python -m touchwood.testing.playthroughs --write tests/playthroughs

soak: $(STAMPS)/dev ## the long versions of the tests, seeded and resumable; writes docs/soak.md
	@$(BIN)/python -m touchwood.testing.soak --state .soak --report docs/soak.md $(ARGS)

bench: $(STAMPS)/dev ## all benchmarks
	@for file in benchmarks/*.py; do echo "== $$file"; $(BIN)/python $$file || exit 1; done

clean: ## remove what make made
	rm -rf .venv .uv $(STAMPS) .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache

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
	@$(UV) sync --quiet --frozen --inexact --python $$(readlink -f .uv/bin/python) --no-default-groups --extra server --extra solver
	@touch $@

$(STAMPS)/dev: $(STAMPS)/uv pyproject.toml uv.lock
	@echo "installing touchwood and its test tools into .venv ..."
	@$(UV) sync --quiet --frozen --python $$(readlink -f .uv/bin/python) --all-extras
	@touch $@ $(STAMPS)/install
