"""Sentences about what is kept about a person, how it is given out and how it is deleted."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games import label
from bot.store import Player, StoredGame
from bot.text.harmless import escape
from engine.model.english import count_of

NAMED, WIDTH = 4, 80
"""Limits of the question: games named, and characters of each, so that it fits into a message."""
KEPT = """\
**What I keep about you**
• the games you play: your id, the name you had then, your moves with their times, how they ended, your ratings
• what you write or choose: notes, conditional moves, explorations, records you bring, settings, vacations, reminders
• your words for the dice, and the ids of the messages with which you rolled
• your shared rolls with their labels
I read only messages that mention me, reply to my boards or are sent to me. Everybody in a server can see its games; \
nobody but you and whoever runs this bot can see your notes, conditional moves, explorations, records and settings.
*Export* gives you all of it as a file. *Delete everything* asks once more, then deletes it for good.
-# In full, with why and how long: docs/privacy.md, which comes with this bot."""
CONSEQUENCES = """\
Your id, names, notes, conditional moves, explorations, records, settings and ratings go, and so do the labels of your \
shared rolls.
What your opponents need stays without you: in your games and shared rolls you become a “former player”. Moves, times \
and dice stay, and so do the words and the ids of the messages that went into the dice, which could not be checked \
without them.
I can neither keep nor delete messages that stand in Discord: delete yours there."""
CANCELLED = "Nothing was deleted. I keep everything as it was."
BEGUN = "I am deleting what I keep about you. This may take a minute."
GONE = "Done: I keep nothing about you any more. You are welcome to begin anew as a new player."
GOING_ON = "I am still deleting. I will finish it by myself, also after a restart; nothing else is needed from you."
EXPORTED = "Here is everything that I keep about you."
UNDONE = "Discord would not take the file. Please try again in a minute."


def asking(games: Sequence[StoredGame], player: Player) -> str:
    """The question before everything is deleted, with the games and challenges that end."""
    lines = ["**Delete everything that I keep about you?** This cannot be undone."]
    for words, what in (("You resign {} that you still play in:", "game"), ("You leave {}:", "open challenge")):
        concerned = [game for game in games if game.guild and (game.stage == "open") is (what != "game")]
        if concerned:
            lines.append(words.format(count_of(len(concerned), what)))
            lines += [f"• {escape(label(game, player)[:WIDTH])}" for game in concerned[:NAMED]]
        if len(concerned) > NAMED:
            lines.append(f"• and {len(concerned) - NAMED} more")
    if alone := sum(not game.guild for game in games):
        lines.append(f"I delete {count_of(alone, 'game')} in our direct messages.")
    return "\n".join([*lines, CONSEQUENCES])


def part_of(number: int, parts: int) -> str:
    return EXPORTED if parts == 1 else f"{EXPORTED} Part {number} of {parts}."
