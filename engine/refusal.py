"""Refusals as values: why a command changes nothing, in words that a player can act on.

Each carries the facts as fields and words them once: in `words`, where braces name the fields, or in a `text` of its
own where something is to be worked out. What a player has typed is shown shortened and without control characters.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from string import Formatter
from typing import Any, ClassVar, dataclass_transform

SHOWN = 24
NAMED = 24
"""How many candidates of an ambiguous form are named; a message that named more would not be read."""


def shown(given: str) -> str:
    """A player's text fit to be quoted: printable characters only, at most SHOWN of them."""
    clean = "".join(character for character in given if character.isprintable() and character != "`").strip()
    return clean if len(clean) <= SHOWN else clean[: SHOWN - 1] + "…"


def listed(words: tuple[str, ...] | list[str], last: str = "or") -> str:
    """The words joined as a phrase: "a, b or c"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def indefinite(noun: str) -> str:
    """A noun with its indefinite article: "a guard", "an empress", "a Unicorn"."""
    return f"{'an' if noun[:1].lower() in set('aeio') else 'a'} {noun}"


def form(number: int, one: str, several: str) -> str:
    """The form of a word that goes with a number of things: "falls" with one, "fall" with none and with several."""
    return one if number == 1 else several


def counted(number: int, one: str, several: str = "") -> str:
    """A number of things: "no moves", "1 move", "2 moves"; `several` is a plural that is not `one` with an s."""
    return f"{number or 'no'} {form(number, one, several or f'{one}s')}"


_FORMATS: Mapping[str, Callable[[Any, str], str]] = {
    "shown": lambda value, _: shown(value),
    "and": lambda value, _: listed(value, "and"),
    "or": lambda value, _: listed(value),
    ";": lambda value, _: "; ".join(value),
    "counted": counted,
}


class _Wording(Formatter):
    """Fills fields into words by these formats, beside Python's own."""

    def format_field(self, value: Any, format_spec: str) -> str:  # noqa: ANN401 - a field of any refusal
        """One field in words."""
        way, _, thing = format_spec.partition(" ")
        return _FORMATS[way](value, thing) if way in _FORMATS else str(super().format_field(value, format_spec))


_WORDING = _Wording()


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True)
class Refusal:
    """A command refused, as a frozen value: each kind is a dataclass by being one, its annotations being its fields.

    `words` with the fields that they name in braces are one or two plain sentences.

    A field is `{given:shown}`, `{names:and}`, `{names:or}`, `{labels:;}` or `{most:counted move}` where it is to be.
    """

    words: ClassVar[str]

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)

    @property
    def text(self) -> str:
        """The refusal in words; braces in what the fields hold stay as they are."""
        return _WORDING.vformat(self.words, (), vars(self))

    def __str__(self) -> str:
        return self.text


class UnreadableMove(Refusal):
    """A text that is no move in any form of the notation; `examples` are legal moves as the referee writes them."""

    given: str
    examples: tuple[str, ...]

    @property
    def text(self) -> str:
        """What could not be read, and how a move looks."""
        quoted = shown(self.given)
        subject = f"I can't read “{quoted}” as a move." if quoted else "There is no move in that."
        return f"{subject} Write the piece's letter and the cell it goes to, for example {listed(self.examples)}."


class AmbiguousMove(Refusal):
    """A text that fits several legal moves, the `candidates`, all of them."""

    given: str
    candidates: tuple[str, ...]

    @property
    def text(self) -> str:
        """The candidates to choose from, or the first of them and how many more there are."""
        named, more = self.candidates[:NAMED], len(self.candidates) - NAMED
        which = listed(named) if more <= 0 else f"{', '.join(named)} … and {more} more"
        return f"“{shown(self.given)}” fits several moves: {which}. Which one?"


class IllegalMove(Refusal):
    """A move that the rules do not allow: the `reason` as a clause, and the nearest legal moves."""

    given: str
    reason: str
    nearest: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The reason, then what is legal nearby."""
        way_on = f" Legal nearby: {', '.join(self.nearest)}." if self.nearest else ""
        return f"“{shown(self.given)}” is not legal: {self.reason.removesuffix('.')}.{way_on}"


class NotYourTurn(Refusal):
    """A move by a player who is not to move; `turn` names the seat that is."""

    turn: str

    words = "It is not your turn: {turn} is to move."


class GameOver(Refusal):
    """A command to a finished game; `ending` tells how it ended."""

    ending: str

    words = "This game is over: {ending}."


class StaleGame(Refusal):
    """A command that answers an earlier state of the game than the present one."""

    words = "The game has moved on since that board. Please use the newest one."


class NothingToClaim(Refusal):
    """A claim of a draw for which no rule is ripe; `standings` tell how far each is."""

    standings: tuple[str, ...]

    @property
    def text(self) -> str:
        """What could be claimed, and how far it is."""
        if not self.standings:
            return "No draw can be claimed in this game."
        return f"You cannot claim a draw yet ({'; '.join(self.standings)})."


class HasLeft(Refusal):
    """A command by a player who is out of the game."""

    words = "You are no longer in this game."


class NoDice(Refusal):
    """A word for the dice of a game that rolls none."""

    words = "This game has no dice. Choose combat=poly or combat=d6 for the next one."


class BadSalt(Refusal):
    """A word for the dice that is empty, too long or not printable."""

    words = "A word for the dice needs 1 to 64 printable characters."


class RollDue(Refusal):
    """A command while a fight waits for its dice."""

    words = "The dice of the last attack have not been rolled yet."
