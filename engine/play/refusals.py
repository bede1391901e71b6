"""Why the referee refuses a command."""

from engine.model.english import form, join_words
from engine.model.refusal import Refusal


class NotYourTurn(Refusal):
    """A move by a player who is not to move; `turn` names who is: the player, or the side where that is not known."""

    turn: str

    words = "It's {turn}'s move."


class GameOver(Refusal):
    ending: str

    @property
    def text(self) -> str:
        return f"That game is over – {self.ending.replace(' wins ', ' won ', 1)}."


class StaleGame(Refusal):
    words = "That board is out of date. Please use the newest one."


class NothingToClaim(Refusal):
    """A claim of a draw for which no rule is ripe; `standings` tell how far each is."""

    standings: tuple[str, ...]

    @property
    def text(self) -> str:
        if not self.standings:
            return "There's no draw to claim in this game."
        return f"Too early to claim a draw: {join_words(self.standings, 'and')}."


class HasLeft(Refusal):
    words = "You're no longer in this game."


class BadSalt(Refusal):
    words = "A lucky word has 1 to 64 printable characters."


class LateWord(Refusal):
    """A word for the dice once they roll: a player who knows what comes could try words until the dice please."""

    words = "Too late: lucky words count only before the game starts, so nobody can fish for good dice."


class RollDue(Refusal):
    words = "The last attack hasn't been rolled yet."


class CallDue(Refusal):
    """A command while a fight waits for a player to roll; `roller` names the side, `own` says that it is one's own."""

    roller: str
    own: bool = False

    @property
    def text(self) -> str:
        due = "Roll for the last attack first: reply to its board" if self.own else f"It's {self.roller}'s roll"
        return f"{due}. Until then you can only resign."


class NothingToRoll(Refusal):
    words = "There's nothing to roll for here."


class NotYourRoll(Refusal):
    roller: str

    words = "It's {roller}'s roll, not yours."


class NotProposed(Refusal):
    """An answer to a proposal of a kind that isn't open."""

    kind: str

    words = "There's no {kind} offer to answer."


class ProposedAlready(Refusal):
    """A proposal made while another of its kind, possibly with another meaning, is open."""

    kind: str

    words = "There's a {kind} offer already. Accept or decline it first."


class AgreedAlready(Refusal):
    """An answer to what all are asked, or the same proposed again, by one who agrees; `missing` are the other sides."""

    kind: str
    missing: tuple[str, ...]
    withdrawable: bool = False

    @property
    def text(self) -> str:
        way_back = " Decline to withdraw it." if self.withdrawable else ""
        waiting = join_words(self.missing, "and")
        return f"You've already agreed to that {self.kind}. Still waiting for {waiting}.{way_back}"


class NoClock(Refusal):
    words = "This game has no clock. You can choose one with your next challenge, like 3 days/move or 10+5."


class NotOutOfTime(Refusal):
    """A claim of time that is not over: the side to move, what it has `left` in words, whether its clock `runs`."""

    side: str
    left: str
    runs: bool

    @property
    def text(self) -> str:
        return f"{self.side} has {self.left} left{'' if self.runs else ', and the clock is stopped'}."


class OwnTime(Refusal):
    words = "That's your own clock: it's your move."


class GamePaused(Refusal):
    words = "This game is paused. Any player can press Resume."


class AlreadyPaused(Refusal):
    words = "This game is paused already. Any player can press Resume."


class NotPaused(Refusal):
    words = "This game isn't paused."


class NoVacation(Refusal):
    words = "A vacation changes nothing in this game."


class NothingToTakeBack(Refusal):
    words = "You haven't made a move that can be taken back."


class TooFarBack(Refusal):
    """A takeback of more moves than can be undone; `most` is how many can."""

    most: int

    @property
    def text(self) -> str:
        return f"Only the last {form(self.most, 'move', f'{self.most} moves')} can be taken back."


class NotYoursToTakeBack(Refusal):
    """A takeback that would begin with another player's move; `move` names it with its owner."""

    move: str

    words = "{move} isn't yours to take back. Leave the number out to undo your own last move."


class NoFight(Refusal):
    words = "There's no fight to roll for here. Leave the dice out."


class DiceDue(Refusal):
    """A fight without its dice: the move, what dice they are, and an example of them."""

    move: str
    faces: str
    example: str

    words = "{move} is a fight: add its dice ({faces}), the attacker's first, like {move}[{example}]."


class BadDice(DiceDue):
    """Dice that the fight cannot have, or that leave it undecided."""

    dice: str
    problem: str

    words = (
        "{move} can't be fought with [{dice}]: {problem}. Its dice are {faces}, the attacker's first, like "
        "{move}[{example}]. After a tie, add the next round after a comma."
    )
