"""Sentences about what is kept about a person, how it is given out and how it is deleted."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games import label
from bot.store import Player, StoredGame
from bot.text.harmless import escape
from engine.model.wording import say

NAMED, WIDTH = 4, 80
"""Limits of the question: games named, and characters of each, so that it fits into a message."""
KEPT = """\
**What I store about you**
• your games: your id, your name at the time, your moves with their times, results, ratings
• what you write or choose: notes, conditional moves, explorations, imported records, settings, vacations, reminders
• your lucky words, and the ids of messages you rolled with
• your shared rolls with their labels
• the browsers you're signed in to: your id, your name at the time, and a hash of the cookie
I only read messages that mention me, reply to my boards or are sent to me. Everyone in a server can see its games; \
only you and my owner can see the rest.
*Export* gives you all of it as a file. *Delete everything* is final; I'll ask once more.
-# Full policy: docs/privacy.md in my source."""
CONSEQUENCES = """\
Your id, names, notes, conditional moves, explorations, records, settings and ratings are deleted, as are the labels \
of your shared rolls.
In your games and shared rolls you become a “former player”. Moves, times and dice stay for your opponents. So do the \
lucky words and the ids of messages behind the dice, so that they can still be checked.
Messages in Discord aren't mine to delete: delete yours there."""
RESIGNING, LEAVING = "You'll resign {games:counted game}:", "You'll leave {games:counted open challenge}:"
CANCELLED = "Nothing was deleted."
BEGUN = "I'm deleting everything about you. This can take a minute."
GONE = "Done – I've forgotten you. Come back any time."
GOING_ON = "I'm still deleting, and I'll finish it even after a restart. There's nothing else for you to do."
EXPORTED = "Here's everything I store about you."
UNDONE = "Discord didn't take the file. Please try again in a minute."


def asking(games: Sequence[StoredGame], player: Player) -> str:
    """The question before everything is deleted, with the games and challenges that end."""
    lines = ["**Delete everything about you?** This can't be undone."]
    for words, is_open in (RESIGNING, False), (LEAVING, True):
        concerned = [game for game in games if game.guild and (game.stage == "open") is is_open]
        if concerned:
            lines.append(say(words, games=concerned))
            lines += [f"• {escape(label(game, player)[:WIDTH])}" for game in concerned[:NAMED]]
        if len(concerned) > NAMED:
            lines.append(say("• and {number} more", number=len(concerned) - NAMED))
    if alone := sum(not game.guild for game in games):
        lines.append(say("I'll delete {games:counted game} in our direct messages.", games=alone))
    return "\n".join([*lines, CONSEQUENCES])


def part_of(number: int, parts: int) -> str:
    return EXPORTED if parts == 1 else f"{EXPORTED} {say('Part {number} of {parts}.', number=number, parts=parts)}"
