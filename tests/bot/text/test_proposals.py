"""The words and buttons of proposals."""

from __future__ import annotations

from bot.discord_ui.components.items import BUTTONS
from bot.text.news import WORDS, undone
from bot.text.news import about_proposal as happened
from engine.play.events import Proposed
from engine.play.proposals import KINDS
from tests.engine.proposing import accept_takeback, ask_takeback
from tests.engine.support import after, done, played


def test_every_kind_has_words_and_buttons() -> None:
    """Each kind of proposal can be told and answered."""
    assert set(KINDS) == set(WORDS)
    assert {f"{word}-{kind}" for word in ("accept", "decline") for kind in KINDS} <= set(BUTTONS)


def test_news_of_a_takeback_that_has_lapsed() -> None:
    """News that come late, the takeback being no longer open, name no moves."""
    state = played(done(after("b1c3 a4a3"), ask_takeback(2)), "c2d3")
    assert "Ann asks to take back moves." == happened(state, Proposed("takeback", 2), "Ann")


def test_what_was_taken_back_stays_told() -> None:
    """Moves taken back are told until the next change, though another takeback is asked for and declined meanwhile."""
    state = done(done(after("b1c3 a4a3"), ask_takeback(2)), accept_takeback(1))
    asked = done(state, ask_takeback(1))
    assert "Taken back: Blue's Ga3." == undone(state) == undone(asked)
    assert undone(played(state, "a4a3")) is None
