"""The commands and context menus: against Discord's limits, when they are sent, and where they work."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from discord import Locale

from bot.app import Referee
from bot.discord_ui.commands.autocomplete import options_of
from bot.games.reminders import ReminderPreferences
from bot.games.tables import game_named
from engine.clocks.control import read_control
from engine.clocks.zones import read_zone
from engine.dice.expression import read as read_expression
from engine.lookahead.conditional import unfinished_line
from engine.model.refusal import Refusal, granted
from engine.model.wording import TRANSLATIONS
from engine.notation.moves import UnreadableMove
from engine.play.game import new_game
from engine.play.referee import sheet
from engine.records.audit import read_seal
from engine.variants import GAMES, variant_of
from tests.bot.support.people import Pair, labels, link_to, moves_of, says, settled, shown, told, untouched
from tests.wire import Human, Standin, running

MOST = 15
EVERYWHERE = {"play", "move", "board", "games", "game", "study", "rules", "roll", "dice", "record"}
EVERYWHERE |= {"settings", "help", "status"}
"""The commands that work in direct messages, too, and for those who have installed the bot for themselves."""


MANAGE_GUILD = 1 << 5


def payloads(referee: Referee) -> list[dict[str, Any]]:
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
    top = "play move board games game study rules roll dice record players settings server help status"
    under = {
        "game": "resign draw takeback pause claim-time replace thread move-here watch note if nudge",
        "dice": "commitment reveal word check luck",
        "record": "get look continue",
        "settings": "show change reminders vacation privacy",
        "players": "profile leaderboard",
        "study": "hint review explore puzzle learn replay",
    }
    assert names == {*top.split(), *(f"{group} {name}" for group, held in under.items() for name in held.split())}


async def test_the_limits(referee: Referee) -> None:
    """Names, descriptions, options, choices and subcommands stay within Discord's limits.

    There are at most 15 commands, and only those of servers' managers ask for a permission. Those that make sense
    without a server work outside of servers.
    """
    tree = payloads(referee)
    menus = [command for command in tree if command["type"] != 1]
    assert len(menus) <= 10
    tree = [command for command in tree if command["type"] == 1]
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
            required = [bool(option.get("required")) for option in options if option["type"] not in {1, 2}]
            assert required == sorted(required, reverse=True)
            assert len(part.get("choices") or ()) <= 25
            assert not (part.get("choices") and part.get("autocomplete"))


NAMED_COMMAND = re.compile(r"(?<![\w./<:~}-])(`?)/([a-z-]+)(?: ([a-z-]+)(?=[ `]))?")
FOLDERS = {"data", "etc", "opt", "usr", "var", "watch"}


def test_texts_name_no_other_commands(referee: Referee) -> None:
    """Every command that a text or a document names is there; so is its subcommand, if it stands in backticks."""
    names = {command.qualified_name for command in referee.tree.walk_commands()}
    groups = {name.split()[0] for name in names if " " in name}
    for file in [Path("README.md"), *Path("docs").rglob("*.md"), *Path("bot").rglob("*.py")]:
        for mark, first, second in NAMED_COMMAND.findall(file.read_text()):
            assert first in names | FOLDERS, (file, first)
            assert not (mark and second and first in groups) or f"{first} {second}" in names, (file, first, second)


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
    "options": lambda text: game_named(next(iter(GAMES)), granted(options_of(text))),
    "piece": variant_of("chess").board.cell,
    "notation": lambda text: not isinstance(CHESS.read(text), UnreadableMove),
    "move": lambda text: (unfinished_line(new_game(variant_of("chess")), f"{text} ") or "")[:1] == (f"{text} ",),
    "text": lambda text: not any(isinstance(CHESS.read(word), UnreadableMove) for word in text.split(" then ")),
}
"""What reads the examples of an option, or of a command without one."""


def examples(text: str) -> list[str]:
    """The examples that a description gives, `like 1/2, 1/10 or 50% 10%; or off (the default)`."""
    found = re.search(r"\b[Ll]ike ([^;(]*?)(?:; or (\w+))?(?: \(.*\))?$", text)
    return [each for each in [*re.split(r", | or ", found[1]), found[2] or ""] if each] if found else []


async def test_what_descriptions_show_is_read(referee: Referee) -> None:
    """Every example in the description of a command or option is read by what reads that option."""
    parts = [part for command in payloads(referee) if command["type"] == 1 for part in walk(command)]
    tried = [(part["name"], text) for part in parts for text in examples(part["description"]) if text[0] != "/"]
    assert {name for name, _ in tried} == set(READERS)
    for name, text in tried:
        read = READERS[name](text)
        assert read is not False, (name, text)
        assert not isinstance(read, Refusal), (name, text)


async def test_sent_once(discord_: Standin, database: Path) -> None:
    """The commands are sent at the first start, and at later ones only when they have changed."""

    class Longer(Referee):
        async def setup_hook(self) -> None:
            @self.tree.command(description="One more")
            async def more(interaction: Any) -> None:
                raise NotImplementedError

            await super().setup_hook()

    for kind, count in ((Referee, 1), (Referee, 1), (Longer, 2), (Longer, 2)):
        async with running(kind(database)) as referee:
            assert len(discord_.requests_to("PUT", "/commands")) == count
            assert [c["name"] for c in discord_.commands] == [p["name"] for p in payloads(referee)]


async def test_a_failed_sending_is_repeated(discord_: Standin, database: Path) -> None:
    """Commands that Discord refused to take are sent again at the next start."""
    discord_.fail("PUT", "/commands", 403)
    with pytest.raises(Exception, match="403"):
        async with running(Referee(database)):
            pass
    async with running(Referee(database)):
        assert len(discord_.requests_to("PUT", "/commands")) == 2
        assert discord_.commands


async def test_descriptions_are_translated(discord_: Standin, database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A made-up language reaches Discord, once, with every description it has words for, and with no names."""
    async with running(Referee(database)) as referee:
        texts = {part.get("description") or "" for command in payloads(referee) for part in walk(command)}
    monkeypatch.setitem(TRANSLATIONS, Locale.finnish.value, {text: f"{text[:96]} ae" for text in texts})
    for _ in range(2):
        async with running(Referee(database)):
            pass
    assert len(discord_.requests_to("PUT", "/commands")) == 2
    for part in (part for command in discord_.commands for part in walk(command) if part["description"]):
        assert part["description_localizations"] == {"fi": f"{part['description'][:96]} ae"}
        assert not part.get("name_localizations")


# ---- context menus


async def test_a_person_is_challenged(alice: Human, bob: Human, discord_: Standin, referee: Referee) -> None:
    """Pointing at a person and choosing a game posts a challenge to that person; bots are not challenged."""
    async with untouched(discord_, referee):
        assert "bot" in (await told(await alice.point("Challenge", discord_.robot()))).casefold()
        asked = await (await alice.point("Challenge", bob.user)).reply()
    assert asked.ephemeral
    assert asked.content == f"Which game do you want to play against {bob.mention}?"
    assert await told(await alice.choose(asked, "Which game?", "Hexeh")) == ""
    assert (await discord_.channel().wait_for(says("#1"))).pinged.users == {bob.id}
    profile = await alice.point("Profile", bob.user)
    assert profile.private
    assert (await profile.reply()).content.startswith("bob hasn't played")


async def test_a_message_is_made_a_move(pair: Pair, referee: Referee) -> None:
    """A message that holds a move is made one; others are refused with the reason."""
    said = await pair.red.say("`Tbc3`")
    assert await told(await pair.red.point("Make this move", said)) == ""
    await pair.next_board()
    chat = await pair.blue.say("nice move")
    async with untouched(pair.discord, referee):
        assert "“nice move”" in await told(await pair.blue.point("Make this move", chat))
        assert (await told(await pair.blue.point("Make this move", pair.board))).startswith("There's no move in that")
    assert await moves_of(referee) == ["b1c3"]
    await Pair.seated(pair.discord, number=2)
    await pair.move("Gc4")
    which = await shown(await pair.red.point("Make this move", await pair.red.say("Tfe3")))
    assert labels(which) == ["#2 Hexeh vs bob", "#1 Hexeh vs bob"]
    await told(await pair.red.press(which, "#2 Hexeh vs bob"))
    assert await moves_of(referee, 2) == ["f1e3"]


async def test_a_record_is_looked_at(carol: Human, pair: Pair, referee: Referee) -> None:
    """A message with a scoresheet, as a file or as its text, is leafed through privately."""
    await pair.moves("Tbc3 Gc4")
    sheet = await (await pair.red.slash("record get", game="1")).reply()
    text = sheet.attachments[0].data
    for message in (
        await carol.say("look", files={"game.txt": text}),
        await carol.say(f"```\n{text.decode()}\n```"),
    ):
        outcome = await carol.point("Look at this record", message)
        assert outcome.private
        assert (await outcome.reply()).attachments
    chat = await carol.say("hello")
    assert "scoresheet" in await told(await carol.point("Look at this record", chat))
    assert referee.is_ready()


# ---- outside of the bot's servers


@pytest.fixture
def abroad(discord_: Standin) -> Human:
    """Let alice act in a server that the bot has left."""
    guild = discord_.guild("Chess Club")
    channel = discord_.channel("elsewhere", guild)
    guild.remove(discord_.bot)
    return discord_.human("alice").at(channel)


@pytest.fixture(params=["direct", "abroad"])
def outside(request: pytest.FixtureRequest, discord_: Standin, abroad: Human) -> Human:
    """Let alice act outside of the bot's servers."""
    return abroad if request.param == "abroad" else abroad.at(discord_.human("alice").dm)


async def test_games_of_all_servers(pair: Pair, outside: Human) -> None:
    """`/games` lists the games of all servers, those too that await others."""
    second = await Pair.seated(pair.discord, 2, place=pair.discord.channel("hall", pair.discord.guild("Go Club")))
    await pair.move("Tbc3")
    lines = (await told(await outside.slash("games"))).replace("\\", "").split("\n")
    assert lines == [
        f"#2 Hexeh vs bob, your move in {second.board.channel.mention}, {link_to(second.board)}",
        f"#1 Hexeh vs bob, bob to move in {pair.channel.mention}",
    ]


async def test_rolling(outside: Human, referee: Referee) -> None:
    """A roll is the answer itself, from a stream of that channel's own, which is checked as anywhere.

    Where the bot can only answer, nobody else sees it.
    """
    commitment, alone = (await told(await outside.slash("dice commitment"))).split("`")[1], outside.place.is_foreign
    message = await (await outside.slash("roll", expression="2d6")).reply()
    assert message.ephemeral == alone
    assert message.content.startswith("2d6 [" if alone else f"{outside.mention} rolls 2d6 [")
    assert f" of `{commitment[:12]}…`" in message.content
    assert outside.place.messages == [message] * (not alone)
    assert "2d6 [" in await told(await outside.slash("roll", expression="2d6", private=True))
    revealed = await (await outside.slash("dice reveal")).reply()
    assert f"commitment `{commitment}`" in revealed.content
    assert not revealed.ephemeral
    await settled(referee)
    assert await referee.controller.games.ledger.outbox.due(2**60) == []


async def test_what_needs_a_server(outside: Human, referee: Referee) -> None:
    """What is about a server is not offered outside of the bot's servers."""
    assert referee.is_ready()
    for command in ("players profile", "server"):
        with pytest.raises(LookupError, match="is not offered"):
            await outside.slash(command)


async def test_sharing_where_the_bot_cannot_post(pair: Pair, outside: Human) -> None:
    """What should be shown to a channel of a server that the bot is not in is shown to its asker alone."""
    await pair.move("Tbc3")
    answer = await (await outside.slash("study replay", game="1", share=True)).reply()
    assert answer.attachments[0].filename == "game-1.gif"
    assert outside.place.messages in ([], [answer])
