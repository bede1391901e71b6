r"""The scoresheet: any game as one text that people read, that plays back to every event, and that can be checked.

    [Number "14"]                                       tags; Game alone is needed to read a sheet
    [Game "hexeh@1"]                                    the game's id, with the edition of its rules
    [Options "combat=poly"]                             what differs from the defaults
    [Position "4/5/2G3/E2W2e/6/5/4 2"]                  where it began, if not from the game's array
    [TimeControl "7d+1d max 10d"]                       the clocks, if there were any (see `engine.clocks.control`)

    * The referee draws 1 of 2 for seats {2026-11-21T12:00:05Z}
    1. Tbc3 {12:01:10} Gxb4[4-4,5-3] {12:03:00.250}     rounds, moves, dice of fights, times
    * Red offers a draw {12:04:01}                      what else happened, in the words of `engine.records.playback`
    2. Tc4
    unfinished                                          or the result, such as Red wins by resignation

    ; long form: b1c3 b5b4[4-4,5-3] c3c4                the moves in force, for machines
    ; undone: 7:c3c5[8-1]                               the others, each with the number of its event
    ; faces: 2 8+8 8+8                                  the dice of every roll, by their faces

Dice that a player rolls, later than the move, stand first on a line of moves: `[5-3] 1. … Gc4`. An attack that still
waits for its dice, or was withdrawn, has none.

PGN is read by the same grammar (and written by `pgn`). In full, blank lines aside:

    text    = game+                                     the tags of another game follow the moves of the one before
    game    = tag* (moves | line)* [result] comment*
    tag     = '[' name blanks '"' value '"]'            in a value \" and \\ stand for " and \\; the values "", "?" and
                                                        "-" say nothing, and the case of names does not matter
    moves   = (number | move ['[' dice ']'] [time] | late | remark)+     on as many lines as one likes
    late    = '[' dice ']' [time]                       first on a line of moves, for the last attack
    number  = digits ('.' | '...' | '') ['…']           if given, it must be right
    move    = any form of the notation that names one legal move
    dice    = rounds of natural dice, attacker's first (see `engine.rules.fight.read_rounds`)
    line    = '*' who and what [time]                   a line of its own
    time    = '{' [date 'T'] time of day ['Z'] '}'      see `write_stamp`; after a blank more may follow (a clock)
    remark  = '{' words other than a time '}' | '(' variation ')' | '$' number | '!?' and the like     skipped, counted
    result  = 'unfinished' | ('draw' | 'stalemate' | 'no result') ': ' words | 'draw by ' words
              | side ' wins ' ('by' | 'on' | 'as') ' ' words
            | '1-0' | '0-1' | '1/2-1/2' | 'remi' | 'draw' | '*'
    comment = ';' anything | '%' anything               the long form must agree with the moves, the rest is skipped;
                                                        verification wants the other two as well

The game is named by the tag `Game` or `Variant`, by any of its names, or beside the text; a PGN that names none is of
`engine.variants.STANDARD`. `FEN` says where it began as `Position` does, and its rounds may begin with any number. A
result such as 1-0 that the moves do not bring about is a resignation, a draw by agreement, or time if the tag
`Termination` says so.

In a text of a single line, line ends have become blanks: `lines_of` says how far that can be read.
An item without a time has that of the item before it. A move and its fight may have times of their own,
with the dice between them. What follows from the position (the end of the game, a skipped turn) is not written: it
follows again. Tags that the referee does not write are kept as they are.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from engine.dice.terms import LINKED
from engine.model.english import count_of, join_words, shown
from engine.model.position import long_form
from engine.notation.describe import result_in_words
from engine.notation.fen import fen_of
from engine.notation.position_code import code_of
from engine.play.events import Event, Moved, Revealed, Rolled, TakenBack
from engine.play.game import advance, beginning
from engine.play.rolls import record_hash
from engine.play.state import Played, State
from engine.records.audit import AuditReport, SealFinding, audit, compared, scope_of
from engine.records.parser import (
    FACES,
    LONG,
    UNDONE,
    UNSAID,
    BadScoresheet,
    Ply,
    Transcript,
    read_winner,
    transcripts_of,
    write_stamp,
)
from engine.records.playback import line_of, played_back
from engine.records.replay import begins_round, dice_of, move_with_dice, short_of
from engine.rules.protocols import CLOSED, Result
from engine.variants import STANDARD, name_elsewhere
from engine.variants.variant import Variant

__all__ = ["LONG", "WIDTH", "BadScoresheet", "Scoresheet", "SeveralGames", "read_scoresheet", "scoresheet"]

WIDTH = 78
_REMARK = re.compile(r"\{[^0-9{}][^{}]*\}")
GENERATED = {
    *("Game", "Variant", "Options", "Position", "FEN", "SetUp", "TimeControl", "Dice"),
    *("Result", "Outcome", "Score", "Commitment", "Secret"),
}
"""The tags that say what the referee knows of a game."""
PLAYERS = ("White", "Black")
"""The tags of the players in a PGN, by the order of play."""
LISTED = 10
"""Maximum number of a file's games told apart in words."""


class SeveralGames(BadScoresheet):
    """A text of several games, none of which was chosen; the message tells them apart."""


@dataclass(frozen=True)
class Scoresheet:
    """A record read back: its tags in order, the state its events lead to, and the text it was read from.

    `remarks` tells in sentences what of the text was skipped and what was assumed, "" where nothing was.
    """

    tags: tuple[tuple[str, str], ...]
    state: State
    text: str
    remarks: str = ""

    def tag(self, name: str) -> str:
        """The value of the tag of this name, whatever its case; "" if there is none."""
        return next((value for key, value in self.tags if key.casefold() == name.casefold()), "")

    @property
    def players(self) -> dict[int, str]:
        """The names of the players, by the numbers of their seats; without those that it does not name."""
        seats = self.state.variant.seats
        usual = PLAYERS if len(seats) == len(PLAYERS) else [seat.name for seat in seats]
        named = {seat.number: self.tag(seat.name) or self.tag(usual[seat.number - 1]) for seat in seats}
        return {number: name for number, name in named.items() if name not in UNSAID}

    def verify(self) -> AuditReport:
        """Check that it agrees with itself, and every roll against the revealed secret.

        Raises BadScoresheet while the secret is not out, and where any word of the text is not what the referee writes
        of these events.
        """
        commitment = self.tag("Commitment")
        if not commitment:
            raise BadScoresheet("this record has no commitment, so its dice can't be checked")
        if not self.state.secret:
            raise BadScoresheet("the secret stays hidden until the game ends")
        if sum(isinstance(event.what, Revealed) for event in self.state.events) > 1:
            raise BadScoresheet("the secret is revealed more than once")
        own = {name: value for name, value in self.tags if name not in GENERATED}
        apart = _apart(self.text, scoresheet(self.state, own, commitment))
        if apart:
            raise BadScoresheet(f"its parts don't match: {apart}")
        return audit(self.state, commitment, self.scope)

    @property
    def scope(self) -> str:
        return scope_of(self.tag("Number"))

    def compared(self, seal: str) -> SealFinding:
        """Compare it with what was seen of its hash; BadSeal for a text that is none."""
        return compared(self.state, self.scope, self.tag("Commitment"), seal)

    @property
    def seal(self) -> str:
        """Its last hash, in hexadecimal."""
        return record_hash(self.state, self.scope, self.tag("Commitment"))

    @property
    def unvouched(self) -> str:
        """The tags that no hash covers, as a sentence."""
        tags = [name for name, _ in self.tags if name not in GENERATED and name != "Number"]
        here = f" (here {join_words(tags, 'and')})" if tags else ""
        return f"No hash covers names, dates and other such tags{here}, or remarks in braces."


def scoresheet(state: State, tags: Mapping[str, str], commitment: str = "") -> str:
    """The record as text; `tags` come first as they are given (number, date, players).

    Raises ValueError for a tag whose name no reader would take, or that the referee writes.
    """
    for name in tags:
        if name in GENERATED or not re.fullmatch(r"\w+", name):
            raise ValueError(
                f"a tag's name is one word, and none of {join_words(sorted(GENERATED))}, not {shown(name)!r}"
            )
    head = [*tags.items(), *_game_tags(state, commitment), ("Commitment", commitment), ("Secret", state.secret)]
    lines = [f'[{name} "{quoted(value)}"]' for name, value in head if value]
    body = _Body(state)
    lines += ["", *body.lines, _result(state), "", *wrapped([LONG, *_longs(state)], "; ")]
    faces = ["+".join(map(str, roll.faces)) for roll in state.rolls]
    for mark, words in ((UNDONE, body.undone), (FACES, faces)):
        lines += wrapped([mark, *words], "; ") if words else []
    return "\n".join([*lines, ""])


def read_scoresheet(text: str, own: Variant | None = None, number: int | None = None) -> Scoresheet:
    """Read a scoresheet or PGN and play it back; it is of the game `own`, or else of one of the registry.

    `number` says which it is where there are several, from 1 on. Raises BadScoresheet with line and column where it
    cannot be read, where something in it cannot have happened, and where what it says of the result or in the long form
    does not follow from its moves.
    """
    parts = _chosen(transcripts_of(text), number)
    state, assumed = played_back(parts, own)
    _summary(parts, state)
    _long_form(parts, state)
    words = join_words([count_of(count, word) for word, count in parts.skipped.items()], "and")
    remarks = " ".join([*([f"I skipped {words}."] if words else []), *assumed])
    return Scoresheet(tuple((tag.name, tag.value) for tag in parts.tags), state, parts.text, remarks)


def _chosen(games: Sequence[Transcript], number: int | None) -> Transcript:
    """The game of this number; BadScoresheet if several and none chosen, or if there is no such number."""
    if number is None and len(games) > 1:
        told = [f"{place}. {_label(game)}" for place, game in enumerate(games[:LISTED], 1)]
        more = ["…"] if len(games) > LISTED else []
        raise SeveralGames(f"it has {len(games)} games; choose one by its number: {'; '.join([*told, *more])}")
    chosen = 1 if number is None else number
    if not 1 <= chosen <= len(games):
        raise BadScoresheet(f"it has {count_of(len(games), 'game')}, so there's no game {chosen}")
    return games[chosen - 1]


def _label(game: Transcript) -> str:
    players = [tag.value for name in PLAYERS if (tag := game.tag(name))]
    event = game.tag("Event")
    first = next((item.text for item in game.items if isinstance(item, Ply)), "no moves")
    words = " – ".join(players) or (event.value if event else first)
    return shown(f"{words}, {game.result.text}" if game.result else words)


# ---- writing


def _game_tags(state: State, commitment: str) -> Iterator[tuple[str, str]]:
    variant = state.variant
    yield "Game", f"{variant.key}@{variant.edition}"
    yield "Options", " ".join(f"{name}={value}" for name, value in variant.options)
    if state.line[0] != variant.start:
        yield "Position", code_of(variant, state.line[0])
    if state.clock is not None:
        yield "TimeControl", state.clock.control.text
    if commitment or state.dice != LINKED:
        yield "Dice", state.dice.text
    yield from _result_tags(state)


def _result_tags(state: State) -> Iterator[tuple[str, str]]:
    yield "Result", _result(state)
    if state.result is not None:
        nobody = "none" if state.result.reason == CLOSED else "draw"
        yield "Outcome", f"{state.result.winner or nobody} {state.result.reason}"
        if state.result.shares:
            yield "Score", "-".join(map(str, state.result.shares))


def _result(state: State) -> str:
    return "unfinished" if state.result is None else result_in_words(state.variant, state.result)


def _longs(state: State) -> list[str]:
    return [long_form(state.variant.board, played.move) + dice_of(played) for played in state.played]


class _Body:
    """The events as lines: moves numbered by rounds and wrapped, the rest on lines of their own."""

    def __init__(self, state: State) -> None:
        self.lines: list[str] = []
        self._plies: list[str] = []
        self._counted = False
        """True if the number of a round is on the present lines of moves."""
        self._time: int | None = None
        undone: list[Played] = []
        before = beginning(state)
        for event, following in zip(state.events, (*state.events[1:], None), strict=False):
            after = advance(before, event)
            match event.what:
                case Moved():
                    roll = following if following and isinstance(following.what, Rolled) else None
                    self._plies.append(self._ply(before, after, event, roll))
                case Rolled(dice):
                    if before.played[-1].sequence != before.sequence:
                        self._plies.append(f"[{dice}]{self._stamp(event.at)}")
                case what:
                    self._end_line()
                    line = line_of(state.variant, event.actor, what)
                    self.lines.append(f"* {line}{self._stamp(event.at)}")
                    undone += _undone(before, after)
            before = after
        self._end_line()
        moves = sorted(undone, key=lambda played: played.sequence)
        self.undone = [f"{each.sequence}:{long_form(state.variant.board, each.move)}{dice_of(each)}" for each in moves]
        """The moves taken back, with the numbers of their events."""

    def _end_line(self) -> None:
        self.lines += wrapped(self._plies)
        self._plies = []
        self._counted = False

    def _ply(self, before: State, after: State, event: Event, roll: Event | None) -> str:
        begins = begins_round(after, len(before.played))
        number = f"{before.round}. {'' if begins else '… '}" if begins or not self._counted else ""
        self._counted = True
        text = number + short_of(before, after.played[-1])
        if roll is None or not isinstance(roll.what, Rolled):
            return text + self._stamp(event.at)
        dice = f"[{roll.what.dice}]"
        if roll.at == event.at:
            return f"{text}{dice}{self._stamp(event.at)}"
        return f"{text}{self._stamp(event.at, always=True)} {dice}{self._stamp(roll.at)}"

    def _stamp(self, at: int, *, always: bool = False) -> str:
        """The time in its braces; nothing where it is that of what came before, unless it is always wanted."""
        if at == (self._time or 0) and not always:
            return ""
        text = write_stamp(at, self._time)
        self._time = at
        return f" {{{text}}}"


def _undone(before: State, after: State) -> tuple[Played, ...]:
    """The moves that an event other than a move or a roll has undone: those taken back, or an attack withdrawn."""
    if isinstance(after.events[-1].what, TakenBack):
        return after.undone
    return before.played[-1:] if before.fight is not None and after.fight is None else ()


def quoted(value: str) -> str:
    """A value as written between the quotes of a tag."""
    return "".join(c for c in value if c.isprintable()).replace("\\", "\\\\").replace('"', '\\"')


def wrapped(words: Sequence[str], indent: str = "") -> list[str]:
    """The words on lines of at most WIDTH characters; lines after the first begin with the indent."""
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + 1 + len(word) <= WIDTH:
            lines[-1] += f" {word}"
        else:
            lines.append((indent if lines else "") + word)
    return lines


# ---- agreeing


def _summary(parts: Transcript, state: State) -> None:
    """Raise BadScoresheet if the result as it is told, or the secret, is not the one that the moves lead to."""
    for name, value in (*_result_tags(state), ("Secret", state.secret)):
        tag = parts.tag(name)
        if tag is not None and not (tag.value == value or (name == "Result" and _agrees(tag.value, state))):
            problem = f"by its moves, {name} is {value!r}, not {shown(tag.value)!r}"
            raise BadScoresheet(problem, tag.place)
    if parts.result is not None and not _agrees(parts.result.text, state):
        problem = f"by its moves, the result is {_result(state)!r}, not {shown(parts.result.text)!r}"
        raise BadScoresheet(problem, parts.result.place)


def _agrees(told: str, state: State) -> bool:
    """True if a result is the one that the moves lead to; `*` says nothing against any."""
    winner = read_winner(told)
    if winner is None:
        return told in {"*", _result(state)}
    return state.result is not None and winner == (state.result.winner or 0)


def _long_form(parts: Transcript, state: State) -> None:
    """Raise BadScoresheet if the long form, where there is one, is not that of the moves."""
    if not parts.longs:
        return
    for piece, name in zip_longest(parts.longs, _longs(state)):
        if piece is None:
            problem = f"its parts don't match: the moves give {name}, but it's missing here"
            raise BadScoresheet(problem, parts.longs[-1].place)
        if piece.text != name:
            problem = f"it has {shown(piece.text)!r} where the moves give {name or 'nothing more'}"
            raise BadScoresheet(f"its parts don't match: {problem}", piece.place)


def _apart(given: str, written: str) -> str:
    """The first difference between a text and what its own events give, white space and remarks aside; "" for none."""
    theirs, ours = (_REMARK.sub(" ", text).split() for text in (given, written))
    for word, follows in zip(theirs, ours, strict=False):
        if word != follows:
            return f"it has {shown(word)!r} instead of {shown(follows)!r}"
    if len(theirs) == len(ours):
        return ""
    longer, more = (theirs, "more") if len(theirs) > len(ours) else (ours, "less")
    return f"it has {more} than I write for this game: {shown(longer[min(len(theirs), len(ours))])!r}"


_ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", **dict.fromkeys(PLAYERS, "?")}
"""The tags that begin every PGN, before the result, and their values if unknown."""


class NoPgn(ValueError):
    """A game that is not for two: PGN has no results for it."""


def pgn(state: State, tags: Mapping[str, str]) -> str:
    """The game as PGN; `tags` may name the players by their sides, and days as `2026-11-21`.

    Raises NoPgn for a game that is not for two, ValueError for a tag whose name no reader would take.
    """
    variant = state.variant
    if len(variant.seats) != len(PLAYERS):
        raise NoPgn("PGN is for games for two")
    sides = {seat.name: name for seat, name in zip(variant.seats, PLAYERS, strict=True)}
    known = {sides.get(name, name): value for name, value in tags.items() if value}
    bad = next((name for name in known if name in GENERATED or not re.fullmatch(r"\w+", name)), None)
    if bad is not None:
        raise ValueError(f"{bad!r} can't be the name of your own tag")
    head = {**_ROSTER, **known}
    head["Date"] = head["Date"].replace("-", ".")
    result = _pgn_result(state.result)
    roster = [*((name, head.pop(name)) for name in _ROSTER), ("Result", result)]
    lines = [f'[{name} "{quoted(value)}"]' for name, value in (*roster, *_pgn_tags(state), *head.items())]
    return "\n".join([*lines, "", *wrapped([*_pgn_moves(state), result]), ""])


def _pgn_tags(state: State) -> Iterator[tuple[str, str]]:
    variant = state.variant
    name = name_elsewhere(variant)
    if variant.key != STANDARD.key or variant.options:
        yield "Variant", name or variant.key
    if variant.options and not name:
        yield "Options", " ".join(f"{option}={value}" for option, value in variant.options)
    if state.line[0] != variant.start:
        fen = fen_of(variant, state.line[0])
        yield "SetUp", "1"
        yield ("FEN", fen) if fen else ("Position", code_of(variant, state.line[0]))
    if state.clock is not None:
        yield "TimeControl", state.clock.control.in_seconds
    if state.result is not None:
        yield "Termination", result_in_words(variant, state.result)
        if state.result.shares:
            yield "Score", "-".join(map(str, state.result.shares))


def _pgn_result(result: Result | None) -> str:
    if result is None or result.reason == CLOSED:
        return "*"
    return "1/2-1/2" if result.winner is None else ("1-0", "0-1")[result.winner - 1]


def _pgn_moves(state: State) -> Iterator[str]:
    for index, played in enumerate(state.played):
        begins = begins_round(state, index)
        if begins or not index:
            yield f"{played.round}.{'' if begins else '..'}"
        yield move_with_dice(state, played)
