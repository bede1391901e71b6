"""Challenges in words: who challenges whom, to which game, on which terms, and what has become of it."""

from __future__ import annotations

from collections.abc import Collection

from bot.games import Table
from bot.games.challenges import GONE, LAPSED, REFUSED, SHUT
from bot.games.refusals import granted
from bot.store import StoredGame
from bot.store.games import DECLINED
from bot.text import gamelist
from bot.text.games import commitment_line, rolls_dice, terms_of
from bot.text.harmless import Naming, escape, strip_invisible
from engine.clocks.control import read_control
from engine.dice.terms import PLAYERS
from engine.model.english import count_of, join_words
from engine.play.events import Continued
from engine.records.replay import length_in_words
from engine.variants import COMBAT, GAMES
from engine.variants.variant import Variant

DICE = {"poly": "d6, d8, d10", "d6": "d6 only"}
SEVERAL = {3: "three", 4: "four"}


def challenge(start: Table, name: Naming, *, paused: bool, hosts: Collection[int]) -> str:
    """An open challenge: who looks for whom, the game in a sentence, who is in; the terms in small print.

    `paused` is a standing one whose challenger has no room for another game; `hosts` are the owners' ids.
    """
    game, variant = start.game, start.state.variant
    entry, challenger = GAMES[game.variant], name(game.seats[0])
    standing = "Open to everyone – each *Accept* starts a new game." if game.standing else ""
    if paused:
        standing = f"Paused: {challenger} can't start another game until one of theirs ends."
    given = [f"{name(each)} “{escape(game.words[each.id])}”" for each, *_ in game.present if each.id in game.words]
    lines = [
        f"### {_who(game, variant, name)}",
        f"**{variant.name}**: {entry.sentence} {gamelist.length(entry)}.",
        _beginning(start),
        _fights(game, variant, name, hosts),
        f"“{escape(game.comment)}”" if strip_invisible(game.comment).strip() else "",
        _seats(game, variant, name) if game.places > 2 else "",
        standing,
        f"-# {heading(game, variant)} · {terms(game)}",
        f"-# Lucky words: {', '.join(given)}" if given else "",
        _commitment(game, variant),
    ]
    return "\n".join(line for line in lines if line)


def heading(game: StoredGame, variant: Variant) -> str:
    """The game and its number, with the options that its fights are not: `Chess #7 (goal: hill)`."""
    options = ", ".join(f"{option}: {value}" for option, value in variant.options if option != COMBAT)
    return f"{variant.name} #{game.number}{f' ({options})' if options else ''}"


def _who(game: StoredGame, variant: Variant, name: Naming) -> str:
    challenger, wish = name(game.seats[0]), game.guests[0].wish
    if game.places > 2:
        return f"{challenger} is starting a game for {SEVERAL[game.places]}."
    side = f" ({variant.seat(wish).name})" if wish else ""
    for guest in game.awaited:
        return f"{challenger}{side} challenges {name(guest.player)}!"
    return f"{challenger}{side} is looking for an opponent!"


def _beginning(start: Table) -> str:
    state = start.state
    turn = f"{state.variant.seat(state.turn).name} to move"
    if any(isinstance(event.what, Continued) for event in state.events):
        return f"Continuing an imported game after {length_in_words(state)}, {turn}."
    return f"Starting from a custom position, {turn}." if start.game.start else ""


def terms(game: StoredGame) -> str:
    control = granted(read_control(game.time))
    parts = [f"{control.words}{' (live)' if control.live else ''}", terms_of(game)]
    parts += ["hints allowed, everyone sees them"] if game.hints else []
    parts += ["in its own thread"] if game.threaded else []
    return " · ".join(parts)


def _fights(game: StoredGame, variant: Variant, name: Naming, hosts: Collection[int]) -> str:
    if variant.combat is None:
        return ""
    fights = f"Captures are dice fights ({DICE[dict(variant.options).get(COMBAT, GAMES[game.variant].combat[0])]})."
    foreseers = [name(each.player) for each in game.guests if each.player.id in hosts]
    run = f"{join_words(foreseers, 'and')} {'runs' if len(foreseers) == 1 else 'run'} me and could predict the dice"
    if game.dice != PLAYERS.text:
        return f"{fights} I roll; {run}." if foreseers else fights
    if foreseers:
        return f"{fights} Another player rolls each fight by replying to it, since {run}."
    return f"{fights} The defender rolls each fight by replying to it, so nobody can predict the dice."


def worded(number: int) -> str:
    return f"Your lucky word counts in game #{number}."


def _seats(game: StoredGame, variant: Variant, name: Naming) -> str:
    """The players and the open seats: "ann (any side) · bob (invited) · 1 seat open"."""
    wishes = [(each.player, variant.seat(each.wish).name if each.wish else "any side") for each in game.present]
    sides = [f"{name(player)} ({wish})" for player, wish in wishes]
    sides += [f"{name(each.player)} (invited)" for each in game.awaited]
    open_seats = game.places - len(sides)
    sides += [f"{name(each.player)} (declined)" for each in game.guests if each.stage == DECLINED]
    sides += [f"{count_of(open_seats, 'seat')} open"] if open_seats else []
    full = f"\nEveryone is in – {name(game.seats[0])} starts the game." if game.is_full else ""
    return " · ".join(sides) + full


def begun(game: StoredGame, variant: Variant, board: str) -> str:
    """The line that a challenge shrinks to once it has begun, with the way to its board."""
    return _last(game, variant, f"Game on!{f' {board}' if board else ''}")


def _last(game: StoredGame, variant: Variant, said: str) -> str:
    commitment = _commitment(game, variant)
    return f"-# {heading(game, variant)} · {said}" + (f"\n{commitment}" if commitment else "")


def _commitment(game: StoredGame, variant: Variant) -> str:
    """The commitment behind the dice; "" where none are rolled."""
    return commitment_line(game) if rolls_dice(game, variant) else ""


def ended(game: StoredGame, variant: Variant, name: Naming) -> str:
    challenger = name(game.seats[0])
    if game.reason == REFUSED:
        return _last(game, variant, f"{name(game.awaited[0].player)} declines {challenger}'s challenge.")
    takers = "Too few players" if game.places > 2 else "Nobody"
    said = {
        LAPSED: f"{takers} took {challenger}'s challenge in time.",
        GONE: f"{challenger} has left the server, so this challenge is closed.",
        SHUT: f"A moderator closed {challenger}'s challenge.",
    }
    return _last(game, variant, said.get(game.reason or "", f"{challenger} withdraws the challenge."))
