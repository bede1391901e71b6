"""A server's settings in words: what each is about, what can be chosen, and what holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from bot.games import label
from bot.games.settings import AUTO, AUTOMATIC, THEMED
from bot.store import ServerSettings, StoredGame
from bot.store.servers import Moderated
from bot.text.harmless import quoted
from bot.text.ratings import family_name
from bot.text.reminders import board_link
from engine.clocks.control import BadControl, read_control
from engine.model.english import counted, listed
from engine.variants import COMBAT, GAMES, choices_of


class ServerField(NamedTuple):
    """A setting of a server: its label, what it is about, and its choices in words.

    Channels and roles are chosen from Discord's own menus; then `unset` says what holds if none is chosen.
    """

    label: str
    text: str
    choices: Mapping[Any, str] = MappingProxyType({})
    unset: str = ""


def _clock(time: str) -> str:
    control = read_control(time)
    return time if isinstance(control, BadControl) else control.words


_DICE = next(option for option in choices_of(next(iter(GAMES.values()))) if option.name == COMBAT)
_TIMES = (
    "none", "1d/move soft", "3d/move soft", "7d/move soft", "1d/move", "3d/move", "7d/move", "7d+1d max 10d",
    "15m+10s", "30m+30s",
)  # fmt: skip
_SWITCH = {True: "yes", False: "no"}
_AFTER = {days: f"after {counted(days, 'day')}" for days in (3, 7, 14, 28, 60, 90)}

FIELDS: Mapping[str, ServerField] = {
    "channels": ServerField("Channels", "where games may be started", unset="every channel I can write in"),
    "challengers": ServerField("Who may challenge", "the role that may start games", unset="everybody"),
    "game": ServerField(
        "Usual game",
        "the game of a challenge that names none",
        {"": "none, you choose each time", **{game.key: game.name for game in GAMES.values()}},
    ),
    "fights": ServerField(
        "Fights",
        "whether captures are fought out with dice, where a challenge does not say",
        {"": "as each game has it", **{value: value for value in _DICE.values}},
    ),
    "player_rolls": ServerField(
        "A player rolls",
        "whether a player's message rolls in fights, where a challenge does not say",
        _SWITCH,
    ),
    "time": ServerField(
        "Usual clock", "the clock of a challenge that names none", {time: _clock(time) for time in _TIMES}
    ),
    "rated": ServerField("Rated", "whether games count for ratings", _SWITCH),
    "threaded": ServerField("Threads", "whether each game gets a thread of its own", _SWITCH),
    "theme": ServerField(
        "Theme", "the colours of boards, for those who have chosen no other", {"": f"{AUTO} ({AUTOMATIC})", **THEMED}
    ),
    "daily": ServerField("Puzzle of the day", "the channels in which I post a puzzle every day", unset="nowhere"),
    "abandoned_days": ServerField(
        "Abandoned games",
        "when a game without a clock, in which nobody moves, is closed",
        {0: "never", **_AFTER},
    ),
}
"""The settings by the names of their fields in ServerSettings."""


def holding(name: str, settings: ServerSettings) -> str:
    field, value = FIELDS[name], getattr(settings, name)
    if field.choices:
        return field.choices.get(value, str(value))
    if isinstance(value, frozenset):
        return listed([f"<#{each}>" for each in sorted(value)], "and") or field.unset
    return f"<@&{value}>" if value else field.unset


def overview(settings: ServerSettings) -> str:
    lines = [f"**{field.label}**: {holding(name, settings)}" for name, field in FIELDS.items()]
    return "\n".join(["This server's settings. Only you see this panel.", *lines])


def asked(name: str, settings: ServerSettings) -> str:
    return f"**{FIELDS[name].label}**: {FIELDS[name].text}.\nNow: {holding(name, settings)}."


def listing(games: Sequence[StoredGame], more: bool) -> str:
    if not games:
        return "No game and no challenge is open in this server."
    older = " `/server game:` finds older ones." if more else ""
    lines = [f"The open games and challenges of this server, the newest first. Choose one to end or delete it.{older}"]
    for game in games:
        link = board_link(game)
        lines.append(f"{quoted(label(game))}{f', {link}' if link else ''}")
    return "\n".join(lines)


def about(game: StoredGame) -> str:
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


def sure(game: StoredGame, deed: str) -> str:
    return f"{deed.capitalize()} {quoted(label(game))}? This cannot be undone."


def boards(families: Sequence[str]) -> str:
    if not families:
        return "This server has no leaderboard yet: no rated game has ended here."
    names = listed([family_name(family) for family in families], "and")
    return f"This server has leaderboards of {names}. Choose one to reset it."


def resetting(family: str) -> str:
    return (
        f"Reset the leaderboard of {family_name(family)}? Everybody begins anew as a newcomer; "
        "the games that were played stay. This cannot be undone."
    )


def done(deed: str, about: str, settings: ServerSettings) -> str:
    if deed == "reset":
        return f"reset the leaderboard of {family_name(about)}"
    return (
        f"{deed} #{about}" if deed in {"ended", "deleted"} else f"set {FIELDS[about].label}: {holding(about, settings)}"
    )


def log(entries: Sequence[Moderated]) -> str:
    if not entries:
        return "No moderator has changed anything here yet."
    lines = ["What moderators have done here, the newest first."]
    for each in entries:
        who = f"<@{each.moderator}>" if each.moderator else "a former moderator"
        lines.append(f"<t:{each.at // 1000}:f> {who} {quoted(each.deed)}")
    return "\n".join(lines)
