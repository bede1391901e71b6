"""Games for three and four: every clause by a position made for it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.clocks.control import TimeControl, read_control
from engine.model.equipment import PieceType
from engine.play.commands import ClaimDraw, MakeMove, Resign
from engine.play.events import ClockStarted, Event, Flagged, Moved, Rolled
from engine.play.game import advance, new_game
from engine.play.refusals import NothingToClaim
from engine.play.state import State
from engine.play.turns import Consequence, Fate
from engine.rules import CheckmatedByTheMover, Skipped
from engine.rules.protocols import Result
from engine.variants import variant_of
from engine.variants.card import card, card_text
from engine.variants.nearlydouble import LEGALITY
from engine.variants.variant import Variant
from tests.engine.proposing import accept_draw, offer_draw
from tests.engine.support import NOON, begun, done, happened, long_moves, names, placed, played, refused, targets
from tests.engine.toys import THREE

TRIO = variant_of("nd-mccooey-3")
QUARTET = variant_of("nd-wellisch-4-mccooey")
FIGHTING = variant_of("nd-mccooey-3", {"combat": "poly"})


def pieces(state: State, seat: int) -> set[str]:
    """The cells of a seat's pieces."""
    return {name for cell, name in enumerate(state.variant.board.names) if state.position.pieces[seat] >> cell & 1}


# ---- turns


def test_turns_go_anticlockwise() -> None:
    """Red, Gold, Blue; with four White, Red, Black, Blue: each seat sits a turn further anticlockwise."""
    assert [(seat.name, seat.facing) for seat in TRIO.seats] == [("Red", 0), ("Gold", 8), ("Blue", 4)]
    four = [(seat.name, seat.facing) for seat in QUARTET.seats]
    assert four == [("White", 0), ("Red", 8), ("Black", 6), ("Blue", 2)]
    state = begun(TRIO, "K a1 · R b1", "K o1 · R n2", "K h15 · R i14")
    assert state.turn == 1
    assert played(state, "Rb2").turn == 2
    assert played(state, "Rb2", "Rn3").turn == 3
    assert played(state, "Rb2", "Rn3", "Ri13").turn == 1


# ---- rule 1: checkmate at the start of the attacker's turn


UNCOVERED = ("K a1 · R h2", "K h10 · R m6", "K o8 · B h5")


def test_an_attacked_player_still_has_a_turn() -> None:
    """Gold, attacked by Red's move, moves before Red does and may escape."""
    state = played(begun(TRIO, "K a1 · R c2", "K h10 · R m6", "K o8 · R n5"), "Rh7")
    assert state.turn == 2
    assert state.told == ()
    assert pieces(state, 2) == names("h10 m6")
    assert played(state, "Kg10", "Rn4").remaining == (1, 2, 3)


def test_who_is_attacked_when_the_attacker_is_to_move_is_checkmated() -> None:
    """Blue uncovers Red's attack on Gold: at the start of Red's turn all of Gold's pieces leave the board."""
    state = played(begun(TRIO, *UNCOVERED, turn=3), "Bi4")
    assert (state.turn, state.result) == (1, None)
    assert state.told == (Consequence(Fate.CHECKMATED, seat=2, by=1),)
    assert pieces(state, 2) == set()
    assert state.remaining == (1, 3)


def test_the_eliminated_players_turn_goes_to_the_next() -> None:
    """Gold, checkmated at the start of Red's turn, would be next: Blue is."""
    state = played(begun(TRIO, *UNCOVERED, turn=3), "Bi4", "Rh3")
    assert state.turn == 3


def test_pieces_that_leave_may_uncover_another() -> None:
    """Behind Gold's Grandduke stands Blue's: it is attacked as soon as Gold has left, and Red is the last."""
    state = played(begun(TRIO, "K a1 · R h2", "K h10 · R m6", "K h13 · B h5", turn=3), "Bi4")
    assert state.told == (Consequence(Fate.CHECKMATED, 2, 1), Consequence(Fate.CHECKMATED, 3, 1))
    assert state.result == Result(1, "last-standing")


def test_two_are_checkmated_at_once() -> None:
    """Two opponents attacked at the start of a turn leave together; the fourth plays on."""
    state = begun(QUARTET, "G a1 · Q h3", "K h10 · B f13", "G c3 · P m9", "K o15 · B d1")
    assert state.told == (Consequence(Fate.CHECKMATED, 2, 1), Consequence(Fate.CHECKMATED, 3, 1))
    assert state.remaining == (1, 4)
    assert (state.turn, state.result) == (1, None)


def test_pinned_pieces_attack() -> None:
    """Red's Rook, pinned by Blue's Duchess, checkmates Gold all the same."""
    armies = ("K h1 · R h4", "K {} · R m6", "K o8 · D h9 · R a3")
    pinned = begun(TRIO, *(army.format("d7") for army in armies))
    assert targets(pinned, "h4") == names("h2 h3 h5 h6 h7 h8 h9")
    state = begun(TRIO, *(army.format("l4") for army in armies))
    assert state.told == (Consequence(Fate.CHECKMATED, 2, 1),)


def test_a_third_may_interfere() -> None:
    """Red attacks Blue; Gold, between them in turn, blocks the line, and nobody is checkmated."""
    state = played(begun(TRIO, "K a1 · R c2", "K o1 · U i12", "K h13 · R c9"), "Rh7", "Uh11", "Rc8")
    assert (state.turn, state.remaining, state.told) == (1, (1, 2, 3), ())


# ---- rule 2: one's own royal


def test_the_royal_must_be_kept_from_every_opponent() -> None:
    """A piece pinned by an opponent who moves later may not leave the line either."""
    state = begun(TRIO, "K h1 · R h3", "K o1 · S o3", "K h15 · R h12")
    assert targets(state, "h3") == names("h2 h4 h5 h6 h7 h8 h9 h10 h11 h12")
    reason = "it would leave your Grandduke on h1 attacked by Blue's Rook on h12"
    assert reason in refused(state, MakeMove(1, move="Rg3")).text


def test_attacked_without_help_any_move_goes() -> None:
    """Red's Grandduke is attacked and no move saves it: every move of Red's pieces is legal."""
    state = begun(TRIO, "K a1 · B h2", "K h6 · R h10 n6", "K l9 · R b1 c4 n7")
    assert long_moves(state) == ["a1a2", "a1b1", "a1b2", "a1b3", "a1c2", "h2h3"]
    assert played(state, "Bh3").turn == 2


def test_unattacked_without_a_safe_move_the_turn_is_skipped() -> None:
    """Red's General in the corner is not attacked but has no safe cell: Red is skipped, and told so."""
    state = begun(variant_of("nd-wellisch-3"), "G a1", "G b8 · Q e6 · R b3", "G h2 · P d5")
    assert state.turn == 2
    assert state.told == (Consequence(Fate.SKIPPED, 1, 1),)


IDOL = PieceType("idol", "K", "fa6s.crown", (), "stays where it is.", royal=True)
IDOLS = replace(
    THREE,
    kinds=(IDOL, *THREE.kinds[1:]),
    legality=LEGALITY,
    elimination=CheckmatedByTheMover(text="Attacked idols leave."),
    skipping=Skipped(text="Who cannot move is skipped."),
)


def test_without_any_move_the_turn_is_skipped() -> None:
    """Red's idol cannot move and Red has nothing else: it is Gold's turn."""
    state = begun(IDOLS, "K d1", "K g4 · R f4", "K a4")
    assert state.turn == 2
    assert state.told == (Consequence(Fate.SKIPPED, 1, 1),)


def test_a_skipped_turn_checkmates_all_the_same() -> None:
    """Red's blocked spear attacks Gold's idol; Red cannot move, but Gold leaves before Red is skipped."""
    state = begun(IDOLS, "K a1 · S d3", "K e3", "K d4 · R b5")
    assert state.told == (Consequence(Fate.CHECKMATED, 2, 1), Consequence(Fate.SKIPPED, 1, 1))
    assert state.turn == 3


def test_all_skipped_is_a_draw() -> None:
    """When nobody can move the game is drawn, each having been passed over once."""
    state = begun(IDOLS, "K d1", "K g4", "K a4")
    assert state.result == Result(None, "stalemate")
    assert state.told == (Consequence(Fate.SKIPPED, 1, 1), Consequence(Fate.SKIPPED, 2, 2))


def test_both_who_are_left_skipped_is_a_draw() -> None:
    """With Gold gone, the game is drawn as soon as Red and Blue have been passed over."""
    state = begun(IDOLS, "K d1", "", "K a4", out="2")
    assert state.result == Result(None, "stalemate")
    assert state.told == (Consequence(Fate.SKIPPED, 1, 1),)


def test_an_elimination_begins_the_round_of_skips_anew() -> None:
    """Red is blocked by Blue's spear; when Gold, blocked too, has checkmated Blue, it is Red's turn and no draw."""
    state = begun(IDOLS, "K d1 · S c2", "K d5 · S e5", "K e4 · S c3")
    assert state.told == (
        Consequence(Fate.SKIPPED, 1, 1),
        Consequence(Fate.CHECKMATED, 3, 2),
        Consequence(Fate.SKIPPED, 2, 2),
    )
    assert (state.turn, long_moves(state)) == (1, ["c2c3"])


def test_castling_never_helps_out_of_check() -> None:
    """Where any move goes because the royal is attacked, castling does not."""
    state = begun(TRIO, "K h1 · R l1", "K o8 · D h4 · R g9 i9", "K a8", rights="h1,l1")
    assert {"h1h2", "l1l2"} <= set(long_moves(state))
    assert "h1j1" not in long_moves(state)


# ---- rule 3: the last player, draws, leaving


def test_resigning_in_turn() -> None:
    """Red resigns at its own turn: its pieces leave, the turn is Gold's, and the others play on."""
    state = done(begun(TRIO, "K a1 · R c2", "K o1 · R m6", "K h15 · R a6"), Resign(1))
    assert (state.turn, state.remaining, state.result) == (2, (2, 3), None)
    assert pieces(state, 1) == set()
    assert state.told == (Consequence(Fate.LEFT, 1, 1),)


def test_resigning_out_of_turn() -> None:
    """Blue resigns at Red's turn, which goes on."""
    state = done(begun(TRIO, "K a1 · R c2", "K o1 · R m6", "K h15 · R a6"), Resign(3))
    assert (state.turn, state.remaining) == (1, (1, 2))
    assert played(state, "Rc3").turn == 2


def test_resigning_uncovers_a_royal() -> None:
    """Blue leaves at Red's turn and uncovers Red's line to Gold's Grandduke: Gold is checkmated, and Red has won."""
    state = done(begun(TRIO, "K a1 · R h2", "K h10 · R m6", "K o8 · B h5"), Resign(3))
    assert state.told == (Consequence(Fate.LEFT, 3, 3), Consequence(Fate.CHECKMATED, 2, 1))
    assert state.result == Result(1, "last-standing")


def test_the_last_player_wins() -> None:
    """Two resignations leave the winner, and on the board the winner's pieces alone."""
    state = done(done(begun(TRIO, "K a1 · R c2", "K o1 · R m6", "K h15 · R a6"), Resign(2)), Resign(1))
    assert state.result == Result(3, "last-standing")
    assert [len(pieces(state, seat)) for seat in (1, 2, 3)] == [0, 0, 2]


def test_draws_need_all_who_remain() -> None:
    """Two of three agree: the game goes on until the third does; after one has left, two suffice."""
    start = begun(TRIO, "K a1 · R c2", "K o1 · R m6", "K h15 · R a6")
    state = done(done(start, offer_draw(1)), accept_draw(2))
    assert state.result is None
    assert done(state, accept_draw(3)).result == Result(None, "agreement")
    state = done(done(start, Resign(3)), offer_draw(1))
    assert state.told == (Consequence(Fate.LEFT, 3, 3),)
    state = done(state, accept_draw(2))
    assert (state.result, state.told) == (Result(None, "agreement"), ())


def test_an_offer_outlives_others_who_leave() -> None:
    """Red's offer, accepted by Gold, stands when Blue leaves, and is then agreed on; Red's leaving takes it away."""
    start = begun(TRIO, "K a1 · R c2", "K o1 · R m6", "K h15 · R f9")
    offered = done(start, offer_draw(1))
    assert done(done(offered, accept_draw(2)), Resign(3)).result == Result(None, "agreement")
    waiting = done(offered, Resign(3))
    assert waiting.proposal("draw") is not None
    assert done(waiting, accept_draw(2)).result == Result(None, "agreement")
    assert done(offered, Resign(1)).proposal("draw") is None


def test_two_left_play_by_the_same_rules() -> None:
    """With two left an attacked player whom nothing helps makes any move, and is checkmated at the other's turn."""
    state = begun(TRIO, "K a1 · B h2", "K l9 · R b1 c4 n7 · R h10 n6", "", out="3")
    assert state.result is None
    over = played(state, "Bh3")
    assert over.result == Result(2, "last-standing")
    assert pieces(over, 1) == set(), "the last one checkmated leaves with all pieces, too"


def test_only_royals_left_is_looked_at_before_anyone_is_checkmated() -> None:
    """Red takes the last piece besides royals: a draw, though Gold, next to move, attacks Blue's Grandduke."""
    state = played(begun(TRIO, "K a1", "K h8", "K h9 · B a2"), "Kxa2")
    assert state.result == Result(None, "insufficient")
    assert state.told == ()


def test_only_royals_left_is_looked_at_after_eliminations() -> None:
    """Gold checkmates Blue, whose pieces were the last besides royals: a draw."""
    state = begun(TRIO, "K a1", "K h8", "K h9 · B a5", turn=2)
    assert state.told == (Consequence(Fate.CHECKMATED, 3, 2),)
    assert state.result == Result(None, "insufficient")


def test_quiet_moves_count_every_remaining_player() -> None:
    """Fifty quiet moves of two do not do; fifty of all three who remain do, and fifty of both who do."""
    armies = ("K a1 · R c2", "K o1 · R m6", "K h15 · R a6")
    assert isinstance(refused(begun(TRIO, *armies, quiet="50,50,49"), ClaimDraw(1)), NothingToClaim)
    assert done(begun(TRIO, *armies, quiet="50,50,50"), ClaimDraw(1)).result == Result(None, "claim-50")
    two = begun(TRIO, *armies[:2], "", quiet="50,50,7", out="3")
    assert done(two, ClaimDraw(1)).result == Result(None, "claim-50")


COUNTING = "40,41,42"


@pytest.mark.parametrize("combat", ["off", "poly", "d6"])
def test_resigning_starts_the_count_anew(combat: str) -> None:
    """Whoever resigns, in turn or not, takes the pieces away and with them the count of quiet moves."""
    variant = variant_of("nd-mccooey-3", {"combat": combat})
    state = begun(variant, "K a1 · R c2", "K o1 · R m6", "K h15 · R a6", quiet=COUNTING)
    assert [done(state, Resign(seat)).position.quiet for seat in (1, 2, 3)] == [(0, 0, 0, 0)] * 3


@pytest.mark.parametrize("combat", ["off", "poly", "d6"])
def test_running_out_of_time_starts_the_count_anew(combat: str) -> None:
    """So does whoever runs out of time."""
    variant, control = variant_of("nd-mccooey-3", {"combat": combat}), read_control("1 day/move")
    assert isinstance(control, TimeControl)
    start = placed(variant, "K a1 · R c2", "K o1 · R m6", "K h15 · R a6", quiet=COUNTING)
    state = new_game(variant, start, control)
    for what in (ClockStarted(), Flagged(1)):
        state = advance(state, Event(state.sequence + 1, NOON, 0, what))
    assert (state.remaining, state.position.quiet) == ((2, 3), (0, 0, 0, 0))


def test_a_checkmate_starts_the_count_anew() -> None:
    """Blue's Unicorn gives way to Red's attack on Gold: with Gold's pieces the count goes, Blue's quiet move too."""
    state = begun(TRIO, "K a1 · R h2", "K h10 · R m6", "K o8 · U h5", turn=3, quiet=COUNTING)
    after = played(state, "Uj4")
    assert after.told == (Consequence(Fate.CHECKMATED, seat=2, by=1),)
    assert after.position.quiet == (0, 0, 0, 0)
    assert isinstance(refused(after, ClaimDraw(1)), NothingToClaim)
    assert played(after, "Rh3").position.quiet == (0, 1, 0, 0)


def test_a_royal_that_falls_starts_the_count_anew() -> None:
    """A royal that loses a fight takes its army and the count with it, whether it was attacked or attacked."""
    state = begun(FIGHTING, "K h9 · R a1", "K h10 · R m6", "K o8 · R n5", quiet=COUNTING)
    for dice, fallen in (("9-1", 2), ("1-9", 1)):
        after = happened(happened(state, Moved("h9h10")), Rolled(dice))
        assert after.told == (Consequence(Fate.FALLEN, fallen, 1),)
        assert after.position.quiet == (0, 0, 0, 0)


@pytest.mark.parametrize("game", [TRIO, QUARTET, FIGHTING], ids=["three", "four", "fights"])
def test_the_card_tells_of_the_count(game: Variant) -> None:
    """The card has it among the referee's rulings."""
    rulings = next(section.lines for section in card(game) if section.heading.startswith("The referee's rulings"))
    assert any("restarts the count of 50 moves" in ruling for ruling in rulings)


def test_repetition() -> None:
    """The third occurrence of a position with all its players may be claimed."""
    state = begun(TRIO, "K a1 · R c2", "K o1 · R m6", "K h15 · S f9")
    there = ("Rc3", "Rm7", "Sg12")
    back = ("Rc2", "Rm6", "Sf9")
    state = played(state, *there, *back, *there)
    assert isinstance(refused(state, ClaimDraw(1)), NothingToClaim)
    assert done(played(state, *back), ClaimDraw(1)).result == Result(None, "claim-repetition")


# ---- en passant

PASSING = ("K a1 · B h5", "K o1 · B i7", "K h15 · B g7")


def test_the_next_player_may_capture_en_passant() -> None:
    """Gold's Broker takes Red's on the cell it has just passed over."""
    state = played(begun(TRIO, *PASSING, rights="h5"), "h5h7")
    assert "i7h6" in long_moves(state)
    assert pieces(played(state, "Bxh6"), 1) == names("a1")


def test_the_player_after_the_next_may_not() -> None:
    """Once Gold has done something else, Blue's Broker has missed the chance it never had."""
    state = played(begun(TRIO, *PASSING, rights="h5"), "h5h7", "Ko2")
    assert "g7h6" not in long_moves(state)


def test_the_next_player_still_in_the_game() -> None:
    """Without Gold, Blue is next and may take."""
    armies = (PASSING[0], "", PASSING[2])
    assert "g7h6" in long_moves(played(begun(TRIO, *armies, rights="h5", out="2"), "h5h7"))


def test_a_skipped_turn_loses_the_chance() -> None:
    """Gold, an idol without a move, is skipped: what Red has passed over is forgotten."""
    spear = replace(IDOLS.kinds[-1], atoms=(*IDOLS.kinds[-1].atoms, *TRIO.by_letter["B"].atoms[1:2]))
    variant = replace(IDOLS, kinds=(*IDOLS.kinds[:-1], spear))
    state = begun(variant, "K d1 · S c2", "K g4", "K a4 · S d5", rights="c2")
    moved = happened(state, Moved("c2c4"))
    assert moved.told == (Consequence(Fate.SKIPPED, 2, 2),)
    assert moved.position.passed is None


def test_the_chance_leaves_with_the_double_stepper() -> None:
    """Red resigns straight after its double step: nothing is left to take."""
    state = done(played(begun(TRIO, *PASSING, rights="h5"), "h5h7"), Resign(1))
    assert state.position.passed is None
    assert "i7h6" not in long_moves(state)


def test_en_passant_between_the_side_armies() -> None:
    """In the games for four Red's Brokers and Blue's may meet: with Black gone, Blue follows Red and may take."""
    armies = ("G a1 · P c5", "K i15 · B h10", "G o15 · P l12", "K g1 · B i8 · B m6")
    gone = (armies[0], armies[1], "", armies[3])
    assert "i8h9" in long_moves(played(begun(QUARTET, *gone, turn=2, out="3", rights="h10"), "h10h8"))
    waiting = played(begun(QUARTET, *armies, turn=2, rights="h10"), "h10h8", "Go14")
    assert "i8h9" not in long_moves(waiting)


# ---- castling and promotion


@pytest.mark.parametrize(
    ("seat", "royal", "right", "left"),
    [
        (1, "h1", ("k1", "h1j1"), ("e1", "h1f1")),
        (2, "o8", ("l11", "o8m10"), ("o5", "o8o6")),
        (3, "a8", ("a5", "a8a6"), ("d11", "a8c10")),
    ],
)
def test_castling(seat: int, royal: str, right: tuple[str, str], left: tuple[str, str]) -> None:
    """Every seat castles along its own two edges: O-O to its right, O-O-O to its left."""
    armies = ["K h7", "K j9", "K f9"]
    armies[seat - 1] = f"K {royal} · R {right[0]} {left[0]}"
    state = begun(TRIO, *armies, turn=seat, rights=f"{royal},{right[0]},{left[0]}")
    assert {right[1], left[1]} <= set(long_moves(state))
    short = done(state, MakeMove(seat, move="O-O"))
    assert state.variant.board.names[short.played[-1].move.target] == right[1][len(royal) :]
    long = done(state, MakeMove(seat, move="O-O-O"))
    assert state.variant.board.names[long.played[-1].move.target] == left[1][len(royal) :]


@pytest.mark.parametrize("attacker", [2, 3])
def test_castling_is_refused_under_attack_by_any_opponent(attacker: int) -> None:
    """A cell of the Grandduke's way attacked by whichever opponent forbids castling there."""
    armies = ["K h1 · R k1 e1", "K o8", "K a8"]
    armies[attacker - 1] += " · R i9"
    state = begun(TRIO, *armies, rights="h1,k1,e1")
    assert "h1j1" not in long_moves(state)
    assert "h1f1" in long_moves(state)


def test_promotion_to_ones_own_army() -> None:
    """Points become Vicereine, Rook or Vicbaba; the side armies' Brokers Duchess, Rook, Sennight or Unicorn."""
    state = begun(QUARTET, "G a1 · P n10", "K i15 · B h2", "G o15 · P c3", "K g1 · B f7")
    letters = {move[-1] for move in long_moves(state) if "=" in move}
    assert letters == set("QRV")
    state = played(state, "Ga2")
    assert {move for move in long_moves(state) if "=" in move} == {f"h2h1={letter}" for letter in "DRNU"}


# ---- combat


def test_an_attacked_royal_is_not_simply_checkmated() -> None:
    """Under combat Gold stays, and Red must attack it: nothing else is legal."""
    state = begun(FIGHTING, "K a1 · R h2", "K h10 · R m6", "K o8 · R n5")
    assert state.told == ()
    assert long_moves(state) == ["h2h10"]


def test_a_royal_that_loses_eliminates_its_owner() -> None:
    """Gold's Grandduke loses the fight: Gold's pieces leave, and the turn passes to Blue."""
    state = begun(FIGHTING, "K a1 · R h2", "K h10 · R m6", "K o8 · R n5")
    state = happened(happened(state, Moved("h2h10")), Rolled("8-2"))
    assert state.told == (Consequence(Fate.FALLEN, 2, 1),)
    assert (state.turn, state.remaining) == (3, (1, 3))
    assert pieces(state, 2) == set()
    assert pieces(state, 1) == names("a1 h10")


def test_an_attack_that_fails_has_been_the_move() -> None:
    """Red's Rook is beaten: it is gone, Gold stays and has the turn."""
    state = begun(FIGHTING, "K a1 · R h2", "K h10 · R m6", "K o8 · R n5")
    state = happened(happened(state, Moved("h2h10")), Rolled("1-9"))
    assert (state.turn, state.remaining, state.told) == (2, (1, 2, 3), ())
    assert pieces(state, 1) == names("a1")


def test_an_attacking_royal_that_loses_eliminates_its_owner() -> None:
    """Red's Grandduke attacks and falls: Red's pieces leave, and Gold moves."""
    state = begun(FIGHTING, "K h9 · R a1", "K h10 · R m6", "K o8 · R n5")
    state = happened(happened(state, Moved("h9h10")), Rolled("1-9"))
    assert state.told == (Consequence(Fate.FALLEN, 1, 1),)
    assert (state.turn, state.remaining) == (2, (2, 3))
    assert pieces(state, 1) == set()


def test_the_attack_is_due_on_any_opponent() -> None:
    """Red attacks Gold's royal with one piece and Blue's with another: these attacks, and no others, are legal."""
    armies = "K a1 · R h2 e2", "K h10 · R m6", "K e9 · R n5"
    assert long_moves(begun(FIGHTING, *armies)) == ["e2e9", "h2h10"]


def test_the_attack_is_due_whoever_moves_next() -> None:
    """Gold attacks Red, who moves after Blue: Gold must attack, and Blue, who attacks nobody, moves as it likes."""
    armies = "K a1 · R h2", "K o8 · R a6", "K i14 · R n5"
    state = begun(FIGHTING, *armies, turn=2)
    assert long_moves(state) == ["a6a1"]
    words = "the compulsory attack comes first: your Rook on a6 attacks Red's Grandduke on a1. Legal nearby: Rxa1."
    assert refused(state, MakeMove(2, move="Ko7")).text.endswith(words)
    assert {"i14g14", "n5n4"} <= set(long_moves(begun(FIGHTING, *armies, turn=3)))


def test_no_prerogative() -> None:
    """A royal under attack from every side has no Prerogative with three players: its legal moves are plain ones."""
    state = begun(FIGHTING, "K a1", "K o1 · D a4 · D b4", "K h15 · R c3")
    legal = FIGHTING.legality.legal(state.movement, state.position)
    assert not [move for move in legal if move.special and move.special.prerogative]
    assert "Prerogative" not in card_text(FIGHTING)


def test_placed_keeps_out_seats() -> None:
    """A position code names seats that have left."""
    assert placed(TRIO, "K a1 · R b2", "", "K h15", out="2").out == 0b100
