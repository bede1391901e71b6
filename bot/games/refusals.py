"""Refusals about who plays where and who may do what, beside those of the rules."""

from collections.abc import Awaitable
from typing import TypeVar

from engine.model.english import sentence
from engine.model.refusal import Refusal, Refused
from engine.model.refusal import granted as granted  # noqa: PLC0414 - passed on
from engine.model.refusal import refuse as refuse  # noqa: PLC0414 - passed on

Granted = TypeVar("Granted")


async def if_granted(asked: Awaitable[Granted]) -> Granted | None:
    try:
        return await asked
    except Refused:
        return None


def refuse_if(wrong: object, why: Refusal | str) -> None:
    """Refuse where something is wrong, for a reason or with a sentence of its own."""
    if wrong:
        raise Refused(BadChoice(why) if isinstance(why, str) else why)


class Numbered(Refusal):
    number: int


class Pointing(Refusal):
    """A refusal that points to a channel or person by Discord's own markup, and quotes nothing that people typed."""


class NoGameNumber(Refusal):
    given: str

    words = "“{given:shown}” isn't a game number. /games lists yours."


class UnknownGame(Numbered):
    words = "There's no game #{number} here. /games lists yours."


class NoSuchPosition(Refusal):
    given: str
    length: str

    words = (
        "There's no move “{given:shown}” in this game: it has {length} so far. Try a number like 3 or 3. …, or 0 for "
        "the start."
    )


class NotYourGame(Numbered):
    words = "You're not in game #{number} – but you can watch it with /board."


class ChallengeGone(Numbered):
    words = "Challenge #{number} isn't open any more. Start a new one with /play."


class NotStarted(Numbered):
    words = "Game #{number} hasn't started: nobody has accepted its challenge yet."


class WithoutChannel(Numbered):
    words = "The channel of game #{number} was deleted. Use /game move-here in the channel where you want to continue."


class UnwritableGame(Numbered):
    why: str

    words = "I can't save anything in game #{number}: {why}. The game is unchanged. Please tell my owner."


class Unwritable(Refusal):
    why: str

    words = "I can't read or save some of my data: {why}. Nothing has changed. Please tell my owner."


class BadChoice(Refusal):
    problem: str

    @property
    def text(self) -> str:
        return sentence(self.problem)


class BadStart(Refusal):
    problems: tuple[str, ...]

    @property
    def text(self) -> str:
        if len(self.problems) == 1:
            return f"A game can't start from that position: {self.problems[0]}."
        return "\n• ".join(("A game can't start from that position:", *self.problems))


class UnknownOpponent(Refusal):
    words = "I can't find that person in this server any more, so nobody was challenged."


class BotOpponent(Refusal):
    words = "I'm the only bot that plays. Pick me, a person, or nobody for an open challenge."


class CountedAlready(Refusal):
    words = "Already done."


class NoThreadHere(Refusal):
    words = "I can only open threads in text channels. Without a thread, the game can be played here."


class PlayedElsewhere(Pointing, Numbered):
    channel: int

    words = "Game #{number} is in <#{channel}>; open its thread there."


class HasThread(Pointing, Numbered):
    thread: int

    words = "Game #{number} already has a thread: <#{thread}>."


class NoThread(Numbered):
    words = "Discord didn't open a thread, so game #{number} stays in its channel."
