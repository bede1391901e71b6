"""Commands about a game's dice: words of one's own, commitments, luck, and checks in Discord and at the prompt."""

from __future__ import annotations

import hashlib
import threading

import pytest

from bot.app import Referee
from bot.games import Table
from bot.text import games
from bot.text import lobby as wording
from engine.play.refusals import LateWord
from engine.records.audit import VOUCHED
from engine.records.luck import luck
from tests.bot.support.fought import Fought
from tests.bot.support.people import (
    Pair,
    challenge,
    games_of,
    record_of,
    says,
    shown,
    told,
    untouched,
)
from tests.wire import Standin

BAD_SALT = "A word for the dice needs 1 to 64 printable characters."
LATER = "The secret behind the dice of game #1 comes out when the game ends. Check the dice then."


# ---- words


@pytest.mark.parametrize("word", ["", " ", "\t", "x" * 65, "\x00", "\u202eplum", "\u2028", "🍑" * 65])
async def test_words_that_are_none(discord_: Standin, referee: Referee, word: str) -> None:
    """A word that is empty, too long or not printable is refused, and nothing changes."""
    alice = discord_.human("alice")
    await challenge(alice, options="combat=poly")
    async with untouched(discord_, referee):
        assert await told(await alice.slash("dice word", word=word)) == BAD_SALT


async def test_who_may_not_give_a_word(discord_: Standin, referee: Referee) -> None:
    """Nobody gives a word to a game that has begun, nor a stranger to a challenge."""
    pair = await Pair.seated(discord_)
    carol = discord_.human("carol")
    await challenge(pair.red, 2, options="combat=poly")
    async with untouched(discord_, referee):
        assert await told(await pair.red.slash("dice word", word="plum", game="1")) == LateWord().text
        answer = await told(await carol.slash("dice word", word="plum", game="2"))
        assert answer == "You are not in game #2."


async def test_a_word_finds_its_challenge(discord_: Standin, referee: Referee) -> None:
    """Without a number a word is for the challenge here that its giver is in; of several one has to be named."""
    alice, bob = discord_.human("alice"), discord_.human("bob")
    await challenge(alice, options="combat=poly", opponent=bob)
    assert await told(await alice.slash("dice word", word="plum")) == wording.worded(1)
    assert [dict(game.words) for game in await games_of(referee)] == [{alice.id: "plum"}]
    assert (await told(await bob.slash("dice word", word="pear"))).startswith("You haven't answered challenge #1 yet.")
    annex = alice.at(discord_.channel("annex"))
    assert await told(await annex.slash("dice word", word="fig")) == (
        "You have no game going in this channel. Start one with /play."
    )
    await challenge(alice, 2, options="combat=poly")
    answer = await told(await alice.slash("dice word", word="fig"))
    assert answer == "Which game? #2 Hexeh, your challenge; #1 Hexeh, your challenge. Add its number."
    assert await told(await alice.slash("dice word", word="fig", game="2")) == wording.worded(2)
    assert [dict(game.words) for game in await games_of(referee)] == [{alice.id: "plum"}, {alice.id: "fig"}]


# ---- a game that was fought


@pytest.fixture
async def fought(discord_: Standin, referee: Referee, monkeypatch: pytest.MonkeyPatch) -> Fought:
    """Play such a game to its end."""
    return await Fought.played(discord_, referee, monkeypatch)


async def test_the_commitment_is_kept(fought: Fought, referee: Referee) -> None:
    """The commitment of the challenge, of /dice commit and of the record is the SHA-256 of the secret revealed."""
    digest = hashlib.sha256(fought.secret).hexdigest()
    message = await fought.pair.channel.wait_for(says("the game has begun"))
    assert message.content.endswith(f": {digest}")
    answer = await told(await fought.pair.discord.human("carol").slash("dice commitment", game="1"))
    assert answer.startswith(f"The dice of game #1 are committed to\n`{digest}`\nThe hash of its record, in short ")
    assert [game.commitment for game in await games_of(referee)] == [digest]
    for sheet in (fought.before, fought.record):
        assert f'[Commitment "{digest}"]' in sheet
    assert "Secret" not in fought.before
    assert f'[Secret "{fought.secret.hex()}"]' in fought.record


async def test_verifying_in_discord(fought: Fought, discord_: Standin) -> None:
    """When the game is over, anyone may have all its rolls checked, and they match."""
    for who in (fought.pair.red, discord_.human("carol")):
        answer = await told(await who.slash("dice check", game="1"))
        digest = hashlib.sha256(fought.secret).hexdigest()
        assert answer == (
            f"Commitment {digest}\nSecret {fought.secret.hex()}\n"
            f"The secret is the one committed to, and all 5 rolls match. {VOUCHED}"
        )


async def test_verifying_too_early(discord_: Standin, referee: Referee) -> None:
    """While a game goes on, its dice cannot be checked, and the answer says when they can."""
    pair = await Pair.seated(discord_, options="combat=poly")
    await pair.move("Tbxc6")
    async with untouched(discord_, referee):
        assert await told(await pair.red.slash("dice check")) == LATER


async def test_luck(fought: Fought, referee: Referee, discord_: Standin) -> None:
    """Both players' averages stand against what was expected, with the chance of being at least that far off."""
    answer = await told(await discord_.human("carol").slash("dice luck", game="1"))
    (_, (a, b), (c, d), (e, f), (g, h)) = fought.rolls
    red, blue = [a, c, f, g], [b, d, e, h]
    table = await referee.controller.games.tables.find(1)
    assert isinstance(table, Table)
    lines = []
    for name, seat, values, mean in (("alice", 1, red, 4.5), ("bob", 2, blue, (3 * 4.5 + 5.5) / 4)):
        found = luck(table.state, seat)
        assert found is not None
        lines.append(
            f"{name}: 4 dice counted, {sum(values) / 4:.2f} on average, {mean:.2f} expected. "
            f"Fair dice are at least this far off in {found.chance:.0%} of games."
        )
    assert answer.splitlines() == lines


async def test_luck_has_a_picture(fought: Fought) -> None:
    """Beside the text stand the curves, with words of their own; in a game without fights there is no picture."""
    (picture,) = (await shown(await fought.pair.red.slash("dice luck", game="1"))).attachments
    assert picture.filename == "luck.png"
    assert picture.size == (1000, 100 + 2 * 176 + 14)
    assert (picture.description or "").startswith("Luck in game 1, as curves of the sum of the dice")
    assert "alice " in (picture.description or "")
    quiet = await Pair.seated(fought.pair.discord, 2)
    assert (await shown(await quiet.red.slash("dice luck", game="2"))).attachments == ()


@pytest.mark.parametrize(("command", "name"), [("dice luck", "luck_of"), ("dice check", "check_of")])
async def test_long_sums_delay_no_answer(
    fought: Fought, monkeypatch: pytest.MonkeyPatch, command: str, name: str
) -> None:
    """While the luck of a game is computed, or its dice are checked, others are answered."""
    opened, real = threading.Event(), getattr(games, name)

    def slow(*values: object) -> object:
        assert opened.wait(30)
        return real(*values)

    monkeypatch.setattr(games, name, slow)
    asked = await fought.pair.red.slash(command, game="1")
    assert "Commitment" in await record_of(fought.pair.blue)
    opened.set()
    assert await told(asked)


async def test_luck_without_dice(discord_: Standin, referee: Referee) -> None:
    """Who has rolled nothing has no luck, good or bad."""
    pair = await Pair.seated(discord_, options="combat=poly")
    async with untouched(discord_, referee):
        answer = await told(await pair.blue.slash("dice luck"))
        assert answer.splitlines() == ["alice has rolled no dice.", "You have rolled no dice."]
