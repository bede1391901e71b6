"""Sentences of the coach, of lessons and of puzzles."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games import Explored, Learning, Table
from bot.games.puzzles import HINTED, SHOWN, Solving
from bot.games.ratings import margin, points
from bot.games.refusals import granted
from bot.games.study.coaching import Overlap
from bot.store import PuzzleResult
from bot.text import games
from engine.lookahead.coach import Hint, percent
from engine.lookahead.puzzles import Puzzle, in_short
from engine.lookahead.review import Account, Review
from engine.model.english import counted
from engine.notation.describe import kind_on, result_in_words
from engine.play.referee import sheet
from engine.play.state import State
from engine.rules.fight import FightResult
from engine.variants import GAMES

NO_OVERLAP = Overlap()
STEPS = ("which piece", "where it goes", "why")


def reviewed(review: Review, overlap: Overlap = NO_OVERLAP) -> str:
    state = review.state
    lines = []
    if state.result is not None:
        ended = result_in_words(state.variant, state.result)
        lines.append(f"{ended[:1].upper()}{ended[1:]}.")
    if review.first:
        first, near = state.played[review.first], review.first == overlap.plies
        why = f"game #{overlap.game} is still near the moves before" if near else "the game is long"
        lines.append(f"I looked from {state.variant.seat(first.seat).name}'s move {first.round} on, since {why}.")
    lines += [_account(review, each) for each in review.accounts]
    if not review.turning:
        lines.append("No single move turned the game.")
    else:
        lines.append(f"Where it turned ({counted(len(review.turning), 'move')}):")
        lines += [f"({number}) {each.move} – {each.words}" for number, each in enumerate(review.turning, 1)]
    return "\n".join(lines)


def _account(review: Review, account: Account) -> str:
    name = review.state.variant.seat(account.seat).name
    cost = f"{name}: choices cost {percent(account.cost)} of a win per move on average"
    if len(review.state.variant.seats) > 2 or not any(played.fought for played in review.state.played):
        return f"{cost}."
    deed = "gave" if account.luck >= 0 else "took"
    return f"{cost}; dice {deed} {percent(abs(account.luck))} per fight."


IN_CHANNEL = "The hint is in the channel, for everybody."
REVIEW_IN_CHANNEL = "The review is in the channel."
_MORE = ("`/hint` again says where it goes.", "`/hint` again says why.", "")


def hint_told(hint: Hint, steps: int) -> str:
    more = _MORE[steps - 1]
    return "\n".join([*hint.steps[:steps], *([f"-# {more}"] if more else [])])


def hint_to_all(table: Table, asker: str, hint: Hint, steps: int) -> str:
    what = STEPS[steps - 1]
    return f"**#{table.game.number}** {asker} has asked me for a hint ({what}): {hint.steps[steps - 1]}"


PRAISE = ("Well done.", "Right.", "Exactly.", "That is it.", "Good move.", "Correct.")
UNLUCKY = "That was the task. The dice decide the rest."
FOUGHT_LATER = (
    "In this game captures are fought out with dice. The last steps show how; until then they simply succeed."
)
LESSON_HOW = (
    "Choose your move in the menu, or type it: `/learn move:`. Only you see this, and you can go on whenever you like."
)


def lesson_text(learning: Learning, *, resumed: bool = False, playable: bool = False) -> str:
    """A lesson as told to a learner, who comes back to it if `resumed`; `playable` where games are played."""
    step = learning.step
    if step is None or learning.state is None:
        return ending(learning, playable=playable)
    variant = learning.lesson.variant
    number, steps = learning.progress.step + 1, len(learning.lesson.steps)
    heading = f"**Learn {variant.name}, step {number} of {steps}: {step.title}**"
    if learning.done:
        return f"{heading}\n{done(learning, learning.state)}"
    lines = [
        heading,
        "You left off here." if resumed and number > 1 else None,
        GAMES[variant.key].sentence if number == 1 else None,
        FOUGHT_LATER if number == 1 and variant.combat else None,
        step.text,
        f"**You play {variant.seat(step.position.turn).name}.** {step.task}",
        f"{told(learning.tried)} That is legal, but it is not the task. Try again." if learning.tried else None,
        f"-# {LESSON_HOW}" if number == 1 else None,
    ]
    return "\n".join(line for line in lines if line)


def done(learning: Learning, after: State) -> str:
    fought = after.played[-1].fought
    praise = PRAISE[learning.progress.step % len(PRAISE)]
    if learning.progress.helped:
        praise = "This is how it is done."
    elif fought is not None and fought.verdict is not FightResult.WON:
        praise = UNLUCKY
    return f"{praise} {told(after)}"


def told(after: State) -> str:
    words = [f"{games.last_move(after)}."]
    fight = games.fight(after)
    if fight:
        words.append(fight)
    if after.result is not None:
        words.append(f"{games.sentence(result_in_words(after.variant, after.result))}")
    return " ".join(words)


def ending(learning: Learning, *, playable: bool) -> str:
    game = learning.lesson.variant.name
    here = (
        "*Challenge anyone here* posts a challenge in this channel, and `/play` names" if playable else "`/play` names"
    )
    where = "" if playable else " in a server"
    return (
        f"**Learn {game}: the end**\n"
        f"That is all you need for your first game of {game}.\n"
        f"**Play**: {here} an opponent{where}.\n"
        "**Look it up**: *Rules* shows the whole rules card.\n"
        "**Learn more**: `/learn game:` teaches another game."
    )


PUZZLE_HOW = "Choose your move in the menu, or type it: `/puzzle move:`. Only you see this, and your first try counts."


def puzzle_text(solving: Solving) -> str:
    puzzle = solving.puzzle
    lines = [f"**Puzzle: {puzzle.variant.name}, {puzzle.difficulty.name.casefold()}**"]
    if solving.over:
        lines.append(_ending(solving))
        lines.append(f"The solution: {solution(puzzle)}")
    else:
        lines.append(task(solving))
        lines += _lately(solving)
        if not solving.progress.made and not solving.tried:
            lines.append(f"-# {PUZZLE_HOW}")
    if solving.result is not None:
        lines.append(_rated(solving.result))
    return "\n".join(lines)


def daily_text(puzzle: Puzzle) -> str:
    side = puzzle.variant.seat(puzzle.start.turn).name
    return (
        f"**Puzzle of the day: {puzzle.variant.name}, {puzzle.difficulty.name.casefold()}**\n"
        f"{side} is to move. {puzzle.task}\n-# *Solve it* opens it for you alone; `/puzzle` has more."
    )


def task(solving: Solving) -> str:
    side = solving.state.variant.seat(solving.puzzle.start.turn).name
    if not solving.progress.made:
        return f"**You play {side}.** {solving.puzzle.task}"
    reply = games.last_move(solving.state)
    return f"Right. {reply}. **You play {side}**, with {counted(solving.left, 'move')} left."


def _lately(solving: Solving) -> Sequence[str]:
    lines = []
    if solving.tried is not None:
        lines.append(f"{games.last_move(solving.tried)}. That is legal, but it does not do it. Try again.")
    if solving.progress.helped == HINTED:
        cell = hinted(solving)
        variant = solving.state.variant
        lines.append(
            f"Hint: move your {kind_on(variant, solving.state.position, cell).name} on {variant.board.names[cell]}."
        )
    return lines


def hinted(solving: Solving) -> int:
    long = solving.puzzle.line[solving.progress.made]
    return granted(sheet(solving.state).read(long)).origin


def _ending(solving: Solving) -> str:
    if solving.progress.helped == SHOWN:
        return "This is how it is done."
    return "Solved!" if not solving.progress.failed and not solving.progress.helped else "Solved, at last."


def _rated(result: PuzzleResult) -> str:
    after = points(result.after)
    gained = "" if result.before is None else f" ({after - points(result.before):+d})"
    return f"-# Your puzzle rating: {after}{gained}, give or take {margin(result.after)}."


def solution(puzzle: Puzzle) -> str:
    """The moves of the solution, each with its reply: "1. Wd6 Gb5 2. Wxe6"."""
    moves = in_short(puzzle)
    return " ".join(f"{number // 2 + 1}. {move}" if number % 2 == 0 else move for number, move in enumerate(moves))


TRIED = 300
"""The characters of the moves tried that are shown."""


def exploration_text(explored: Explored) -> str:
    state, exploration = explored.state, explored.progress
    fight = games.fight(state)
    moves = " ".join(explored.moves)
    fought = any(played.fought for played in state.played)
    where = f", after {explored.last}" if explored.last else "" if exploration.after else ", from the start"
    standing = f"{state.variant.seat(state.turn).name} to move."
    if state.result is not None:
        standing = f"The game would be over. {games.sentence(result_in_words(state.variant, state.result))}"
    lines = [
        f"**Exploring #{exploration.game} {state.variant.name}{where}**",
        games.last_move(state),
        games.sentence(fight.removesuffix(".")) if fight else None,
        standing,
        f"-# Tried: {moves if len(moves) <= TRIED else '… ' + moves[-TRIED:].partition(' ')[2]}" if moves else None,
        f"-# Only you see this, and the game stays as it is{'; its dice are imagined' if fought else ''}.",
    ]
    return "\n".join(line for line in lines if line)
