"""Text in the cells of a terminal, where Japanese signs are two wide."""

from rich.cells import cell_len, set_cell_size

__all__ = ["capitalised", "cell_len", "cut", "left", "right"]


def left(text: str, width: int) -> str:
    """To the left of so many cells; nothing is cut."""
    return text + " " * (width - cell_len(text))


def right(text: str, width: int) -> str:
    """To the right of so many cells; nothing is cut."""
    return " " * (width - cell_len(text)) + text


def cut(text: str, width: int) -> str:
    """In no more than so many cells."""
    return text if cell_len(text) <= width else set_cell_size(text, width - 1).rstrip() + "…"


def capitalised(name: str) -> str:
    return name[:1].upper() + name[1:]
