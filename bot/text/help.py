"""The texts of `/help`: five lines, a page for each topic, and synonyms that lead to them.

A command in backticks becomes one to click on, see `harmless.clickable`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from bot.games.refusals import BadChoice
from bot.text.harmless import escape
from bot.text.ratings import RULE
from engine.model.english import plain, shown


class Topic(NamedTuple):
    title: str
    text: str


FRONT = (
    "I referee board games: I check every move, draw the board, roll the dice and keep each game safe.\n"
    "**Begin** with `/play`: choose a game, and somebody else presses *Accept*. `/study learn` teaches you any game.\n"
    "**Move** with the button under the board, with `/move`, or by a reply to the board such as `Pxd4`. Leave the "
    "reply's ping on: with it off, Discord hides the text from me.\n"
    "**Look** with `/board`, or at all your games with `/games`.\n"
    "**End** a game with `/game draw` or `/game resign`. All the rest is behind *More*."
)
TOPICS: Mapping[str, Topic] = {
    "begin": Topic(
        "Begin a game",
        "`/study learn` teaches you a game step by step: you make a move in each step, and I judge it; only you "
        "see this.\n"
        "`/play` challenges a person, or anyone in the channel, to a game. The challenge shows the game; *Accept* "
        "begins it. In a game for three or four, others press *Join* and may choose a side there; when all are in, the "
        "challenger presses *Start*.\n"
        "- `opponent:` may be me: I play any game, unrated, as well as `level:` says. With `level:` alone I take all "
        "places that are left.\n"
        "- `clock:` says how much time there is for each move, such as `3 days/move`, `7d+1d max 10d` or `10+5`.\n"
        "- `fights:` lets dice decide captures.\n"
        "- `thread:` gives the game a thread of its own; `/game thread` does so later.\n"
        "- `comment:` adds a word of yours; with `standing:` the challenge stays open for one game after another.\n"
        "- With `hints:` everybody may ask for hints, and sees what others are told; such a game is not rated.\n"
        "- `rated:` says whether it counts for ratings; `position:` begins from a position code or a FEN.",
    ),
    "move": Topic(
        "Make a move",
        "Press *Move* under the board, or use `/move`, which completes what you type.\n"
        "Or reply to the newest board with the move alone, such as `Pxd4`. I can read a reply only with its ping on: "
        "with the ping off, Discord hides its text from me.\n"
        "Or mention me with the move; where you play several games, name one, as in `#14 Pxd4`.\n"
        "A move is a letter and a cell: `Tc3`, `Pxd4` (takes), `Tbc3` or `T4c3` (which of two), `Gd7=W` (promotes). "
        "Chess pawns need no letter: `e4`, `exd5`. "
        "From cell to cell, as in `b1c3`, works too. A move that I refuse changes nothing.\n"
        "`/board` with `piece:` shows where a piece can go.",
    ),
    "look": Topic(
        "Look at games",
        "`/board` shows a game to you alone, with `share:` to the channel, with `seat:` from another side, with "
        "`letters:` beside the icons, with `theme:` in other colours. `words:` tells it row by row instead.\n"
        "`/games` lists your games, the most urgent first.\n"
        "`/study replay` shows a whole game as a GIF, or with `form:` its moments in one picture; `from:` and `to:` "
        "choose the moves, `share:` shows it to the channel.\n"
        "`/rules` shows the rules of a game and how its pieces move, with `piece:` one of them.",
    ),
    "end": Topic(
        "Draw, resign, take back",
        "`/game draw` offers a draw, answers an offer, or claims a draw under the rules.\n"
        "`/game resign` gives up; I ask you first.\n"
        "`/game takeback` asks to take moves back: everybody has to agree, I first say which moves it undoes, and "
        "rolled dice stay spent.",
    ),
    "time": Topic(
        "Clocks, reminders, vacation",
        "`/game pause` stops a game's clock by agreement.\n"
        "`/game claim-time` claims the game when time is up and I do not end it myself.\n"
        "`/settings reminders` says when and where I remind you.\n"
        "`/settings vacation` stops your clock in all your games but live ones.",
    ),
    "away": Topic(
        "Somebody or something is gone",
        "`/game nudge` reminds the player to move, once a day.\n"
        "A game without a clock that somebody has abandoned is closed, unrated.\n"
        "`/game replace` lets somebody else play on for a player who is away, in games for three or four also me.\n"
        "`/game move-here` goes on here with a game whose channel is gone.",
    ),
    "dice": Topic(
        "Dice and fights",
        "In games with `fights:` a capture is fought out with dice. They come from a secret that I commit to in the "
        "challenge, from the id of the challenge's message, from your words (`word:` in `/play`, *Accept with a "
        "word*, or `/dice word` before the game begins), and from all that was played before. Later words could be "
        "tried out, so I take none.\n"
        "**Who could cheat?** Players cannot: they do not know the secret. Once the game is over, `/dice check` "
        "checks every die, and finds a record with another move before a roll.\n"
        "- Whoever runs me, the *host*, could read the secret and *foresee* the dice, but not bend them. With "
        "`rolls:` a player rolls in each fight: the attack stands first, then the defender replies to it, and the "
        "reply's id, which nobody can choose, goes into the dice. Their first reply counts, always. A host never "
        "rolls.\n"
        "- A host could *rewrite* a whole game. The hash of its record stands on every board, so `seal:` in "
        "`/dice check` finds that. A host can edit my messages, not yours: to be certain, repeat the hash in a message "
        "of your own.\n"
        "- Nothing helps where both sides are the host's, or where the one who rolls is the host's accomplice.\n"
        "`/dice commitment` shows the commitment and the record's hash; `/dice luck` compares the dice with what was "
        "expected.\n"
        "`/roll` rolls for the channel, such as `2d6+1`; `/dice reveal` ends the channel's dice so far, publishes "
        "their secret and begins the next.",
    ),
    "ahead": Topic(
        "Think ahead",
        "`/game if` keeps answers to moves that may come, such as `Pxd4 then Gxd4, Tb3 then Pe5`. I make them when "
        "those moves come; nobody else sees them. `/study explore` is a private copy of a position to try moves on. "
        "Where you play no part in the game, or it is over, *Threats* shows how many pieces attack each cell. "
        "`/settings change` with `only-move:` lets me make your only legal move for you.",
    ),
    "coach": Topic(
        "Hints and reviews",
        "`/study hint` advises you in steps: which piece, then where it goes, then why. I give hints where you play "
        "against nobody but me, in explorations and lessons (`about:`), and in games whose players agreed to them in "
        "the challenge: there everybody sees each hint.\n"
        "`/study review` looks back at a game that is over: who stood better, move by move, and the three moves with "
        "which it turned, each with a better one. With fights it tells what dice did from what was chosen.\n"
        "In `/study explore`, *Value* says how the position stands, and the best line.\n"
        "About a position that stands, or has just stood, in a game that you play against people I say nothing, "
        "however you bring it to me, and I play no game on from it. A review skips the moves up to such a position.",
    ),
    "puzzles": Topic(
        "Puzzles",
        "`/study puzzle` shows you a position in which one move wins the game, or a piece: make it below the picture, "
        "or with `move:`. I reply, and you go on. `game:` and `difficulty:` choose which. *Hint* tells which piece "
        "moves, *Give up* shows the solution. Your first try counts for your puzzle rating, which only you see; a hint "
        "before it counts as a miss. Puzzles are for games for two, without fights; each was checked by a search of "
        "all moves and replies. Moderators may choose channels in which I post one every day: `/server`.",
    ),
    "records": Topic(
        "Scoresheets",
        "`/record get` gives the scoresheet of a game, and the code of its position; `form:` gives a PGN for other "
        "programs. `/record look` leafs through a scoresheet or PGN. `/record continue` challenges somebody to play "
        "its game on. With both, `game:` says what is played if the record doesn't, and `number:` chooses a game of a "
        "file.",
    ),
    "watch": Topic(
        "Watch and note",
        "`/game watch` pings you at the end of somebody else's game, or at each move. `/game note` keeps notes to "
        "yourself on a game; nobody else sees them.",
    ),
    "players": Topic(
        "Players and ratings",
        "`/players leaderboard` shows the best players of a game here. `/players profile` shows a player's ratings "
        f"and games, with `against:` how two have fared. {RULE}",
    ),
    "settings": Topic(
        "Your settings",
        "`/settings show` lists what you have chosen. `/settings change` says in which colours you see boards, whether "
        "they show letters, and whether your only legal move is made for you. `/settings privacy` says what I keep "
        "about you, gives it to you as a file, or deletes it.",
    ),
    "server": Topic(
        "For those who manage the server",
        "`/server` sets the channels to play in, the usual game, clock and colours, and who may challenge whom.",
    ),
    "host": Topic(
        "For those who run me",
        "`/status` says how I am doing: my connection, the games, what waits, and what is set aside. Only the owner of "
        "my application and the members of its team see it.",
    ),
}

SYNONYMS: Mapping[str, str] = {
    "give up": "game resign", "offer": "game draw", "claim": "game draw", "undo": "game takeback",
    "take back": "game takeback", "resume": "game pause", "flag": "game claim-time", "notes": "game note",
    "conditional": "game if", "moves": "board", "legal moves": "board", "gif": "study replay", "film": "study replay",
    "animation": "study replay", "teach": "study learn", "tutorial": "study learn", "lesson": "study learn",
    "puzzles": "study puzzle", "tactics": "study puzzle", "mate": "study puzzle", "join": "play", "accept": "play",
    "challenge": "play", "variant": "play", "time": "play", "combat": "play", "advice": "study hint",
    "coach": "study hint", "analysis": "study review", "analyse": "study review", "import": "record look",
    "record": "record get", "scoresheet": "record get", "pgn": "record get", "verify": "dice check",
    "ratings": "players leaderboard", "rating": "players profile", "remind": "settings reminders",
    "holiday": "settings vacation", "settings": "settings show", "letters": "settings change",
    "theme": "settings change", "colours": "settings change", "colors": "settings change", "delete": "settings privacy",
    "export": "settings privacy", "study": "study learn",
}  # fmt: skip
"""Words that people try, and the command that does what they mean; the last word of a command needs no line here."""

_COMMAND = re.compile(r"`/([a-z-]+)((?: [a-z-]+)?)`")


def page(topic: str) -> str:
    return f"**{TOPICS[topic].title}**\n{TOPICS[topic].text}"


def words() -> list[tuple[str, str]]:
    topics = [(topic.title, key) for key, topic in TOPICS.items()]
    commands = [(f"{command}: /{command}", command) for command in _commands()]
    synonyms = [(f"{word}: /{command}", word) for word, command in SYNONYMS.items()]
    return [*topics, *commands, *synonyms]


class Found(NamedTuple):
    topic: str
    command: str
    word: str


def found(text: str) -> Found | None:
    wanted = _plainly(text)
    wanted = {_plainly(words): value for words, value in words()}.get(wanted, wanted)
    if wanted in TOPICS:
        return Found(wanted, "", wanted)
    command = next((each for each in _commands() if wanted in {each, each.split()[-1]}), SYNONYMS.get(wanted, ""))
    topic = next((key for key, topic in TOPICS.items() if f"`/{command}`" in topic.text), "")
    return Found(topic, command, wanted) if command else None


def _plainly(text: str) -> str:
    return " ".join(plain(text).casefold().removeprefix("/").split()).strip(".,!?")


def about(word: str) -> str | BadChoice:
    known = found(word)
    if known is None:
        return BadChoice(f"I have no help on “{shown(word)}”. Choose a topic from the list below")
    topic, command, wanted = known
    if not command:
        return page(topic)
    there = "" if command == wanted else f"“{escape(wanted)}” is `/{command}` here.\n"
    return there + page(topic)


def _commands() -> list[str]:
    texts = (FRONT, *(topic.text for topic in TOPICS.values()))
    return list(dict.fromkeys((found[1] + found[2]) for text in texts for found in _COMMAND.finditer(text)))
