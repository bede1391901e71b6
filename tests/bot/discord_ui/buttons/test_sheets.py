"""Pictures of how pieces move, one at a time: leafed through, jumped between, opened at one piece."""

from __future__ import annotations

from itertools import chain, product

import pytest
from discord.ui import View

from bot.app import Referee
from bot.discord_ui.commands.rules import sheet_items, subject_of
from bot.discord_ui.components.items import Press, drawn
from bot.discord_ui.components.picker import MAX_OPTIONS
from bot.games.pictures import ALT_TEXT
from engine.variants import GAMES, UnknownVariant, choices_of, variant_of
from engine.variants.variant import Variant
from renderer import sheet_words
from tests.bot.support.markup import laid_out
from tests.bot.support.people import challenge, labels, shown, told, untouched
from tests.wire import Human, Message, Standin


async def leafed(who: Human, message: Message, label: str) -> str:
    """What stands above the picture after a press, which has replaced the one before."""
    before = message.attachments
    outcome = await who.press(message, label)
    await outcome.reply()
    assert outcome.followups == ()
    assert len(message.attachments) == 1
    assert message.attachments != before
    return message.content


def alternative(message: Message) -> str:
    (picture,) = message.attachments
    return picture.description or ""


async def test_leafing(alice: Human, discord_: Standin, referee: Referee) -> None:
    """From all pieces ▶ leads to the first and on, ◀ back round to the last; each names its piece and its rule."""
    message = await challenge(alice)
    async with untouched(discord_, referee):
        sheet = await shown(await alice.press(message, "How pieces move"))
        assert sheet.content == "How the pieces of **Hexeh** move:"
        assert labels(sheet) == ["◀ Guard (G)", "Empress (E) ▶", "Rules"]
        assert await leafed(alice, sheet, "Empress (E) ▶") == "How an empress moves in **Hexeh**:"
        assert alternative(sheet) == "Empress: moves one step in any direction."
        assert labels(sheet) == ["◀ All pieces", "Wizard (W) ▶", "Rules"]
        await leafed(alice, sheet, "◀ All pieces")
        assert await leafed(alice, sheet, "◀ Guard (G)") == "How a guard moves in **Hexeh**:"
        assert "On the enemy throne" in alternative(sheet)


async def test_rules_of_one_piece(alice: Human, discord_: Standin, referee: Referee) -> None:
    """`/rules piece:` opens the picture at that piece, by its name or letter, in any game; another is refused."""
    async with untouched(discord_, referee):
        sheet = await shown(await alice.slash("rules", game="hexeh", piece="T", options="travelers=straight"))
        assert sheet.content == "How a traveler moves in **Hexeh (travelers: straight)**:"
        assert "in one straight line" in alternative(sheet)
        refused = await told(await alice.slash("rules", game="hexeh", piece="queen"))
        assert refused.startswith("Hexeh has no “queen”. Its pieces are Empress (E), ")


@pytest.mark.parametrize(
    ("spec", "place", "words"),
    [("zebra", 1, "There's no game 'zebra'"), ("hexeh", 99, "How the pieces of **Hexeh** move:")],
)
async def test_what_is_no_more(alice: Human, referee: Referee, spec: str, place: int, words: str) -> None:
    """A button of a game or an option that there is no more is refused in words; one of a piece leads to all."""
    view = View(timeout=None)
    view.add_item(drawn("piece", spec, place, label="Next"))
    sent = await referee.get_partial_messageable(alice.place.id).send("forged", view=view)
    message = await alice.place.wait_for(lambda each: each.id == sent.id)
    answer = await shown(await alice.press(message, "Next"))
    assert words in answer.content
    assert bool(answer.attachments) is (place == 99)


def variants() -> list[Variant]:
    """Every game with every choice of its options that goes together."""
    found = []
    for game in GAMES.values():
        named = [[(option.name, value) for value in option.values] for option in choices_of(game)]
        for options in product(*named):
            try:
                found.append(variant_of(game.key, dict(options)))
            except UnknownVariant:
                continue
    return found


async def test_ids_hold_every_game() -> None:
    """The ids of every game with any options are short enough, fit their patterns, and lead back to that game."""
    for variant in variants():
        for place in (0, len(variant.kinds)):
            items = sheet_items(variant, place)
            assert len({item.custom_id for item in items if isinstance(item, Press)}) == 4
            for item in items:
                assert isinstance(item, Press)
                assert len(item.custom_id) <= 100
                same, to = subject_of(Press(item.item, ("1",)) if item.action == "kinds" else item)
                assert same is variant
                assert 0 <= to <= len(variant.kinds)
        *_, row = laid_out(sheet_items(variant, 0))
        (menu,) = row["components"]
        assert len(menu["options"]) == len(variant.kinds) + 1 <= MAX_OPTIONS
        assert all(len(option.get("description") or "") <= 100 for option in menu["options"])


async def test_every_alternative_text_is_short_enough() -> None:
    """The words for a piece's picture are never cut: rule and remarks of each fit what Discord takes."""
    for variant, kind in chain.from_iterable(((v, k) for k in v.kinds) for v in map(variant_of, GAMES)):
        assert len(sheet_words(variant, kind)) < ALT_TEXT
