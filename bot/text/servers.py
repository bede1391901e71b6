"""A server's settings in words: what each is about, what may be chosen, and what holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.games import label
from bot.games.servers import ServerSettings, Value
from bot.games.settings import AUTO, AUTOMATIC, THEMED
from bot.store import StoredGame
from bot.store.departures import Moderated
from bot.text.harmless import quoted
from bot.text.ratings import family_name
from bot.text.reminders import board_link
from engine.clocks.control import BadControl, read_control
from engine.model.english import counted, listed
from engine.variants import COMBAT, GAMES, choices_of

LONGEST = 1900
PLACES = frozenset({"channels", "daily"})
"""The settings that are channels."""


class Picked(NamedTuple):
    """Something that may be chosen for a server: its value, as it is kept, and its words."""

    value: Value
    words: str


@dataclass(frozen=True)
class ServerField:
    """A setting of a server: its label, what it is about, what holds in words, and what may be chosen.

    Channels and roles are chosen from Discord's own menus, and have no `choices`.
    """

    label: str
    text: str
    words: Callable[[ServerSettings], str]
    choices: Sequence[Picked] = ()


def _after(days: int) -> str:
    return f"after {counted(days, 'day')}" if days else "never"


def _clock(time: str) -> str:
    control = read_control(time)
    return time if isinstance(control, BadControl) else control.words


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _fights(settings: ServerSettings) -> str:
    return settings.fights or "as each game has it"


def _game(settings: ServerSettings) -> str:
    return GAMES[settings.game].name if settings.game in GAMES else "none, you choose each time"


def _channels(settings: ServerSettings) -> str:
    return listed([f"<#{each}>" for each in sorted(settings.channels)], "and") or "every channel I can write in"


def _daily(settings: ServerSettings) -> str:
    return listed([f"<#{each}>" for each in sorted(settings.daily)], "and") or "nowhere"


_DICE = next(option for option in choices_of(next(iter(GAMES.values()))) if option.name == COMBAT)
_TIMES = (
    "none", "1d/move soft", "3d/move soft", "7d/move soft", "1d/move", "3d/move", "7d/move", "7d+1d max 10d",
    "15m+10s", "30m+30s",
)  # fmt: skip
_SUITED = f"{AUTO} ({AUTOMATIC})"
_SWITCH = (Picked(value=True, words="yes"), Picked(value=False, words="no"))
_DAYS = (0, 3, 7, 14, 28, 60, 90)

FIELDS: Mapping[str, ServerField] = {
    "channels": ServerField("Channels", "where games may be started", _channels),
    "challengers": ServerField(
        "Who may challenge",
        "the role that may start games",
        lambda settings: f"<@&{settings.challengers}>" if settings.challengers else "everybody",
    ),
    "game": ServerField(
        "Usual game",
        "the game of a challenge that names none",
        _game,
        (Picked("", "none"), *(Picked(game.key, game.name) for game in GAMES.values())),
    ),
    "fights": ServerField(
        "Fights",
        "whether captures are fought out with dice, where a challenge does not say",
        _fights,
        (Picked("", "as each game has it"), *(Picked(value, value) for value in _DICE.values)),
    ),
    "player_rolls": ServerField(
        "A player rolls",
        "whether a player's message rolls in fights, where a challenge does not say",
        lambda settings: _yes(settings.player_rolls),
        _SWITCH,
    ),
    "time": ServerField(
        "Usual clock",
        "the clock of a challenge that names none",
        lambda settings: _clock(settings.time),
        tuple(Picked(time, _clock(time)) for time in _TIMES),
    ),
    "rated": ServerField("Rated", "whether games count for ratings", lambda settings: _yes(settings.rated), _SWITCH),
    "threaded": ServerField(
        "Threads", "whether each game gets a thread of its own", lambda settings: _yes(settings.threaded), _SWITCH
    ),
    "theme": ServerField(
        "Theme",
        "the colours of boards, for those who have chosen no other",
        lambda settings: THEMED.get(settings.theme, _SUITED),
        (Picked("", _SUITED), *(Picked(name, words) for name, words in THEMED.items())),
    ),
    "daily": ServerField("Puzzle of the day", "the channels in which I post a puzzle every day", _daily),
    "abandoned_days": ServerField(
        "Abandoned games",
        "when a game without a clock, in which nobody moves, may be closed",
        lambda settings: _after(settings.abandoned_days),
        tuple(Picked(days, _after(days)) for days in _DAYS),
    ),
}
"""The settings by the names of their fields in ServerSettings."""


def overview(settings: ServerSettings) -> str:
    """All that holds in a server."""
    lines = [f"**{field.label}**: {field.words(settings)}" for field in FIELDS.values()]
    return "\n".join(["This server's settings. Only you see this panel.", *lines])


def asked(name: str, settings: ServerSettings) -> str:
    """What is asked about one setting."""
    field = FIELDS[name]
    return f"**{field.label}**: {field.text}.\nNow: {field.words(settings)}."


def listing(games: Sequence[StoredGame], more: bool) -> str:
    """The open games and challenges of a server, with links to them."""
    if not games:
        return "No game and no challenge is open in this server."
    lines = ["The open games and challenges of this server, the newest first. Choose one to end or delete it."]
    for game in games:
        link = board_link(game)
        line = f"{quoted(label(game))}{f', {link}' if link else ''}"
        if len("\n".join([*lines, line])) > LONGEST:
            return "\n".join([*lines, "…"])
        lines.append(line)
    return "\n".join([*lines, "*Older* shows more."] if more else lines)


def about(game: StoredGame) -> str:
    """What may be done about a game."""
    if game.stage == "open":
        ending = "**End it**: the challenge is closed, and its message says so.\n"
        deleting = "the same, but nothing of it is kept."
    elif game.stage == "playing":
        ending = "**End it**: it ends without a result and counts for no rating; its record stays.\n"
        deleting = "its moves, notes and dice are gone for good."
    else:
        ending = ""
        deleting = (
            "its moves, notes and dice are gone for good, and so is what it did to ratings, unless a later game has "
            "changed them since."
        )
    return f"{quoted(label(game))}\n{ending}**Delete it**: {deleting}"


def sure(game: StoredGame, *, deletes: bool) -> str:
    """The question whether a game is to be deleted, or only ended."""
    return f"{'Delete' if deletes else 'End'} {quoted(label(game))}? This cannot be undone."


def boards(families: Sequence[str]) -> str:
    """What may be done about leaderboards."""
    if not families:
        return "This server has no leaderboard yet: no rated game has ended here."
    names = listed([family_name(family) for family in families], "and")
    return f"This server has leaderboards of {names}. Choose one to reset it."


def resetting(family: str) -> str:
    """The question whether a leaderboard is to be reset."""
    return (
        f"Reset the leaderboard of {family_name(family)}? Everybody begins anew as a newcomer; "
        "the games that were played stay. This cannot be undone."
    )


def reset(family: str) -> str:
    """That a moderator has reset a leaderboard, for the log."""
    return f"reset the leaderboard of {family_name(family)}"


def changed(name: str, settings: ServerSettings) -> str:
    """That a moderator has changed a setting, for the log."""
    return f"set {FIELDS[name].label}: {FIELDS[name].words(settings)}"


def log(entries: Sequence[Moderated]) -> str:
    """What moderators have done, the newest first, as much as fits."""
    if not entries:
        return "No moderator has changed anything here yet."
    lines = ["What moderators have done here, the newest first."]
    for each in entries:
        who = f"<@{each.moderator}>" if each.moderator else "a former moderator"
        line = f"<t:{each.at // 1000}:f> {who} {quoted(each.deed)}"
        if len("\n".join([*lines, line])) > LONGEST:
            break
        lines.append(line)
    return "\n".join(lines)
