"""Messages to players about their games: lists, lost channels, reminders, with times in Discord's markup."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from bot.games import Location, Table, label, title
from bot.games.players import Agenda, Entry
from bot.games.reminders import ReminderOverview, ReminderPreferences
from bot.store import Player, StoredGame
from bot.store.deadlines import DIRECT
from bot.text.games import board_link, place_in_words
from bot.text.harmless import escape
from bot.text.news import WORDS
from engine.clocks.control import UNTIMED, in_words
from engine.clocks.zones import zone_of
from engine.model.english import count_of, form, join_words
from engine.variants import GAMES

LONGEST_LIST, LINES = 1850, 10
NONE = "You have no games here. Start one with /play."


def listing(agenda: Agenda, player: Player, place: Location) -> str:
    none = NONE if place.server else "You have no games. Start one with /play."
    lines = [_line(entry, player, place.channel) for entry in agenda.here] or [none]
    if agenda.elsewhere:
        lines.append("Elsewhere:")
        lines += [_line(entry, player, place.channel, abroad=True) for entry in agenda.elsewhere]
    return _fitting(lines, LONGEST_LIST, "… and {} more", agenda.more)


def _fitting(lines: Sequence[str], limit: int, more: str, left: int = 0) -> str:
    """As many lines as fit into `limit` characters; `more` counts the rest, and those left out before."""
    shown = len(lines)
    while shown > 1 and len("\n".join(lines[:shown])) + len(more) > limit:
        shown -= 1
    left += len(lines) - shown
    return "\n".join([*lines[:shown], *([more.format(left)] if left else [])])


def next_one(count: int, first: Entry, player: Player, channel: int) -> str:
    await_you = f"{count_of(count, 'more game')} {form(count, 'awaits', 'await')} you"
    return f"-# {await_you}. Next: {_line(first, player, channel)}"


def _line(entry: Entry, player: Player, channel: int, *, abroad: bool = False) -> str:
    game, link = entry.game, board_link(entry.game)
    where = "" if abroad or game.lost is not None or game.channel == channel else f" in {place_in_words(game)}"
    whose = "your time" if entry.mine else "time"
    until = f"; {whose} runs out {stamp(entry.until)}" if entry.until is not None else ""
    questions = [*(WORDS[kind].waits for kind in entry.proposals), *(each.value for each in entry.asked)]
    asked = "".join(f"; {question}" for question in questions)
    way = f", {link}" if link and entry.awaits else ""
    return f"{escape(label(game, player))}{asked}{where}{until}{way}"


def told(games: Sequence[StoredGame], player: int, server: str) -> str:
    """The message to a player about their games and challenges in a server whose channel is gone."""
    lost, closed = ([game for game in games if (game.stage == "void") is void] for void in (False, True))
    lines = []
    if lost:
        what = form(len(lost), "this game", "these games")
        gone = f"The channel of {what} in {escape(server)} was deleted."
        timed = any(game.time != UNTIMED.text for game in lost)
        clocks = f", and {form(len(lost), 'its clock is', 'their clocks are')} stopped" if timed else ""
        lines.append(f"{gone} {form(len(lost), 'The game is', 'The games are')} safe{clocks}:")
        lines.append(_fitting([f"- {_title(game)}: <@{player}>" for game in lost], REMINDER_CHARS // 2, MORE))
    lines += [
        f"- <@{player}>, your challenge {_title(game)} was closed with its channel. Make a new one with /play."
        for game in closed[:LINES]
    ]
    if lost:
        lines.append("-# Any player can continue a game with /game move-here in another channel.")
    return "\n".join(lines)


def _title(game: StoredGame) -> str:
    entry = GAMES.get(game.variant)
    return f"**#{game.number} {entry.name if entry else escape(game.variant)}**"


REMINDER_CHARS, WHOLE = 1900, 1980
"""The characters of the longest text about reminders, and of a reminder; what is longer loses whole lines."""
MORE = "- and {} more; see /games"
HOW = "Change this with /settings reminders, like `at:1/10` or `quiet:22:00-08:00`."


def reminder(tables: Sequence[Table], player: Player) -> str:
    """The message that reminds a player of games, the most urgent first: where each one is, and when time runs out."""
    mention = f"<@{player.id}>"
    if len(tables) == 1:
        return f"{mention}, it's your turn: {_awaiting(tables[0], player)}"
    title = f"{mention}, it's your turn in {count_of(len(tables), 'game')}:"
    lines = [f"- {_awaiting(table, player)}" for table in tables[:LINES]]
    return f"{title}\n{_fitting(lines, WHOLE - len(title), MORE, max(0, len(tables) - LINES))}"


def nudge(tables: Sequence[Table], player: Player) -> str:
    awaiting = "; ".join(_awaiting(table, player) for table in tables)
    deed = "roll" if any(table.game.rolling for table in tables) else "move"
    foot = "-# Don't want nudges? /settings change nudges:off"
    return f"<@{player.id}>, another player is waiting for your {deed}: {awaiting}\n{foot}"


NUDGED = "Nudged – {player} decides when (and whether) such pings arrive."


def _awaiting(table: Table, player: Player) -> str:
    game, clock = table.game, table.state.clock
    board = f", {link}" if (link := board_link(game)) else ""
    moving = game.player_to_move()
    whose = "your" if moving is None or moving.id == player.id else f"{escape(moving.name)}'s"
    until = f" – {whose} time runs out {stamp(clock.deadline)}" if clock and clock.deadline else ""
    name = label(game, player).removeprefix(f"#{game.number} ").removesuffix(", your move")
    if game.stage == "open":
        name += ": you can start it" if player.id == game.challenger else ": accept or decline"
    elif whose != "your":
        name = f"{title(game, player).removeprefix(f'#{game.number} ')}, your answer to an offer"
    elif game.rolling:
        name = f"{name.removesuffix(', your roll')}, to roll"
    return f"**#{game.number} {escape(name)}** in {place_in_words(game)}{board}{until}"


def stamp(at: int) -> str:
    """A time in Discord's markup, relative to now; rounded down to a second."""
    return f"<t:{at // 1000}:R>"


def standing(told: ReminderOverview, now: int) -> str:
    habits = told.habits
    zone = f"{habits.zone}, now {datetime.fromtimestamp(now // 1000, zone_of(habits.zone)):%H:%M}"
    no_quiet = f"Quiet hours: none ({zone})."
    lines = [f"I {_when(habits)}.", f"Quiet hours: {habits.quiet.text} ({zone})." if habits.quiet else no_quiet]
    if told.coming and habits.at:
        lines.append(f"Next: {', '.join(f'#{game} {stamp(due)}' for game, due in told.coming[:5])}.")
    for place, since in told.refusing[:5]:
        lines.append(
            f"Discord stopped my direct messages to you {stamp(since)}, so I use the games' channels. Choose *where* "
            "again when you allow them."
            if place == DIRECT
            else f"Discord stopped my messages in <#{place}> {stamp(since)}. I try again every ten minutes."
        )
    return "\n".join([*lines, f"-# {HOW}"])[:REMINDER_CHARS]


def _when(habits: ReminderPreferences) -> str:
    if not habits.at:
        return "don't remind you"
    fractions = [str(part) for part in habits.at if not isinstance(part, int)]
    spans = [in_words(part, 4) for part in habits.at if isinstance(part, int)]
    parts = join_words([*([f"{join_words(fractions, 'and')} of your time"] if fractions else []), *spans], "or")
    channel = f"in <#{habits.spot.channel}>" if habits.spot.channel else "in the channel of each game"
    where = "by direct message" if habits.spot.direct else channel
    live = "in live games, too" if habits.live else "but not in live games"
    return f"remind you when {parts} is left, {where}, {live}"
