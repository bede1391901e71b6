"""The slash commands against Discord's limits, and when they are sent."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from discord import app_commands

from bot.app import Referee
from bot.discord_ui.channel.boards import Poster
from bot.discord_ui.commands.autocomplete import TIMES, options_of
from bot.discord_ui.commands.settings import AT, QUIET
from bot.games.reminders import ReminderPreferences
from bot.games.tables import game_named
from engine.clocks.control import read_control
from engine.clocks.zones import read_zone
from engine.dice.expression import read as read_expression
from engine.lookahead.conditional import unfinished_line
from engine.model.refusal import Refusal
from engine.notation.moves import UnreadableMove
from engine.play.game import new_game
from engine.play.referee import sheet
from engine.records.audit import read_seal
from engine.variants import GAMES, variant_of
from tests.wire import Standin, running

SLASH = 1
SUBCOMMANDS = {1, 2}
MENUS = 10
"""How many context menus Discord takes: five of people, five of messages."""
MOST = 20
EVERYWHERE = {"games", "settings", "roll", "dice", "rules", "help", "explore", "learn", "hint", "puzzle", "status"}
"""The commands that work in direct messages, too, and for those who have installed the bot for themselves."""
MANAGE_GUILD = 1 << 5
DIFFERENT = {
    "action": {"game draw": "what ends a draw offer", "game pause": "what ends a pause offer"},
    "at": {"game watch": "an event, not a part of the time"},
    "form": {"record get": "is a file's", "replay": "is a picture's"},
    "fights": {"play": "left out, a game is fought out as the server likes"},
    "game": {
        "dice commitment": "left out, it means the channel's dice",
        "learn": "names the kind of game",
        "play": "names the kind of game",
        "players leaderboard": "names the kind of game",
        "puzzle": "names the kind of game",
        "record continue": "names the kind of game",
        "record look": "names the kind of game",
        "rules": "names the kind of game",
        "server": "belongs to the server",
    },
    "letters": {"settings change": "lasts"},
    "level": {"play": "left out, I do not play"},
    "move": {
        "explore": "is tried out",
        "learn": "answers a lesson",
        "puzzle": "answers a puzzle",
        "record look": "is a number",
    },
    "piece": {"board": "is a piece on the board", "rules": "is a kind of piece"},
    "seat": {"board": "is the viewer's", "game replace": "is the one that changes hands"},
    "text": {"game if": "are moves", "game note": "is prose"},
    "theme": {"settings change": "lasts"},
    "word": {"dice word": "is what the command is for"},
}
"""Where an option differs from others of its name on purpose: how, by its command."""


def payloads(referee: Referee) -> list[dict[str, Any]]:
    """The commands as they are sent to Discord."""
    return [dict(command.to_dict(referee.tree)) for command in referee.tree.get_commands()]


def walk(command: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a command, its subcommands and their options."""
    yield command
    for option in command.get("options") or ():
        yield from walk(option)


def length(part: dict[str, Any]) -> int:
    """The characters that Discord counts: names, descriptions and choices."""
    choices = sum(len(choice["name"]) + len(str(choice["value"])) for choice in part.get("choices") or ())
    return len(part["name"]) + len(part["description"]) + choices + sum(map(length, part.get("options") or ()))


async def test_the_commands(referee: Referee) -> None:
    """The referee has the commands that its description promises, and no others."""
    names = {command.qualified_name for command in referee.tree.walk_commands()}
    top = "play move board games game dice roll rules help explore learn record replay settings players server status"
    top += " hint review puzzle"
    under = {
        "game": "resign draw takeback pause claim-time replace thread move-here watch note if nudge",
        "dice": "commitment reveal word check luck",
        "record": "get look continue",
        "settings": "show change reminders vacation privacy",
        "players": "profile leaderboard",
    }
    assert names == {*top.split(), *(f"{group} {name}" for group, held in under.items() for name in held.split())}
    assert {option["name"]: option.get("required", False) for option in _options(referee, "play")} == {
        "game": False,
        "opponent": False,
        "level": False,
        "clock": False,
        "fights": False,
        "side": False,
        "rated": False,
        "thread": False,
        "comment": False,
        "rolls": False,
        "word": False,
        "standing": False,
        "opponent2": False,
        "opponent3": False,
        "options": False,
        "position": False,
        "hints": False,
    }
    assert {choice["value"] for choice in _options(referee, "play")[4]["choices"]} == {
        value for game in GAMES.values() for value in game.combat
    }
    assert [option["name"] for option in _options(referee, "move")] == ["notation", "game"]


def _options(referee: Referee, name: str) -> list[dict[str, Any]]:
    return list(next(p for p in payloads(referee) if p["name"] == name)["options"])


async def test_the_limits(referee: Referee) -> None:
    """Names, descriptions, options, choices and subcommands stay within Discord's limits.

    There are at most 20 commands, and only those of servers' managers ask for a permission. Those that make sense
    without a server work outside of servers.
    """
    tree = payloads(referee)
    menus = [command for command in tree if command["type"] != SLASH]
    assert len(menus) <= MENUS
    tree = [command for command in tree if command["type"] == SLASH]
    assert len(tree) <= MOST
    assert len({command["name"] for command in tree}) == len(tree)
    for command in tree:
        everywhere = command["name"] in EVERYWHERE
        assert sorted(command["contexts"]) == ([0, 1, 2] if everywhere else [0])
        assert sorted(command["integration_types"]) == ([0, 1] if everywhere else [0])
        assert command["default_member_permissions"] == (MANAGE_GUILD if command["name"] == "server" else None)
        assert length(command) <= 8000
        for part in walk(command):
            assert re.fullmatch(r"[-_a-z0-9]{1,32}", part["name"])
            assert 1 <= len(part["description"]) <= 100
            assert not part["description"].endswith("…"), "cut short"
            options = part.get("options") or ()
            assert len(options) <= 25
            assert len({option["name"] for option in options}) == len(options)
            required = [bool(option.get("required")) for option in options if option["type"] not in SUBCOMMANDS]
            assert required == sorted(required, reverse=True)
            assert len(part.get("choices") or ()) <= 25
            assert not (part.get("choices") and part.get("autocomplete"))


async def test_every_text_is_completed(referee: Referee) -> None:
    """Every option that names a game, an option, a piece, a side or a move is completed while it is typed.

    Those with few values are chosen from a list instead. A word for the dice, a dice expression, a position
    code, a comment, a scoresheet, a note and a seal are the player's own to write, and the moves of a scoresheet are
    not known before it is sent.
    """
    own = {"word", "expression", "position", "text", "comment", "seal"}
    for command in payloads(referee):
        for part in walk(command):
            if part.get("type") == 3 and part is not command:
                free = part["name"] in own or (command["name"], part["name"]) == ("record", "move")
                assert part.get("autocomplete") or part.get("choices") or free, (
                    command["name"],
                    part["name"],
                )


CHESS = sheet(new_game(variant_of("chess")))
READERS: dict[str, Callable[[str], object]] = {
    "roll": read_expression,
    "clock": read_control,
    "at": lambda text: ReminderPreferences.read({"remind-at": text}),
    "quiet": lambda text: ReminderPreferences.read({"quiet": text}),
    "zone": read_zone,
    "seal": read_seal,
    "options": lambda text: game_named(next(iter(GAMES)), refused_or(options_of(text))),
    "piece": variant_of("chess").board.cell,
    "notation": lambda text: not isinstance(CHESS.read(text), UnreadableMove),
    "move": lambda text: (unfinished_line(new_game(variant_of("chess")), f"{text} ") or "")[:1] == (f"{text} ",),
    "text": lambda text: not any(isinstance(CHESS.read(word), UnreadableMove) for word in text.split(" then ")),
}
"""What reads the examples of an option, or of a command without one."""


def refused_or(read: dict[str, str] | Refusal) -> dict[str, str]:
    """What was read; nothing may be refused."""
    assert not isinstance(read, Refusal)
    return read


def examples(text: str) -> list[str]:
    """The examples that a description gives, `such as 1/2, 1/10 or 50% 10%; or off`."""
    found = re.search(r"[Ss]uch as ([^;]*)(?:; or (\w+)$)?", text)
    return [each for each in [*re.split(r", | or ", found[1]), found[2] or ""] if each] if found else []


async def test_what_descriptions_show_is_read(referee: Referee) -> None:
    """Every example in the description of a command or option is read by what reads that option."""
    parts = [part for command in payloads(referee) if command["type"] == SLASH for part in walk(command)]
    tried = [(part["name"], text) for part in parts for text in examples(part["description"]) if text[0] != "/"]
    assert {name for name, _ in tried} == set(READERS)
    for name, text in tried:
        read = READERS[name](text)
        assert read is not False, (name, text)
        assert not isinstance(read, Refusal), (name, text)


@pytest.mark.parametrize(
    ("reader", "texts"),
    [
        ("clock", TIMES),
        (
            "clock",
            ["none", "3 days/move", "7 days + 1 day at most 10 days", "10+5", "3d soft weekends off Europe/Berlin"],
        ),
        ("at", [value for _, value in AT]),
        ("quiet", [value for _, value in QUIET]),
    ],
)
def test_what_is_offered_is_read(reader: str, texts: Sequence[str]) -> None:
    """Every value that is offered while somebody types, or told where it was mistyped, is read."""
    assert [text for text in texts if isinstance(READERS[reader](text), Refusal)] == []


async def test_twins_agree(referee: Referee) -> None:
    """Options of one name say the same, have the same default and are read and completed alike in all commands."""
    twins: dict[str, dict[object, list[str]]] = {}
    for command in referee.tree.walk_commands():
        for option in command.parameters if isinstance(command, app_commands.Command) else ():
            if command.qualified_name not in DIFFERENT.get(option.display_name, {}):
                values = tuple(choice.value for choice in option.choices)
                limits = option.min_value, option.max_value
                said = (
                    str(option.description),
                    option.default,
                    option.required,
                    option.type,
                    values,
                    limits,
                    option.autocomplete,
                )
                twins.setdefault(option.display_name, {}).setdefault(said, []).append(command.qualified_name)
    assert {} == {name: list(kinds.values()) for name, kinds in twins.items() if len(kinds) > 1}


async def test_sent_once(discord_: Standin, database: Path) -> None:
    """The commands are sent at the first start, and at later ones only when they have changed."""
    for start in ("the first", "the second"):
        async with running(Referee(database)) as referee:
            assert len(discord_.requests_to("PUT", "/commands")) == 1, start
            assert [c["name"] for c in discord_.commands] == [p["name"] for p in payloads(referee)]

    class Longer(Referee):
        async def setup_hook(self) -> None:
            @self.tree.command(description="One more")
            async def more(interaction: Any) -> None:
                raise NotImplementedError

            await super().setup_hook()

    async with running(Longer(database)):
        assert len(discord_.requests_to("PUT", "/commands")) == 2
        assert "more" in {command["name"] for command in discord_.commands}
    async with running(Longer(database)):
        assert len(discord_.requests_to("PUT", "/commands")) == 2


async def test_a_failed_sending_is_repeated(discord_: Standin, database: Path) -> None:
    """Commands that Discord refused to take are sent again at the next start."""
    discord_.fail("PUT", "/commands", 403)
    with pytest.raises(Exception, match="403"):
        async with running(Referee(database)):
            pass
    async with running(Referee(database)) as referee:
        assert isinstance(referee.controller.poster, Poster)
        assert len(discord_.requests_to("PUT", "/commands")) == 2
        assert discord_.commands
