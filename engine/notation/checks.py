"""Checks: whose royal piece is attacked, and by whom."""

from __future__ import annotations

from typing import NamedTuple

from engine.geometry.board import Cell
from engine.model.english import form, listed
from engine.model.position import Position
from engine.movement.generator import Movement
from engine.notation.describe import kind_on


class Check(NamedTuple):
    """A royal piece under attack: its cell, whose it is, and the seats that could take it."""

    royal: Cell
    seat: int
    by: tuple[int, ...]


def checks(movement: Movement, position: Position) -> tuple[Check, ...]:
    """The royal pieces under attack, in the order of their seats."""
    remaining = movement.variant.remaining(position)
    found = []
    for seat in remaining:
        for royal in movement.royals(position, seat):
            others = (other for other in remaining if other != seat)
            by = tuple(other for other in others if movement.takers(position, royal, position.pieces[other]))
            if by:
                found.append(Check(royal, seat, by))
    return tuple(found)


def announced(movement: Movement, position: Position) -> tuple[Check, ...]:
    """The checks that players are told of: of two sides only the mover's, and only where an attack can mate."""
    variant = movement.variant
    if len(variant.seats) > 2:
        return checks(movement, position)
    return tuple(each for each in checks(movement, position) if variant.stuck.mates and each.seat == position.turn)


def checks_in_words(movement: Movement, position: Position) -> str:
    """The checks as a phrase, "Gold and Blue attack Red's Grandduke; Red attacks Gold's Grandduke"; "" for none."""
    variant = movement.variant
    phrases = []
    for royal, seat, by in checks(movement, position):
        attackers = listed([variant.seat(other).name for other in by], "and")
        victim = f"{variant.seat(seat).name}'s {kind_on(variant, position, royal).name}"
        phrases.append(f"{attackers} {form(len(by), 'attacks', 'attack')} {victim}")
    return "; ".join(phrases)


def check_in_words(movement: Movement, position: Position) -> str:
    """The check in which the player to move is, as a phrase, "White is in check from the Rook on h9"; "" for none.

    Where no attack ever mates, none is a check.
    """
    variant = movement.variant
    if not variant.stuck.mates:
        return ""
    enemies = movement.enemies(position, position.turn)
    royals = movement.royals(position, position.turn)
    takers = [taker for royal in royals for taker in movement.takers(position, royal, enemies)]
    pieces = [
        f"the {kind_on(variant, position, taker).name} on {variant.board.names[taker]}" for taker in sorted(takers)
    ]
    return f"{variant.seat(position.turn).name} is in check from {listed(pieces, 'and')}" if pieces else ""


def royals_in_words(movement: Movement, position: Position) -> str:
    """The phrase that goes with a game: who is in check where two play, all attacked royal pieces where more do."""
    words = check_in_words if len(movement.variant.seats) == 2 else checks_in_words
    return words(movement, position)
