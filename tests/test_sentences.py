"""Every sentence of refusals and texts stands in sentences.txt, so that other tests need not repeat it.

`python -m tests.test_sentences` writes the file anew; read the difference aloud before you commit it.
"""

from __future__ import annotations

import ast
import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from string import Formatter
from types import ModuleType

import pytest

import bot
import engine
from engine.model.refusal import Refusal
from engine.model.wording import LANGUAGE, TRANSLATIONS, say
from engine.play.refusals import HasLeft

GOLDEN = Path(__file__).with_name("sentences.txt")
BOT = Path(__file__).parents[1] / "bot"
UNSAID = re.compile(r"log\.|\w+\.create_task|\w+(\.\w+)*\.skipped\.")
"""Calls whose words go into the log alone."""
UNSPOKEN = re.compile(r"https?://\S*|</?\w*[:#@&]+|\S*\.(?:txt|png|pgn|gif|zip)|hm:\S*")
"""Parts of strings that are no prose: links, Discord's markup, names of files, ids of buttons."""


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
        if name.isupper()
        and name[0] != "_"
        and isinstance(value, str)
        and " " in value
        and value.rstrip("`*_").endswith((".", "!", "?"))
    }
    found |= dict(refusals())
    return "".join(f"{name}\n    {text.replace(chr(10), chr(10) + '    ')}\n" for name, text in sorted(found.items()))


def test_the_file_holds_every_sentence() -> None:
    assert GOLDEN.read_text(encoding="utf-8") == sentences()


def is_prose(node: ast.expr) -> bool:
    """True for a string, or one with fields, of two or more words."""
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    texts = [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]
    return len(re.findall(r"[A-Za-z][a-z'’]+", UNSPOKEN.sub("", " ".join(texts)))) > 1


def glued(node: ast.AST) -> bool:
    """True for prose put together of parts, which nobody could translate; constants of a module may be in constants."""
    if isinstance(node, ast.JoinedStr):
        fields = [part.value for part in node.values if isinstance(part, ast.FormattedValue)]
        return is_prose(node) and not all(isinstance(each, ast.Name) and each.id.isupper() for each in fields)
    return (
        isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) and (is_prose(node.left) or is_prose(node.right))
    )


def facts_of(call: ast.Call) -> tuple[set[str], set[str | None]] | None:
    """The fields of a template that is said, and the facts given; None for what is no such call."""
    template = call.args[0] if ast.unparse(call.func) == "say" else None
    if not isinstance(template, ast.Constant):
        return None
    return {field for _, field, _, _ in Formatter().parse(str(template.value)) if field}, {
        each.arg for each in call.keywords
    }


def test_sentences_hold_their_facts_as_named_fields() -> None:
    """A sentence is a template said with the facts that it names, so that it can be translated as a whole."""
    found = []
    for path in sorted([*BOT.glob("text/*.py"), *BOT.glob("discord_ui/**/*.py")]):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
        unsaid = {id(each) for call in calls if UNSAID.match(ast.unparse(call.func)) for each in ast.walk(call)}
        wrong = [node for node in ast.walk(tree) if id(node) not in unsaid and glued(node)]
        said = [(call, facts) for call in calls if (facts := facts_of(call)) is not None]
        wrong += [call for call, (fields, given) in said if fields != given and None not in given]
        found += [f"{path.name}: {ast.unparse(node)}" for node in wrong]
    assert found == []


def test_a_sentence_is_said_in_another_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """A refusal and a sentence are looked up by their templates; the facts come in where that language has them."""
    german = {"{side} to move.": "{side} am Zug.", HasLeft.words: "Du bist nicht mehr dabei."}
    monkeypatch.setitem(TRANSLATIONS, "de", german)
    before = LANGUAGE.set("de")
    try:
        assert say("{side} to move.", side="Red") == "Red am Zug."
        assert HasLeft().text == german[HasLeft.words]
        assert say("{side} to roll.", side="{Red}") == "{Red} to roll."
    finally:
        LANGUAGE.reset(before)


if __name__ == "__main__":
    GOLDEN.write_text(sentences(), encoding="utf-8")
