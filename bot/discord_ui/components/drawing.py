"""What people do that lets a picture be drawn for them, by the names of commands and the actions of buttons and menus.

Boards that are posted because the game has gone on are not among them.
"""

from __future__ import annotations

COMMANDS = frozenset({"board", "explore", "learn", "puzzle", "replay", "review", "rules", "record look", "dice luck"})
MENUS = frozenset({"Profile", "Look at this record"})
PLAYERS = frozenset({"players leaderboard", "players profile"})
LOOKING = frozenset({"where", "look", "glance", "flip", "pick", "turn"})
EXPLORING = frozenset({"try", "leaf", "retract", "restart", "spin", "threats", "plain"})
LEARNING = frozenset({"learn", "lessonback", "lessonskip", "lessonnext", "lessonshow", "lessonanew", "lessonpieces"})
SOLVING = frozenset({"solve", "solveleaf", "puzzlehint", "puzzleshow", "puzzlenext", "puzzleday", "puzzlepieces"})
LEAFING = frozenset({"first", "tenback", "back", "on", "tenon", "last"})
REPLAYING = frozenset({"replay", "film", "strip"} | {f"game{action}" for action in LEAFING})
SHEETS = frozenset({"piece", "kinds", "pieces"})

DRAWING_COMMANDS = COMMANDS | MENUS | PLAYERS
DRAWING_PRESSES = LOOKING | EXPLORING | LEARNING | SOLVING | LEAFING | REPLAYING | SHEETS
