"""After a game: a rematch on the same terms, the game leafed through, its record and its dice checked."""

from __future__ import annotations

import asyncio

import pytest

from bot.app import Referee
from bot.store import StoredGame
from engine.play.events import Event
from engine.play.game import advance
from engine.play.state import State
from tests.bot.discord_ui.buttons.test_buttons import gone
from tests.bot.support.parties import Party
from tests.bot.support.people import (
    END_BUTTONS,
    Pair,
    games_of,
    labels,
    link_to,
    record_of,
    says,
    settled,
    shown,
    told,
    untouched,
)
from tests.wire import Human, Message, Standin

GAME = "Tfg2 Gcb4 Tgd5 Gb3 Tdb4 Tfe4 Ged3 Td5 Txc6 Te3 Txd7"


async def resigned(game: Pair | Party, who: Human) -> Message:
    """Let somebody resign, and wait for the last board."""
    sure = await (await who.slash("game resign", game=str(game.number))).reply()
    await who.press(sure, "Yes, resign")
    board = await game.next_board()
    await gone(sure)
    return board


async def game_of(referee: Referee, number: int) -> StoredGame:
    """A game as the store knows it."""
    game = await referee.controller.games.ledger.game(number)
    assert game is not None
    return game


def seats_of(game: StoredGame) -> dict[int, str]:
    """Who sits where."""
    return {seat: player.name for seat, player in game.seats.items()}


async def test_a_rematch_for_two(discord_: Standin, referee: Referee) -> None:
    """One asks, the other asks too: one challenge on the same terms is made and accepted, the sides exchanged."""
    pair = await Pair.seated(discord_, options="travelers=straight combat=poly", clock="3 days/move", rated=False)
    board = await resigned(pair, pair.red)
    assert labels(board) == END_BUTTONS
    first = await pair.blue.press(board, "Rematch")
    challenge = await pair.channel.wait_for(says("#2 Hexeh"), after=board)
    assert challenge.pinged.users == {pair.red.id}
    assert labels(challenge) == ["Accept", "Rules", "How pieces move", "Accept with a word", "Decline", "Withdraw"]
    await settled(referee)
    assert first.followups == (), "the challenge in the channel tells it"
    waiting = await told(await pair.blue.press(board, "Rematch"))
    assert waiting == f"Your rematch, challenge #2, waits for the others: {link_to(challenge, 'challenge')}."
    await pair.red.press(board, "Rematch")
    again = await pair.channel.wait_for(lambda m: "#2 " in m.content and bool(m.attachments), after=challenge)
    await settled(referee)
    old, new = await game_of(referee, 1), await game_of(referee, 2)
    assert seats_of(new) == {1: "bob", 2: "alice"}
    assert (new.variant, new.options, new.time, new.rated) == (old.variant, old.options, old.time, False)
    assert challenge.buttons == ()
    for who in (pair.red, pair.blue):
        assert await told(await who.press(board, "Rematch")) == f"The rematch is game #2: {link_to(again)}."
    assert len(await games_of(referee)) == 2


async def test_both_press_at_once(pair: Pair, referee: Referee) -> None:
    """Pressed by both at the same moment, and twice by each, it makes one challenge, which begins."""
    board = await resigned(pair, pair.red)
    await asyncio.gather(*(who.press(board, "Rematch") for who in (pair.red, pair.blue, pair.red, pair.blue)))
    await pair.channel.wait_for(lambda m: "#2 " in m.content and bool(m.attachments), after=board)
    await settled(referee)
    assert len(await games_of(referee)) == 2
    assert seats_of(await game_of(referee, 2)) == {1: "bob", 2: "alice"}


async def test_a_rematch_given_up(pair: Pair, referee: Referee) -> None:
    """After a rematch has been declined, another can be asked for; it can be accepted by its own button, too."""
    board = await resigned(pair, pair.red)
    await pair.red.press(board, "Rematch")
    challenge = await pair.channel.wait_for(says("#2 Hexeh"), after=board)
    await pair.blue.press(challenge, "Decline")
    await pair.channel.wait_for(lambda m: m.id == challenge.id and "declines" in m.content)
    await pair.blue.press(board, "Rematch")
    second = await pair.channel.wait_for(says("#3 Hexeh"), after=challenge)
    await pair.red.press(second, "Accept")
    await pair.channel.wait_for(lambda m: "#3 " in m.content and bool(m.attachments), after=second)
    assert seats_of(await game_of(referee, 3)) == {1: "bob", 2: "alice"}


async def test_from_the_same_position(discord_: Standin, referee: Referee) -> None:
    """A game that began from a position of its own is played again from there."""
    pair = await Pair.placed(discord_, referee, "3e/5/6/E4G1/6/5/4 1 lost=PW,")
    board = await resigned(pair, pair.red)
    await pair.red.press(board, "Rematch")
    await pair.channel.wait_for(says(f"#{pair.number + 1} Hexeh", "challenges"), after=board)
    assert (await game_of(referee, pair.number + 1)).start == "3e/5/6/E4G1/6/5/4 1 lost=WP,"


async def test_a_game_in_its_thread(discord_: Standin, referee: Referee) -> None:
    """A game in a thread of its own is played again in another; the challenge stands around the thread."""
    pair = await Pair.seated(discord_)
    await told(await pair.red.slash("game thread"))
    await settled(referee)
    thread = discord_.hub.channels[pair.board.id]
    at = Pair(discord_, pair.red.at(thread), pair.blue.at(thread), pair.board, 1, thread)
    board = await resigned(at, at.red)
    answer = await told(await at.red.press(board, "Rematch"))
    challenge = await discord_.channel().wait_for(says("#2 Hexeh", "In a thread of its own"))
    assert answer == f"The rematch is challenge #2: {link_to(challenge, 'challenge')}."
    assert (await game_of(referee, 2)).threaded


@pytest.mark.usefixtures("toys")
@pytest.mark.parametrize("variant", ["toy-three", "toy-four"])
async def test_a_rematch_for_more(discord_: Standin, referee: Referee, variant: str) -> None:
    """Among three and four the first asks, the others come in by the same button, each with the next side."""
    party = await Party.seated(discord_, variant)
    for who in party.players[:-1]:
        board = await resigned(party, who)
    last = party.players[-1]
    await last.press(board, "Rematch")
    lobby = await party.channel.wait_for(says("#2 ", "invites players"), after=board)
    assert lobby.pinged.users == {who.id for who in party.players[:-1]}
    for who in party.players[:-1]:
        joined = await (await who.press(board, "Rematch")).followup()
        assert joined.content.startswith("You are in game #2: you play ")
        assert "The rematch is challenge #2: " in joined.content
    await party.channel.wait_for(lambda m: m.id == lobby.id and "starts the game" in m.content)
    await told(await last.press(lobby, "Start"))
    await party.channel.wait_for(lambda m: "#2 " in m.content and bool(m.attachments), after=lobby)
    before = list(seats_of(await game_of(referee, 1)).values())
    assert list(seats_of(await game_of(referee, 2)).values()) == [before[-1], *before[:-1]]
    assert len(await games_of(referee)) == 2


async def test_strangers_may_look(discord_: Standin, referee: Referee) -> None:
    """Who did not play may replay, take the record and check the dice; Rematch tells them why not."""
    pair = await Pair.seated(discord_, options="combat=poly")
    await pair.move("Tbxc6")
    board = await resigned(pair, pair.red)
    assert labels(board) == ["Rematch", "Replay", "Record", "Check dice"]
    carol = discord_.human("carol")
    async with untouched(discord_, referee):
        assert await told(await carol.press(board, "Rematch")) == (
            "Only those who played game #1 can ask for a rematch. Start a game of your own with /play."
        )
        sheet = await shown(await carol.press(board, "Record"))
        assert sheet.attachments[0].data.decode() == await record_of(carol)
        checked = await told(await carol.press(board, "Check dice"))
        assert checked == await told(await carol.slash("dice check"))
        assert "Commitment" in checked
        view = await shown(await carol.press(board, "Replay"))
        assert "Move 0 of 1. The starting position." in view.content


async def leafed(who: Human, view: Message, label: str) -> Message:
    """Leaf to another move."""
    return await (await who.press(view, label)).reply()


async def test_replay(pair: Pair, referee: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    """One leafs through a finished game in private; no press applies an event again."""
    await pair.moves(GAME)
    board = pair.board
    await settled(referee)
    applied: list[Event] = []

    def counting(state: State, event: Event) -> State:
        applied.append(event)
        return advance(state, event)

    monkeypatch.setattr("engine.records.replay.advance", counting)
    async with untouched(pair.discord, referee):
        view = await shown(await pair.blue.press(board, "Replay"))
        assert view.content == (
            "**#1 Hexeh: Red alice – Blue bob**\nMove 0 of 6. The starting position.\nalice (Red) to move."
        )
        assert labels(view) == ["Next", "Next 10", "Last", "GIF", "Film strip"]
        pictures = [view.attachments[0].data]
        for label, words in (
            ("Next", "Move 1 of 6. Red: Tfg2 (traveler f1 to g2)\nbob (Blue) to move."),
            ("Next 10", "Move 6 of 6. Red: Txd7 (traveler c6 takes empress on d7)\nGame over."),
            ("Back", "Move 5 of 6. Blue: Te3 (traveler d5 to e3)\nalice (Red) to move."),
            ("Back 10", "Move 0 of 6."),
            ("Last", "Move 6 of 6."),
            ("First", "Move 0 of 6."),
        ):
            view = await leafed(pair.blue, view, label)
            assert words in view.content, label
            pictures.append(view.attachments[0].data)
        assert pictures[0] == pictures[-1] == pictures[4]
        assert len(set(pictures)) == 4
    assert applied == []
