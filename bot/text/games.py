"""Sentences about a game: its heading, moves and fights, whose turn it is, its dice, scoresheet, replays and notes."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games import Table
from bot.games.pictures import occasion_of, opening, pages, targets_of
from bot.games.records import Replay
from bot.games.refusals import BadChoice
from bot.store import Note, Player, StoredGame
from bot.store.games import IN
from bot.text.harmless import YOU, Naming, doing, escape, escaped_name, strip_invisible, to
from engine.model.board import Cell, UnknownCell
from engine.model.english import join_words, natural, plain, sentence
from engine.model.position import Move
from engine.model.refusal import Refused
from engine.model.wording import say
from engine.notation import describe
from engine.notation.describe import fight_in_words, move_in_words, result_in_words, royals_attacked, tally_in_words
from engine.notation.moves import MoveList
from engine.play.events import Abandoned, Flagged, Moved, Replaced, Resigned, RollCalled, Rolled, TimeClaimed
from engine.play.referee import sheet
from engine.play.rolls import record_hash, record_hashes
from engine.play.state import Await, Played, State
from engine.records.audit import VOUCHED, BadSeal, audit, compared, scope_of, short_seal
from engine.records.luck import luck
from engine.records.replay import date_of, dice_of, length_in_words, move_with_dice, named_move, short_of
from engine.records.scoresheet import pgn, scoresheet
from engine.rules.protocols import CLOSED
from engine.variants import titled
from engine.variants.variant import Variant

TAIL = 4


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


def terms_of(game: StoredGame) -> str:
    """Return what a game is played for: `rated` or `unrated`."""
    return "rated" if game.counts else "unrated"


def to_place(state: State) -> str | None:
    """The side to move's placements: "White places two pawns first: P@e1, P@e2 or P@e3."; else None."""
    if state.awaits is not Await.MOVE or not state.position.due:
        return None
    legal = sheet(state)
    kind = legal.movement.mover(state.position, legal.legal[0])
    side, moves = state.variant.seat(state.turn).name, legal.short_forms(legal.legal)
    return say("{side} places two {pieces} first: {moves:or}.", side=side, pieces=kind.plural, moves=moves)


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
    return sentence(fight_in_words(state.variant, fought)) if fought else None


def standing(table: Table, name: Naming, you: Player | None = None) -> str:
    state = table.state
    if state.result is not None:
        who, why = verdict(table, name), reason(table, name)
        return why if why.startswith(who) else f"{who}. {why}"
    player, who = table.game.seats[state.due], called(table, name, state.due)
    yours = you is not None and player.id == you.id
    if state.awaits is Await.CALL:
        return rolling(YOUR_ROLL, table.game) if yours else say("{player} to roll.", player=who)
    if yours:
        return "It's your move."
    return "I'm thinking." if player.is_bot else say("{player} to move.", player=who)


def counters(state: State) -> str | None:
    if state.result is not None:
        return None
    claims = state.variant.claims
    lines = [tally_in_words(state.variant, state.position).removesuffix(".")] if state.variant.tally else []
    lines += [claim.progress(state.movement, state.line) for claim in claims if claim.near(state.movement, state.line)]
    if any(claim.available(state.movement, state.line) for claim in claims):
        lines.append("you can claim a draw")
    return "; ".join(lines) or None


def with_help(legal: MoveList, move: Move, short: str) -> str:
    """A move, whose short notation is given, with a word of help: `Pxd4 (prowler takes guard)`."""
    return f"{short} ({move_in_words(legal.movement, legal.position, move, cells=False)})"


def luck_of(table: Table, name: Naming, you: Player | None = None) -> str:
    lines = []
    for seat, player in table.game.seats.items():
        found, who = luck(table.state, seat), to(you, name, player)
        lines.append(f"{who}: {found.text}" if found else doing(who, "has rolled no dice."))
    return "\n".join(lines)


COMMITTED = "I've committed to the secret behind the dice of game #{number}. Its SHA-256:\n`{commitment}`"
HASHED = "The record's hash, in short `{short}`:\n`{hash}`"
HASHED_SO_FAR = "The record's hash so far, in short `{short}`:\n`{hash}`"
COMMITMENT = "-# Dice commitment (SHA-256): {commitment}"


def commitment_of(table: Table) -> str:
    record, hashed = _record_hash(table), HASHED_SO_FAR if table.state.result is None else HASHED
    committed = say(COMMITTED, number=table.game.number, commitment=table.game.commitment)
    lines = (
        committed,
        say(hashed, short=short_seal(record), hash=record),
        rolled_by(table),
        who_rolls(table, escaped_name),
    )
    return "\n".join(filter(None, lines))


def _record_hash(table: Table) -> str:
    return record_hash(table.state, scope_of(str(table.game.number)), table.game.commitment)


UNREVEALED = "I reveal the secret of game #{number} when it's over. Check the dice then"


def check_of(table: Table) -> str:
    state, game = table.state, table.game
    if not state.secret:
        raise Refused(BadChoice(say(UNREVEALED, number=game.number)))
    return audit(state, game.commitment, scope_of(str(game.number))).text


def why_genuine(table: Table) -> str:
    """The way a check works, with the hashes to repeat it."""
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


def cell_named(state: State, name: str) -> Cell | None:
    try:
        return state.variant.board.cell(plain(name).casefold()) if name else None
    except UnknownCell as problem:
        raise Refused(BadChoice(str(problem))) from problem


def moves_from(state: State, origin: Cell | None) -> str:
    variant = state.variant
    if state.result is not None:
        return say("The game is over: {result}.", result=result_in_words(variant, state.result))
    if state.awaits is Await.CALL:
        return say("{side} must roll for the last attack before anyone moves.", side=variant.seat(state.due).name)
    legal = sheet(state)
    side = variant.seat(state.turn).name
    if origin is None and state.position.due:
        return say("{side} can place: {moves:or}.", side=side, moves=legal.short_forms(legal.legal))
    if origin is None:
        names = sorted({variant.board.names[move.origin] for move in legal.legal}, key=natural)
        return say("{side} can move from {cells:and}.", side=side, cells=names)
    piece = variant.piece(state.position, origin)
    cell = variant.board.names[origin]
    if piece is None:
        return say("{cell} is vacant.", cell=cell)
    if piece.seat != state.turn:
        owner, held = variant.seat(piece.seat).name, piece.kind.name
        words = "{cell} holds {owner}'s {piece}, and {side} is to move."
        return say(words, cell=cell, owner=owner, piece=held, side=side)
    own = [move for move in legal.legal if move.origin == origin]
    moves = legal.short_forms(sorted(own, key=lambda move: natural(variant.board.names[move.target])))
    told = ", ".join(moves) or "no legal move"
    return say("{side}'s {piece} on {cell}: {moves}.", side=side, piece=piece.kind.name, cell=cell, moves=told)


REPLAYS_AHEAD = "{ahead} {ahead:form replay comes|replays come} before yours. It will be here in a moment."


def replay_shown(table: Table, replay: Replay, name: Naming) -> str:
    to_the_end = replay.last == len(table.state.played)
    stretch = "" if to_the_end and not replay.first else f"{_stretch(table.state, replay)}."
    lines = f"**{heading(table, name)}**", stretch, replay.cut, standing(table, name) if to_the_end else ""
    return "\n".join(filter(None, lines))


def replay_in_words(table: Table, replay: Replay) -> str:
    state, kind = table.state, "An animation of {game}." if replay.moving else "The moments of {game}."
    result = state.result if replay.last == len(state.played) else None
    ended = f" {sentence(result_in_words(state.variant, result))}" if result is not None else ""
    return f"{say(kind, game=title(table))} {_stretch(state, replay)}.{ended}"


def _stretch(state: State, replay: Replay) -> str:
    if not replay.last:
        return "The starting position"
    last = named_move(state, replay.last - 1) + dice_of(state.played[replay.last - 1])
    if replay.last == replay.first:
        return say("The position after {move}", move=last)
    first = named_move(state, replay.first)
    return last if replay.last == replay.first + 1 else say("{first} to {last}", first=first, last=last)


PAGE = 1900  # characters; a message holds 2000
THREATS_KEY = "-# Green cells are attacked more often by {side}, orange ones by the others; the numbers say how often."


def board_in_words(table: Table) -> list[str]:
    state = table.state
    variant, position = state.variant, state.position
    lost = [(seat.name, describe.lost_in_words(variant, position, seat.number)) for seat in variant.seats]
    sentences = [" ".join(opening(state, occasion_of(table))), *describe.rows_in_words(variant, position)]
    sentences += [say("{side} has lost: {pieces}.", side=side, pieces=what) for side, what in lost if what != "none"]
    sentences += [tally_in_words(variant, position)] if variant.tally else []
    return list(pages(sentences, PAGE))


def reach_in_words(table: Table, piece: str) -> list[str]:
    state = table.state
    origin = cell_named(state, piece)
    told = targets_of(state, origin) or [moves_from(state, origin)]
    return list(pages([" ".join(opening(state, occasion_of(table))), *told], PAGE))


NO_NOTES = "You have no notes on game #{number}. Write one with *⋯* → *Notes* under its board, or with /game note."


def note_line(note: Note) -> str:
    when = say("after {move}", move=note.after) if note.after else "before the first move"
    return f"{note.number}: {when}: {note.text}"


# ---- rolls that players make

HOW_TO_ROLL = "Reply to this message with any word (keep the @ on). Your first reply counts."
TO_ROLL = "Reply to {board} with any word, and keep the @ on."
YOUR_ROLL = "It's your roll: reply to {board} with any word, and keep the @ on."
UNSEEN_ROLL = (
    "I can't read a reply without the @, so it doesn't count. To roll, reply to {board} with any word, and keep the "
    "@ on."
)
ROLL_ELSEWHERE = (
    "It's your roll, but only a reply to the board of the attack counts: reply to {board} with any word, and keep the "
    "@ on."
)
ROLLS_ALONE = "Only {roller}'s reply counts."
ROLLED_ALREADY = "That attack is already rolled: {first} came first, and the first reply counts."
ROLL_LATE = (
    "Game #{number}: I have your roll, but can't check this channel for an earlier one just now. I'll try again in a "
    "moment; you don't have to do anything."
)
ROLL_LATER = (
    "{why} If this is the roll that the board asks for, it counts, and you don't have to do anything. Otherwise, "
    "please try again in a minute."
)


def rolling(template: str, game: StoredGame) -> str:
    """A sentence that tells a player to roll, with the way to the board of the attack."""
    link = board_link(game) if game.shown >= game.sequence else ""
    return say(template, board=say("the newest {board}", board=link or "board"))


def board_gone(game: StoredGame | None) -> str:
    """The answer to a reply to a deleted message; `game` is the player's game that waits."""
    link = board_link(game) if game is not None and game.stage == "playing" else ""
    if link:
        return say("The message you replied to is gone – the newest is this {board}.", board=link)
    return "The message you replied to is gone."


def roll_link(game: StoredGame, call: RollCalled, words: str) -> str:
    return f"[{words}](https://discord.com/channels/{game.guild or '@me'}/{game.home_of(call.message)}/{call.message})"


def rolled_by(table: Table) -> str | None:
    """The message that rolled the last move's fight, with its words; None without one."""
    state = table.state
    if not state.played or state.played[-1].fought is None:
        return None
    since = reversed(state.events[state.played[-1].sequence :])
    call = next((each.what for each in since if isinstance(each.what, RollCalled)), None)
    if call is None:
        return None
    words, reply = strip_invisible(call.words).strip(), roll_link(table.game, call, "this reply")
    return say("Rolled with {reply}", reply=reply) + (f": “{escape(words)}”" if words else "")


DEFENDER_ROLLS = "The defender rolls each fight by replying to the board of the attack."
OTHERS_ROLL = (
    "The defender rolls each fight by replying to the board of the attack, or the attacker against {barred:or}, who "
    "could know the dice."
)


def who_rolls(table: Table, name: Naming) -> str | None:
    """Return who rolls in a game in which players do; None where they don't."""
    state = table.state
    if not state.dice.by_players:
        return None
    never = [table.game.seats[seat] for seat in sorted(state.barred)]
    barred = [name(player) for player in never if not player.is_bot]
    barred += ["me"] if len(barred) < len(never) else []
    return say(OTHERS_ROLL if barred else DEFENDER_ROLLS, barred=barred)


def board_link(game: StoredGame, words: str = "") -> str:
    """A link to the newest board of a game, or to its challenge; "" before either is posted, and where it is lost."""
    address, seen = board_url(game), words or ("challenge" if game.stage == "open" else "board")
    return f"[{seen}]({address})" if address else ""


def board_url(game: StoredGame) -> str:
    if not game.message or game.lost is not None:
        return ""
    return f"https://discord.com/channels/{game.guild or '@me'}/{game.home_of(game.message)}/{game.message}"


def place_in_words(game: StoredGame) -> str:
    return f"<#{game.channel}>" if game.guild else "our direct messages"


def shrunk(table: Table, game: StoredGame) -> str:
    """The line that a board, of `table` then, shrinks to: its move and dice, and the way to the newest of `game`."""
    state, link, shown = table.state, board_link(game), table.game.shown
    before = [played for played in state.played if played.sequence <= shown]
    moved = f"{named_move(state, len(before) - 1)}{dice_of(before[-1])}" if before else "Game on!"
    newest = say("newest {board}", board=link) if link else ""
    parts = [f"{state.variant.name} #{game.number}", moved, newest, seal(table, shown)]
    return f"-# {' · '.join(filter(None, parts))}"


# ---- boards


def called(table: Table, name: Naming, seat: int) -> str:
    """A player as boards name them, with the side where names alone don't tell."""
    player, side = table.game.seats[seat], table.state.variant.seat(seat).name
    who = "Hexmarshal" if player.is_bot else name(player)
    return f"{who} ({side})" if (len(table.game.seats) > 2 or _is_alike(table, seat)) and who != side else who


def _is_alike(table: Table, seat: int) -> bool:
    """True if the player of a seat has another one, too."""
    player = table.game.seats[seat]
    return sum(each.id == player.id or (each.is_bot and player.is_bot) for each in table.game.seats.values()) > 1


def rolls_dice(game: StoredGame, variant: Variant) -> bool:
    """True if a game is fought out with dice, and not only its sides are drawn."""
    return bool(game.commitment) and variant.combat is not None


def seal(table: Table, sequence: int | None = None) -> str:
    """The short form of the record's hash now, or as it was after an event; "" in a game without dice."""
    if not rolls_dice(table.game, table.state.variant):
        return ""
    if sequence is None or sequence < 0:
        return short_seal(_record_hash(table))
    scope = scope_of(str(table.game.number))
    return short_seal(record_hashes(table.state, scope, table.game.commitment)[sequence])


def board(
    table: Table, name: Naming, you: Player | None = None, said: Sequence[str] = (), small: Sequence[str] = ()
) -> str:
    """The text of a board: whose move it is, what was just played, a line of small print.

    It is told to `you`, or to all; `said` are further sentences, `small` further parts of the small print.
    """
    state, game = table.state, table.game
    place = f"{state.variant.name} #{game.number}"
    if state.result is not None:
        heading, parts = f"## {verdict(table, name)}", [place, *small, seal(table)]
        why = reason(table, name)
        ended = say("{how}, after {length}.", how=why[:-1], length=length_in_words(state))
        sentences = [why if state.result.reason == CLOSED else ended]
        last = state.events[state.changed - 1].what
        if isinstance(last, Moved | Rolled):
            fell = state.result.reason == "royal-captured"
            sentences = [f"{_just_played(table, you)}{'!' if fell else '.'}", *([] if fell else sentences)]
        sentences += said
    else:
        heading, sentences = f"### {_turn(table, name, you)}", [*_news(table, name, you), *said]
        names = [_plainly(player) for seat, player in sorted(game.seats.items()) if seat]
        rated = "rated" if terms_of(game) == "rated" else ""
        parts = [place, " – ".join(names) if len(names) == 2 else "", rated, _time(table), *small, seal(table)]
    told = " ".join(filter(None, sentences)).replace(f" {HOW_TO_ROLL}", f"\n{HOW_TO_ROLL}")
    return "\n".join([heading, *filter(None, [told]), f"-# {' · '.join(filter(None, parts))}"])


def _plainly(player: Player) -> str:
    return say("Hexmarshal, level {level}", level=player.level) if player.is_bot else escaped_name(player)


def _turn(table: Table, name: Naming, you: Player | None) -> str:
    """Whose move or roll it is, and, of three or more, who is next."""
    state, player = table.state, table.game.seats[table.state.due]
    who, yours = called(table, name, state.due), you is not None and you.id == player.id
    if state.awaits is Await.CALL:
        return "⚔️ Your roll!" if yours else say("⚔️ {player}, roll!", player=who)
    if len(state.remaining) > 2:
        order = state.remaining
        following = table.game.seats[order[(order.index(state.turn) + 1) % len(order)]]
        return say("{player} to move · next {following}", player=who, following=to(None, name, following))
    if player.is_bot:
        return "I'm thinking…" if len(table.game.seats) == 2 else say("{player} is thinking…", player=who)
    return "Your move" if yours else say("Your move, {player}" if you is None else "{player} to move", player=who)


def _news(table: Table, name: Naming, you: Player | None) -> list[str]:
    """Tell what has just happened on the board, and what the player to move can do besides moving."""
    state, game = table.state, table.game
    players = [called(table, name, seat) for seat in sorted(game.seats) if seat]
    begun = "The game continues here, {players:and}." if game.moved else "Game on, {players:and}!"
    told = [say(begun, players=players)] if game.shown < 0 and you is None else []
    if state.undone:
        told.append(say("Taken back: {moves:and}.", moves=[f"**{short_of(state, each)}**" for each in state.undone]))
    elif state.played:
        told.append(f"{_just_played(table, you)}.")
    last = state.events[state.changed - 1].what if state.changed else None
    if isinstance(last, Replaced):
        told.append(taken_over(table, name, last.seat))
    placing = to_place(state)
    told += [placing] if placing else []
    if state.awaits is Await.CALL:
        yours = you is not None and game.seats[state.due].id == you.id
        told += [HOW_TO_ROLL] if you is None else [rolling(TO_ROLL, game)] if yours else []
    elif any(claim.available(state.movement, state.line) for claim in state.variant.claims):
        told.append("A draw can be claimed.")
    return told


def taken_over(table: Table, name: Naming, seat: int) -> str:
    player, side = table.game.seats[seat], table.state.variant.seat(seat).name
    if player.is_bot:
        return say("I'm taking over {side} at level {level}.", side=side, level=player.level)
    return say("{player} takes over {side}.", player=name(player), side=side)


def _just_played(table: Table, you: Player | None) -> str:
    """The last move and what it did, as a sentence without its full stop, behind those that no board has shown yet."""
    state, last = table.state, table.state.played[-1]
    told = you or (table.game.seats[state.due] if state.result is None else None)

    def whose(seat: int) -> str:
        player = table.game.seats[seat]
        if _is_alike(table, seat):
            return f"{state.variant.seat(seat).name}'s"
        if player.is_bot:
            return "my"
        return "your" if told is not None and told.id == player.id else f"{escaped_name(player)}'s"

    earlier = [each for each in state.played[-TAIL:-1] if each.sequence > table.game.shown >= 0]
    shorts = "".join(f"{move_with_dice(state, each)}, " for each in earlier)
    attacked = royals_attacked(state.movement, state.position, last.seat, whose) if state.awaits is Await.MOVE else []
    attack = join_words(attacked, "and")
    short = f"{shorts}**{short_of(state, last)}**"
    if state.notices and len(state.variant.seats) > 2:
        return short
    if last.fought:
        who = attack.replace("your", "Your", 1) if attack.startswith("your") else attack
        danger = say("**{pieces} {number:form is|are} attacked**", pieces=who, number=len(attacked))
        return f"{short} – {fight_in_words(state.variant, last.fought)}{f'. {danger}' if attack else ''}"
    verb = "attacks" if state.fight is not None else "takes"
    move = describe.move_for_players(state.movement, last.before, last.move, whose, verb)
    check = "{move} and **checks {pieces}**" if state.variant.stuck.mates else "{move} and **attacks {pieces}**"
    return f"{short} – {say(check, move=move, pieces=attack) if attack else move}"


def _time(table: Table) -> str:
    """When the running clock runs out, or why none runs; "" without clocks."""
    clock = table.state.clock
    if clock is None:
        return ""
    if table.game.lost is not None or clock.paused:
        return "paused"
    if clock.flagged:
        return "time's up"
    if clock.running in clock.away:
        return "on vacation"
    return f"⏳ <t:{-(-clock.deadline // 1000)}:R>" if clock.deadline is not None else "clock stopped"


# ---- ends


REASONS = {
    "resignation": "{loser} resigns.",
    "time": "{loser} ran out of time.",
    "checkmate": "Checkmate!",
    "stalemate": "Stalemate: {due} has no legal move.",
}
"""Sentences about ends of games, by the reasons of results; others are told in the rules' own words."""


def verdict(table: Table, name: Naming) -> str:
    """Return who won a game: "ann wins", "Draw – ann and bob"."""
    state, result = table.state, table.state.result
    if result is None or result.reason == CLOSED:
        return "No result"
    if result.winner is not None:
        return say("{player} wins", player=called(table, name, result.winner))
    return say("Draw – {players:and}", players=[called(table, name, seat) for seat in state.remaining])


def reason(table: Table, name: Naming) -> str:
    """Return how a game ended, in a sentence."""
    state, result = table.state, table.state.result
    last = next((each for each in reversed(state.events) if each.sequence <= state.changed), None)
    if result is None or last is None:
        return ""
    if result.reason == CLOSED:
        if isinstance(last.what, Abandoned):
            return say("{player} abandoned the game. It doesn't count.", player=called(table, name, last.what.seat))
        by = called(table, name, last.actor) if last.actor else "A moderator"
        return say("{player} closed this game. It doesn't count.", player=by)
    if result.shares:
        return say("Stalemate: {shares}.", shares=describe.shares_in_words(state.variant, result))
    late = last.what.seat if isinstance(last.what, Flagged | TimeClaimed) else 0
    others = [seat for seat in table.game.seats if seat not in {result.winner, 0}]
    loser = late or (last.actor if isinstance(last.what, Resigned) else others[0])
    ruled = state.variant.reasons.get(result.reason, result.reason)
    if result.reason in REASONS:
        return say(REASONS[result.reason], loser=called(table, name, loser), due=called(table, name, state.turn))
    if result.winner is None:
        return sentence(ruled)
    return say("{player} wins {how}!", player=called(table, name, result.winner), how=ruled)
