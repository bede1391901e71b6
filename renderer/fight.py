"""Fights as data to draw: both camps, the dice and totals of every round, and the verdict in words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.model.english import form
from engine.rules import fight as fights
from engine.rules.fight import FightResult, Fought, totals
from engine.variants.variant import Variant
from renderer.figures import Figure, figure_of, words_of

PREROGATIVE = "King's Prerogative"


class Die(NamedTuple):
    """A die that was rolled: how many faces it has, the one on top, and whether it counts for its fighter."""

    faces: int
    value: int
    counts: bool


class Modifier(NamedTuple):
    """A bonus of a camp's dice in every round, and its reason."""

    word: str
    amount: int


class DrawnFighter(NamedTuple):
    """A piece in a fight and the fatigue tokens it brought there."""

    figure: Figure
    tokens: int


class Camp(NamedTuple):
    """One side of a fight: its seat's number, what it is called, its pieces, its modifiers."""

    seat: int
    name: str
    fighters: tuple[DrawnFighter, ...]
    modifiers: tuple[Modifier, ...]


class Throw(NamedTuple):
    """A camp's dice in one round, fighter by fighter, and what they make with the modifiers."""

    dice: tuple[tuple[Die, ...], ...]
    total: int


@dataclass(frozen=True)
class DrawnFight:
    """A fight that was rolled.

    `camps` and the throws of every round run attacker first. `fallen` is the index in `camps` of the
    losers, None if there are none. `verdict` is the result, `note` a consequence, and `occasion` a
    peculiarity of the fight; the last two may be empty.
    """

    camps: tuple[Camp, Camp]
    rounds: tuple[tuple[Throw, Throw], ...]
    fallen: int | None
    verdict: str
    note: str = ""
    occasion: str = ""


def fight_of(variant: Variant, fought: Fought) -> DrawnFight:
    """The fight to draw for one that was rolled in a game of this variant."""
    fight = fought.fight
    attacking, defending = fight.sides()
    camps = _camp(variant, attacking, fight.bonus[0]), _camp(variant, defending, fight.bonus[1])
    fallen = {FightResult.WON: 1, FightResult.LOST: 0}.get(fought.verdict)
    verdict, note = _outcome(variant, camps, fallen, fought.verdict)
    return DrawnFight(
        camps,
        tuple(_round(fight, dice) for dice in fought.rounds),
        fallen,
        verdict,
        note,
        PREROGATIVE if fight.prerogative else "",
    )


def _camp(variant: Variant, fighters: Sequence[fights.Fighter], bonus: int) -> Camp:
    pieces = tuple(DrawnFighter(figure_of(variant, each.code), each.tokens) for each in fighters)
    seat = pieces[0].figure.seat
    alone = words_of(variant, fighters[0].code)
    name = alone if len(pieces) == 1 else f"{len(pieces)} {variant.seat(seat).name} pieces"
    amounts = Modifier("weapon", bonus), Modifier("fatigue", -sum(each.tokens for each in fighters))
    return Camp(seat, name, pieces, tuple(each for each in amounts if each.amount))


def _round(fight: fights.Fight, dice: fights.Round) -> tuple[Throw, Throw]:
    (attacking, defending), (attack, defence) = fight.sides(), totals(fight, dice)
    return (
        Throw(tuple(_thrown(attacking, dice[0])), attack),
        Throw(tuple(_thrown(defending, dice[1])), defence),
    )


def _thrown(fighters: Sequence[fights.Fighter], rolled: Sequence[int]) -> Iterator[tuple[Die, ...]]:
    """The dice of each fighter, of which the first of its highest counts."""
    values = iter(rolled)
    for fighter in fighters:
        own = [next(values) for _ in fighter.dice]
        best = own.index(max(own))
        pairs = enumerate(zip(fighter.dice, own, strict=True))
        yield tuple(Die(faces, value, place == best) for place, (faces, value) in pairs)


def _outcome(variant: Variant, camps: tuple[Camp, Camp], fallen: int | None, verdict: FightResult) -> tuple[str, str]:
    if verdict is FightResult.OPEN:
        return "not decided yet", ""
    several = any(len(camp.fighters) > 1 for camp in camps)
    if fallen is None:
        return "nobody falls", f"{'all' if several else 'both'} get a token"
    beaten, standing = camps[fallen], camps[1 - fallen]
    if len(standing.fighters) > 1:
        note = f"each {variant.seat(standing.seat).name} piece gets a token"
    else:
        note = f"{standing.name} gets a token"
    return f"{beaten.name} {form(len(beaten.fighters), 'falls', 'fall')}", note
