"""Hints, values and reviews through Discord, and where they are refused: in whatever is under way against people."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from discord import app_commands

from bot.app import Referee
from bot.games import Location
from bot.games.coaching import Coaching, ManyQuestions, StillThinking, ThoughtLost, against_people
from bot.games.records import Brought
from bot.store import Player, StoredGame
from bot.store import referee as referee_at
from engine.lookahead.search import Level, Thought
from engine.model.position import long_form
from engine.model.refusal import Refusal
from engine.notation.position_code import code_of
from engine.play.game import new_game
from engine.play.referee import sheet
from engine.play.start import start_of
from engine.play.state import State
from engine.variants import variant_of
from tests.bot.support.minds import FirstMove, Threads
from tests.bot.support.parties import Party, edited, fill
from tests.bot.support.people import Pair, challenge, is_board, labels, settled, shown, told, untouched
from tests.bot.support.refusals import outcome
from tests.wire import Human, Message, Standin, bits, running

STANDS = "This position stands, or has just stood, in your game #{} against people"


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
    begun = await referee.controller.games.ledger.game(number)
    assert begun is not None
    assert await referee.controller.show(begun)
    return number


async def value(who: Human, message: Message) -> str:
    """What the button Value tells."""
    outcome = await who.press(message, "Value")
    return await told(outcome)


async def tried(who: Human, *moves: str, **options: object) -> Message:
    """An exploration in which some moves have been tried."""
    message = await shown(await who.slash("explore", **options))
    for move in moves:
        message = await shown(await who.slash("explore", move=move))
    return message


async def over(pair: Pair) -> None:
    """End a game by resignation of Red."""
    sure = await shown(await pair.red.slash("game resign", game=str(pair.number)))
    await told(await pair.red.press(sure, "Yes, resign"))
    await pair.channel.wait_for(lambda m: f"#{pair.number} " in m.content and "Game over" in m.content)


# ---- hints


async def test_hints_against_the_referee(discord_: Standin, referee: Referee) -> None:
    """Against the referee alone one is given hints in private, a step more each time one asks."""
    alice = discord_.human("alice")
    number = await alone(referee, alice)
    async with untouched(discord_, referee):
        first = await told(await alice.slash("hint", game=str(number)))
        second = await told(await alice.slash("hint", game=str(number)))
        third = await told(await alice.slash("hint", game=str(number)))
    assert first.startswith("Look at your ")
    assert first.endswith("-# `/hint` again says where it goes.")
    assert second.startswith(first.split("\n")[0])
    assert second.endswith("-# `/hint` again says why.")
    assert len(third.split("\n")) == 3
    assert third == await told(await alice.slash("hint", game=str(number)))


async def test_hints_have_pictures(discord_: Standin, referee: Referee) -> None:
    """The piece is marked on the board, then its move, so that the picture is another; its words tell as much."""
    alice = discord_.human("alice")
    number = await alone(referee, alice)
    pictures, words = [], []
    for _ in range(3):
        (picture,) = (await shown(await alice.slash("hint", game=str(number)))).attachments
        assert picture.filename == "hint.png"
        pictures.append(picture.data)
        words.append(picture.description or "")
    assert pictures[0] != pictures[1] == pictures[2]
    assert all("Look at your " in each for each in words)
    assert len(words[0]) < len(words[1]) < len(words[2])


async def test_hints_after_a_restart(discord_: Standin, database: Path) -> None:
    """Which steps were told is not kept: after a restart a hint begins with the piece again, and goes on from there."""
    alice = discord_.human("alice")
    async with running(Referee(database)) as referee:
        number = str(await alone(referee, alice))
        first = await told(await alice.slash("hint", game=number))
        second = await told(await alice.slash("hint", game=number))
    async with running(Referee(database)):
        assert first == await told(await alice.slash("hint", game=number))
        assert second == await told(await alice.slash("hint", game=number))


async def test_hints_in_a_game_begun_with_play(discord_: Standin, referee: Referee) -> None:
    """So one is in a game begun with /play, in private and without an agreement; not in one in which a person plays."""
    FirstMove.of(referee)
    alice, bob = discord_.human("alice"), discord_.human("bob")
    said = await told(await alice.slash("play", game="hexeh", opponent=discord_.bot, level=2, side="1", clock="none"))
    assert said.startswith("Game #1 begins. ")
    await alice.place.wait_for(lambda m: "#1 " in m.content and is_board(m))
    async with untouched(discord_, referee):
        assert (await told(await alice.slash("hint"))).startswith("Look at your ")
    await told(await alice.slash("move", notation="f1g2"))
    await referee.controller.games.opponent.idle()
    assert (await told(await alice.slash("hint", game="1"))).startswith("Look at your ")
    await told(await alice.slash("play", game="nd-wellisch-3", opponent=bob, level=4, side="Red", clock="none"))
    lobby = await alice.place.wait_for(lambda m: "#2 " in m.content and "Dice commitment" in m.content)
    await fill(lobby, [bob])
    await edited(lobby, "starts the game")
    await told(await alice.press(lobby, "Start"))
    await alice.place.wait_for(lambda m: "#2 " in m.content and is_board(m))
    answer = await told(await alice.slash("hint", game="2"))
    assert answer.startswith("In game #2 you play against people, and no hints were agreed.")


async def test_no_hints_against_people(pair: Pair, referee: Referee) -> None:
    """Where people play who have not agreed to hints, nobody is given any."""
    async with untouched(pair.discord, referee):
        answer = await told(await pair.red.slash("hint"))
        assert answer.startswith("In game #1 you play against people, and no hints were agreed.")
        assert (await told(await pair.blue.slash("hint"))).startswith("It's alice's move.")


async def test_agreed_hints_are_shown_to_all(discord_: Standin, referee: Referee) -> None:
    """Where the challenge said so, each hint goes to the channel; the game does not count, and a rematch is alike."""
    pair = await Pair.seated(discord_, hints=True)
    game = await referee.controller.games.ledger.game(1)
    assert game is not None
    assert (game.hints, game.rated) == (True, False)
    assert await told(await pair.red.slash("hint")) == "The hint is in the channel, for everybody."
    public = await pair.channel.wait_for(lambda m: "has asked me for a hint" in m.content)
    assert public.content.startswith(f"**#1** {pair.red.mention} has asked me for a hint (which piece): Look at your ")
    assert not public.pinged
    await told(await pair.red.slash("hint"))
    await pair.channel.wait_for(lambda m: "a hint (where it goes): " in m.content)
    assert [each.filename for each in public.attachments] == ["hint.png"]
    pair.channel.deny(discord_.bot, bits.ATTACH_FILES)
    await told(await pair.red.slash("hint"))
    bare = await pair.channel.wait_for(lambda m: "a hint (why): " in m.content)
    assert not bare.attachments


async def test_the_challenge_says_so(discord_: Standin, referee: Referee) -> None:
    """Whoever accepts a challenge with hints reads that before."""
    assert referee.is_ready()
    alice = discord_.human("alice")
    posted = await challenge(alice, hints=True)
    assert "Hints may be asked for, and everybody sees them." in posted.content
    assert "Unrated" in posted.content


async def test_hints_in_lessons(discord_: Standin, referee: Referee) -> None:
    """In a lesson the hint leads to the task of the step."""
    assert referee.is_ready()
    alice = discord_.human("alice")
    assert "no lesson" not in await told(await alice.slash("hint", about="lesson"))
    await shown(await alice.slash("learn", game="chess"))
    assert (await told(await alice.slash("hint", about="lesson"))).startswith("Look at your ")
    assert ": " in await told(await alice.slash("hint", about="lesson"))


async def test_hints_in_explorations(pair: Pair, referee: Referee) -> None:
    """In a copy of a game that is over there are hints; in one of one's own game under way there are none."""
    assert referee.is_ready()
    await pair.move("Tbc3")
    await tried(pair.red)
    answer = await told(await pair.red.slash("hint", about="exploration"))
    assert answer.startswith("Game #1 is still going on, and you play in it")
    carol = pair.discord.human("carol")
    await tried(carol, game="1")
    assert (await told(await carol.slash("hint", about="exploration"))).startswith("Look at your ")


# ---- values


async def test_values_in_explorations(pair: Pair) -> None:
    """Whoever plays no part in a game, or has finished it, is told how a position stands and the best line."""
    await pair.move("Tbc3")
    message = await tried(pair.red)
    assert "Value" not in labels(message)
    message = await tried(pair.discord.human("carol"), game="1")
    assert " Best: " in await value(pair.discord.human("carol"), message)
    await over(pair)
    message = await tried(pair.red, game="1")
    assert "Best: " in await value(pair.red, message)


# ---- fairness: each way in which a position of a game under way may be brought


async def second(discord_: Standin, number: int = 2) -> Pair:
    """Another game of the same two."""
    return await Pair.seated(discord_, number=number)


async def test_a_copy_of_a_finished_game_led_there_by_moves(discord_: Standin, referee: Referee) -> None:
    """Moves tried in a copy of another game lead to a position of one's own game: nothing is said about it."""
    assert referee.is_ready()
    first = await Pair.seated(discord_)
    await over(first)
    running = await second(discord_)
    await running.moves("Tbc3 Gcb4")
    message = await tried(first.red, "Tbc3", "Gcb4", game="1", after=0)
    assert (await value(first.red, message)).startswith(STANDS.format(2))
    message = await shown(await first.red.slash("explore", move="Ga2"))
    assert (await value(first.red, message)).startswith(STANDS.format(2)), "a move away from it"
    refused = await told(await first.red.slash("hint", about="exploration"))
    assert refused.startswith(STANDS.format(2))
    carol = discord_.human("carol")
    assert "Best: " in await value(carol, await tried(carol, "Tbc3", "Gcb4", game="1", after=0))


async def test_what_has_just_stood(discord_: Standin, referee: Referee) -> None:
    """The positions before the last moves are some that have just stood; one long gone is not."""
    assert referee.is_ready()
    first = await Pair.seated(discord_)
    await over(first)
    running = await second(discord_)
    await running.moves("Tfg2 Gcb4")
    message = await tried(first.red, "Tfg2", game="1", after=0)
    assert (await value(first.red, message)).startswith(STANDS.format(2))
    await running.moves("Tgd5 Gb3 Tdb4 Tfe4 Ged3")
    message = await tried(first.red, "Tfg2", game="1", after=0)
    assert "Best: " in await value(first.red, message)


async def test_a_position_code(discord_: Standin, referee: Referee) -> None:
    """A game against the referee begun from the code of one's position against people gets no hint."""
    pair = await Pair.seated(discord_)
    await pair.moves("Tbc3 Gcb4")
    table = await outcome(referee.controller.games.tables.find(1))
    assert not isinstance(table, Refusal)
    code = code_of(table.state.variant, table.state.position)
    number = await alone(referee, pair.red, code)
    answer = await told(await pair.red.slash("hint", game=str(number)))
    assert answer.startswith(STANDS.format(1))
    carol = discord_.human("carol")
    other = await alone(referee, carol, code)
    assert (await told(await carol.slash("hint", game=str(other)))).startswith("Look at your ")


async def test_a_position_code_a_move_ahead(discord_: Standin, referee: Referee) -> None:
    """So does a game begun from what would stand after one's own next move."""
    pair = await Pair.seated(discord_)
    await pair.moves("Tbc3 Gcb4")
    table = await outcome(referee.controller.games.tables.find(1))
    assert not isinstance(table, Refusal)
    movement, position = table.state.movement, table.state.position
    ahead = movement.play(position, movement.legal(position)[0])
    number = await alone(referee, pair.blue, code_of(table.state.variant, ahead._replace(turn=1)))
    answer = await told(await pair.blue.slash("hint", game=str(number)))
    assert answer.startswith(STANDS.format(1))


async def test_a_record_gone_on_with(discord_: Standin, referee: Referee) -> None:
    """A record of the game, continued against the referee, stands where the game stands: no hint."""
    pair = await Pair.seated(discord_)
    await pair.moves("Tbc3 Gcb4")
    games = referee.controller.games
    table = await outcome(games.tables.find(1))
    assert not isinstance(table, Refusal)
    text = '[Game "hexeh"]\n1. Tbc3 Gcb4\n'
    earlier, _ = await games.records.earlier(pair.red.id, Brought(text.encode()))
    assert pair.channel.guild is not None
    players = {1: Player(pair.red.id, "alice"), 2: referee_at(1)}
    number = await games.lobby.set_up(
        Location(pair.channel.guild.id, pair.channel.id), table.state.variant, players, None, earlier=earlier.earlier
    )
    assert (await told(await pair.red.slash("hint", game=str(number)))).startswith(STANDS.format(1))


async def code_at(referee: Referee, number: int) -> str:
    """The position code of a game."""
    table = await outcome(referee.controller.games.tables.find(number))
    assert not isinstance(table, Refusal)
    return code_of(table.state.variant, table.state.position)


async def test_no_game_with_the_referee_from_there(discord_: Standin, referee: Referee) -> None:
    """The referee plays no game from a position of one's game against people, by code or by record, nor one after."""
    FirstMove.of(referee)
    pair = await Pair.seated(discord_)
    await pair.moves("Tbc3 Gcb4")
    code, carol = await code_at(referee, 1), discord_.human("carol").at(pair.channel)
    wishes = {"opponent": discord_.bot, "clock": "none"}
    record = '[Game "hexeh"]\n1. Tbc3 Gcb4'
    for player in (pair.red, pair.blue):
        async with untouched(discord_, referee):
            refused = await told(await player.slash("play", game="hexeh", position=code, **wishes))
            assert refused.startswith(STANDS.format(1))
            refused = await told(await player.slash("play", game="hexeh", position=code, level=3, clock="none"))
            assert refused.startswith(STANDS.format(1))
            refused = await told(await player.slash("record continue", text=record, **wishes))
            assert refused.startswith(STANDS.format(1))
            refused = await told(await player.slash("record continue", text=f"{record}\n2. Ga2", **wishes))
            assert refused.startswith(STANDS.format(1))
    said = await told(await carol.slash("play", game="hexeh", position=code, **wishes))
    assert said.startswith("Game #2 begins. ")
    said = await told(await pair.red.slash("play", game="hexeh", **wishes))
    assert said.startswith("Game #3 begins. "), "from the array it plays with anybody"
    said = await told(await pair.red.slash("play", game="hexeh", position=code, opponent=carol, clock="none"))
    assert said == "You have made challenge #4."


async def test_no_rematch_from_there(discord_: Standin, referee: Referee) -> None:
    """So it plays no game again that began from there."""
    FirstMove.of(referee)
    pair = await Pair.seated(discord_)
    await pair.moves("Tbc3 Gcb4")
    code = await code_at(referee, 1)
    await over(pair)
    wishes = {"opponent": discord_.bot, "clock": "none", "side": "1"}
    said = await told(await pair.red.slash("play", game="hexeh", position=code, **wishes))
    assert said.startswith("Game #2 begins. ")
    await told(await pair.red.press(await shown(await pair.red.slash("game resign", game="2")), "Yes, resign"))
    last = await pair.channel.wait_for(lambda m: "#2 " in m.content and "Game over" in m.content)
    running = await second(discord_, 3)
    await running.moves("Tbc3 Gcb4")
    assert (await told(await pair.red.press(last, "Rematch"))).startswith(STANDS.format(3))


async def first_move(referee: Referee, party: Party) -> None:
    """Make the first legal move of a game."""
    table = await outcome(referee.controller.games.tables.find(party.number))
    assert not isinstance(table, Refusal)
    await party.move(long_form(table.state.variant.board, sheet(table.state).legal[0]))


async def test_no_place_beside_the_referee_there(discord_: Standin, referee: Referee) -> None:
    """Nobody comes into a game with the referee that begins where a game of theirs stands."""
    FirstMove.of(referee)
    party = await Party.seated(discord_, "nd-wellisch-3")
    await first_move(referee, party)
    code, erin, frank = await code_at(referee, 1), discord_.human("erin"), discord_.human("frank")
    wishes = {"game": "nd-wellisch-3", "position": code, "clock": "none"}
    said = await told(await erin.slash("play", opponent=frank, level=2, **wishes))
    assert said == "You have made challenge #2."
    lobby = await erin.place.wait_for(lambda m: "#2 " in m.content and "Dice commitment" in m.content)
    refused = await told(await party.players[1].slash("play", opponent=frank, level=2, **wishes))
    assert refused.startswith(STANDS.format(1))
    await fill(lobby, [frank])
    await edited(lobby, "starts the game")
    bob = party.players[1]
    assert (await told(await erin.slash("play", opponent=bob, level=2, **wishes))) == "You have made challenge #3."
    lobby = await erin.place.wait_for(lambda m: "#3 " in m.content and "Dice commitment" in m.content)
    async with untouched(discord_, referee):
        assert (await told(await bob.press(lobby, "Join"))).startswith(STANDS.format(1))


async def test_no_takeover_there(discord_: Standin, referee: Referee) -> None:
    """Nor does it take over in such a game, neither when it is asked to nor when others agree."""
    FirstMove.of(referee).let.clear()
    party = await Party.seated(discord_, "nd-wellisch-3")
    other = await Party.seated(discord_, "nd-wellisch-3", 2)
    await first_move(referee, party)
    alice, bob, carol = party.players
    wishes = {"seat": "Gold", "by": discord_.bot, "level": 1, "game": "2"}
    answer = await told(await alice.slash("game replace", **wishes))
    assert answer.startswith("You have asked the referee, level 1."), "the array is no secret"
    asked = await alice.place.wait_for(lambda m: "asks the referee, level 1, to play" in m.content and bool(m.buttons))
    await first_move(referee, other)
    for guest in (bob, carol):
        assert (await told(await guest.press(asked, "Agree"))).startswith(STANDS.format(1))
    assert (await told(await alice.slash("game replace", **wishes))).startswith(STANDS.format(1))


async def test_puzzles_take_no_positions(discord_: Standin, referee: Referee) -> None:
    """Puzzles are those that came with the referee: nothing that /puzzle takes brings a position."""
    assert referee.is_ready()
    commands = {command.name: command for command in referee.tree.get_commands()}
    puzzle = commands["puzzle"]
    assert isinstance(puzzle, app_commands.Command)
    assert {parameter.name for parameter in puzzle.parameters} == {"game", "difficulty", "move"}
    assert (await told(await discord_.human("alice").slash("puzzle", game="4k3/8"))).startswith("I have no puzzles of ")


async def test_under_other_rules(discord_: Standin, referee: Referee) -> None:
    """The same position under other rules of the same board, with fights, is the same position."""
    pair = await Pair.seated(discord_)
    await pair.moves("Tbc3 Gcb4")
    games = referee.controller.games
    table = await outcome(games.tables.find(1))
    assert not isinstance(table, Refusal)
    fought = variant_of("hexeh", {"combat": "d6"})
    state = new_game(fought, table.state.position._replace(quiet=(0, 0, 0)))
    refusal = await games.fairness.against(Player(pair.red.id, "alice"), state)
    assert refusal is not None
    assert refusal.text.startswith(STANDS.format(1))
    assert await games.fairness.against(Player(pair.red.id, "alice"), state, besides=1) is None
    assert await games.fairness.against(Player(pair.red.id, "alice"), new_game(variant_of("chess"))) is None


async def test_a_review_is_no_way_in(discord_: Standin, referee: Referee) -> None:
    """A finished game that passed through a position of one's running game is not reviewed meanwhile."""
    assert referee.is_ready()
    first = await Pair.seated(discord_)
    await first.moves("Tbc3 Gcb4 Ga2")
    sure = await shown(await first.blue.slash("game resign", game="1"))
    await told(await first.blue.press(sure, "Yes, resign"))
    await settled(referee)
    running = await second(discord_)
    await running.moves("Tbc3 Gcb4")
    assert (await told(await first.red.slash("review", game="1"))).startswith(STANDS.format(2))
    carol = discord_.human("carol")
    assert "**Review of game #1**" in (await shown(await carol.slash("review", game="1"))).content


async def test_a_review_in_the_same_opening(discord_: Standin, referee: Referee) -> None:
    """A finished game isn't reviewed while a running one, or its next move, is in a position of it; the array is."""
    assert referee.is_ready()
    first = await Pair.seated(discord_)
    await first.moves("Tfg2 Gcb4 Tgd5 Gb3 Tdb4 Tfe4 Ged3")
    sure = await shown(await first.red.slash("game resign", game="1"))
    await told(await first.red.press(sure, "Yes, resign"))
    await settled(referee)
    running = await second(discord_)
    assert "**Review of game #1**" in (await shown(await first.red.slash("review", game="1"))).content
    await running.moves("Tfg2 Gcb4 Tbc3")
    assert (await told(await first.red.slash("review", game="1"))).startswith(STANDS.format(2))


async def test_a_hint_at_the_first_move(discord_: Standin, referee: Referee) -> None:
    """Every game begins in its array: a hint there is given while another game against people is young."""
    pair = await Pair.seated(discord_)
    number = await alone(referee, pair.red)
    for move in ("", "Tbc3", "Gcb4"):
        if move:
            await pair.move(move)
        answer = await told(await pair.red.slash("hint", game=str(number)))
        assert answer.startswith("Look at your ")


async def test_games_with_the_referee_alone_guard_nothing(discord_: Standin, referee: Referee) -> None:
    """What stands in a game against the referee may be asked about anywhere."""
    alice = discord_.human("alice")
    number = await alone(referee, alice)
    game = await referee.controller.games.ledger.game(number)
    assert isinstance(game, StoredGame)
    player = Player(alice.id, "alice")
    assert not against_people(game, player)
    assert against_people(replace(game, seats={1: player, 2: Player(5, "bob")}), player)
    assert not against_people(replace(game, seats={1: player, 2: player}), player)
    assert against_people(replace(game, seats={1: player, 2: Player(-3, "former player")}), player)
    assert not against_people(replace(game, seats={1: player, 2: referee_at(8), 3: referee_at(8, 1)}), player)
    state = new_game(variant_of("hexeh"))
    assert await referee.controller.games.fairness.against(player, state) is None


# ---- reviews


async def test_a_review(pair: Pair, referee: Referee) -> None:
    """A finished game is reviewed with its curve and a board for each turning point; one under way is not."""
    assert (await told(await pair.red.slash("review"))).startswith("There is nothing to review yet")
    await pair.moves("Tfg2 Gcb4 Tgd5 Gb3 Tdb4 Tfe4 Ged3 Td5 Txc6 Te3 Txd7")
    async with untouched(pair.discord, referee):
        message = await shown(await pair.red.slash("review", game="1"))
    assert message.content.startswith("**Review of game #1**\nRed wins: the empress has fallen.\nRed: choices cost ")
    first, *boards = message.attachments
    assert first.filename == "review.png"
    assert (first.description or "").startswith("Review of game 1: shares of a win")
    assert 1 <= len(boards) <= 3
    assert all(each.description for each in boards)


async def test_a_shared_review(pair: Pair) -> None:
    """With share: the channel sees it, and nobody is pinged."""
    await pair.moves("Tfg2 Gcb4 Tgd5")
    await over(pair)
    await pair.red.slash("review", game="1", share=True)
    posted = await pair.channel.wait_for(lambda m: "**Review of game #1**" in m.content)
    assert not posted.pinged
    assert posted.attachments


# ---- in turn


async def test_one_question_at_a_time() -> None:
    """A player's second question waits for the first to be answered, and too many are turned away."""
    coach, gate = Coaching(Hasty()), asyncio.Event()

    async def slow() -> str:
        await gate.wait()
        return "done"

    first = asyncio.create_task(coach.waited(1, slow()))
    await asyncio.sleep(0)
    assert isinstance(await outcome(coach.waited(1, slow())), StillThinking)
    coach.queue.most = 1
    assert isinstance(await outcome(coach.waited(2, slow())), ManyQuestions)
    gate.set()
    assert await first == "done"
    assert await coach.waited(1, slow()) == "done"


async def test_a_thought_that_is_lost() -> None:
    """Where no process answers, the coach says so."""
    thinkers = Hasty()
    await thinkers.stop()
    coach = Coaching(thinkers)
    assert isinstance(await outcome(coach.waited(1, coach.hint(new_game(variant_of("hexeh"))))), ThoughtLost)


async def test_thoughts_are_remembered() -> None:
    """The steps of a hint are one thought."""
    asked: list[State] = []

    class Counting(Hasty):
        async def think(self, state: State, level: Level, seed: int, game: int = 0) -> Thought:
            asked.append(state)
            return await super().think(state, level, seed, game)

    coach, state = Coaching(Counting()), new_game(variant_of("hexeh"))
    assert await coach.hint(state) == await coach.hint(state)
    await coach.value(state)
    assert len(asked) == 1
