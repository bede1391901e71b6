"""Lists of a player's games: what each one awaits, the time left, and a link to its board."""

from __future__ import annotations

from collections.abc import Iterator

from bot.games import Location, label
from bot.games.players.agenda import Agenda, Entry
from bot.store import Player
from bot.text.harmless import quoted
from bot.text.news import WORDS
from bot.text.reminders import board_link, stamp
from engine.model.english import counted, form

LONGEST = 1850
NONE = "You have no games here. Start one with /play."
NONE_ANYWHERE = "You have no games. Start one in a server with /play."


def listing(agenda: Agenda, player: Player, place: Location) -> str:
    count = max(1, len(agenda.here)) + (1 + len(agenda.elsewhere) if agenda.elsewhere else 0)
    return _fitting(_lines(agenda, player, place), count + agenda.more)


def _lines(agenda: Agenda, player: Player, place: Location) -> Iterator[str]:
    if not agenda.here:
        yield NONE if place.server else NONE_ANYWHERE
    for entry in agenda.here:
        yield _line(entry, player, place.channel)
    if agenda.elsewhere:
        yield "In other servers:"
    for entry in agenda.elsewhere:
        yield _line(entry, player, place.channel, abroad=True)


def next_one(count: int, first: Entry | None, player: Player, channel: int) -> str | None:
    """How many games await the player, and which is the most urgent; None if none does."""
    if first is None:
        return None
    await_you = f"{counted(count, 'more game')} {form(count, 'awaits', 'await')} you"
    return f"-# {await_you}. Next: {_line(first, player, channel)}"


def _line(entry: Entry, player: Player, channel: int, *, abroad: bool = False) -> str:
    game, due, link = entry.game, entry.due, board_link(entry.game)
    where = "" if abroad or game.lost is not None or game.channel == channel else f" in <#{game.channel}>"
    whose = "your time" if due.mine else "time"
    until = f"; {whose} runs out {stamp(due.until)}" if due.until is not None else ""
    questions = [*(WORDS[kind].waits for kind in due.proposals), *(each.value for each in due.asked)]
    asked = "".join(f"; {question}" for question in questions)
    way = f", {link}" if link and due.awaits else ""
    return f"{quoted(label(game, player))}{asked}{where}{until}{way}"


def _fitting(lines: Iterator[str], count: int) -> str:
    kept, length = list[str](), -1
    for line in lines:
        length += 1 + len(line)
        if length > LONGEST:
            break
        kept.append(line)
    left = count - len(kept)
    return "\n".join([*kept, f"… and {left} more"] if left else kept)
