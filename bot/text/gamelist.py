"""Texts for newcomers: the list of games, how pieces move, the greeting, and answers to plain words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from bot.games.refusals import BadChoice
from engine.model.english import plain
from engine.model.equipment import PieceType
from engine.model.wording import say
from engine.variants import GAMES, game_called, titled, variant_of
from engine.variants.variant import Variant, VariantEntry

START, TWO, SEVERAL, FIGHTS = "Start here", "For two", "For three and four", "With fights"
DIFFICULTY = {1: "easy", 2: "medium", 3: "hard"}
ANY_FIGHTS = "Every capture is a dice fight. With `fights:` any other game plays like this, too."


def groups() -> dict[str, list[VariantEntry]]:
    """Return the games under each heading, the easiest and shortest first."""
    found: dict[str, list[VariantEntry]] = {heading: [] for heading in (START, TWO, SEVERAL, FIGHTS)}
    for game in sorted(GAMES.values(), key=lambda game: (game.difficulty, game.minutes)):
        found[group_of(game)].append(game)
    return found


def newcomers_order() -> Sequence[VariantEntry]:
    return [game for games in groups().values() for game in games]


def group_of(game: VariantEntry) -> str:
    if game.combat[0] != "off":
        return FIGHTS
    if len(variant_of(game.key).seats) > 2:
        return SEVERAL
    return START if game.difficulty == min(DIFFICULTY) else TWO


def length(game: VariantEntry) -> str:
    shortest, longest = game.minutes
    return say("{shortest}–{longest} minutes", shortest=shortest, longest=longest)


def in_short(game: VariantEntry) -> str:
    """A game in a few words, at most 100 characters: `Hexeh: start here, 15–30 minutes, easy`."""
    return f"{game.name}: {group_of(game).lower()}, {length(game)}, {DIFFICULTY[game.difficulty]}"[:100]


def key_of(text: str) -> str:
    """Return the id of the game that a text names by its id, a name or its line in a list; else the text itself."""
    wanted = plain(text).casefold()
    called = game_called(wanted)
    if called and not called[1]:
        return called[0].key
    return next((game.key for game in GAMES.values() if wanted == plain(in_short(game)).casefold()), wanted)


def game_list() -> str:
    """All games as one text in Discord's markup."""
    parts = []
    for heading, games in groups().items():
        lines = [
            f"- **{game.name}**: {game.sentence} *{length(game)}, {DIFFICULTY[game.difficulty]}.*" for game in games
        ]
        parts.append("\n".join([f"**{heading.upper()}**", *([ANY_FIGHTS] if heading == FIGHTS else []), *lines]))
    return "\n\n".join(parts)


def pieces_heading(variant: Variant, kind: PieceType | None) -> str:
    game = titled(variant.name, variant.options)
    words = "How {piece:a} moves in **{game}**:" if kind else "How the pieces of **{game}** move:"
    return say(words, game=game, piece=kind and kind.name)


def piece_label(kind: PieceType | None) -> str:
    """A kind of piece with its letter, as a button or a menu names it; all of them for None."""
    return "All pieces" if kind is None else f"{kind.name[:1].upper()}{kind.name[1:]} ({kind.letter})"


def unknown_piece(variant: Variant, given: str) -> BadChoice:
    names = [piece_label(kind) for kind in variant.kinds]
    words = "{game} has no “{given:shown}”. Its pieces are {names:and}"
    return BadChoice(say(words, game=variant.name, given=given, names=names))


FIRST = newcomers_order()[0]
STATUS = "/play · /study · /help"
PROFILE = (
    "I run hexagonal chess, and chess where every capture is a dice fight, for two to four players. I keep the rules, "
    "draw the board and tell you when it's your turn. Start with /play, or learn a game with /study learn."
)
WELCOME = (
    "Hi! I run hexagonal chess – and chess where every capture is a dice fight.\n"
    "I keep the rules, draw the board and tell you when it's your turn. Nobody around? Play me!\n"
    "-# Managing this server? Choose channels and defaults with /server."
)
GREETING = (
    "Hi! *Play {game}* finds you an opponent here, *Play against me* starts an easy game right away, and "
    "*How it works* shows you around."
)
RULES = "/rules explains a game in pictures, just for you. /study learn teaches it step by step."
THANKS = "You're welcome. Have a good game!"
DIRECT = (
    "Play me right here: press the button, or use /play. Games with people live in servers. To move in one from "
    "here, write e.g. `#14 Pxd4`."
)

Word = Literal["help", "rules", "thanks"]
_WORDS: dict[str, Word] = {
    **dict.fromkeys(("", "help", "hi", "hello", "hey", "start", "play", "commands", "how", "info", "ping"), "help"),
    **dict.fromkeys(("rules", "rule", "the rules", "how to play"), "rules"),
    **dict.fromkeys(("thanks", "thank you", "thx", "ty", "cheers", "good bot"), "thanks"),
}


def understood(text: str) -> Word | None:
    return _WORDS.get(" ".join(text.casefold().strip(" .,!?*_/").split()))
