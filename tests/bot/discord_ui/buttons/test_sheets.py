"""Pictures of how pieces move, one at a time: leafed through, jumped between, opened at one piece."""

from __future__ import annotations

import asyncio
from itertools import chain, product
from threading import Event

import pytest
from discord.ui import View

from bot.app import Referee
from bot.discord_ui.components.items import Press, drawn, sheet_view, subject_of
from bot.discord_ui.components.picker import MENU
from bot.games import pictures
from bot.games.pictures import ALT_TEXT
from bot.games.settings import anybody
from engine.play.game import new_game
from engine.variants import GAMES, UnknownVariant, choices_of, variant_of
from engine.variants.variant import Variant
from renderer import piece_sheet, sheet_words
from tests.bot.support.people import Pair, challenge, labels, shown, told, untouched
from tests.wire import Human, Message, Standin, Typing

HEXEH = variant_of("hexeh")


@pytest.fixture
def alice(discord_: Standin) -> Human:
    """Name who looks."""
    return discord_.human("alice")


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
    """The alternative text of a message's picture."""
    (picture,) = message.attachments
    return picture.description or ""


async def test_leafing(alice: Human, discord_: Standin, referee: Referee) -> None:
    """From all pieces ▶ leads to the first and on, ◀ back round to the last; each names its piece and its rule."""
    message = await challenge(alice)
    async with untouched(discord_, referee):
        sheet = await shown(await alice.press(message, "How pieces move"))
        assert sheet.content == "How the pieces of **Hexeh** move:"
        assert labels(sheet) == ["◀ Guard (G)", "Empress (E) ▶"]
        assert await leafed(alice, sheet, "Empress (E) ▶") == "How an empress moves in **Hexeh**:"
        assert alternative(sheet) == "Empress: moves one step in any direction."
        assert labels(sheet) == ["◀ All pieces", "Wizard (W) ▶"]
        await leafed(alice, sheet, "Wizard (W) ▶")
        assert sheet.attachments[0].filename == "wizard.png"
        assert alternative(sheet).startswith("Wizard: slides forward-left")
        await leafed(alice, sheet, "◀ Empress (E)")
        await leafed(alice, sheet, "◀ All pieces")
        assert await leafed(alice, sheet, "◀ Guard (G)") == "How a guard moves in **Hexeh**:"
        assert "arrives on the enemy throne" in alternative(sheet)


async def test_jumping(alice: Human, discord_: Standin, referee: Referee) -> None:
    """A menu holds all pieces with their rules, the one shown preselected, and leads to any of them."""
    message = await challenge(alice)
    async with untouched(discord_, referee):
        sheet = await shown(await alice.press(message, "How pieces move"))
        await (await alice.choose(sheet, "Which piece?", "Traveler (T)")).reply()
        assert sheet.content == "How a traveler moves in **Hexeh**:"
        (menu,) = sheet.selects
        assert [option.label for option in menu.options if option.default] == ["Traveler (T)"]
        assert [option.label for option in menu.options][:2] == ["All pieces", "Empress (E)"]


async def test_rules_of_one_piece(alice: Human, discord_: Standin, referee: Referee) -> None:
    """`/rules piece:` opens the picture at that piece, by its name or letter, in any game; another is refused."""
    async with untouched(discord_, referee):
        for piece in ("prowler", "P", " Prowler "):
            sheet = await shown(await alice.slash("rules", game="hexeh", piece=piece))
            assert (sheet.content, sheet.embeds) == ("How a prowler moves in **Hexeh**:", ())
            assert labels(sheet) == ["◀ Wizard (W)", "Traveler (T) ▶"]
        sheet = await shown(await alice.slash("rules", game="hexeh", piece="T", options="travelers=straight"))
        assert sheet.content == "How a traveler moves in **Hexeh (travelers: straight)**:"
        assert "in one straight line" in alternative(sheet)
        await leafed(alice, sheet, "◀ Prowler (P)")
        await leafed(alice, sheet, "Traveler (T) ▶")
        assert "in one straight line" in alternative(sheet)
        assert await told(await alice.slash("rules", game="hexeh", piece="queen")) == (
            "Hexeh has no piece “queen”. Its pieces are Empress (E), Wizard (W), Prowler (P), Traveler (T) and "
            "Guard (G)."
        )


async def test_pieces_are_completed(pair: Pair, referee: Referee) -> None:
    """The pieces of the game chosen are offered, or of the one played here; of a game that there is not, none."""
    async with untouched(pair.discord, referee):
        offered = await pair.red.autocomplete("rules", game="chess", piece=Typing("k"))
        assert [choice.name for choice in offered] == ["King (K)", "Rook (R)", "Knight (N)"]
        here = await pair.red.autocomplete("rules", piece=Typing(""))
        assert [choice.value for choice in here] == [kind.name for kind in HEXEH.kinds]
        assert await pair.red.autocomplete("rules", game="zebra", piece=Typing("")) == ()


@pytest.mark.parametrize(
    ("spec", "place", "words"),
    [
        ("zebra", 1, "There is no game 'zebra'"),
        ("hexeh,travelers=lost", 1, "Travelers can be winding or straight"),
        ("hexeh,wizards=old", 1, "no option"),
        ("hexeh", 99, "How the pieces of **Hexeh** move:"),
    ],
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
            view = sheet_view(variant, place)
            assert len({item.custom_id for item in view.children if hasattr(item, "custom_id")}) == 3
            for item in view.children:
                assert isinstance(item, Press)
                assert len(item.custom_id) <= 100
                same, to = subject_of(Press(item.item, ("1",)) if item.action == "kinds" else item)
                assert same is variant
                assert 0 <= to <= len(variant.kinds)
        *_, row = sheet_view(variant, 0).to_components()
        (menu,) = row["components"]
        assert len(menu["options"]) == len(variant.kinds) + 1 <= MENU
        assert all(len(option.get("description") or "") <= 100 for option in menu["options"])


async def test_sheets_are_kept_within_bounds() -> None:
    """A sheet drawn once is not drawn again, and no more than so many are kept."""
    kind = HEXEH.kinds[0]
    first, second = [await pictures.diagrams(HEXEH, anybody(), kind) for _ in range(2)]
    assert first.png is second.png
    assert (piece_sheet.cache_info().maxsize or 0) <= 128


async def test_boards_do_not_wait_for_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    """While as many sheets are being drawn as can be at a time, and more wait, a board is drawn at once."""
    going_on = Event()
    monkeypatch.setattr(pictures, "diagram_sheet", lambda *_: going_on.wait() and b"")
    sheets = [asyncio.create_task(pictures.diagrams(HEXEH, anybody())) for _ in range(64)]
    try:
        state = new_game(HEXEH)
        assert (await asyncio.wait_for(pictures.position(state, anybody()), 5)).png
        assert not any(sheet.done() for sheet in sheets)
    finally:
        going_on.set()
        await asyncio.gather(*sheets)


async def test_every_alternative_text_is_short_enough() -> None:
    """The words for a piece's picture are never cut: rule and remarks of each fit what Discord takes."""
    for variant, kind in chain.from_iterable(((v, k) for k in v.kinds) for v in map(variant_of, GAMES)):
        assert len(sheet_words(variant, kind)) < ALT_TEXT
