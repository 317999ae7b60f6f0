"""The command `touchwood`. Each subcommand is a module with `add` (its arguments) and `run`."""

from touchwood.cli.command import main

__all__ = ["main"]
