"""Playback of a parsed scoresheet: every move and line judged as when it was played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.clocks.control import BadControl, TimeControl, read_control
from engine.dice.terms import FIRST, DiceTerms, read_terms
from engine.model.english import shown
from engine.model.position import Move, long_form
from engine.model.refusal import Refusal
from engine.notation.describe import result_in_words
from engine.notation.pairs import BadPairs, read_pairs
from engine.notation.position_code import BadCode
from engine.play import commands, events
from engine.play.commands import Command
from engine.play.events import BrokenRecord, Event, Happening
from engine.play.game import advance, new_game
from engine.play.proposal_kinds import KINDS
from engine.play.referee import decide, sheet
from engine.play.start import start_of
from engine.play.state import State
from engine.records.event_lines import read_line
from engine.records.parser import (
    MISPLACED,
    BadScoresheet,
    Item,
    LateDice,
    MoveNumber,
    Ply,
    Tag,
    TextLine,
    TextPlace,
    Transcript,
)
from engine.variants import GAMES, UnknownVariant, variant_of
from engine.variants.variant import Variant

_OLD = {"Drawn", "Salt", "Left"}
_CONTINUES = ("The referee continues game ", "The referee: continued ")


def played_back(parts: Transcript, own: Variant | None = None) -> State:
    """The state that a scoresheet's moves and lines lead to; BadScoresheet with the place of what cannot have been.

    The game is `own`, or else one of the registry.
    """
    variant = _variant(parts, own)
    tag = parts.tag("Position")
    try:
        start = start_of(variant, tag.value) if tag else None
    except BadCode as problem:
        raise BadScoresheet(f"no game can begin from this position: {problem}", tag.place if tag else None) from problem
    game = _Playback(new_game(variant, start, _control(parts), _terms(parts)))
    taken_over = _taken_over(parts.items)
    for number, item in enumerate(parts.items):
        game.add(item, elsewhere=number < taken_over)
    return game.state


def _terms(parts: Transcript) -> DiceTerms:
    """The terms of a scoresheet's dice."""
    tag = parts.tag("Dice")
    try:
        return read_terms(tag.value) if tag else FIRST
    except ValueError as problem:
        raise BadScoresheet(str(problem), tag.place if tag else None) from problem


def _taken_over(items: Sequence[Item]) -> int:
    """How many of the items, all before the last continuation, were refereed elsewhere, perhaps on other terms."""
    marks = (n for n, item in enumerate(items) if isinstance(item, TextLine) and item.text.startswith(_CONTINUES))
    return max(marks, default=0)


def _control(parts: Transcript) -> TimeControl:
    """The time control of a scoresheet."""
    tag = parts.tag("TimeControl")
    control = read_control(tag.value if tag else "")
    if isinstance(control, BadControl):
        raise BadScoresheet(control.text, tag.place if tag else None)
    return control


def _variant(parts: Transcript, own: Variant | None) -> Variant:
    """The game that a scoresheet is of."""
    old = next((tag for tag in parts.tags if tag.name in _OLD), None)
    if old is not None:
        raise BadScoresheet(
            f"the tag {old.name} belongs to an older form of scoresheet; please get the record again", old.place
        )
    game, options = parts.tag("Game"), parts.tag("Options")
    if game is None:
        raise BadScoresheet(
            f'the tag Game is missing; write, for example, [Game "{next(iter(GAMES))}"]', TextPlace(1, 1)
        )
    key, _, edition = game.value.partition("@")
    pairs = read_pairs(options.value.split() if options else ())
    if isinstance(pairs, BadPairs):
        raise BadScoresheet(pairs.text, (options or game).place)
    if own is None:
        _known(game, key, {})
        variant = _known(options or game, key, pairs)
    elif (key, pairs) == (own.key, dict(own.options)):
        variant = own
    else:
        theirs, ours = _with_options(key, pairs), _with_options(own.key, dict(own.options))
        raise BadScoresheet(f"this is a game of {shown(theirs)}, not of {ours}", game.place)
    if edition and edition != str(variant.edition):
        problem = f"it was played under edition {shown(edition)} of the rules; the present one is {variant.edition}"
        raise BadScoresheet(problem, game.place)
    return variant


def _with_options(key: str, options: Mapping[str, str]) -> str:
    return " ".join([key, *(f"{name}={value}" for name, value in options.items())])


def _known(tag: Tag, key: str, options: Mapping[str, str]) -> Variant:
    try:
        return variant_of(key, options)
    except UnknownVariant as problem:
        raise BadScoresheet(str(problem), tag.place) from problem


class _Playback:
    """A game being played back; `at` is the time of its last event."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.at = 0
        self.fights: TextPlace | None = None
        """The place of the move whose dice have not been given."""
        self._elsewhere = False

    def add(self, item: Item, *, elsewhere: bool) -> None:
        """Play an item back, one of those refereed `elsewhere` or not."""
        self._elsewhere = elsewhere
        if self.state.fight is None:
            self.fights = None
        may_wait = self.state.dice.by_players or elsewhere
        if self.fights is not None and not isinstance(item, (TextLine, LateDice) if may_wait else LateDice):
            raise BadScoresheet("this move is a fight, so its dice must follow it, like [5-3]", self.fights)
        match item:
            case MoveNumber():
                self._number(item)
            case Ply():
                self._move(item)
            case LateDice():
                self._dice(item)
            case TextLine():
                self._line(item)

    def _number(self, item: MoveNumber) -> None:
        number = self.state.round
        if item.value != number and self.state.result is None:
            raise BadScoresheet(f"round {number} comes here, not {item.value}", item.place)

    def _move(self, item: Ply) -> None:
        state = self.state
        if state.result is not None:
            over = result_in_words(state.variant, state.result)
            raise BadScoresheet(f"the game is over ({over}), so {shown(item.text)!r} cannot follow", item.place)
        move = sheet(state).read(item.text)
        if not isinstance(move, Move):
            raise BadScoresheet(move.text, item.place)
        only = item.at if item.at is not None else item.dice_at
        self._happen(state.turn, events.Moved(long_form(state.variant.board, move)), only, item.place)
        if self.state.fight is None:
            if item.dice_place is not None:
                raise BadScoresheet(f"{shown(item.text)} is not a fight, so it has no dice", item.dice_place)
        elif item.dice is None:
            self.fights = item.place
        else:
            self._happen(self.state.turn, events.Rolled(item.dice), item.dice_at, item.dice_place or item.place)

    def _dice(self, item: LateDice) -> None:
        if self.state.fight is None:
            raise BadScoresheet(MISPLACED, item.place)
        self._happen(self.state.turn, events.Rolled(item.text), item.at, item.place)

    def _line(self, item: TextLine) -> None:
        try:
            actor, what = read_line(self.state.variant, item.text)
        except ValueError as problem:
            raise BadScoresheet(str(problem), item.place) from problem
        if isinstance(what, events.Moved | events.Rolled):
            raise BadScoresheet("moves and their dice do not go on lines that begin with *", item.place)
        self._judge(actor, what, item.place)
        self._happen(actor, what, item.at, item.place)

    def _judge(self, actor: int, what: Happening, place: TextPlace) -> None:
        """Raise BadScoresheet if that comes from a command which the referee would not have granted."""
        command = _command(self.state, actor, what)
        if command is None or (self._elsewhere and self.state.fight is not None):
            return
        state = replace(self.state, dice=FIRST) if self._elsewhere and isinstance(what, events.Salted) else self.state
        ruling = decide(state, command, 0)
        if isinstance(ruling, Refusal):
            raise BadScoresheet(ruling.text, place)
        if ruling[0].what != what:
            raise BadScoresheet("that does not fit what came before it", place)

    def _happen(self, actor: int, what: Happening, at: int | None, place: TextPlace) -> None:
        self.at = self.at if at is None else at
        try:
            self.state = advance(self.state, Event(self.state.sequence + 1, self.at, actor, what))
        except BrokenRecord as problem:
            raise BadScoresheet(str(problem), place) from problem


def _command(state: State, seat: int, what: Happening) -> Command | None:
    """The command by which a seat would bring something about; None for what the referee does, or time."""
    match what:
        case events.Proposed(kind, since):
            return commands.Propose(seat, kind=kind, since=since)
        case events.Agreed(kind):
            return commands.Agree(seat, kind=kind)
        case events.Declined(kind):
            return commands.Decline(seat, kind=kind)
        case events.DrawClaimed():
            return commands.ClaimDraw(seat)
        case events.Resigned():
            return commands.Resign(seat)
        case events.Salted(salt):
            return commands.AddSalt(seat, salt=salt)
        case events.RollCalled(message, words):
            return commands.CallRoll(seat, message=message, words=words)
    agreed = (each.kind for each in state.proposals if KINDS[each.kind].follows(each) == what)
    return next((commands.Agree(seat, kind=kind) for kind in agreed), None)
