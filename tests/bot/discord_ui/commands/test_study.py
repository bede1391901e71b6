"""Explorations, hints, values and reviews: private, and refused in whatever is under way against people."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from bot.app import Referee
from bot.games import Location
from bot.games.coaching import against_people
from bot.store import Player
from bot.store import referee as referee_at
from bot.store.study import EXPLORATION, KEPT_FOR, MAX_ROWS_PER_PLAYER
from engine.lookahead.search import Level, Thought
from engine.model.position import long_form
from engine.notation.position_code import code_of
from engine.play.referee import sheet
from engine.play.start import start_of
from engine.play.state import State
from engine.variants import variant_of
from tests.bot.discord_ui.buttons.test_doors import forged
from tests.bot.games.test_ratings import GAME
from tests.bot.support.fought import resign
from tests.bot.support.minds import FirstMove, Threads
from tests.bot.support.parties import Party
from tests.bot.support.people import (
    STRANGER,
    Pair,
    choices,
    is_board,
    is_end,
    labels,
    moves_of,
    pick,
    says,
    shown,
    told,
    untouched,
)
from tests.bot.support.timed import PATIENT, Time, refereed
from tests.wire import Human, Message, Standin, bits

PIECES = [f"Traveler {cell}" for cell in ("b5", "f5")] + [f"Guard {cell}" for cell in ("a4", "c5", "e5", "g4")]
"""What Blue can move after the first move."""
FIGHTS = [
    ("The attacker wins", "won", "prowler"),
    ("The attacker loses", "lost", "traveler"),
    ("Three ties", "tied", "nobody"),
]
STANDS = "You're in this position, or a move away from it, in game #{} against "


class Hasty(Threads):
    """Thinks of little, so that tests are quick."""

    async def think(self, state: State, level: Level, seed: int, game: int = 0) -> Thought:
        """What a short look comes to."""
        return await super().think(state, level._replace(nodes=120, depth=2), seed, game)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the coach think little."""
    monkeypatch.setattr("bot.games.Thinkers", Hasty)


async def alone(referee: Referee, who: Human, code: str = "") -> int:
    """Begin a game of a person against the referee's seat, from a code if there is one; its number."""
    assert who.place.guild is not None
    place = Location(who.place.guild.id, who.place.id)
    game = variant_of("hexeh")
    start = start_of(game, code) if code else None
    players = {1: Player(who.id, who.name), 2: referee_at(3)}
    number = await referee.controller.games.lobby.set_up(place, game, players, start)
    assert await referee.controller.show(number)
    return number


async def explored(who: Human, **options: object) -> Message:
    """Begin an exploration, or try a move in it; the private message that shows it."""
    message = await shown(await who.slash("study explore", **options))
    assert message.viewer == who.user
    return message


async def pressed(who: Human, message: Message, label: str) -> Message:
    """Press a button of an exploration, and wait for what it changes into."""
    return await (await who.press(message, label)).reply()


async def chosen(who: Human, message: Message, *answers: str) -> Message:
    """Choose in the menu of an exploration, again and again."""
    for answer in answers:
        message = await (await pick(who, message, answer)).reply()
    return message


def words(message: Message) -> str:
    """The alternative text of an exploration's picture."""
    (picture,) = message.attachments
    return picture.description or ""


async def typed(who: Human, message: Message, text: str) -> Message:
    """Type a move into the form behind a button."""
    return await (await who.submit(await who.press(message, "Type it…"), text=text)).reply()


# ---- exploring


async def test_moves_are_tried(pair: Pair, referee: Referee) -> None:
    """An exploration shows its owner alone the game from their side; moves are tried by menu, and the game stays."""
    await pair.move("Tbc3")
    async with untouched(pair.discord, referee):
        message = await explored(pair.blue)
        assert message.content.startswith("### Exploring Hexeh #1, after 1. Tbc3\nBlue to move.\n-# A private copy")
        assert (labels(message), choices(message)) == (["Type it…", "Flip"], PIECES)
        assert "travelers c3, f1" in words(message)
        message = await chosen(pair.blue, message, "Traveler b5")
        assert labels(message) == ["Type it…", "Back", "Flip"]
        message = await pressed(pair.blue, message, "Back")
        assert choices(message) == PIECES
        message = await chosen(pair.blue, message, "Guard c5", "b4")
        assert "-# Tried: Gcb4" in message.content
        before = message.attachments[0].data
        message = await pressed(pair.blue, message, "Flip")
        assert message.attachments[0].data != before
        message = await explored(pair.blue, move="Tfe3")
        message = await pressed(pair.blue, message, "Undo")
        assert "-# Tried: Gcb4\n" in message.content
        message = await pressed(pair.blue, message, "Reset")
        assert "Tried" not in message.content
        message = await typed(pair.blue, message, "Gb4")
        assert "Gcb4" in message.content.splitlines()[0], "it is ambiguous"
        message = await typed(pair.blue, message, "Gcb4 Gcb2")
        assert "-# Tried: Gcb4 Gcb2" in message.content
    assert await moves_of(referee) == ["b1c3"]


async def test_lines_are_tried_by_command(pair: Pair, referee: Referee) -> None:
    """A line of moves is tried whole as people type it, in the exploration that is open, or refused in words."""
    async with untouched(pair.discord, referee):
        for line in ("1.Tbc3 1...Gcb4 2.Gcd3", "Tbc3 then Gcb4, Gcd3"):
            await explored(pair.red, after="0")
            assert "-# Tried: Tbc3 Gcb4 Gcd3\n" in (await explored(pair.red, move=line)).content
        answer = await told(await pair.red.slash("study explore", move="Gb3 Ec1"))
        assert answer.startswith("After Gb3: Your own prowler is on c1.")
        assert "no move in that" in await told(await pair.red.slash("study explore", move=" ; "))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("bot.games.study.MAX_TRIED_MOVES", 3)
            assert "moves" in await told(await pair.red.slash("study explore", move="Gb3"))
        assert "-# Tried: Gc3\n" in (await explored(pair.blue, move="Gc3")).content, "to each their own"
        assert "There's no move “1. …”" in await told(await pair.red.slash("study explore", after="1. …"))
        assert "no game #7" in await told(await pair.red.slash("study explore", game="7"))


async def test_fights_are_asked_about(discord_: Standin, referee: Referee) -> None:
    """Of a fight one is asked how it ends, in the menu or beside the command; nothing is rolled in the game."""
    pair = await Pair.seated(discord_, options="combat=poly")
    async with untouched(discord_, referee):
        for label, verdict, falls in FIGHTS:
            message = await chosen(pair.red, await explored(pair.red, after="0"), "Traveler b1", "xc6")
            assert choices(message) == [each for each, *_ in FIGHTS]
            message = await chosen(pair.red, message, label)
            assert f"{falls} falls" in message.content
            assert "its dice are imagined" in message.content
            assert f"{falls} falls" in (await explored(pair.blue, after="0", move="Tbxc6", outcome=verdict)).content
        answer = await told(await pair.blue.slash("study explore", after="0", move="Gc3 Gcb4 Txc6 Gb3"))
        assert answer.startswith("How does the fight over Txc6 end?")


async def test_positions_and_moves_completed(pair: Pair) -> None:
    """Moves and earlier positions are completed, as of the exploration that is open."""
    await pair.moves("Tbc3 Tfe4")
    for typed, names in (("", ["0: the start", "1. Tbc3", "1. … Tfe4"]), ("1...", ["1. … Tfe4"]), ("bc", ["1. Tbc3"])):
        assert [choice.name for choice in await pair.red.autocomplete("study explore", after=typed)] == names
    await explored(pair.red, after="0")
    assert [c.value for c in await pair.red.autocomplete("study explore", move="1.Tbc3 1...Gcb")] == ["1.Tbc3 1...Gcb4"]


async def test_one_that_has_ended(discord_: Standin, database: Path) -> None:
    """Of a player's explorations the latest few are kept, for a time; one that has ended says so."""
    time = Time()
    async with refereed(database, time, PATIENT):
        red = (await Pair.seated(discord_)).red
        first = await explored(red, move="Tbc3")
        for _ in range(MAX_ROWS_PER_PLAYER[EXPLORATION]):
            await explored(red, after="0")
        time.go(KEPT_FOR)
        last = await explored(red, move="Tbc3")
        time.go(KEPT_FOR)
        last = await pressed(red, last, "Undo")
        time.go(KEPT_FOR + 1)
        for message, label in ((first, "Undo"), (last, "Flip")):
            gone = await pressed(red, message, label)
            assert gone.content.startswith("That exploration is over.")
            assert (gone.buttons, gone.selects, gone.attachments) == ((), (), ())


def png(message: Message) -> bytes:
    return message.attachments[0].data


async def test_threats(carol: Human, pair: Pair, referee: Referee) -> None:
    """A spectator's exploration shows who attacks what; one's own game has no such button, and refuses a forged one."""
    await pair.moves("Tbc3 Tfe4")
    assert "Threats" not in labels(await explored(pair.red))
    forgery = await forged(referee, pair.channel, "threats")
    answer = await shown(await pair.red.press(forgery, "Threats"))
    assert answer.content.startswith("You're still playing game #1")
    async with untouched(pair.discord, referee):
        calm = await explored(carol, game="1")
        picture = png(calm)
        message = await (await carol.press(calm, "Threats")).reply()
        assert "Green cells are attacked more often by " in message.content
        assert "Blue's pieces attacked: " in words(message)
        message = await (await carol.press(message, "Hide threats")).reply()
        assert png(message) == picture
    await resign(pair)
    assert "Threats" in labels(await explored(pair.red, after="0"))


# ---- hints


async def test_hints(pair: Pair, referee: Referee) -> None:
    """Against the referee alone a hint grows in one private message; against people there is none, nor a button."""
    alice = pair.red
    number = await alone(referee, alice)
    assert await referee.controller.show(number)
    board = await pair.channel.wait_for(lambda m: f"#{number} " in m.content and is_board(m))
    assert ("Hint" in labels(board), "Hint" in labels(pair.board)) == (True, False)
    async with untouched(pair.discord, referee):
        hint = await shown(await alice.press(board, "Hint"))
        first, pictures_ = hint.content, [hint.attachments[0].data]
        for label, lines in ("Where to?", 2), ("Why?", 3):
            assert labels(hint) == [label]
            await (await alice.press(hint, label)).reply()
            assert (hint.content.split("\n")[0], len(hint.content.split("\n"))) == (first, lines)
            pictures_.append(hint.attachments[0].data)
        assert (labels(hint), len({*pictures_})) == ([], 3)
        assert first.startswith("Look at your ")
        assert "Look at your " in (hint.attachments[0].description or "")
        typed_ = await shown(await alice.slash("study hint", game=str(number)))
        assert (typed_.content, labels(typed_)) == (first, ["Where to?"])
        answer = await told(await alice.slash("study hint", game="1"))
    assert answer.startswith("No hints in game #1: you didn't agree on them.")
    assert await told(await pair.blue.press(board, "Hint")) == STRANGER.replace("#1", f"#{number}")


async def test_agreed_hints_are_shown_to_all(discord_: Standin, referee: Referee) -> None:
    """Where the challenge said so, each hint goes to the channel, with its picture if allowed; the game is unrated."""
    pair = await Pair.seated(discord_, hints=True)
    game = await referee.controller.games.tables.game(1)
    assert (game.hints, game.rated) == (True, False)
    assert await told(await pair.red.slash("study hint")) == ""
    public = await pair.channel.wait_for(says(f"A hint for {pair.red.mention}: Look at your "))
    assert not public.pinged
    assert [each.filename for each in public.attachments] == ["hint.png"]
    pair.channel.deny(discord_.bot, bits.ATTACH_FILES)
    await told(await pair.red.slash("study hint"))
    assert not (await pair.channel.wait_for(says(f"A hint for {pair.red.mention}: "), after=public)).attachments


async def test_hints_elsewhere(pair: Pair, referee: Referee) -> None:
    """In lessons, and in copies of games that one doesn't play, there are hints and values; not in one's own."""
    alice, carol = pair.red, pair.discord.human("carol")
    assert referee.is_ready()
    await shown(await alice.slash("study learn", game="chess"))
    assert (await told(await alice.slash("study hint", about="lesson"))).startswith("Look at your ")
    await pair.move("Tbc3")
    assert "Value" not in labels(await explored(alice))
    answer = await told(await alice.slash("study hint", about="exploration"))
    assert answer.startswith("You're still playing game #1")
    message = await explored(carol, game="1")
    assert " Best: " in await told(await carol.press(message, "Value"))
    assert (await told(await carol.slash("study hint", about="exploration"))).startswith("Look at your ")


async def test_a_review_by_button(pair: Pair, referee: Referee) -> None:
    """A finished game of two moves or more is reviewed to the presser alone."""
    assert referee.is_ready()
    await pair.moves("Tbc3 Gcb4")
    sure = await shown(await pair.red.slash("game resign", game="1"))
    await pair.red.press(sure, "Yes, resign")
    board = await pair.channel.wait_for(lambda m: "Rematch" in labels(m))
    assert labels(board) == ["Rematch", "Review", "Replay", "⋯"]
    async with untouched(pair.discord, referee):
        review = await shown(await pair.blue.press(board, "Review"))
        assert "game #1" in review.content
        assert review.attachments[0].filename == "review-1.png"
        assert review.components[0]["accent_color"] == 0x1150B4, "the colour of the winner"


# ---- fairness: each way in which a position of a game under way may be brought


async def code_at(referee: Referee, number: int) -> str:
    table = await referee.controller.games.tables.find(number)
    return code_of(table.state.variant, table.state.position)


async def test_moves_that_lead_to_ones_game(discord_: Standin, referee: Referee) -> None:
    """Moves tried in another game's copy lead to a position of one's own, or near it: nothing is said."""
    assert referee.is_ready()
    await resign(await Pair.seated(discord_))
    under_way = await Pair.seated(discord_, 2)
    await under_way.moves("Tbc3 Gcb4")
    red, carol = under_way.red, discord_.human("carol")
    message = await explored(red, game="1", after=0, move="Tbc3 Gcb4")
    assert (await told(await red.press(message, "Value"))).startswith(STANDS.format(2))
    assert (await told(await red.slash("study hint", about="exploration"))).startswith(STANDS.format(2))
    message = await explored(red, move="Ga2")
    assert (await told(await red.press(message, "Value"))).startswith(STANDS.format(2)), "a move away from it"
    theirs = await explored(carol, game="1", after=0, move="Tbc3 Gcb4")
    assert "Best: " in await told(await carol.press(theirs, "Value"))


async def test_a_position_code(carol: Human, discord_: Standin, referee: Referee) -> None:
    """A game against the referee begun from one's position gets no hint; an array does."""
    pair = await Pair.seated(discord_)
    await pair.moves("Tbc3 Gcb4")
    for who, code, refused in (
        (pair.red, await code_at(referee, 1), True),
        (pair.red, "", False),
        (carol, await code_at(referee, 1), False),
    ):
        number = await alone(referee, who, code)
        answer = (await shown(await who.slash("study hint", game=str(number)))).content
        assert answer.startswith(STANDS.format(1) if refused else "Look at your ")


async def test_no_game_with_the_referee_from_there(discord_: Standin, referee: Referee) -> None:
    """The referee plays no game from a position of one's game against people, by code or by record, nor one after."""
    FirstMove.of(referee)
    pair = await Pair.seated(discord_)
    await pair.moves("Tbc3 Gcb4")
    code, record = await code_at(referee, 1), '[Game "hexeh"]\n1. Tbc3 Gcb4'
    wishes = {"opponent": discord_.bot, "clock": "none"}
    async with untouched(discord_, referee):
        for command, options in (
            ("play", {"game": "hexeh", "position": code}),
            ("record continue", {"text": record}),
            ("record continue", {"text": f"{record}\n2. Ga2"}),
        ):
            assert (await told(await pair.red.slash(command, **options, **wishes))).startswith(STANDS.format(1))
    carol = discord_.human("carol").at(pair.channel)
    assert await told(await carol.slash("play", game="hexeh", position=code, **wishes)) == ""


async def test_no_rematch_from_there(discord_: Standin, referee: Referee) -> None:
    """So it plays no game again that began from there."""
    FirstMove.of(referee)
    pair = await Pair.seated(discord_)
    await pair.moves("Tbc3 Gcb4")
    code = await code_at(referee, 1)
    await resign(pair)
    wishes = {"opponent": discord_.bot, "clock": "none", "side": "1"}
    assert await told(await pair.red.slash("play", game="hexeh", position=code, **wishes)) == ""
    await told(await pair.red.press(await shown(await pair.red.slash("game resign", game="2")), "Yes, resign"))
    last = await pair.channel.wait_for(lambda m: is_end(m, 2))
    running = await Pair.seated(discord_, 3)
    await running.moves("Tbc3 Gcb4")
    assert (await told(await pair.red.press(last, "Rematch"))).startswith(STANDS.format(3))


async def first_move(referee: Referee, party: Party) -> None:
    table = await referee.controller.games.tables.find(party.number)
    await party.move(long_form(table.state.variant.board, sheet(table.state).legal[0]))


async def test_no_takeover_there(discord_: Standin, referee: Referee) -> None:
    """Nor does it take over in such a game, neither when it is asked to nor when others agree."""
    FirstMove.of(referee).let.clear()
    party = await Party.seated(discord_, "nd-wellisch-3")
    other = await Party.seated(discord_, "nd-wellisch-3", 2)
    await first_move(referee, party)
    alice, bob, carol = party.players
    wishes = {"seat": "Gold", "by": discord_.bot, "level": 1, "game": "2"}
    assert await told(await alice.slash("game replace", **wishes)) == "", "the array is no secret"
    asked = await alice.place.wait_for(lambda m: "asks Hexmarshal, level 1, to play" in m.content and bool(m.buttons))
    await first_move(referee, other)
    for guest in (bob, carol):
        assert (await told(await guest.press(asked, "Agree"))).startswith(STANDS.format(1))
    assert (await told(await alice.slash("game replace", **wishes))).startswith(STANDS.format(1))


async def test_a_review_is_no_way_in(discord_: Standin, referee: Referee) -> None:
    """A finished game that passed through a position of one's running game is reviewed for others alone."""
    assert referee.is_ready()
    first = await Pair.seated(discord_)
    await first.moves("Tbc3 Gcb4")
    await resign(first)
    await (await Pair.seated(discord_, 2)).moves("Tbc3 Gcb4")
    assert (await told(await first.red.slash("study review", game="1"))).startswith(STANDS.format(2))
    review = await shown(await discord_.human("carol").slash("study review", game="1"))
    assert "**Review of game #1**" in review.content


def test_whom_a_game_is_against() -> None:
    """What stands in a game against the referee alone, or oneself, may be asked about anywhere."""
    me, bob, former = Player(1, "alice"), Player(5, "bob"), Player(-3, "former player")
    seats = ([me, referee_at(8)], [me, me], [me, referee_at(8), referee_at(8, 1)], [me, bob], [me, former])
    against = [against_people(replace(GAME, seats=dict(enumerate(each, 1))), me) for each in seats]
    assert against == [False, False, False, True, True]


# ---- reviews


async def test_a_review(pair: Pair, referee: Referee) -> None:
    """A finished game is reviewed with its curve and a board for each turning point, in private unless shared."""
    assert (await told(await pair.red.slash("study review"))).startswith("Nothing to review yet")
    await pair.moves("Tfg2 Gcb4 Tgd5 Gb3 Tdb4 Tfe4 Ged3 Td5 Txc6 Te3 Txd7")
    async with untouched(pair.discord, referee):
        message = await shown(await pair.red.slash("study review", game="1"))
    heading, yours, his, *points = message.content.splitlines()
    assert heading == "**Review of game #1**"
    assert re.fullmatch(r"You: accuracy \d+ %\.", yours)
    assert re.fullmatch(r"bob: accuracy \d+ %\.", his)
    assert [each.partition("Move")[0] for each in points] == ["1️⃣ ", "2️⃣ ", "3️⃣ "][: len(points)]
    assert "5, Te3" in points[-1], "the move that lost the empress"
    first, *boards = message.attachments
    assert first.filename == "review-1.png"
    assert 1 <= len(boards) <= 3
    assert all(each.description for each in message.attachments)
    assert "move 5: better is Tbxc6" in (boards[-1].description or "")
    await pair.red.slash("study review", game="1", share=True)
    assert not (await pair.channel.wait_for(says("**Review of game #1**"), after=pair.board)).pinged
