"""Events other than moves as lines of a record: `Red offers a draw`, `Blue adds plum to the dice`.

A line names who did it (a side, or the referee) and what it was, in words that read back to the same event.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from engine.clocks.control import UNTIMED, BadControl, TimeControl, read_control, read_seconds
from engine.dice.terms import LINKED, DiceTerms, read_terms
from engine.model.english import join_words, shown
from engine.model.position import Move
from engine.model.refusal import Refusal
from engine.notation.describe import result_in_words
from engine.play import commands, events
from engine.play.commands import Command
from engine.play.events import DRAW, BrokenRecord, Event, Happening, pack, unpack
from engine.play.game import advance, new_game
from engine.play.proposals import KINDS
from engine.play.referee import decide, sheet
from engine.play.start import start_of
from engine.play.state import State
from engine.records.parser import (
    MISPLACED,
    BadScoresheet,
    Item,
    LateDice,
    MoveNumber,
    Ply,
    Tag,
    TextLine,
    TextPart,
    TextPlace,
    Transcript,
    read_winner,
)
from engine.variants import GAMES, STANDARD, BadPairs, game_called, read_pairs, variant_of
from engine.variants.variant import Variant

REFEREE = "The referee"
SEAT = "seat"
"""The field of events that holds a side: written by its name, read by its number, too."""
VALUE_MAX_CHARS = 200
EXAMPLES = ("draw-offered", "draw-accepted", "draw-declined", "draw-claimed", "resigned", "drawn", "revealed")
_ANSWERED = {"offered": "offers a", "accepted": "accepts the", "declined": "declines the"}
_WORDS: Mapping[str, str] = {
    **{f"{kind}-{deed}": f"{verb} {kind}" for kind in KINDS for deed, verb in _ANSWERED.items()},
    "draw-claimed": "claims a draw by {reason}",
    "resigned": "resigns",
    "drawn": "draws {value} of {faces} for {what}",
    "opened": "opens the game with message {message}",
    "worded": "hears {word} from player {player}",
    "seated": "seats the players as {seats}",
    "barred": "lets {seat} neither give words nor roll",
    "roll-called": "rolls with message {message} and {words}",
    "revealed": "reveals the secret {secret}",
    "continued": "continues game {game} under commitment {commitment}",
    "clock-started": "starts the clock",
    "flagged": "sees the time of {seat} run out",
    "time-claimed": "claims that the time of {seat} is up",
    "credited": "gives {seat} back {ms} ms for {why}",
    "went-away": "goes on vacation",
    "came-back": "comes back from vacation",
    "paused": "agrees, so the game pauses",
    "resumed": "resumes the game",
    "takeback-offered": "asks to take back all since event {since}",
    "taken-back": "agrees, so all since event {since} is taken back",
    "game-closed": "closes the game",
    "abandoned": "closes the game that {seat} has abandoned",
    "replaced": "lets somebody else play {seat}",
}
_SLOT = re.compile(r"\{(\w+)\}")
_VALUE = r'"(?:[^"\\]|\\.)*"|[A-Za-z0-9_-]+'
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_PATTERNS = [
    (kind, re.compile(_SLOT.sub(lambda slot: f"(?P<{slot[1]}>{_VALUE})", words))) for kind, words in _WORDS.items()
]


def line_of(variant: Variant, actor: int, what: Happening) -> str:
    """Something that happened, as a line without its mark and time."""
    who = variant.seat(actor).name if actor else REFEREE
    kind, fields = pack(variant.board, what)
    sides = {seat.number: seat.name for seat in variant.seats}
    values = {name: _written(sides.get(value, value) if name == SEAT else value) for name, value in fields.items()}
    return f"{who} {_WORDS[kind].format(**values)}"


def read_line(variant: Variant, text: str) -> tuple[int, Happening]:
    """The actor and event of a line's text; ValueError, in words for people, if it can't be read."""
    names = {REFEREE: 0, **{seat.name: seat.number for seat in variant.seats}}
    who = next((name for name in names if text.startswith(f"{name} ")), None)
    if who is None:
        raise ValueError(f"a line begins with who did it: {join_words(list(names))}, not {shown(text)!r}")
    rest = text[len(who) :].strip()
    kind, found = next(((kind, found) for kind, form in _PATTERNS if (found := form.fullmatch(rest))), ("", None))
    if found is None:
        ways = [_SLOT.sub("…", _WORDS[kind]) for kind in EXAMPLES]
        raise ValueError(f"I can't read {shown(rest)!r}; a side {', '.join(ways)} and so on")
    types = events.KINDS[kind].fields
    values = {name: _value(value, types[name]) for name, value in found.groupdict().items()}
    named = variant.seat_named(str(values[SEAT])) if SEAT in values else None
    if named is not None:
        values[SEAT] = named.number
    try:
        return names[who], unpack(kind, values)
    except BrokenRecord:
        raise ValueError(f"{shown(rest)!r} is nothing that happens in a game") from None


def _written(value: str | int) -> str:
    """A field: bare where it is a number or a plain word, otherwise as a JSON text."""
    bare = not isinstance(value, str) or _BARE.fullmatch(value)
    return str(value) if bare else json.dumps(value, ensure_ascii=False)


def _value(text: str, kind: str) -> str | int:
    """The inverse of `_written` for a field of a type; ValueError for a text too long, not printable, or no JSON."""
    if kind == "int" and text.isdecimal() and len(text) <= 19:
        return int(text)
    if not text.startswith('"'):
        return text[:VALUE_MAX_CHARS]
    try:
        value = str(json.loads(text))
    except ValueError:
        raise ValueError(f"I can't read the text {shown(text)}") from None
    if len(value) > VALUE_MAX_CHARS or not value.isprintable():
        raise ValueError(
            f"the text {shown(text)} is longer than {VALUE_MAX_CHARS} characters, or has some that can't be shown"
        )
    return value


_PGN_TAGS = {"event", "site", "white", "black"}
"""Tags that a PGN has: one that names no game is of the default one."""
_NORMAL = ("normal", "resign", "agree")
"""The words of the tag Termination for what players decide."""
_CONTINUES = f"{REFEREE} continues game "


def played_back(parts: Transcript, own: Variant | None = None) -> tuple[State, Sequence[str]]:
    """The state that a record of the game `own`, or else of one of the registry, leads to; what was assumed, in words.

    Raises BadScoresheet with the place of what cannot have been.
    """
    variant = _variant(parts, own)
    setup, tag, fen = parts.tag("SetUp"), parts.tag("Position"), parts.tag("FEN")
    if tag and fen:
        raise BadScoresheet("the game starts from the tag Position or from FEN; leave one out", fen.place)
    tag = tag or fen
    if setup and setup.value != "0" and tag is None:
        raise BadScoresheet("the game starts from a position, but the tag FEN doesn't say which", setup.place)
    with _blamed(tag and tag.place, "a game can't start from this position: "):
        start = start_of(variant, tag.value) if tag else None
    assumed: list[str] = []
    game = _Playback(new_game(variant, start, _control(parts, assumed), _terms(parts)))
    game.counts_on = fen is not None
    # all before the last continuation was refereed elsewhere, perhaps on other terms
    marks = (n for n, item in enumerate(parts.items) if isinstance(item, TextLine) and item.text.startswith(_CONTINUES))
    taken_over = max(marks, default=0)
    for number, item in enumerate(parts.items):
        game.add(item, elsewhere=number < taken_over)
    assumed += game.end(parts)
    return game.state, assumed


def _terms(parts: Transcript) -> DiceTerms:
    tag = parts.tag("Dice")
    with _blamed(tag and tag.place):
        return read_terms(tag.value) if tag else LINKED


def _control(parts: Transcript, assumed: list[str]) -> TimeControl:
    """The time control of a record; none, as is added to what was `assumed`, where a PGN's is none of ours."""
    tag = parts.tag("TimeControl")
    control = read_seconds(tag.value) if tag else UNTIMED
    if isinstance(control, BadControl):
        assumed.append(f"{control.problem} So the game has no clock.")
        return UNTIMED
    control = control or read_control(tag.value if tag else "")
    if isinstance(control, BadControl):
        raise BadScoresheet(control.text, tag.place if tag else None)
    return control


def _variant(parts: Transcript, own: Variant | None) -> Variant:
    names = [tag for tag in (parts.tag("Game"), parts.tag("Variant")) if tag]
    options = parts.tag("Options")
    if not names:
        return _unnamed(parts, own, options)
    game = names[0]
    name, _, edition = game.value.partition("@")
    called = game_called(name)
    key, meant = (called[0].key, called[1]) if called else (name, {})
    if len(names) > 1 and called != game_called(names[1].value):
        raise BadScoresheet("the tags Game and Variant name different games", names[1].place)
    chosen = {**meant, **_pairs(options)}
    if own is None:
        _known(game, key, {})
        variant = _known(options or game, key, chosen)
    elif (key, chosen) == (own.key, dict(own.options)):
        variant = own
    else:
        games = ((key, chosen), (own.key, dict(own.options)))
        theirs, ours = (" ".join([name, *map("=".join, options.items())]) for name, options in games)
        raise BadScoresheet(f"this is a game of {shown(theirs)}, not of {ours}", game.place)
    if edition and edition != str(variant.edition):
        problem = f"it was played under edition {shown(edition)} of the rules, and I know only {variant.edition}"
        raise BadScoresheet(problem, game.place)
    return variant


def _unnamed(parts: Transcript, own: Variant | None, options: Tag | None) -> Variant:
    """The game of a record that names none: the one given beside it, or that of a PGN."""
    if own is not None:
        if options and _pairs(options) != dict(own.options):
            raise BadScoresheet(f"these options aren't those of {own.name}", options.place)
        return own
    if not any(tag.name.casefold() in _PGN_TAGS for tag in parts.tags):
        example = next(iter(GAMES))
        problem = f'the tag Game is missing. Write, say, [Game "{example}"], or choose the game with the command'
        raise BadScoresheet(problem, TextPlace(1, 1))
    return _known(options, STANDARD.key, _pairs(options)) if options else variant_of(STANDARD.key)


def _pairs(options: Tag | None) -> dict[str, str]:
    pairs = read_pairs(options.value.split() if options else ())
    if isinstance(pairs, BadPairs):
        raise BadScoresheet(pairs.text, options.place if options else None)
    return dict(pairs)


def _known(tag: Tag, key: str, options: Mapping[str, str]) -> Variant:
    with _blamed(tag.place):
        return variant_of(key, options)


@contextmanager
def _blamed(place: TextPlace | None, why: str = "") -> Iterator[None]:
    """Raise BadScoresheet with the place of what is wrong."""
    try:
        yield
    except ValueError as problem:
        raise BadScoresheet(f"{why}{problem}", place) from problem


class _Playback:
    def __init__(self, state: State) -> None:
        self.state = state
        self.at = 0
        self.fights: TextPlace | None = None
        """The place of the move whose dice have not been given."""
        self.counts_on = False
        """True if the first number of a round is that of an earlier game, that this one continues."""
        self._ahead = 0
        self._elsewhere = False

    def add(self, item: Item, *, elsewhere: bool) -> None:
        """Play an item back, one of those refereed `elsewhere` or not."""
        self._elsewhere = elsewhere
        if self.state.fight is None:
            self.fights = None
        may_wait = self.state.dice.by_players or elsewhere
        if self.fights is not None and not isinstance(item, (TextLine, LateDice) if may_wait else LateDice):
            raise BadScoresheet("this move is a fight, so its dice come next, like [5-3]", self.fights)
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
        if self.counts_on:
            self._ahead, self.counts_on = item.value - self.state.round, False
        number = self.state.round + self._ahead
        if item.value != number and self.state.result is None:
            raise BadScoresheet(f"round {number} comes here, not {item.value}", item.place)

    def _move(self, item: Ply) -> None:
        state = self.state
        if state.result is not None:
            over = result_in_words(state.variant, state.result)
            raise BadScoresheet(f"the game is over ({over}), so {shown(item.text)!r} can't follow", item.place)
        move = sheet(state).read(item.text)
        if not isinstance(move, Move):
            raise BadScoresheet(move.text, item.place)
        only = item.at if item.at is not None else item.dice_at
        self._happen(state.turn, events.Moved(move), only, item.place)
        if self.state.fight is None:
            if item.dice_place is not None:
                raise BadScoresheet(f"{shown(item.text)} isn't a fight, so it has no dice", item.dice_place)
        elif item.dice is None:
            self.fights = item.place
        else:
            self._happen(self.state.turn, events.Rolled(item.dice), item.dice_at, item.dice_place or item.place)

    def _dice(self, item: LateDice) -> None:
        if self.state.fight is None:
            raise BadScoresheet(MISPLACED, item.place)
        self._happen(self.state.turn, events.Rolled(item.text), item.at, item.place)

    def _line(self, item: TextLine) -> None:
        with _blamed(item.place):
            actor, what = read_line(self.state.variant, item.text)
        self._judge(actor, what, item.place)
        self._happen(actor, what, item.at, item.place)

    def _judge(self, actor: int, what: Happening, place: TextPlace) -> None:
        """Raise BadScoresheet if that comes from a command which the referee would not have granted."""
        command = _command(self.state, actor, what)
        if command is None or (self._elsewhere and self.state.fight is not None):
            return
        ruling = decide(self.state, command, 0)
        if isinstance(ruling, Refusal):
            raise BadScoresheet(ruling.text, place)
        if ruling[0].what != what:
            raise BadScoresheet("that doesn't fit what came before", place)

    def end(self, parts: Transcript) -> Sequence[str]:
        """Bring about the result that is told where the moves have not; return what was assumed of its reason."""
        tag, how = parts.tag("Result"), parts.tag("Termination")
        texts = [part for part in (parts.result, tag and TextPart(tag.value, tag.place)) if part]
        told = next((part for part in texts if read_winner(part.text) is not None), None)
        if told is None:
            return ()
        winner, reason = read_winner(told.text), how.value.casefold() if how else ""
        if len(self.state.variant.seats) > 2:
            raise BadScoresheet(f"{shown(told.text)!r} is a result of games for two", told.place)
        if self.state.result is not None:
            return ()
        if not winner:
            self._happen(1, events.Proposed(DRAW), None, told.place)
            self._happen(2, events.Agreed(DRAW), None, told.place)
            return ()
        loser = 3 - winner
        if "time" in reason and self.state.clock is not None and self.state.due == loser:
            self._happen(0, events.Flagged(loser), None, told.place)
            return ()
        self._happen(loser, events.Resigned(), None, told.place)
        known = any(word in reason for word in _NORMAL)
        return () if known else (f"It gives no reason for {told.text}, so I took it as a resignation.",)

    def _happen(self, actor: int, what: Happening, at: int | None, place: TextPlace) -> None:
        self.at = self.at if at is None else at
        with _blamed(place):
            self.state = advance(self.state, Event(self.state.sequence + 1, self.at, actor, what))


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
        case events.RollCalled(message, words):
            return commands.CallRoll(seat, message=message, words=words)
    agreed = (each.kind for each in state.proposals if KINDS[each.kind].follows(each) == what)
    return next((commands.Agree(seat, kind=kind) for kind in agreed), None)
