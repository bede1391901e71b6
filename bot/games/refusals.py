"""Refusals about who plays where and who may do what, beside those of the rules."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TypeVar

from engine.model.refusal import Refusal, Refused

Granted = TypeVar("Granted")


def granted(found: Granted | Refusal) -> Granted:
    """What the engine gives; raises Refused where that is a refusal."""
    if isinstance(found, Refusal):
        raise Refused(found)
    return found


async def if_granted(asked: Awaitable[Granted]) -> Granted | None:
    """What is asked for, None where it is refused."""
    try:
        return await asked
    except Refused:
        return None


def refuse(why: Refusal | None) -> None:
    """Raise Refused where there is a reason to."""
    if why is not None:
        raise Refused(why)


class Numbered(Refusal):
    """A refusal about one game, by its number."""

    number: int


class Pointing(Refusal):
    """A refusal that points to a channel or somebody by Discord's own marks, and quotes nothing that people typed."""


class NoGameNumber(Refusal):
    """A text that is no game's number."""

    given: str

    words = "“{given:shown}” is no game's number. /games lists yours."


class UnknownGame(Numbered):
    """A number that no game here has."""

    words = "There is no game #{number} here. /games lists yours."


class NoSuchPosition(Refusal):
    """A position named by a move that a game does not have; `length` is how many it has."""

    given: str
    length: str

    words = (
        "There is no move “{given:shown}” in this game: it has {length} so far. Write a number such as 3 or 3. …, or 0 "
        "for the start."
    )


class NotYourGame(Numbered):
    """A command to a game by somebody who does not play in it."""

    words = "You do not play in game #{number}. You are welcome to watch: /board shows it from any side."


class ChallengeGone(Numbered):
    """An answer to a challenge that has been answered or withdrawn."""

    words = "Challenge #{number} is no longer open. Start a new one with /play."


class NotStarted(Numbered):
    """A command to a game whose challenge nobody has accepted yet."""

    words = "Game #{number} has not begun: nobody has accepted its challenge yet."


class FrozenGame(Numbered):
    """A game that this version of the referee cannot replay."""

    why: str

    words = "Game #{number} is frozen: {why}. Its record is kept as it is."


class WithoutChannel(Numbered):
    """Something asked of a game whose channel is gone that makes sense only where it is shown."""

    words = "The channel of game #{number} is gone. First use /game move-here in the channel where it is to go on."


class UnwritableGame(Numbered):
    """A game whose part of the file does not take what is to be written; `why` is what SQLite says."""

    why: str

    words = (
        "I cannot write to game #{number}: {why}. Nothing was lost, and the game stands as it was. Please tell whoever "
        "runs me."
    )


class Unwritable(Refusal):
    """Something that the file does not give or take; `why` is what SQLite says."""

    why: str

    words = (
        "I cannot read or write a part of my records: {why}. Nothing was lost, and nothing has changed. Please tell "
        "whoever runs me."
    )


class WhichGame(Refusal):
    """A command that several games could be meant by; `labels` name them."""

    labels: tuple[str, ...]

    words = "Which game? {labels:;}. Add its number."


class AnswerFirst(Numbered):
    """A word for the dice of a challenge that its giver has been invited to and has not answered."""

    words = "You haven't answered challenge #{number} yet. Answer it with a word, by the button for that."


class FitsNowhere(Refusal):
    """A move that fits in none of the games that await its player; `labels` name them."""

    given: str
    labels: tuple[str, ...]

    words = "“{given:shown}” isn't legal in any of your games: {labels:;}. Add a game's number, and I'll say why."


class NoneAwaits(Refusal):
    """A move by a player for whom none of several games waits; `labels` name them."""

    labels: tuple[str, ...]

    words = "It isn't your move in any of your games: {labels:;}."


class NotInvited(Numbered):
    """An answer to a challenge that is for somebody else."""

    words = "Challenge #{number} is for somebody else. Start your own with /play."


class BadChoice(Refusal):
    """A game, option or side that does not exist; `problem` says what there is."""

    problem: str

    @property
    def text(self) -> str:
        """The problem as a sentence."""
        return f"{self.problem[:1].upper()}{self.problem[1:].removesuffix('.')}."


class BadStart(Refusal):
    """A position that no game can begin from; `problems` are all that stands against it, as clauses."""

    problems: tuple[str, ...]

    @property
    def text(self) -> str:
        """Every problem."""
        if len(self.problems) == 1:
            return f"No game can begin from that position: {self.problems[0]}."
        return "\n• ".join(("No game can begin from that position:", *self.problems))


class NoGameHere(Refusal):
    """A command without a game it could be meant for."""

    words = "You have no game going in this channel. Start one with /play."


class NoGameAnywhere(Pointing):
    """A question about a game, asked outside of servers by somebody who plays none."""

    words = "You have no game going. Start one in a server with /play."


class NothingToShow(Refusal):
    """A question about a game where there has been none."""

    words = "There is no game in this channel yet. Start one with /play."


class OwnChallenge(Refusal):
    """One's own challenge accepted."""

    words = "That challenge is your own. Wait for somebody else to accept it, or withdraw it."


class NotChallenger(Refusal):
    """Somebody else's challenge withdrawn."""

    words = "Only the challenger can withdraw the challenge."


class NobodyInvited(Refusal):
    """An open challenge declined."""

    words = "That challenge is open to anyone; there is no need to decline it."


class SelfOpponent(Refusal):
    """A challenge to oneself."""

    words = "You cannot challenge yourself. Leave the opponent out to let anyone in."


class UnknownOpponent(Refusal):
    """A challenge to somebody who is no longer there."""

    words = "I cannot find that person in this server any more. Nobody has been challenged."


class BotOpponent(Refusal):
    """A challenge to a bot."""

    words = "Bots do not play, except me. Challenge me or a person, or leave the opponent out to let anyone in."


class CountedAlready(Refusal):
    """A message or a press that has acted before."""

    words = "I have already acted on that."


class NobodyElsePlays(Refusal):
    """A game of others watched where there is none."""

    words = "Nobody else has a game going in this channel."


class NoThreadHere(Refusal):
    """A thread asked for where there can be none."""

    words = "Threads can be opened only in text channels, not here. Without a thread, the game is played here."


class PlayedElsewhere(Pointing, Numbered):
    """A thread asked for in another channel than the game's."""

    channel: int

    words = "Game #{number} is played in <#{channel}>; open its thread there."


class HasThread(Pointing, Numbered):
    """A second thread for a game."""

    thread: int

    words = "Game #{number} already has its thread: <#{thread}>."


class NoThread(Numbered):
    """A thread that Discord would not open."""

    words = "Discord would not open a thread, so game #{number} goes on in its channel."


class NothingRolled(Refusal):
    """A stream of shared dice ended before anybody has rolled in it."""

    words = "Nobody has rolled these dice since the last reveal, so there is nothing to reveal. /roll rolls them."


class RevealNotYours(Refusal):
    """A stream of shared dice ended by somebody other than its `opener`, who rolled first."""

    opener: str

    words = (
        "Only {opener:shown}, who rolled these dice first, or somebody who manages messages here, can reveal them. Ask "
        "one of them."
    )


class NoCommitment(Refusal):
    """A question about the dice of a game that has none."""

    words = "This game began without a commitment, so its dice cannot be checked."


class NotRevealed(Numbered):
    """A check of dice whose secret is not out yet."""

    words = "The secret behind the dice of game #{number} comes out when the game ends. Check the dice then."
