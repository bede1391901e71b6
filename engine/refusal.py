"""Refusals as values: why a command changes nothing, in words a player can act on.

Each carries the facts as fields and words them once in `text`. What a player has typed is shown shortened and without
control characters.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

SHOWN = 24


def shown(given: str) -> str:
    """A player's text fit to be quoted: printable characters only, at most SHOWN of them."""
    clean = "".join(character for character in given if character.isprintable() and character != "`").strip()
    return clean if len(clean) <= SHOWN else clean[: SHOWN - 1] + "…"


def listed(words: tuple[str, ...] | list[str], last: str = "or") -> str:
    """The words joined as a phrase: "a, b or c"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


@dataclass(frozen=True)
class Refusal:
    """A command refused; `text` is one or two plain sentences."""

    @property
    def text(self) -> str:
        """The refusal in words."""
        raise NotImplementedError


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class AmbiguousMove(Refusal):
    """A text that fits several legal moves, the `candidates`."""

    given: str
    candidates: tuple[str, ...]

    @property
    def text(self) -> str:
        """The candidates to choose from."""
        return f"“{shown(self.given)}” fits several moves: {listed(self.candidates)}. Which one?"


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class NotYourTurn(Refusal):
    """A move by a player who is not to move; `turn` names the seat that is."""

    turn: str

    @property
    def text(self) -> str:
        """Whose turn it is."""
        return f"It is not your turn: {self.turn} is to move."


@dataclass(frozen=True)
class GameOver(Refusal):
    """A command to a finished game; `ending` tells how it ended."""

    ending: str

    @property
    def text(self) -> str:
        """How the game ended."""
        return f"This game is over: {self.ending}."


@dataclass(frozen=True)
class StaleGame(Refusal):
    """A command that answers an earlier state of the game than the present one."""

    @property
    def text(self) -> str:
        """That the game has moved on."""
        return "The game has moved on since that board. Please use the newest one."


@dataclass(frozen=True)
class PlainRefusal(Refusal):
    """A refusal whose words are all there is to say."""

    words: ClassVar[str] = ""

    @property
    def text(self) -> str:
        """The words."""
        return self.words


class NoOffer(PlainRefusal):
    """An answer to a draw offer that does not stand."""

    words = "No draw offer is open: it was never made, or it lapsed when the other side moved."


class OwnOffer(PlainRefusal):
    """An answer to one's own draw offer."""

    words = "That draw offer is your own; it is for the other side to answer."


class AgreedAlready(OwnOffer):
    """An answer to a draw offer, or another offer, by one of several players who agrees already."""

    words = "You agree to that draw already; the others have not all answered yet."


class OfferStands(PlainRefusal):
    """A second draw offer while the first stands."""

    words = "Your draw offer already stands; the other side has not answered yet."


@dataclass(frozen=True)
class NothingToClaim(Refusal):
    """A claim of a draw for which no rule is ripe; `standings` tell how far each is."""

    standings: tuple[str, ...]

    @property
    def text(self) -> str:
        """What could be claimed, and how far it is."""
        if not self.standings:
            return "This game has no draw that could be claimed."
        return f"No draw can be claimed yet ({'; '.join(self.standings)})."


class NothingToTakeBack(PlainRefusal):
    """A takeback where no move of the asker's is left that could be undone."""

    words = "You have made no move that could be taken back."


@dataclass(frozen=True)
class TooFarBack(Refusal):
    """A takeback of more moves than can be undone; `most` is how many can."""

    most: int

    @property
    def text(self) -> str:
        """How many can be."""
        return f"At most {self.most} move{'s' if self.most > 1 else ''} can be taken back now."


@dataclass(frozen=True)
class NotYoursToTakeBack(Refusal):
    """A takeback that would begin with somebody else's move; `move` names it with its owner."""

    move: str

    @property
    def text(self) -> str:
        """Whose move it is, and what may be asked for."""
        way_on = "Leave the number out to go back to your own last move."
        return f"{self.move} is not yours to take back. {way_on}"


class TakebackAsked(PlainRefusal):
    """A takeback asked for while another is."""

    words = "A takeback is asked for already; it is to be accepted or declined first."


class NoTakeback(PlainRefusal):
    """An answer to a takeback that is not asked for."""

    words = "No takeback is asked for: it never was, or it lapsed when the game went on."


class OwnTakeback(PlainRefusal):
    """A takeback agreed to by one who agrees already."""

    words = "You agree to that takeback already; it is for the others to accept. Declining withdraws it."


@dataclass(frozen=True)
class HasLeft(PlainRefusal):
    """A command by a player who is out of the game."""

    words = "You are no longer in this game."


class NoDice(PlainRefusal):
    """A word for the dice of a game that rolls none."""

    words = "No dice are rolled in this game. Choose combat=poly or combat=d6 for the next one."


class BadSalt(PlainRefusal):
    """A word for the dice that is empty, too long or not printable."""

    words = "A word for the dice has 1 to 64 printable characters."


class RollDue(PlainRefusal):
    """A command while a fight waits for its dice."""

    words = "The dice of the last attack are still to be rolled."


class NoClock(PlainRefusal):
    """A command about time in a game without clocks."""

    words = "This game has no clock. Choose a time with the next challenge, such as 3 days/move or 10+5."


@dataclass(frozen=True)
class NotOutOfTime(Refusal):
    """A claim of time that is not over: the side to move, what it has `left` in words, whether its clock `runs`."""

    side: str
    left: str
    runs: bool

    @property
    def text(self) -> str:
        """What is left."""
        return f"{self.side} has {self.left} left{'' if self.runs else ', and the clock stands still'}."


class OwnTime(PlainRefusal):
    """A claim of time by the player whose clock runs."""

    words = "It is your own clock that runs; make your move."


class GamePaused(PlainRefusal):
    """A move while the game is paused."""

    words = "The game is paused. Either player takes it up again with /pause resume."


class AlreadyPaused(PlainRefusal):
    """A pause offered or answered while the game is paused."""

    words = "The game is paused already. Either player takes it up again with /pause resume."


class NotPaused(PlainRefusal):
    """A game resumed that is not paused."""

    words = "The game is not paused."


class NoPauseOffer(PlainRefusal):
    """An answer to an offer of a pause that does not stand."""

    words = "No pause is offered: it never was, or the offer lapsed with the last move."


class OwnPauseOffer(PlainRefusal):
    """An answer to one's own offer of a pause."""

    words = "That pause is your own offer; it is for the other side to answer."


class PauseStands(PlainRefusal):
    """A second offer of a pause while the first stands."""

    words = "Your offer of a pause already stands; the other side has not answered yet."


class NoVacation(PlainRefusal):
    """A vacation in a game that knows none, or that has it already."""

    words = "Vacation changes nothing in this game."
