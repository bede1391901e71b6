"""Refusals that have to do with who plays where, beside those of the rules."""

from __future__ import annotations

from dataclasses import dataclass

from engine.refusal import PlainRefusal, Refusal


@dataclass(frozen=True)
class Numbered(Refusal):
    """A refusal about one game, by its number."""

    number: int


class UnknownGame(Numbered):
    """A number that no game here has."""

    @property
    def text(self) -> str:
        """That there is none, and where to look."""
        return f"There is no game #{self.number} here. /games lists yours."


class NotYourGame(Numbered):
    """A command to a game by somebody who does not play in it."""

    @property
    def text(self) -> str:
        """Whose game it is not, and what one may do."""
        return f"You do not play in game #{self.number}. You are welcome to watch: /board shows it from any side."


class ChallengeGone(Numbered):
    """An answer to a challenge that has been answered or withdrawn."""

    @property
    def text(self) -> str:
        """That it is no longer open."""
        return f"Challenge #{self.number} is no longer open. Start a new one with /play."


class NotStarted(Numbered):
    """A command to a game whose challenge nobody has accepted yet."""

    @property
    def text(self) -> str:
        """What it waits for."""
        return f"Game #{self.number} has not begun: its challenge waits to be accepted."


@dataclass(frozen=True)
class FrozenGame(Numbered):
    """A game that this version of the referee cannot replay."""

    why: str

    @property
    def text(self) -> str:
        """That its record is safe, and why it rests."""
        return f"Game #{self.number} is frozen: {self.why}. Its record is kept as it is."


@dataclass(frozen=True)
class WhichGame(Refusal):
    """A command that several games could be meant by; `labels` name them."""

    labels: tuple[str, ...]

    @property
    def text(self) -> str:
        """The games, and how to name one."""
        return f"Which game? {'; '.join(self.labels)}. Add its number."


@dataclass(frozen=True)
class NotInvited(Refusal):
    """An answer to a challenge that is for somebody else."""

    number: int

    @property
    def text(self) -> str:
        """That it is for another."""
        return f"Challenge #{self.number} is for somebody else. Start your own with /play."


@dataclass(frozen=True)
class BadChoice(Refusal):
    """A game, option or side that does not exist; `problem` says what there is."""

    problem: str

    @property
    def text(self) -> str:
        """The problem as a sentence."""
        return f"{self.problem[:1].upper()}{self.problem[1:].removesuffix('.')}."


@dataclass(frozen=True)
class BadStart(Refusal):
    """A position that no game can begin from; `problems` are all that stands against it, as clauses."""

    problems: tuple[str, ...]

    @property
    def text(self) -> str:
        """Every problem."""
        if len(self.problems) == 1:
            return f"No game can begin from that position: {self.problems[0]}."
        return "\n• ".join(("No game can begin from that position:", *self.problems))


class NoGameHere(PlainRefusal):
    """A command without a game it could be meant for."""

    words = "You have no game going in this channel. Start one with /play."


class NoChallengeHere(PlainRefusal):
    """A command to join where there is nothing to be joined."""

    words = "No challenge is open to you in this channel. Make one with /play."


class NothingToShow(PlainRefusal):
    """A question about a game where there has been none."""

    words = "There is no game in this channel yet. Start one with /play."


class OwnChallenge(PlainRefusal):
    """One's own challenge accepted."""

    words = "That challenge is your own; somebody else has to accept it. You may withdraw it."


class NotChallenger(PlainRefusal):
    """Somebody else's challenge withdrawn."""

    words = "Only the one who made the challenge can withdraw it."


class NobodyInvited(PlainRefusal):
    """An open challenge declined."""

    words = "That challenge is open to anyone; there is no need to decline it."


class SelfOpponent(PlainRefusal):
    """A challenge to oneself."""

    words = "You cannot challenge yourself. Leave the opponent out to let anyone accept."


class BotOpponent(PlainRefusal):
    """A challenge to a bot."""

    words = "Bots do not play; challenge a person, or leave the opponent out."


class CountedAlready(PlainRefusal):
    """A message or a press that has acted before."""

    words = "That has been counted already."


class NothingRolled(PlainRefusal):
    """A stream of shared dice ended before anything was rolled."""

    words = "Nothing has been rolled here since the last reveal, so there is nothing to check."


class NoCommitment(PlainRefusal):
    """A question about the dice of a game that has none."""

    words = "This game was begun without a commitment, so its dice cannot be checked."


class NotRevealed(Numbered):
    """A check of dice whose secret is not out yet."""

    @property
    def text(self) -> str:
        """When it will be."""
        return f"The secret behind the dice of game #{self.number} comes out when the game ends; check them then."
