"""Refusals about who plays where and who may do what, beside those of the rules."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TypeVar

from engine.model.refusal import Refusal, Refused
from engine.model.refusal import granted as granted  # noqa: PLC0414 - passed on

Granted = TypeVar("Granted")


async def if_granted(asked: Awaitable[Granted]) -> Granted | None:
    """The result of an awaitable, None if it is refused."""
    try:
        return await asked
    except Refused:
        return None


def refuse(why: Refusal | None) -> None:
    if why is not None:
        raise Refused(why)


class Numbered(Refusal):
    number: int


class Pointing(Refusal):
    """A refusal that points to a channel or person by Discord's own markup, and quotes nothing that people typed."""


class NoGameNumber(Refusal):
    given: str

    words = "“{given:shown}” is no game's number. /games lists yours."


class UnknownGame(Numbered):
    words = "There is no game #{number} here. /games lists yours."


class NoSuchPosition(Refusal):
    given: str
    length: str

    words = (
        "There is no move “{given:shown}” in this game: it has {length} so far. Write a number such as 3 or 3. …, or 0 "
        "for the start."
    )


class NotYourGame(Numbered):
    words = "You do not play in game #{number}. You are welcome to watch: /board shows it from any side."


class ChallengeGone(Numbered):
    words = "Challenge #{number} is no longer open. Start a new one with /play."


class NotStarted(Numbered):
    words = "Game #{number} has not begun: nobody has accepted its challenge yet."


class WithoutChannel(Numbered):
    words = "The channel of game #{number} is gone. First use /game move-here in the channel where it is to go on."


class UnwritableGame(Numbered):
    why: str

    words = (
        "I cannot write to game #{number}: {why}. Nothing was lost, and the game stands as it was. Please tell whoever "
        "runs me."
    )


class Unwritable(Refusal):
    why: str

    words = (
        "I cannot read or write a part of my records: {why}. Nothing was lost, and nothing has changed. Please tell "
        "whoever runs me."
    )


class BadChoice(Refusal):
    problem: str

    @property
    def text(self) -> str:
        return f"{self.problem[:1].upper()}{self.problem[1:].removesuffix('.')}."


class BadStart(Refusal):
    problems: tuple[str, ...]

    @property
    def text(self) -> str:
        if len(self.problems) == 1:
            return f"No game can begin from that position: {self.problems[0]}."
        return "\n• ".join(("No game can begin from that position:", *self.problems))


class UnknownOpponent(Refusal):
    words = "I cannot find that person in this server any more. Nobody has been challenged."


class BotOpponent(Refusal):
    words = "Bots do not play, except me. Challenge me or a person, or leave the opponent out to let anyone in."


class CountedAlready(Refusal):
    words = "I have already acted on that."


class NoThreadHere(Refusal):
    words = "Threads can be opened only in text channels, not here. Without a thread, the game is played here."


class PlayedElsewhere(Pointing, Numbered):
    channel: int

    words = "Game #{number} is played in <#{channel}>; open its thread there."


class HasThread(Pointing, Numbered):
    thread: int

    words = "Game #{number} already has its thread: <#{thread}>."


class NoThread(Numbered):
    words = "Discord would not open a thread, so game #{number} goes on in its channel."
