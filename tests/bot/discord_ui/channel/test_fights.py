"""Fights through Discord: one roll and one result from the committed secret, told in words and kept in the record."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from bot.app import Referee
from bot.games import Table
from engine.notation.describe import fight_in_words
from engine.play.events import Revealed, Rolled
from tests.bot.discord_ui.buttons.test_buttons import choose, pick
from tests.bot.support.people import (
    END_BUTTONS,
    Pair,
    Throws,
    deliver_again,
    ignore_chains,
    labels,
    let_secret_be,
    moves_of,
    record_of,
    secret_giving,
    settled,
    shown,
    told,
    untimed,
)
from tests.wire import Message, Standin

TRAVELER, PROWLER, EMPRESS = 8, 8, 10
NOT_BLUES = "It's bob's move."
MOVED = "Red: Tbxc6"


def rounds(dice: Throws, count: int, first: int = 0) -> list[tuple[int, int]]:
    """The rounds of a traveler's fight against a prowler, from this roll on."""
    return [(a, d) for a, d in (dice(first + n, TRAVELER, PROWLER) for n in range(count))]


def fights(dice: Throws, *signs: int) -> bool:
    """Whether the first rounds end so: 1 the attacker is higher, -1 lower, 0 a tie; the attacker has the weapon."""
    return all((a + 1 > d) - (a + 1 < d) == sign for sign, (a, d) in zip(signs, rounds(dice, len(signs)), strict=True))


def bracket(fought: Sequence[tuple[int, int]]) -> str:
    """The rounds as a record writes them."""
    return "[" + ",".join(f"{a}-{d}" for a, d in fought) + "]"


async def rolled_of(referee: Referee, number: int = 1) -> list[str]:
    """The dice of the rolls in the store."""
    events = await referee.controller.games.ledger.events(number)
    return [event.what.dice for event in events if isinstance(event.what, Rolled)]


async def state_of(referee: Referee, number: int = 1) -> Table:
    """The table of a game."""
    table = await referee.controller.games.tables.find(number)
    assert isinstance(table, Table)
    return table


def boards_with(pair: Pair, words: str) -> list[Message]:
    """The boards in the channel that say this."""
    return [m for m in pair.channel.messages if m.attachments and words in m.content]


OUTCOMES = {
    "won": ((1,), "The prowler falls", "travelers c6 (1 token), f1;"),
    "lost": ((-1,), "The traveler falls", "prowlers c6 (1 token), e6;"),
    "tied once": ((0, 1), "The prowler falls", "travelers c6 (1 token), f1;"),
    "tied twice": ((0, 0, -1), "The traveler falls", "prowlers c6 (1 token), e6;"),
    "tied out": (
        (0, 0, 0),
        "A third tie: nobody falls, and every piece that fought gets a token",
        "travelers b1 (1 token), f1;",
    ),
}


@pytest.mark.parametrize(("signs", "fallen", "standing"), OUTCOMES.values(), ids=OUTCOMES)
async def test_a_fight_by_command(
    discord_: Standin,
    referee: Referee,
    monkeypatch: pytest.MonkeyPatch,
    signs: tuple[int, ...],
    fallen: str,
    standing: str,
) -> None:
    """A fight's dice are the secret's; reply, board, picture's words and record tell dice, modifiers and who fell."""
    dice = let_secret_be(monkeypatch, secret_giving(lambda dice: fights(dice, *signs)))
    pair = await Pair.seated(discord_, options="combat=poly")
    assert "#1 Hexeh with fights" in pair.board.content
    answer = await pair.move("Tbxc6")
    fought = rounds(dice, len(signs))
    sums = (f"Traveler b1 rolls {a} + 1 weapon = **{a + 1}**. Prowler c6 rolls **{d}**." for a, d in fought)
    words = f"{' A tie, so they roll again. '.join(sums)} {fallen}."
    assert words in answer
    assert words in pair.board.content
    assert answer.endswith(" bob (Blue) to move.")
    assert f"{pair.blue.mention} (Blue) to move." in pair.board.content
    assert pair.board.pinged.users == {pair.blue.id}
    assert f"1. Tbxc6{bracket(fought)}" in pair.board.content
    assert standing in (pair.board.attachments[0].description or "")
    record = untimed(await record_of(pair.red))
    assert f"\n1. Tbxc6{bracket(fought)}\n" in record
    assert f"; long form: b1c6{bracket(fought)}\n" in record
    assert await rolled_of(referee) == [bracket(fought)[1:-1]]
    (played,) = (await state_of(referee)).state.played
    assert played.fought is not None
    assert words == fight_in_words((await state_of(referee)).state.variant, played.fought)


async def test_a_fight_by_menus(discord_: Standin, referee: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    """A capture chosen in the menus is fought out like any other, and a double click on it rolls once."""
    dice = let_secret_be(monkeypatch, secret_giving(lambda dice: fights(dice, -1)))
    pair = await Pair.seated(discord_, options="combat=poly")
    menu = await shown(await pair.red.press(pair.board, "Move"))
    await choose(pair.red, menu, "Traveler on b1")
    await asyncio.gather(*(pick(pair.red, menu, "xc6") for _ in range(2)))
    assert "The traveler falls." in (await pair.next_board()).content
    await settled(referee)
    assert len(boards_with(pair, "Tbxc6")) == 1
    assert await rolled_of(referee) == [bracket(rounds(dice, 1))[1:-1]]
    assert await moves_of(referee) == ["b1c6", "Rolled"]


async def test_a_fight_by_mention(discord_: Standin, referee: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    """A capture in a message is fought out, once, even if the message is delivered twice; the board tells how."""
    dice = let_secret_be(monkeypatch, secret_giving(lambda dice: fights(dice, 1)))
    pair = await Pair.seated(discord_, options="combat=poly")
    message = await pair.red.say(f"{discord_.bot.mention} Tbxc6")
    discord_.hub.announce("MESSAGE_CREATE", message)
    await pair.next_board()
    assert "The prowler falls." in pair.board.content
    discord_.hub.announce("MESSAGE_CREATE", message)
    later = await pair.red.say(f"{discord_.bot.mention} #77 Tbxc6")
    await pair.channel.wait_for(lambda m: m.reference is later)
    await settled(referee)
    assert len(boards_with(pair, "Tbxc6")) == 1
    assert await rolled_of(referee) == [bracket(rounds(dice, 1))[1:-1]]


@pytest.mark.parametrize("second", ["Tbxc6", "Tfxe6"])
async def test_two_fights_at_once(
    discord_: Standin, referee: Referee, monkeypatch: pytest.MonkeyPatch, second: str
) -> None:
    """Of two captures sent at the same moment one is fought out, and the other rolls nothing."""
    ignore_chains(monkeypatch)
    pair = await Pair.seated(discord_, options="combat=d6")
    outcomes = await asyncio.gather(*(pair.red.slash("move", notation=text) for text in ("Tbxc6", second)))
    answers = [await told(outcome) for outcome in outcomes]
    assert [answer.startswith(MOVED) for answer in answers] == [True, False]
    assert answers[1] == NOT_BLUES
    await pair.next_board()
    await settled(referee)
    dice = Throws(await referee.controller.games.ledger.secret(1))
    (written,) = await rolled_of(referee)
    expected = [dice(n, 6, 6, 6, 6) for n in range(written.count(",") + 1)]
    assert written == ",".join(f"{a}+{b}-{c}+{d}" for a, b, c, d in expected)
    assert len(boards_with(pair, "to move")) == 2


async def test_an_interaction_delivered_twice(discord_: Standin, referee: Referee) -> None:
    """A command that Discord delivers twice is fought out once."""
    pair = await Pair.seated(discord_, options="combat=poly")
    outcome = await pair.red.slash("move", notation="Tbxc6")
    await deliver_again(pair.red, outcome, "move", notation="Tbxc6")
    await pair.next_board()
    await settled(referee)
    assert await moves_of(referee) == ["b1c6", "Rolled"]
    assert len(boards_with(pair, "Tbxc6")) == 1


@pytest.mark.usefixtures("referee")
async def test_combat_chess(discord_: Standin, monkeypatch: pytest.MonkeyPatch) -> None:
    """Combat Chess fights without an option; a checkmated king fights its way out against all that threaten it."""
    dice = let_secret_be(
        monkeypatch,
        secret_giving(lambda dice: dice(0, 10, 6)[0] + 1 > dice(0, 10, 6)[1] and _escapes(*dice(1, 10, 8, 10))),
    )
    pair = await Pair.seated(discord_, variant="combat-chess")
    await pair.moves("e4 e5 Bc4 Nc6 Qh5 Nf6")
    queen, pawn = dice(0, 10, 6)
    answer = await pair.move("Qxf7")
    assert f"Queen h5 rolls {queen} + 1 weapon = **{queen + 1}**. Pawn f7 rolls **{pawn}**. The pawn falls." in answer
    king, bishop, queen = dice(1, 10, 8, 10)
    answer = await pair.move("Kxf7")
    assert (
        f"King's Prerogative. King e8 rolls {king} + 1 weapon = **{king + 1}**. "
        f"Bishop c4 and queen f7 roll {bishop} + {queen} − 1 fatigue = **{bishop + queen - 1}**. "
        "The bishop and the queen fall."
    ) in answer
    assert f"Kxf7[{king}-{bishop}+{queen}]" in pair.board.content
    assert "king f7 (1 token)" in (pair.board.attachments[0].description or "")


def _escapes(king: int, bishop: int, queen: int) -> bool:
    return king + 1 > bishop + queen - 1


async def test_a_beaten_royal(discord_: Standin, referee: Referee, monkeypatch: pytest.MonkeyPatch) -> None:
    """A royal that loses its fight ends the game: the last board says so, and the secret is revealed."""
    secret = secret_giving(lambda dice: fights(dice, 1) and dice(1, 8, 10)[0] - 1 > dice(1, 8, 10)[1] + 1)
    dice = let_secret_be(monkeypatch, secret)
    pair = await Pair.seated(discord_, options="combat=poly")
    await pair.moves("Tbxc6 Gcb4")
    answer = await pair.move("Txd7")
    traveler, empress = dice(1, TRAVELER, EMPRESS)
    words = (
        f"Traveler c6 rolls {traveler} − 1 fatigue = **{traveler - 1}**. "
        f"Empress d7 rolls {empress} + 1 weapon = **{empress + 1}**. The empress falls."
    )
    for text in (answer, pair.board.content):
        assert words in text
        assert "Game over. Red wins: the empress has fallen." in text
    assert "/dice check" in answer
    assert labels(pair.board) == [*END_BUTTONS, "Check dice"]
    assert await moves_of(referee) == ["b1c6", "Rolled", "c5b4", "c6d7", "Rolled", "Revealed"]
    last = (await referee.controller.games.ledger.events(1))[-1].what
    assert last == Revealed(secret.hex())
    assert f'[Secret "{secret.hex()}"]' in await record_of(pair.blue)
