"""Every sentence of refusals and texts stands in sentences.txt, so that other tests need not repeat it.

`python -m tests.test_sentences` writes the file anew; read the difference aloud before you commit it.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import bot
import engine
from engine.model.refusal import Refusal

GOLDEN = Path(__file__).with_name("sentences.txt")


def modules() -> Iterator[ModuleType]:
    for package in (engine, bot):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not found.name.endswith("__main__"):
                yield import_module(found.name)


def refusals(base: type[Refusal] = Refusal) -> Iterator[tuple[str, str]]:
    for kind in base.__subclasses__():
        if "words" in vars(kind) and not kind.__module__.startswith("tests."):
            yield f"{kind.__module__}.{kind.__name__}", kind.words
        yield from refusals(kind)


def sentences() -> str:
    """Return all of them with their names, sorted: what refusals say, and constants that hold a sentence."""
    found = {
        f"{module.__name__}.{name}": value
        for module in modules()
        for name, value in vars(module).items()
        if name.isupper() and isinstance(value, str) and " " in value and value.rstrip("`*_").endswith((".", "!", "?"))
    }
    found |= dict(refusals())
    return "".join(f"{name}\n    {text.replace(chr(10), chr(10) + '    ')}\n" for name, text in sorted(found.items()))


def test_the_file_holds_every_sentence() -> None:
    """A sentence that changes is seen in the file."""
    assert GOLDEN.read_text(encoding="utf-8") == sentences()


if __name__ == "__main__":
    GOLDEN.write_text(sentences(), encoding="utf-8")
