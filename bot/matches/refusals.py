"""Refusals that have to do with who plays where, beside those of the rules."""

from __future__ import annotations

from dataclasses import dataclass

from engine.refusal import PlainRefusal, Refusal, shown


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


@dataclass(frozen=True)
class UnknownFamily(Refusal):
    """A leaderboard of no game there is."""

    given: str

    @property
    def text(self) -> str:
        """What was meant, and how to name one."""
        return f"I keep no leaderboard for “{shown(self.given)}”. Choose one of those that I offer while you type."


@dataclass(frozen=True)
class BadRecord(Refusal):
    """A text that is no scoresheet; `problem` says where and why."""

    problem: str

    @property
    def text(self) -> str:
        """The problem and its place."""
        return f"I can't read that scoresheet: {self.problem.removesuffix('.')}."


@dataclass(frozen=True)
class NotGoingOn(Refusal):
    """A scoresheet of a game that cannot be gone on with."""

    why: str

    @property
    def text(self) -> str:
        """Why not, and what can be done instead."""
        return f"Nobody can go on with that: {self.why}. You can still look at it."


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


class BotProfile(PlainRefusal):
    """A question about what a bot has played."""

    words = "Bots do not play, so there is nothing to show."


class SamePlayer(PlainRefusal):
    """A head-to-head of somebody with themselves."""

    words = "Name two different players to compare."


class CountedAlready(PlainRefusal):
    """A message or a press that has acted before."""

    words = "That has been counted already."


class NobodyElsePlays(PlainRefusal):
    """A game of others watched where there is none."""

    words = "No game of others is going on in this channel."


class NothingToWatch(Numbered):
    """A game watched that is over."""

    @property
    def text(self) -> str:
        """That it is, and where to see it."""
        return f"Game #{self.number} is over; /board shows how it ended."


class PlaysInIt(Numbered):
    """A player's own game watched."""

    @property
    def text(self) -> str:
        """That players are pinged anyway."""
        return f"You play in game #{self.number}, so you are pinged at your turns and at its end."


class NotWatching(Numbered):
    """Watching ended that had not begun."""

    @property
    def text(self) -> str:
        """That nothing has changed."""
        return f"You do not watch game #{self.number}."


@dataclass(frozen=True)
class TooManyWatch(Numbered):
    """A game watched by as many as can be pinged."""

    most: int

    @property
    def text(self) -> str:
        """How many there are, and what remains."""
        return f"Game #{self.number} has {self.most} spectators already. /board shows it at any time."


class NothingNoted(PlainRefusal):
    """A note without anything in it."""

    words = "There is nothing in that note."


class WriteOrDelete(PlainRefusal):
    """A note written and another deleted at the same time."""

    words = "Either write a note or delete one, not both at once."


@dataclass(frozen=True)
class NoteTooLong(Refusal):
    """A note that is longer than a note may be."""

    length: int
    longest: int

    @property
    def text(self) -> str:
        """How long it is, and how long it may be."""
        return f"A note has at most {self.longest} characters; that one has {self.length}."


@dataclass(frozen=True)
class TooManyNotes(Numbered):
    """A note beyond those that may be kept on a game."""

    most: int

    @property
    def text(self) -> str:
        """How many there are, and how to make room."""
        return f"You have {self.most} notes on game #{self.number} already. Delete one with /note delete."


@dataclass(frozen=True)
class NoSuchNote(Numbered):
    """A note deleted that does not exist."""

    note: int

    @property
    def text(self) -> str:
        """That there is none, and where to look."""
        return f"You have no note {self.note} on game #{self.number}. /note lists those you have."


class NoThreadHere(PlainRefusal):
    """A thread asked for where there can be none."""

    words = "Threads can be opened in text channels alone, not here; without one the game is played here."


@dataclass(frozen=True)
class PlayedElsewhere(Numbered):
    """A thread asked for in another channel than the game's."""

    channel: int

    @property
    def text(self) -> str:
        """Where the game is played."""
        return f"Game #{self.number} is played in <#{self.channel}>; open its thread there."


@dataclass(frozen=True)
class HasThread(Numbered):
    """A second thread for a game."""

    thread: int

    @property
    def text(self) -> str:
        """Where it is."""
        return f"Game #{self.number} has its thread already: <#{self.thread}>."


class NoThread(Numbered):
    """A thread that Discord would not open."""

    @property
    def text(self) -> str:
        """That the game goes on where it is."""
        return f"Discord would not open a thread, so game #{self.number} goes on in its channel."


class RecordGone(PlainRefusal):
    """A button of an imported scoresheet that is no longer kept, or is somebody else's."""

    words = "That scoresheet is not kept any more. Import it again with /import look."


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
