"""Why the referee refuses a command, whatever its kind; what refuses in particular has its refusals beside it."""

from __future__ import annotations

from engine.model.refusal import Refusal


class NotYourTurn(Refusal):
    """A move by a player who is not to move; `turn` names who is: the player, or the side where that is not known."""

    turn: str

    words = "It's {turn}'s move."


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


class BadSalt(Refusal):
    """A word for the dice that is empty, too long or not printable."""

    words = "A word for the dice needs 1 to 64 printable characters."


class LateWord(Refusal):
    """A word for the dice once they roll: whoever knows what comes could try words until the dice please."""

    words = (
        "Words for the dice are given with the challenge, or with Accept or Join, before the first roll. Later ones "
        "could be tried out until the dice please, so I take none."
    )


class RollDue(Refusal):
    """A command while a fight waits for its dice."""

    words = "The dice of the last attack have not been rolled yet."


class CallDue(Refusal):
    """A command while a fight waits for a player to roll; `roller` names the side, `own` says that it is one's own."""

    roller: str
    own: bool = False

    @property
    def text(self) -> str:
        """Who is to roll, and if it is oneself, how."""
        due = "You are" if self.own else f"{self.roller} is"
        how = ", by a reply to its board" if self.own else ""
        return f"{due} to roll for the last attack{how}. Until then you can do nothing but resign."


class NothingToRoll(Refusal):
    """A roll called for where no fight waits for one."""

    words = "No attack waits for a roll here."


class NotYourRoll(Refusal):
    """A roll called for by another side than the `roller`."""

    roller: str

    words = "It is not your roll: {roller} rolls for this attack."
