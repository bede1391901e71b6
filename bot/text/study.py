"""Sentences of the coach, of lessons and of puzzles."""

from __future__ import annotations

from bot.games import Explored, Learning, Table
from bot.games.puzzles import SHOWN, Solving
from bot.games.ratings import margin, points
from bot.store import DailyStanding, Player
from bot.text import games
from bot.text.harmless import escaped_name, name_for
from engine.lookahead.coach import Hint, percent
from engine.lookahead.puzzles import Puzzle, in_short
from engine.lookahead.review import Review
from engine.model.english import sentence
from engine.model.wording import say
from engine.notation.describe import kind_on, move_for_players, result_in_words
from engine.play.state import State
from engine.records.luck import luck
from engine.records.replay import short_of
from engine.rules.fight import FightResult

LATER_MOVES = "I only looked at the game from move {move} on."
NUMBERS = ("1️⃣", "2️⃣", "3️⃣")


def reviewed(table: Table, review: Review, you: Player | None = None) -> str:
    """A review by the players' names; `you` are told of your own moves as yours."""
    state, held = review.state, table.game.seats
    players = {seat.number: held.get(seat.number, Player(0, seat.name)) for seat in state.variant.seats}
    who = {seat: name_for(you, escaped_name, player) for seat, player in players.items()}
    lines = [say(LATER_MOVES, move=state.played[review.first].round)] if review.first else []
    for seat, name in who.items():
        if (accuracy := review.accuracy(seat)) is not None:
            rolled = luck(state, seat)
            words = "{player}: accuracy {accuracy}. Luck: {luck}." if rolled else "{player}: accuracy {accuracy}."
            lines.append(say(words, player=name, accuracy=percent(accuracy), luck=rolled and rolled.word))
    points = [each.words(who[each.assessment.seat]) for each in review.turning_points]
    lines += [f"{number} {point}" for number, point in zip(NUMBERS, points, strict=False)]
    return "\n".join(lines if points else [*lines, "No single move decided this game."])


_MORE = ("-# Use `/study hint` again to see where it goes.", "-# Use `/study hint` again to see why.")


def hint_told(hint: Hint, steps: int) -> str:
    return "\n".join([*hint.steps[:steps], *_MORE[steps - 1 : steps]])


HINT_TO_ALL = "**#{number}** A hint for {asker}: {hint}"
YOU_PLAY = "**You play {side}.**"
PRAISE = ("Well done!", "Right.", "Exactly!", "That's it.", "Good move!", "Correct.")
SHOWN_HOW = "Here's how:"
UNLUCKY = "That was the move we wanted – the rest is up to the dice."
FOUGHT_LATER = "Captures are dice fights here. The last steps show how; until then they simply succeed."
LESSONS_OVER = "### Learn {game}\nYou're ready for your first game! Challenge this channel, or play me."
LESSONS_OVER_ALONE = "### Learn {game}\nYou're ready for your first game! Play me!"
TRY_AGAIN = "Legal – but not what we're after. Try again!"
LESSON_HOW = "Only you see this. Leave whenever you like: `/study learn` brings you back."


def lesson_text(learning: Learning, *, playable: bool = False) -> str:
    """A lesson as told to a learner; `playable` where games are played."""
    step, variant = learning.step, learning.lesson.variant
    if step is None:
        return say(LESSONS_OVER if playable else LESSONS_OVER_ALONE, game=variant.name)
    number, steps = learning.progress.step + 1, len(learning.lesson.steps)
    heading = say("### Learn {game} {number}/{steps}: ", game=variant.name, number=number, steps=steps) + step.title
    if learning.done:
        fought = learning.state.played[-1].fought
        praise = PRAISE[learning.progress.step % len(PRAISE)]
        if learning.progress.helped:
            praise = SHOWN_HOW
        elif fought is not None and fought.verdict is not FightResult.WON:
            praise = UNLUCKY
        return f"{heading}\n{praise} {_told(learning.state)}"
    lines = [
        heading,
        learning.lesson.goal if number == 1 else None,
        FOUGHT_LATER if number == 1 and variant.combat else None,
        step.text,
        f"{say(YOU_PLAY, side=variant.seat(step.position.turn).name)} {step.task}",
        f"{_told(learning.tried)} {TRY_AGAIN}" if learning.tried else None,
        f"-# {LESSON_HOW}" if number == 1 else None,
    ]
    return "\n".join(line for line in lines if line)


def move_told(after: State) -> str:
    """The last move and what it did: "**Wxd4** – the wizard takes Blue's guard."""
    last, names = after.played[-1], [f"{seat.name}'s" for seat in after.variant.seats]
    moved = move_for_players(after.movement, last.before, last.move, lambda seat: names[seat - 1])
    return f"**{short_of(after, last)}** – {games.fight(after) or f'{moved}.'}"


def _told(after: State) -> str:
    """The same, with a win that it brings."""
    result = after.result if after.result is not None and after.result.winner is not None else None
    return move_told(after) + (f" {sentence(result_in_words(after.variant, result))}" if result else "")


ANSWERED = "Right! {rival} answers **{move}**. **You play {side}**, with {left:counted move} left."
GOOD_IDEA = "Good idea, but it doesn't work. Try again!"
PUZZLE_HOW = "Only you see this. Your first try counts."


def _named(puzzle: Puzzle) -> dict[str, str]:
    """A puzzle as sentences name it."""
    side, difficulty = puzzle.variant.seat(puzzle.start.turn).name, puzzle.difficulty.name.casefold()
    return {"game": puzzle.variant.name, "difficulty": difficulty, "side": side, "task": puzzle.task}


def puzzle_text(solving: Solving) -> str:
    puzzle, progress, state = solving.puzzle, solving.progress, solving.state
    lines = [say("### Puzzle: {game}, {difficulty}", **_named(puzzle))]
    if solving.over:
        solved = "Solved in the end:" if progress.failed or progress.helped else "Solved!"
        lines.append(f"{SHOWN_HOW if progress.helped == SHOWN else solved} {solution(puzzle)}")
    elif progress.step:
        rival, short = state.variant.seat(state.played[-1].seat).name, short_of(state, state.played[-1])
        lines.append(say(ANSWERED, rival=rival, move=short, left=solving.left, **_named(puzzle)))
    else:
        lines.append(f"{say(YOU_PLAY, **_named(puzzle))} {puzzle.task}")
    if solving.tried is not None:
        lines.append(f"{_told(solving.tried)} {GOOD_IDEA}")
    cell = solving.hinted
    if cell is not None:
        piece = kind_on(puzzle.variant, state.position, cell).name
        lines.append(say("Hint: move your {piece} on {cell}.", piece=piece, cell=puzzle.variant.board.names[cell]))
    if not (progress.step or progress.failed or progress.helped):
        lines.append(f"-# {PUZZLE_HOW}")
    if solving.daily is not None:
        lines.append(_day_so_far(solving.daily, clean=not (progress.failed or progress.helped)))
    if solving.result is not None:
        before, after = solving.result.before, points(solving.result.after)
        words = (
            "-# Puzzle rating {now} (±{margin})"
            if before is None
            else "-# Puzzle rating {now} ({gained:+d}) (±{margin})"
        )
        gained = after - points(before) if before is not None else 0
        lines.append(say(words, now=after, gained=gained, margin=margin(solving.result.after)))
    return "\n".join(lines)


def _day_so_far(daily: DailyStanding, *, clean: bool) -> str:
    """The solvers of the puzzle of the day in number, and one's own days in a row."""
    words = "{solved:counted player} solved it today." if daily.solved else "Nobody has solved it yet today."
    if clean and daily.solved == 1:
        words = "You're the first to solve it today!"
    row = say(" 🔥 {days} days in a row!", days=daily.streak) if daily.streak > 1 else ""
    return say(words, solved=daily.solved) + row


def daily_text(puzzle: Puzzle, yesterday: int = 0) -> str:
    """The post of the day's puzzle; `yesterday` is how many solved the one before."""
    before = say("\n-# {number:counted player} solved it yesterday.", number=yesterday) if yesterday else ""
    return say("### Puzzle of the day: {game}, {difficulty}\n{side} to move. {task}", **_named(puzzle)) + before


def solution(puzzle: Puzzle) -> str:
    """The moves of the solution, each with its reply: "1. Wd6 Gb5 2. Wxe6"."""
    moves = in_short(puzzle)
    return " ".join(f"{number // 2 + 1}. {move}" if number % 2 == 0 else move for number, move in enumerate(moves))


COPY = "-# A private copy: the game isn't touched."
COPY_IMAGINED = "-# A private copy; its dice are imagined: the game isn't touched."
TRIED_MAX_CHARS = 300


def exploration_text(explored: Explored) -> str:
    state, exploration = explored.state, explored.progress
    tried, heading = " ".join(explored.moves), "### Exploring {game} #{number}, from the start"
    if explored.last or exploration.step:
        heading = "### Exploring {game} #{number}, after {move}" if explored.last else "### Exploring {game} #{number}"
    if state.result is None:
        standing = say("{side} to move.", side=state.variant.seat(state.turn).name)
    else:
        standing = say("That would end the game. {how}", how=sentence(result_in_words(state.variant, state.result)))
    short = tried if len(tried) <= TRIED_MAX_CHARS else f"… {tried[-TRIED_MAX_CHARS:].partition(' ')[2]}"
    lines = [
        say(heading, game=state.variant.name, number=exploration.game, move=explored.last),
        games.last_move(state),
        games.fight(state),
        standing,
        say("-# Tried: {moves}", moves=short) if tried else None,
        COPY_IMAGINED if any(played.fought for played in state.played) else COPY,
    ]
    return "\n".join(line for line in lines if line)
