"""Challenges in words: who challenges whom, to which game, on which terms, and what has become of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from bot.games import Table
from bot.games.challenges import GONE, LAPSED, REFUSED, SHUT
from bot.games.refusals import granted
from bot.store import StoredGame
from bot.store.games import DECLINED
from bot.text import gamelist
from bot.text.games import terms_of
from bot.text.harmless import Naming, escape, strip_invisible
from engine.clocks.control import read_control
from engine.dice.terms import PLAYERS
from engine.model.english import count_of, join_words
from engine.play.events import Continued
from engine.records.replay import length_in_words
from engine.variants import COMBAT, GAMES
from engine.variants.variant import Variant

DICE = {"poly": "d6, d8 and d10", "d6": "d6 only"}


def challenge(start: Table, name: Naming, *, paused: bool, hosts: Collection[int]) -> str:
    """An open challenge in three lines, with a comment and the guests below them.

    `paused` is a standing one whose challenger has no room for another game; `hosts` are the owners' ids.
    """
    game, variant = start.game, start.state.variant
    entry, asked = GAMES[game.variant], "This challenge stays open for more games." if game.standing else ""
    if paused:
        asked = f"Paused: {name(game.seats[0])} has as many games as one person may, until one of them ends."
    given = [f"{name(each)} “{escape(game.words[each.id])}”" for each, *_ in game.present if each.id in game.words]
    lines = [
        f"{heading(game, variant)}: {_who(game, variant, name)}{_beginning(start)}.",
        f"{entry.sentence} A game takes {gamelist.length(entry)} at the board.",
        terms(game, variant),
        _rolling(game, name, hosts) if variant.combat is not None else "",
        f"“{escape(game.comment)}”" if strip_invisible(game.comment).strip() else "",
        *(_filling(game, variant, name) if game.places > 2 else ()),
        asked,
        f"-# For the dice: {', '.join(given)}" if given else "",
        _commitment(game),
    ]
    return "\n".join(line for line in lines if line)


def heading(game: StoredGame, variant: Variant) -> str:
    """The number and the game, with the options that its fights are not: `**#7 Chess** (goal: hill)`."""
    options = ", ".join(f"{option}: {value}" for option, value in variant.options if option != COMBAT)
    return f"**#{game.number} {variant.name}**{f' ({options})' if options else ''}"


def _who(game: StoredGame, variant: Variant, name: Naming) -> str:
    challenger = name(game.seats[0])
    if game.places > 2:
        return f"{challenger} invites players to a game for {game.places}"
    wish = game.guests[0].wish
    side = f", playing as {variant.seat(wish).name}" if wish else ""
    invited = next((name(guest.player) for guest in game.awaited), "anyone here")
    return f"{challenger} challenges {invited}{side}"


def _beginning(start: Table) -> str:
    state = start.state
    turn = f"({state.variant.seat(state.turn).name} to move)"
    if any(isinstance(event.what, Continued) for event in state.events):
        return f", going on with an imported game after {length_in_words(state)} {turn}"
    return f", from a position of the challenger's own {turn}" if start.game.start else ""


def terms(game: StoredGame, variant: Variant) -> str:
    control = granted(read_control(game.time))
    clock = f"{control.words[0].upper()}{control.words[1:]}{' (live)' if control.live else ''}"
    parts = [clock, terms_of(game).capitalize()]
    if variant.combat is not None:
        form = dict(variant.options).get(COMBAT, GAMES[game.variant].combat[0])
        parts.append(f"With fights: dice decide captures ({DICE[form]})")
    parts += ["Hints may be asked for, and everybody sees them"] if game.hints else []
    parts += ["In a thread of its own"] if game.threaded else []
    return f"{'. '.join(parts)}."


def _rolling(game: StoredGame, name: Naming, hosts: Collection[int]) -> str:
    foreseers = [name(each.player) for each in game.guests if each.player.id in hosts]
    if game.dice == PLAYERS.text:
        never = f"never {join_words(foreseers)}, since whoever runs me could foresee the dice"
        safe = never if foreseers else "nobody can foresee the dice"
        return f"In each fight the defender rolls, by replying to the attack; {safe}."
    return (
        f"I roll in fights. Whoever runs me could foresee the dice: {join_words(foreseers, 'and')}."
        if foreseers
        else ""
    )


def worded(number: int) -> str:
    return f"Your word for the dice of game #{number} stands with its challenge."


def _filling(game: StoredGame, variant: Variant, name: Naming) -> Iterator[str]:
    count, guests = game.places, game.present
    for guest in guests:
        yield f"- {variant.seat(guest.wish).name if guest.wish else 'Side to be drawn'}: {name(guest.player)}"
    yield from (f"- Place kept for {name(guest.player)}" for guest in game.awaited)
    free = count - len(guests) - len(game.awaited)
    if free:
        yield f"- {count_of(free, 'place')} free"
    yield from (f"- {name(guest.player)} has declined" for guest in game.guests if guest.stage == DECLINED)
    full = f"All {count} players are in; {name(game.seats[0])} starts the game."
    so_far = f"{len(guests)} of {count} players {'is' if len(guests) == 1 else 'are'} in."
    yield full if not free and not game.awaited else so_far


def begun(game: StoredGame, variant: Variant, board: str) -> str:
    return (
        f"{heading(game, variant)}: the game has begun{f'; here is its {board}' if board else ''}.\n{_commitment(game)}"
    )


def _commitment(game: StoredGame) -> str:
    return f"-# Dice commitment (SHA-256): {game.commitment}"


def ended(game: StoredGame, variant: Variant, name: Naming) -> str:
    challenger, title = name(game.seats[0]), heading(game, variant)
    if game.reason == REFUSED:
        return f"{title}: {name(game.awaited[0].player)} declines {challenger}'s challenge."
    if game.reason == LAPSED:
        unanswered = "its places were not taken" if game.places > 2 else "nobody accepted it"
        again = f"`/play game:{game.variant}` makes it again."
        return f"{title}: {challenger}'s challenge has lapsed, since {unanswered} in time. {again}"
    if game.reason == GONE:
        return f"{title}: the challenge is closed, since {challenger} has left this server."
    if game.reason == SHUT:
        return f"{title}: {challenger}'s challenge was closed by those who manage this server."
    return f"{title}: {challenger} withdraws the challenge."
