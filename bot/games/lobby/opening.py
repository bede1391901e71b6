"""The opening of a game: what goes into its dice before the first roll, the draw of its sides, and who never rolls."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from bot.games.lobby.words import barred
from bot.store import Player, StoredGame
from engine.dice.terms import DiceTerms
from engine.play.events import Barred, Event, Happening, Opened, Seated, Worded
from engine.play.game import advance
from engine.play.rolls import rolling, seated
from engine.play.state import State
from engine.records.audit import scope_of


def opening(
    game: StoredGame,
    state: State,
    secret: bytes,
    players: Sequence[Player],
    wishes: Sequence[int],
    hosts: Collection[int],
    now: int,
) -> tuple[list[int], list[Event]]:
    """The seats of the players, who stand in the order of joining, and the first events of their game.

    `wishes` are the seats they want (0: drawn); `hosts` are the ids of those who run the referee, whose words do not
    count, and who roll no more than the referee itself does.
    """
    events: list[Event] = []

    def happen(state: State, happened: Iterator[Happening]) -> State:
        for what in happened:
            events.append(Event(state.sequence + 1, now, 0, what))
            state = advance(state, events[-1])
        return state

    state = happen(state, _before(game, players, hosts))
    throw = rolling(state, secret, scope_of(str(game.number)))
    rolled = len(state.rolls)
    seats, draws = seated(wishes, lambda number, faces: throw(rolled + number, (faces,))[0])
    if game.commitment:
        state = happen(state, iter(draws))
    happen(state, _after(players, seats, hosts, state.dice))
    return list(seats), events


def _before(game: StoredGame, players: Sequence[Player], hosts: Collection[int]) -> Iterator[Happening]:
    """What goes into the dice before the draw: the challenge's message, where one is known, and the words."""
    if game.posted is not None:
        yield Opened(game.posted)
    for place, player in enumerate(players, 1):
        if player.id in game.words and player.id not in hosts:
            yield Worded(place, game.words[player.id])


def _after(
    players: Sequence[Player], seats: Sequence[int], hosts: Collection[int], terms: DiceTerms
) -> Iterator[Happening]:
    """Who sits where, and whose side never rolls."""
    yield Seated("-".join(map(str, seats)))
    for seat, player in sorted(zip(seats, players, strict=True)):
        if barred(player, terms, hosts):
            yield Barred(seat)
