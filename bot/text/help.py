"""The texts of `/help`: "how it works" in five lines, a page for each topic, and synonyms that lead to them.

A command in backticks becomes one to click on, see `harmless.clickable`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from bot.games.refusals import BadChoice
from bot.text.gamelist import game_list
from bot.text.harmless import escape
from bot.text.ratings import RULE
from engine.lookahead.search import LEVELS
from engine.model.english import plain
from engine.model.wording import say


class Topic(NamedTuple):
    title: str
    text: str


FRONT = (
    "I keep the rules, draw the board, roll the dice and tell you when it's your turn.\n"
    "**Start** with `/play`: pick a game and an opponent, or play me. New to a game? `/study learn` teaches it.\n"
    "**Move** with the button under the board, with `/move`, or by replying to the board, like `Pxd4`. Keep the @ on "
    "when you reply, or I can't see your message.\n"
    "**See** a board with `/board` and all your games with `/games`.\n"
    "**Finish** with `/game draw` or `/game resign`. Press *More* for everything else."
)
_LEVELS = "\n".join(f"- **Level {level.number}**, {level.name}: {level.text}" for level in LEVELS)
TOPICS: Mapping[str, Topic] = {
    "begin": Topic(
        "Start a game",
        "`/play` opens a panel: pick a game, an opponent and a clock, and press *Challenge*. *Accept* starts the game. "
        "With three or four seats, others press *Join*; once all are in, the challenger presses *Start*.\n"
        "If you type, `/play` knows more:\n"
        "- `clock:` is the time for each move, such as `3 days/move`, `7d+1d max 10d` or `10+5`.\n"
        "- `fights:` turns captures into dice fights.\n"
        "- `thread:` gives the game its own thread; `/game thread` does that later.\n"
        "- `comment:` adds a line from you. With `standing:` every *Accept* starts a new game.\n"
        "- `hints:` lets everyone ask for hints, which all can see. Such games aren't rated.\n"
        "- `rated:` decides whether it counts. `position:` starts from a position code or FEN.",
    ),
    "bot": Topic(
        "Play against me",
        "Pick me as your opponent in `/play`, or press *Play against me*. I play every game, always unrated.\n"
        f"{_LEVELS}\n"
        "With `level:` and no opponent I take every seat that is left. In your first three games I warn you when your "
        "royal piece is in danger.",
    ),
    "games": Topic("The games", game_list()),
    "move": Topic(
        "Make a move",
        "Press *Move* under the board, or use `/move`, which completes what you type.\n"
        "Or reply to the newest board with just the move, like `Pxd4`. Keep the @ on, or I can't see your message.\n"
        "Or mention me with the move. If you have several games, name one: `#14 Pxd4`.\n"
        "A move is a letter and a cell: `Tc3`, `Pxd4` (takes), `Tbc3` or `T4c3` (which of two), `Gd7=W` (promotes). "
        "Chess pawns need no letter: `e4`, `exd5`. From cell to cell works, too: `b1c3`.\n"
        "`/board` with `piece:` shows where a piece can go.",
    ),
    "look": Topic(
        "Look at games",
        "`/games` lists your games, the most urgent first.\n"
        "`/board` shows a game just to you; `share:` shows it to the channel. Choose a side with `seat:`, other "
        "colours with `theme:`, letters with `letters:`. `words:` describes the board instead.\n"
        "`/study replay` makes a GIF of a game, or a picture of its key moments (`form:`); `from:` and `to:` cut it.\n"
        "`/rules` explains a game with pictures of its pieces, `piece:` just one of them.",
    ),
    "end": Topic(
        "Draw, resign, take back",
        "`/game draw` offers a draw, answers an offer, or claims a draw under the rules.\n"
        "`/game resign` gives up; I'll ask once more.\n"
        "`/game takeback` asks to undo moves, and the others have to agree. Dice that were rolled stay spent.",
    ),
    "time": Topic(
        "Clocks, reminders, vacation",
        "`/game pause` stops a game's clock if everyone agrees.\n"
        "`/game claim-time` claims the win when an opponent's time is up.\n"
        "`/settings reminders` decides when and where I remind you.\n"
        "`/settings vacation` stops your clock in all games except live ones.",
    ),
    "away": Topic(
        "When a player or a channel is gone",
        "`/game nudge` reminds the player to move, once a day.\n"
        "Without a clock, I close a game that a player has abandoned. It doesn't count.\n"
        "`/game replace` finds another player for the seat; with three or four players that can be me.\n"
        "`/game move-here` continues a game here when its channel was deleted.",
    ),
    "dice": Topic(
        "Dice and fights",
        "With `fights:` every capture is a dice fight. The dice come from my secret, which I commit to in the "
        "challenge, and from the challenge's id, your lucky words and all moves so far. Words count only before the "
        "game starts: give one with `/play`, *Accept + lucky word* or `/dice word`.\n"
        "**Can anyone cheat?** Players can't: they don't know the secret. After the game, `/dice check` checks every "
        "die.\n"
        "- My *host*, who runs me, could read the secret and *foresee* the dice, but not change them. With `rolls:` "
        "the defender rolls each fight by replying to it. That reply's id goes into the dice, and nobody can choose "
        "it. Their first reply counts, always; a host never rolls.\n"
        "- A host could *rewrite* a whole game. Each board shows a short hash of the record, so `seal:` in "
        "`/dice check` finds that. A host can edit my messages, not yours: repeat the hash in one of your own.\n"
        "- Nothing helps if the host plays both sides, or is in league with the one who rolls.\n"
        "`/dice commitment` shows commitment and hash, `/dice luck` how lucky the dice were.\n"
        "`/roll` rolls for the channel, like `2d6+1`; `/dice reveal` publishes the secret behind those rolls.",
    ),
    "ahead": Topic(
        "Think ahead",
        "`/game if` saves answers to moves that may come, like `Pxd4 then Gxd4, Tb3 then Pe5`. I play them when those "
        "moves come; only you see them.\n"
        "`/study explore` lets you try moves on a private copy of the board. If it isn't your game, or it's over, "
        "*Threats* counts the attackers of each cell.\n"
        "`/settings change` with `only-move:` lets me play your forced moves.",
    ),
    "coach": Topic(
        "Hints and reviews",
        "`/study hint` helps in steps: which piece, where to, and why. You get hints against me, in explorations and "
        "lessons (`about:`), and in games that allow them – there everyone sees them.\n"
        "`/study review` shows the three moves that turned a finished game, better ones, and how lucky the dice were.\n"
        "In `/study explore`, *Value* shows who is better and the best line.\n"
        "I won't advise you on a position from a game you're still playing against people – anywhere.",
    ),
    "puzzles": Topic(
        "Puzzles",
        "`/study puzzle` shows a position in which one move wins. `game:` and `difficulty:` choose which.\n"
        "*Hint* tells you which piece moves, *Give up* shows the solution. Your first try counts for your puzzle "
        "rating, which only you see; a hint counts as a miss.\n"
        "Puzzles come in games for two, without fights. Moderators can choose channels for a daily one: `/server`.",
    ),
    "study": Topic(
        "Learn and practise",
        "`/study learn` teaches a game step by step: make a move, and I judge it.\n"
        "`/study puzzle` gives you a position to solve, `/study explore` a private board to try moves on.\n"
        "`/study hint` helps you in a game against me. After a game, `/study review` shows where it turned and "
        "`/study replay` plays it again.\n"
        "Only you see this, unless you share it.",
    ),
    "records": Topic(
        "Scoresheets",
        "`/record get` gives you a game's scoresheet and position code, or a PGN for other programs (`form:`).\n"
        "`/record look` leafs through a scoresheet or PGN. `/record continue` challenges a player to continue it.\n"
        "With both, `game:` names the game if the record doesn't, and `number:` picks one from a file.",
    ),
    "watch": Topic(
        "Watch and note",
        "`/game watch` pings you at the end of another game, or after every move. `/game note` keeps your private "
        "notes on a game.",
    ),
    "players": Topic(
        "Players and ratings",
        "`/players leaderboard` shows a game's best players here. `/players profile` shows a player's ratings and "
        f"games, and with `against:` how two have fared. {RULE}",
    ),
    "settings": Topic(
        "Your settings",
        "`/settings show` lists your choices. `/settings change` sets your boards' colours and letters, and whether I "
        "play your forced moves. `/settings privacy` shows what I know about you, sends it as a file, or deletes it.",
    ),
    "server": Topic(
        "For moderators",
        "`/server` sets the channels to play in, the default game, clock and colours, and who can challenge whom.",
    ),
    "host": Topic(
        "For my host",
        "`/status` shows my connection, the games and what is waiting. Only my owner and their team can see it.",
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
    "export": "settings privacy", "study": "study learn", "computer": "play", "level": "play", "start": "play",
    "practise": "study puzzle", "practice": "study puzzle",
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
        return BadChoice(say("I don't know anything about “{word:shown}”. Try one of these", word=word))
    topic, command, wanted = known
    if not command:
        return page(topic)
    there = "" if command == wanted else say("“{word}” is `/{command}` here.\n", word=escape(wanted), command=command)
    return there + page(topic)


def _commands() -> list[str]:
    texts = (FRONT, *(topic.text for topic in TOPICS.values()))
    return list(dict.fromkeys((found[1] + found[2]) for text in texts for found in _COMMAND.finditer(text)))
