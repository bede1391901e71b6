"""Sentences about a game: its heading, moves and fights, whose turn it is, its dice, scoresheet, replays and notes."""

from __future__ import annotations

from bot.games import Table
from bot.games.pictures import occasion_of, opening, pages, targets_of
from bot.games.ratings import terms, verdict
from bot.games.records import Replay
from bot.games.refusals import BadChoice
from bot.store import Note, Player, Rated, StoredGame
from bot.store.games import IN
from bot.text.harmless import YOU, Naming, doing, escape, escaped_name, strip_invisible, to
from engine.model.board import Cell, UnknownCell
from engine.model.english import count_of, form, join_words, natural, plain
from engine.model.position import Move
from engine.model.refusal import Refused
from engine.notation.describe import (
    fight_in_words,
    lost_in_words,
    move_in_words,
    result_in_words,
    rows_in_words,
    tally_in_words,
)
from engine.notation.moves import MoveList
from engine.play.events import RollCalled
from engine.play.referee import sheet
from engine.play.rolls import record_hash
from engine.play.state import Await, Played, State
from engine.records.audit import VOUCHED, BadSeal, audit, compared, scope_of, short_seal
from engine.records.luck import luck
from engine.records.replay import date_of, dice_of, last_rounds, named_move, short_of
from engine.records.scoresheet import pgn, scoresheet
from engine.variants import titled

TAIL = 4
ROOM = 600


def plain_name(player: Player) -> str:
    return player.name


def heading(table: Table, name: Naming, you: Player | None = None) -> str:
    """The game and who plays: `#14 Hexeh (travelers: straight): Red Ann – Blue (you)`; who is out is struck through."""
    state, sides = table.state, []
    several = len(state.variant.seats) > 2
    for seat, player in ((seat, player) for seat, player in table.game.seats.items() if seat):
        side = f"{state.variant.seat(seat).name} {'(you)' if to(you, name, player) is YOU else name(player)}"
        sides.append(f"~~{side}~~ (out)" if several and seat not in state.remaining else side)
    return f"{_named(table)}: {' – '.join(sides)}"


def title(table: Table) -> str:
    return f"{_named(table)}: {' – '.join(map(' '.join, _names(table).items()))}"


def _named(table: Table) -> str:
    return f"#{table.game.number} {titled(table.state.variant.name, table.state.variant.options)}"


def terms_of(game: StoredGame, state: State | None = None) -> str:
    """Return what a game is played for, or whether a finished one has counted: `rated` or `unrated`."""
    found = terms(game)
    if state is not None and state.result is not None:
        found = verdict(game, state, state.events[state.changed - 1].what)
    return "rated" if found is Rated.RATED else "unrated"


def placing(state: State) -> str | None:
    phase = state.variant.phase
    return f"Before the first move {phase.text}." if phase and state.position.due and not state.result else None


def to_place(state: State) -> str | None:
    """The side to move's placements: "White places two pawns first: P@e1, P@e2 or P@e3."; else None."""
    if state.awaits is not Await.MOVE or not state.position.due:
        return None
    legal = sheet(state)
    kind = legal.movement.mover(state.position, legal.legal[0])
    side = state.variant.seat(state.turn).name
    return f"{side} places two {kind.plural} first: {join_words(legal.short_forms(legal.legal), 'or')}."


def last_move(state: State) -> str | None:
    """The last move in words: `Red: Pxd4 (prowler c2 takes guard on d4)`."""
    return played_in_words(state, state.played[-1]) if state.played else None


def played_in_words(state: State, played: Played) -> str:
    waits = state.fight is not None and played is state.played[-1]
    verb = "attacks" if played.fought or waits else "takes"
    words = move_in_words(state.movement, played.before, played.move, verb=verb)
    return f"{state.variant.seat(played.seat).name}: {short_of(state, played)} ({words})"


def fight(state: State) -> str | None:
    fought = state.played[-1].fought if state.played else None
    return fight_in_words(state.variant, fought) if fought else None


def before_last(state: State, shown: int) -> list[str]:
    """The moves before the last that were made since event `shown`, with their fights; the latest that fit."""
    lines: list[str] = []
    for played in reversed(state.played[-1 - TAIL : -1]):
        told = [played_in_words(state, played)]
        if played.fought:
            told.append(fight_in_words(state.variant, played.fought))
        if not played.sequence > shown >= 0 or sum(map(len, lines + told)) > ROOM:
            break
        lines = told + lines
    return lines


def tail(state: State) -> str | None:
    return "  ".join(last_rounds(state, TAIL)) or None


def standing(table: Table, name: Naming, you: Player | None = None) -> str:
    state = table.state
    if state.result is not None:
        return f"Game over. {sentence(result_in_words(state.variant, state.result))}"
    side, player = state.variant.seat(state.due).name, table.game.seats[state.due]
    yours = you is not None and player.id == you.id
    if state.awaits is Await.CALL:
        return f"It is your roll ({side}): {how_to_roll(table.game)}" if yours else f"{name(player)} ({side}) to roll."
    if yours:
        return f"It is your move ({side})."
    if player.is_bot:
        return f"{to(None, name, player)} ({side}), is thinking."
    who = name(player)
    return f"{side} to move." if who == side else f"{who} ({side}) to move."


def in_line(ahead: int) -> list[str]:
    return [f"-# I think about {count_of(ahead, 'other game')} first."] if ahead else []


def counters(state: State) -> str | None:
    if state.result is not None:
        return None
    claims = state.variant.claims
    lines = [tally_in_words(state.variant, state.position).removesuffix(".")] if state.variant.tally else []
    lines += [claim.progress(state.movement, state.line) for claim in claims if claim.near(state.movement, state.line)]
    if any(claim.available(state.movement, state.line) for claim in claims):
        lines.append("a draw may be claimed")
    return "; ".join(lines) or None


def with_help(legal: MoveList, move: Move, short: str) -> str:
    """A move, whose short notation is given, with a word of help: `Pxd4 (prowler takes guard)`."""
    return f"{short} ({move_in_words(legal.movement, legal.position, move, cells=False)})"


def luck_of(table: Table, name: Naming, you: Player | None = None) -> str:
    lines = []
    for seat, player in table.game.seats.items():
        found, who = luck(table.state, seat), to(you, name, player)
        lines.append(f"{who}: {found.text}" if found else f"{doing(who, 'has')} rolled no dice.")
    return "\n".join(lines)


def seal(table: Table) -> str:
    """The commitment of a game's dice and the hash of its record so far, in short; in full once it is over."""
    commitment, record, secret = table.game.commitment[:8], _record_hash(table), table.state.secret
    if not secret:
        return f"-# commitment {commitment}… · record {short_seal(record)}"
    return f"-# commitment {commitment}… · secret `{secret}`\n-# record `{record}`"


def commitment_of(table: Table) -> str:
    record = _record_hash(table)
    over = "" if table.state.result is not None else " so far"
    return (
        f"I've committed to the secret behind the dice of game #{table.game.number}. Its SHA-256:\n"
        f"`{table.game.commitment}`\nThe record's hash{over}, in short `{short_seal(record)}`:\n`{record}`"
    )


def _record_hash(table: Table) -> str:
    return record_hash(table.state, scope_of(str(table.game.number)), table.game.commitment)


def check_of(table: Table) -> str:
    state, game = table.state, table.game
    if not state.secret:
        raise Refused(BadChoice(f"I reveal the secret of game #{game.number} when it's over. Check the dice then"))
    return audit(state, game.commitment, scope_of(str(game.number))).text


def why_genuine(table: Table) -> str:
    """How a check works, with the hashes to repeat it."""
    hashes = {"Commitment": table.game.commitment, "Secret": table.state.secret, "Record": _record_hash(table)}
    return "\n".join([check_of(table), VOUCHED, *(f"-# {name} `{text}`" for name, text in hashes.items())])


def compared_with(table: Table, seal: str) -> str:
    try:
        return compared(table.state, scope_of(str(table.game.number)), table.game.commitment, seal).text
    except BadSeal as problem:
        raise Refused(BadChoice(str(problem))) from problem


def record_of(table: Table) -> str:
    game, variant = table.game, table.state.variant
    tags = {"Number": str(game.number), "Date": date_of(game.created)}
    tags |= _names(table)
    tags["Joined"] = ", ".join(
        f"{guest.player.name}: {variant.seat(guest.wish).name}" if guest.wish else guest.player.name
        for guest in game.guests
        if guest.stage == IN and game.places > 2
    )
    return scoresheet(table.state, tags, game.commitment)


def pgn_of(table: Table) -> str:
    game = table.game
    return pgn(table.state, {"Event": f"Game {game.number}", "Date": date_of(game.created), **_names(table)})


def _names(table: Table) -> dict[str, str]:
    return {table.state.variant.seat(seat).name: player.name for seat, player in table.game.seats.items() if seat}


def sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


def cell_named(state: State, name: str) -> Cell | None:
    try:
        return state.variant.board.cell(plain(name).casefold()) if name else None
    except UnknownCell as problem:
        raise Refused(BadChoice(str(problem))) from problem


def moves_from(state: State, origin: Cell | None) -> str:
    variant = state.variant
    if state.result is not None:
        return sentence(f"the game is over: {result_in_words(variant, state.result)}")
    if state.awaits is Await.CALL:
        return f"{variant.seat(state.due).name} is to roll for the last attack before anything moves."
    legal = sheet(state)
    side = variant.seat(state.turn).name
    if origin is None and state.position.due:
        return f"{side} can place: {join_words(legal.short_forms(legal.legal), 'or')}."
    if origin is None:
        names = sorted({variant.board.names[move.origin] for move in legal.legal}, key=natural)
        return f"{side} can move from {join_words(names, 'and')}."
    piece = variant.piece(state.position, origin)
    name = variant.board.names[origin]
    if piece is None:
        return f"{name} is vacant."
    if piece.seat != state.turn:
        return f"{name} holds {variant.seat(piece.seat).name}'s {piece.kind.name}, and {side} is to move."
    own = [move for move in legal.legal if move.origin == origin]
    moves = legal.short_forms(sorted(own, key=lambda move: natural(variant.board.names[move.target])))
    return f"{side}'s {piece.kind.name} on {name}: {', '.join(moves) or 'no legal move'}."


def replays_ahead(ahead: int) -> str:
    return f"{ahead} {form(ahead, 'replay comes', 'replays come')} before yours. It will be here in a moment."


def replay_shown(table: Table, replay: Replay, name: Naming) -> str:
    to_the_end = replay.last == len(table.state.played)
    stretch = "" if to_the_end and not replay.first else f"{_stretch(table.state, replay)}."
    lines = f"**{heading(table, name)}**", stretch, replay.cut, standing(table, name) if to_the_end else ""
    return "\n".join(filter(None, lines))


def replay_in_words(table: Table, replay: Replay) -> str:
    state, kind = table.state, "An animation" if replay.moving else "The moments"
    result = state.result if replay.last == len(state.played) else None
    ended = f" {sentence(result_in_words(state.variant, result))}" if result is not None else ""
    return f"{kind} of {title(table)}. {_stretch(state, replay)}.{ended}"


def _stretch(state: State, replay: Replay) -> str:
    if not replay.last:
        return "The starting position"
    last = named_move(state, replay.last - 1) + dice_of(state.played[replay.last - 1])
    if replay.last == replay.first:
        return f"The position after {last}"
    return last if replay.last == replay.first + 1 else f"{named_move(state, replay.first)} to {last}"


PAGE = 1900  # characters; a message holds 2000


def threats_key(name: str) -> str:
    """The key to a threat map for the side of this name, as small print."""
    return f"-# Green cells are attacked more often by {name}, orange ones by the others; the numbers say how often."


def board_in_words(table: Table) -> list[str]:
    state = table.state
    variant, position = state.variant, state.position
    lost = [(seat.name, lost_in_words(variant, position, seat.number)) for seat in variant.seats]
    sentences = [" ".join(opening(state, occasion_of(table))), *rows_in_words(variant, position)]
    sentences += [f"{name} has lost: {pieces}." for name, pieces in lost if pieces != "none"]
    sentences += [tally_in_words(variant, position)] if variant.tally else []
    return list(pages(sentences, PAGE))


def reach_in_words(table: Table, piece: str) -> list[str]:
    state = table.state
    origin = cell_named(state, piece)
    told = targets_of(state, origin) or [moves_from(state, origin)]
    return list(pages([" ".join(opening(state, occasion_of(table))), *told], PAGE))


NO_NOTES = "You have no notes on game #{}. Write one with *More…* → *Notes* under its board, or with /game note."


def note_line(note: Note) -> str:
    when = f"after {note.after}" if note.after else "before the first move"
    return f"{note.number}: {when}: {note.text}"


# ---- rolls that players make

FIRST_COUNTS = "-# Your first reply counts, even if I miss it at first. Until then nothing is possible but to resign."


def calling(table: Table, name: Naming) -> str:
    return (
        f"{_roller(table, name)}, roll: reply to this message with a word of your choice, or just *roll*. Leave the "
        f"reply's ping on, or mention me.\n{FIRST_COUNTS}"
    )


def how_to_roll(game: StoredGame) -> str:
    link = board_link(game)
    board = f"the newest {link}" if link and game.shown >= game.sequence else "the newest board"
    return f"reply to {board} with a word of your choice, or just “roll”, and leave the reply's ping on."


def unseen_roll(game: StoredGame) -> str:
    return f"I cannot read a reply that does not mention me, so it does not count. To roll, {how_to_roll(game)}"


def rolls_for_another(table: Table) -> str:
    return f"{_roller(table, escaped_name)} rolls for this attack; nobody else's message counts."


def _roller(table: Table, name: Naming) -> str:
    return f"{name(table.game.seats[table.state.due])} ({table.state.variant.seat(table.state.due).name})"


def roll_elsewhere(game: StoredGame) -> str:
    return f"You are to roll, and I take the roll only in reply to the board of the attack: {how_to_roll(game)}"


def rolled_already(game: StoredGame, call: RollCalled) -> str:
    first = roll_link(game, call, "this message")
    return f"This attack has been rolled: {first} was the first answer, and the first counts."


def roll_late(game: StoredGame) -> str:
    return (
        f"Game #{game.number}: I have your roll, but cannot look through this channel now for an earlier one of yours. "
        "I try again in a moment; you need not do anything."
    )


def roll_later(why: str) -> str:
    return (
        f"{why} If this is the roll that the board asks for, it counts, and I take it as soon as I can: you need not "
        "do anything. Anything else, please try again in a minute."
    )


def board_gone(game: StoredGame | None) -> str:
    """The answer to a reply to a deleted message; `game` is the player's game that waits."""
    link = board_link(game) if game is not None and game.stage == "playing" else ""
    return f"The message that you replied to is gone{f'; here is the newest {link}' if link else ''}."


def roll_link(game: StoredGame, call: RollCalled, words: str) -> str:
    return f"[{words}](https://discord.com/channels/{game.guild}/{game.home_of(call.message)}/{call.message})"


def rolled_by(table: Table) -> str | None:
    """The message that rolled the last move's fight, with its words; None without one."""
    state = table.state
    if not state.played or state.played[-1].fought is None:
        return None
    since = reversed(state.events[state.played[-1].sequence :])
    call = next((each.what for each in since if isinstance(each.what, RollCalled)), None)
    if call is None:
        return None
    words = strip_invisible(call.words).strip()
    return f"Rolled with {roll_link(table.game, call, 'this reply')}{f': “{escape(words)}”' if words else ''}"


def who_rolls(table: Table, name: Naming) -> str | None:
    """Before the first move, that players roll in this game and who does; None where they do not."""
    state = table.state
    if state.played or not state.dice.by_players or state.result is not None:
        return None
    rule = "In each fight a player rolls, by a reply to the board of the attack: the defender"
    never = [table.game.seats[seat] for seat in sorted(state.barred)]
    if not never:
        return f"{rule}."
    hosts = [name(player) for player in never if not player.is_bot]
    barred = join_words([*hosts, *(["me"] if len(hosts) < len(never) else [])], "or")
    whoever = join_words([*(["whoever runs me"] if hosts else []), *(["I"] if len(hosts) < len(never) else [])], "or")
    return f"{rule}, or the other side where that is {barred}, since {whoever} could foresee the dice."


def board_link(game: StoredGame) -> str:
    """A link to the newest board of a game, or to its challenge; "" before either is posted, and where it is lost."""
    if not game.message or game.lost is not None:
        return ""
    seen = "challenge" if game.stage == "open" else "board"
    return f"[{seen}](https://discord.com/channels/{game.guild}/{game.home_of(game.message)}/{game.message})"
