"""What newcomers read: the greeting of a server, and answers to words that people try."""

from __future__ import annotations

from typing import Literal

from bot.text.gamelist import newcomers_order

FIRST = newcomers_order()[0]
"""The game to start with."""
STATUS = "/play · /learn · /help"
PROFILE = (
    "I referee hexagonal chess, and chess with dice, for two to four players. I check every move, draw the board, roll "
    "dice that anyone can check, and keep each game safe for weeks. Start with /play, or learn a game with /learn."
)
WELCOME = (
    "I referee board games that nobody else referees: hexagonal chess, and chess in which captures are fought out with "
    "dice. I check every move, draw the board, and remind you when it is your turn. Alone here? Play against me.\n"
    "-# If you manage this server, /server sets the channels to play in, the usual clock and more."
)
GREETING = (
    f"Hello! Press *Play {FIRST.name}* to challenge anyone here, *Play against me* for an easy game at once, or "
    "*How it works* to see what I can do."
)
RULES = "/rules explains a game; only you see the answer. /learn teaches you one step by step."
THANKS = "You are welcome. Have a good game!"
DIRECT = (
    "Here you can use /learn, /rules, /explore, /games, /settings and /roll. Boards stand in servers; to move from "
    "here, write the game's number and the move, such as `#14 Pxd4`."
)

Word = Literal["help", "rules", "thanks"]
_WORDS: dict[str, Word] = {
    **dict.fromkeys(("", "help", "hi", "hello", "hey", "start", "play", "commands", "how", "info", "ping"), "help"),
    **dict.fromkeys(("rules", "rule", "the rules", "how to play"), "rules"),
    **dict.fromkeys(("thanks", "thank you", "thx", "ty", "cheers", "good bot"), "thanks"),
}


def understood(text: str) -> Word | None:
    return _WORDS.get(" ".join(text.casefold().strip(" .,!?*_/").split()))
