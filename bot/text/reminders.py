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
from bot.text.harmless import MESSAGE_CHARS, escape, stamp
from bot.text.news import WORDS
from engine.clocks.control import UNTIMED, in_words
from engine.clocks.zones import zone_of
from engine.model.wording import say
from engine.variants import GAMES

LINES = 10
NONE = "You have no games here. Start one with /play."


def listing(agenda: Agenda, player: Player, place: Location) -> str:
    none = NONE if place.server else "You have no games. Start one with /play."
    lines = [_line(entry, player, place.channel) for entry in agenda.here] or [none]
    if agenda.elsewhere:
        lines.append("Elsewhere:")
        lines += [_line(entry, player, place.channel, abroad=True) for entry in agenda.elsewhere]
    return _fitting(lines, MESSAGE_CHARS, "… and {number} more", agenda.more)


def _fitting(lines: Sequence[str], limit: int, more: str, left: int = 0) -> str:
    """As many lines as fit into `limit` characters; `more` counts the rest, and those left out before."""
    shown = len(lines)
    while shown > 1 and len("\n".join(lines[:shown])) + len(more) > limit:
        shown -= 1
    left += len(lines) - shown
    return "\n".join([*lines[:shown], *([say(more, number=left)] if left else [])])


def next_one(count: int, first: Entry, player: Player, channel: int) -> str:
    words = "-# {count:counted more game} {count:form awaits|await} you. Next: {game}"
    return say(words, count=count, game=_line(first, player, channel))


def _line(entry: Entry, player: Player, channel: int, *, abroad: bool = False) -> str:
    game, link = entry.game, board_link(entry.game)
    where = "" if abroad or game.lost is not None or game.channel == channel else f" in {place_in_words(game)}"
    words = "; your time runs out {when}" if entry.mine else "; time runs out {when}"
    until = say(words, when=stamp(entry.until)) if entry.until is not None else ""
    questions = [*(WORDS[kind].waits for kind in entry.proposals), *(each.value for each in entry.asked)]
    asked = "".join(f"; {question}" for question in questions)
    way = f", {link}" if link and entry.awaits else ""
    return f"{escape(label(game, player))}{asked}{where}{until}{way}"


LOST = (
    "The channel of {games:form this game|these games} in {server} was deleted. {games:form The game is|The games are} "
    "safe:"
)
LOST_TIMED = (
    "The channel of {games:form this game|these games} in {server} was deleted. {games:form The game is|The games are} "
    "safe, and {games:form its clock is|their clocks are} stopped:"
)
MOVE_HERE = "-# Any player can continue a game with /game move-here in another channel."
CLOSED = "- <@{player}>, your challenge {game} was closed with its channel. Make a new one with /play."


def told(games: Sequence[StoredGame], player: int, server: str) -> str:
    """The message to a player about their games and challenges in a server whose channel is gone."""
    lost, closed = ([game for game in games if (game.stage == "void") is void] for void in (False, True))
    lines = [say(CLOSED, player=player, game=_title(game)) for game in closed[:LINES]]
    if not lost:
        return "\n".join(lines)
    words = LOST_TIMED if any(game.time != UNTIMED.text for game in lost) else LOST
    named = _fitting([f"- {_title(game)}: <@{player}>" for game in lost], MESSAGE_CHARS // 2, MORE)
    return "\n".join([say(words, games=lost, server=escape(server)), named, *lines, MOVE_HERE])


def _title(game: StoredGame) -> str:
    entry = GAMES.get(game.variant)
    return f"**#{game.number} {entry.name if entry else escape(game.variant)}**"


MORE = "- and {number} more; see /games"
HOW = "Change this with /settings reminders, like `at:1/10` or `quiet:22:00-08:00`."


YOUR_TURN = "<@{player}>, it's your turn: {game}"
YOUR_TURNS = "<@{player}>, it's your turn in {games:counted game}:"
NUDGE = (
    "<@{player}>, another player is waiting for your move: {games:;}\n-# Don't want nudges? /settings change nudges:off"
)
NUDGE_TO_ROLL = NUDGE.replace("your move", "your roll")
NUDGED = "Nudged – {player} decides when (and whether) such pings arrive."


def reminder(tables: Sequence[Table], player: Player) -> str:
    """The message that reminds a player of games, the most urgent first: where each one is, and when time runs out."""
    if len(tables) == 1:
        return say(YOUR_TURN, player=player.id, game=_awaiting(tables[0], player))
    title = say(YOUR_TURNS, player=player.id, games=tables)
    lines = [f"- {_awaiting(table, player)}" for table in tables[:LINES]]
    return f"{title}\n{_fitting(lines, MESSAGE_CHARS - len(title), MORE, max(0, len(tables) - LINES))}"


def nudge(tables: Sequence[Table], player: Player) -> str:
    words = NUDGE_TO_ROLL if any(table.game.rolling for table in tables) else NUDGE
    return say(words, player=player.id, games=[_awaiting(table, player) for table in tables])


def _awaiting(table: Table, player: Player) -> str:
    game, clock, moving, link = table.game, table.state.clock, table.game.player_to_move(), board_link(table.game)
    words, until, named = "{game}", " – your time runs out {when}", title(game, player)
    if game.stage == "open":
        words, named = "{game}: accept or decline", label(game, player)
        if player.id == game.challenger:
            words = "{game}: you can start it"
    elif moving is not None and moving.id != player.id:
        words, until = "{game}, your answer to an offer", " – {player}'s time runs out {when}"
    elif game.rolling:
        words = "{game}, to roll"
    what = escape(say(words, game=named.removeprefix(f"#{game.number} ")))
    told = f"**#{game.number} {what}** in {place_in_words(game)}{f', {link}' if link else ''}"
    if clock is None or not clock.deadline:
        return told
    return told + say(until, player=escape(moving.name) if moving else "", when=stamp(clock.deadline))


QUIET_HOURS = "Quiet hours: {hours} ({zone}, now {time:%H:%M})."
COMING = "Next: {games}."
DIRECT_REFUSED = (
    "Discord stopped my direct messages to you {when}, so I use the games' channels. Choose *where* again when you "
    "allow them."
)
REFUSED = "Discord stopped my messages in <#{place}> {when}. I try again every ten minutes."
REMINDS = "I remind you when {parts:or} is left, {where}, but not in live games."
REMINDS_ALWAYS = "I remind you when {parts:or} is left, {where}, in live games, too."


def standing(told: ReminderOverview, now: int) -> str:
    habits = told.habits
    time = datetime.fromtimestamp(now // 1000, zone_of(habits.zone))
    quiet = say(QUIET_HOURS, hours=habits.quiet.text if habits.quiet else "none", zone=habits.zone, time=time)
    lines = [_reminds(habits), quiet]
    if told.coming and habits.at:
        lines.append(say(COMING, games=", ".join(f"#{game} {stamp(due)}" for game, due in told.coming[:5])))
    for place, since in told.refusing[:5]:
        lines.append(say(DIRECT_REFUSED if place == DIRECT else REFUSED, place=place, when=stamp(since)))
    return "\n".join([*lines, f"-# {HOW}"])[:MESSAGE_CHARS]


def _reminds(habits: ReminderPreferences) -> str:
    if not habits.at:
        return "I don't remind you."
    fractions = [str(part) for part in habits.at if not isinstance(part, int)]
    parts = [say("{fractions:or} of your time", fractions=fractions)] if fractions else []
    parts += [in_words(part, 4) for part in habits.at if isinstance(part, int)]
    channel = f"in <#{habits.spot.channel}>" if habits.spot.channel else "in the channel of each game"
    where = "by direct message" if habits.spot.direct else channel
    return say(REMINDS_ALWAYS if habits.live else REMINDS, parts=parts, where=where)
