"""Why the referee refuses a command."""

from __future__ import annotations

from engine.model.refusal import Refusal


class NotYourTurn(Refusal):
    """A move by a player who is not to move; `turn` names who is: the player, or the side where that is not known."""

    turn: str

    words = "It's {turn}'s move."


class GameOver(Refusal):
    ending: str

    words = "This game is over: {ending}."


class StaleGame(Refusal):
    words = "The game has moved on since that board. Please use the newest one."


class NothingToClaim(Refusal):
    """A claim of a draw for which no rule is ripe; `standings` tell how far each is."""

    standings: tuple[str, ...]

    @property
    def text(self) -> str:
        if not self.standings:
            return "No draw can be claimed in this game."
        return f"You cannot claim a draw yet ({'; '.join(self.standings)})."


class HasLeft(Refusal):
    words = "You are no longer in this game."


class BadSalt(Refusal):
    words = "A word for the dice needs 1 to 64 printable characters."


class LateWord(Refusal):
    """A word for the dice once they roll: a player who knows what comes could try words until the dice please."""

    words = (
        "Words for the dice are given with the challenge, or with Accept or Join, before the first roll. Later ones "
        "could be tried out until the dice please, so I take none."
    )


class RollDue(Refusal):
    words = "The dice of the last attack have not been rolled yet."


class CallDue(Refusal):
    """A command while a fight waits for a player to roll; `roller` names the side, `own` says that it is one's own."""

    roller: str
    own: bool = False

    @property
    def text(self) -> str:
        due = "You are" if self.own else f"{self.roller} is"
        how = ", by a reply to its board" if self.own else ""
        return f"{due} to roll for the last attack{how}. Until then you can do nothing but resign."


class NothingToRoll(Refusal):
    words = "No attack waits for a roll here."


class NotYourRoll(Refusal):
    roller: str

    words = "It is not your roll: {roller} rolls for this attack."


class NotProposed(Refusal):
    """An answer to a proposal that isn't open: its kind, and when it would have `lapsed`."""

    kind: str
    lapsed: str

    words = "No {kind} offer is open: none was made, or it was declined, or it lapsed {lapsed}."


class ProposedAlready(Refusal):
    """A proposal made while another of its kind, possibly with another meaning, is open."""

    kind: str

    words = "A {kind} has already been asked for; accept or decline it first."


class AgreedAlready(Refusal):
    """An answer to what all are asked, or the same proposed again, by one who agrees already."""

    kind: str
    withdrawable: bool = False

    @property
    def text(self) -> str:
        way_back = " Declining withdraws it." if self.withdrawable else ""
        return f"You have already agreed to that {self.kind}; not everybody has answered yet.{way_back}"


class NoClock(Refusal):
    words = "This game has no clock. Choose a clock with your next challenge, such as 3 days/move or 10+5."


class NotOutOfTime(Refusal):
    """A claim of time that is not over: the side to move, what it has `left` in words, whether its clock `runs`."""

    side: str
    left: str
    runs: bool

    @property
    def text(self) -> str:
        return f"{self.side} has {self.left} left{'' if self.runs else ', and the clock stands still'}."


class OwnTime(Refusal):
    words = "It is your own clock that is running: make your move."


class GamePaused(Refusal):
    words = "The game is paused. Any player may take it up again with /game pause action:resume."


class AlreadyPaused(Refusal):
    words = "The game is already paused. Any player may take it up again with /game pause action:resume."


class NotPaused(Refusal):
    words = "The game is not paused."


class NoVacation(Refusal):
    words = "Vacation changes nothing in this game."


class NothingToTakeBack(Refusal):
    words = "You have made no move that could be taken back."


class TooFarBack(Refusal):
    """A takeback of more moves than can be undone; `most` is how many can."""

    most: int

    words = "At most {most:counted move} can be taken back now."


class NotYoursToTakeBack(Refusal):
    """A takeback that would begin with another player's move; `move` names it with its owner."""

    move: str

    words = "{move} is not yours to take back. Leave the number out to go back to your own last move."


class NoFight(Refusal):
    words = "No fight is waiting for dice here. Leave them out."


class DiceDue(Refusal):
    """A fight without its dice: the move, what dice they are, and an example of them."""

    move: str
    faces: str
    example: str

    words = "{move} is a fight. Give its dice ({faces}), the attacker's first, as in {move}[{example}]."


class BadDice(DiceDue):
    """Dice that the fight cannot have, or that leave it undecided."""

    dice: str
    problem: str

    words = (
        "{move} cannot be fought with [{dice}]: {problem}. Its dice are {faces}, the attacker's first, as in "
        "{move}[{example}]. After a tie, write the next round after a comma."
    )
