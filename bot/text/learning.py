"""Sentences of lessons: a step with its task, what the learner's move did, and what to do at the end."""

from __future__ import annotations

from bot.games import Learning
from bot.text import games
from engine.lookahead.lessons import LessonStep
from engine.notation.describe import result_in_words
from engine.play.state import State
from engine.rules.fight import FightResult
from engine.variants import GAMES

PRAISE = ("Well done.", "Right.", "Exactly.", "That is it.", "Good move.", "Correct.")
UNLUCKY = "That was the task. The dice decide the rest."
FOUGHT_LATER = (
    "In this game captures are fought out with dice. The last steps show how; until then they simply succeed."
)
HOW = (
    "Choose your move in the menu, or type it: `/learn move:`. Only you see this, and you can go on whenever you like."
)


def lesson_text(learning: Learning, *, resumed: bool = False, playable: bool = False) -> str:
    """What stands above a lesson's picture.

    `resumed` is for a learner who comes back to it, `playable` for a place where games are played.
    """
    step = learning.step
    if step is None or learning.state is None:
        return ending(learning, playable=playable)
    number, steps = learning.progress.step + 1, len(learning.lesson.steps)
    heading = f"**Learn {learning.lesson.variant.name}, step {number} of {steps}: {step.title}**"
    if learning.done:
        return f"{heading}\n{done(learning, learning.state)}"
    lines = [
        heading,
        "You left off here." if resumed and number > 1 else None,
        *(introduction(learning) if number == 1 else ()),
        step.text,
        f"**You play {side(step)}.** {step.task}",
        missed(learning.tried) if learning.tried else None,
        f"-# {HOW}" if number == 1 else None,
    ]
    return "\n".join(line for line in lines if line)


def introduction(learning: Learning) -> list[str]:
    variant = learning.lesson.variant
    return [GAMES[variant.key].sentence, *([FOUGHT_LATER] if variant.combat else [])]


def side(step: LessonStep) -> str:
    return step.variant.seat(step.position.turn).name


def done(learning: Learning, after: State) -> str:
    fought = after.played[-1].fought
    praise = PRAISE[learning.progress.step % len(PRAISE)]
    if learning.progress.helped:
        praise = "This is how it is done."
    elif fought is not None and fought.verdict is not FightResult.WON:
        praise = UNLUCKY
    return f"{praise} {told(after)}"


def missed(after: State) -> str:
    return f"{told(after)} That is legal, but it is not the task. Try again."


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
