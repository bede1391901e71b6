"""Challenges in words: who challenges whom, to which game, on which terms, and what has become of it."""

from __future__ import annotations

from collections.abc import Collection

from bot.games import Table
from bot.games.challenges import GONE, LAPSED, REFUSED, SHUT
from bot.games.refusals import granted
from bot.store import StoredGame
from bot.store.games import DECLINED
from bot.text import gamelist
from bot.text.games import COMMITMENT, rolls_dice, terms_of
from bot.text.harmless import Naming, escape, strip_invisible
from engine.clocks.control import read_control
from engine.dice.terms import PLAYERS
from engine.model.wording import say
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
        standing = say("Paused: {challenger} can't start another game until one of theirs ends.", challenger=challenger)
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
        say("-# Lucky words: {words}", words=", ".join(given)) if given else "",
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
        return say("{player} is starting a game for {number}.", player=challenger, number=SEVERAL[game.places])
    player = f"{challenger} ({variant.seat(wish).name})" if wish else challenger
    for guest in game.awaited:
        return say("{challenger} challenges {player}!", challenger=player, player=name(guest.player))
    return say("{challenger} is looking for an opponent!", challenger=player)


def _beginning(start: Table) -> str:
    state = start.state
    side, length = state.variant.seat(state.turn).name, length_in_words(state)
    if any(isinstance(event.what, Continued) for event in state.events):
        return say("Continuing an imported game after {length}, {side} to move.", length=length, side=side)
    return say("Starting from a custom position, {side} to move.", side=side) if start.game.start else ""


def terms(game: StoredGame) -> str:
    control = granted(read_control(game.time))
    parts = [say("{time} (live)", time=control.words) if control.live else control.words, terms_of(game)]
    parts += ["hints allowed, everyone sees them"] if game.hints else []
    parts += ["in its own thread"] if game.threaded else []
    return " · ".join(parts)


FIGHTS = "Captures are dice fights ({dice})."
HOST_FORESEES = "I roll; {hosts:and} {hosts:form runs|run} me and could predict the dice."
OTHERS_ROLL = "Another player rolls, since {hosts:and} {hosts:form runs|run} me and could predict the dice."
DEFENDER_ROLLS = "The defender rolls."
WORDED = "Your lucky word counts in game #{number}."


def _fights(game: StoredGame, variant: Variant, name: Naming, hosts: Collection[int]) -> str:
    if variant.combat is None:
        return ""
    fights = say(FIGHTS, dice=DICE[dict(variant.options).get(COMBAT, GAMES[game.variant].combat[0])])
    hosting = [name(each.player) for each in game.guests if each.player.id in hosts]
    rolls = OTHERS_ROLL if hosting else DEFENDER_ROLLS
    if game.dice != PLAYERS.text:
        rolls = HOST_FORESEES if hosting else ""
    return f"{fights} {say(rolls, hosts=hosting)}".rstrip()


def _seats(game: StoredGame, variant: Variant, name: Naming) -> str:
    """The players and the open seats: "ann (any side) · bob (invited) · 1 seat open"."""
    wishes = [(each.player, variant.seat(each.wish).name if each.wish else "any side") for each in game.present]
    sides = [f"{name(player)} ({wish})" for player, wish in wishes]
    sides += [say("{player} (invited)", player=name(each.player)) for each in game.awaited]
    open_seats = game.places - len(sides)
    sides += [say("{player} (declined)", player=name(each.player)) for each in game.guests if each.stage == DECLINED]
    sides += [say("{number:counted seat} open", number=open_seats)] if open_seats else []
    full = say("Everyone is in – {player} starts the game.", player=name(game.seats[0]))
    return " · ".join(sides) + (f"\n{full}" if game.is_full else "")


def begun(game: StoredGame, variant: Variant, board: str) -> str:
    """The line that a challenge shrinks to once it has begun, with the way to its board."""
    return _last(game, variant, say("Game on! {board}", board=board).rstrip())


def _last(game: StoredGame, variant: Variant, said: str) -> str:
    commitment = _commitment(game, variant)
    return f"-# {heading(game, variant)} · {said}" + (f"\n{commitment}" if commitment else "")


def _commitment(game: StoredGame, variant: Variant) -> str:
    """The commitment behind the dice; "" where none are rolled."""
    return say(COMMITMENT, commitment=game.commitment) if rolls_dice(game, variant) else ""


ENDINGS = {
    LAPSED: "Nobody took {challenger}'s challenge in time.",
    GONE: "{challenger} has left the server, so this challenge is closed.",
    SHUT: "A moderator closed {challenger}'s challenge.",
    REFUSED: "{player} declines {challenger}'s challenge.",
}
"""The ends of challenges by their reasons; others are withdrawn."""
TOO_FEW = "Too few players took {challenger}'s challenge in time."
WITHDRAWN = "{challenger} withdraws the challenge."


def ended(game: StoredGame, variant: Variant, name: Naming) -> str:
    player = name(game.awaited[0].player) if game.awaited else ""
    said = ENDINGS.get(game.reason or "", WITHDRAWN)
    if game.reason == LAPSED and game.places > 2:
        said = TOO_FEW
    return _last(game, variant, say(said, player=player, challenger=name(game.seats[0])))
