"""What is told of checks, and where more than two play, as words."""

from __future__ import annotations

from bot.discord_ui.components.items import BUTTONS
from bot.games.pictures import opening
from bot.games.play.vacations import VacationStanding
from bot.text import news
from bot.text.news import WORDS, undone
from bot.text.news import about_proposal as happened
from engine.dice.terms import PLAYERS
from engine.play.commands import MakeMove, Resign
from engine.play.events import Proposed
from engine.play.game import new_game
from engine.play.proposals import KINDS
from engine.variants import variant_of
from tests.engine.proposing import accept_draw, accept_takeback, ask_takeback, offer_draw
from tests.engine.support import after, begun, done, played
from tests.engine.toys import THREE
from tests.engine.variants.clauses.games import IDOLS

WELLISCH = variant_of("nd-wellisch-3")


LURKING = ("G a1 · P b2", "G h1 · R o8", "G o15")


def test_checkmated() -> None:
    """When a turn begins, those whom the mover attacks are told to be checkmated by that side."""
    state = begun(WELLISCH, *LURKING)
    assert (None, "Gold attacks Blue's General.") == (news.seat_changes_in_words(state), news.in_check(state))
    state = played(state, "a1a2")
    assert "Blue is checkmated by Gold, and out." == news.seat_changes_in_words(state)
    assert news.in_check(state) is None


def test_skipped() -> None:
    """A side that is passed over is told to be, with the reason."""
    state = played(begun(WELLISCH, "G a1", "G h1 · R b9 d5", "G o15 · P k10", turn=3), "Gn14")
    assert "Red's turn is skipped: no move keeps its General safe." == news.seat_changes_in_words(state)
    blocked = begun(WELLISCH, "G a1", "G h1", "G o15 · P k10", turn=3)
    assert news.seat_changes_in_words(played(blocked, "Gn14")) is None


def test_skipped_without_pieces_that_can_move() -> None:
    """Where no piece of a side could move at all, that is the reason; where others' fates freed one, it had none."""
    state = begun(IDOLS, "K d1", "K g4 · R f4", "K a4")
    assert "Red's turn is skipped: none of its pieces can move." == news.seat_changes_in_words(state)
    freed = begun(IDOLS, "K d1 · S c2", "K d5 · S e5", "K e4 · S c3")
    assert (news.seat_changes_in_words(freed) or "").startswith(
        "Red's turn is skipped: no legal move. Blue is checkmated"
    )


def test_fallen() -> None:
    """A side whose royal piece falls is told to be beaten by the side that did it."""
    state = played(begun(THREE, "K d1 · R g1", "K g4 · R f4 · S e4", "K a4"), "g1g4")
    assert "Gold is beaten by Red, and out." == news.seat_changes_in_words(state)


def test_tally() -> None:
    """An open offer is told with who agrees and who is waited for; who has left is not counted."""
    state = begun(WELLISCH, "G a1 · R b5", "G h1", "G o15 · R k9")
    assert news.tallied("", state, state.proposal("draw")) == ""
    state = done(state, offer_draw(2))
    assert "Go. 1 of 3 agrees: Gold; waiting for Red and Blue." == news.tallied("Go.", state, state.proposal("draw"))
    agreed = done(state, accept_draw(3))
    assert "Go. 2 of 3 agree: Gold and Blue; waiting for Red." == news.tallied("Go.", agreed, agreed.proposal("draw"))
    state = done(done(state, Resign(2)), offer_draw(1))
    assert "Go. 1 of 2 agrees: Red; waiting for Blue." == news.tallied("Go.", state, state.proposal("draw"))


def test_a_check_in_a_game_for_two() -> None:
    """Who is in check is told with the pieces that give it, but not where nobody need announce an attack."""
    state = begun(variant_of("nd-mccooey"), "K h1 · D h6 · B i2", "K h15 · R h12 · U n6", turn=2)
    assert news.in_check(state) is None
    state = played(state, "Rxh6")
    assert "White is in check from the Rook on h6." == news.in_check(state)
    assert news.in_check(played(state, "Kg1")) is None
    assert news.in_check(begun(variant_of("hexeh"), "E d1", "E d7 · W d2")) is None


def test_no_check_while_a_roll_waits() -> None:
    """Who attacks out of a check is not said to stand in it while somebody is to roll for that."""
    state = new_game(variant_of("combat-chess"), dice=PLAYERS)
    for text in ("f4", "e5", "Nf3", "Qh4"):
        state = done(state, MakeMove(state.turn, None, text))
    told = "White is in check from the queen on h4."
    assert news.in_check(state) == told
    assert told in opening(state)
    state = done(state, MakeMove(1, None, "Nxh4"))
    assert news.in_check(state) is None
    assert opening(state)[-1] == "Black to roll."


def test_every_kind_has_words_and_buttons() -> None:
    """Each kind of proposal can be told and answered."""
    assert set(KINDS) == set(WORDS)
    assert {f"{word}-{kind}" for word in ("accept", "decline") for kind in KINDS} <= set(BUTTONS)


def test_news_of_a_takeback_that_has_lapsed() -> None:
    """News that come late, the takeback being no longer open, name no moves."""
    state = played(done(after("b1c3 a4a3"), ask_takeback(2)), "c2d3")
    assert "Ann asks to undo moves." == happened(state, Proposed("takeback", 2), "Ann")


def test_what_was_taken_back_stays_told() -> None:
    """Moves taken back are told until the next change, though another takeback is asked for and declined meanwhile."""
    state = done(done(after("b1c3 a4a3"), ask_takeback(2)), accept_takeback(1))
    asked = done(state, ask_takeback(1))
    assert "Taken back: Blue's Ga3." == undone(state) == undone(asked)
    assert undone(played(state, "a4a3")) is None


def test_no_vacation_is_left() -> None:
    assert news.vacation(VacationStanding(None, 0)) == "You have no vacation left this year."
