"""Texts for newcomers: the list of games, how pieces move, the greeting, and answers to plain words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from bot.games.refusals import BadChoice
from engine.model.english import join_words, plain, shown, with_article
from engine.model.equipment import PieceType
from engine.variants import GAMES, game_called, titled, variant_of
from engine.variants.variant import Variant, VariantEntry

START, TWO, SEVERAL, FIGHTS = "Start here", "For two", "For three and four", "With fights"
DIFFICULTY = {1: "easy", 2: "medium", 3: "hard"}
ANY_FIGHTS = "Captures are fought out with dice here; every other game can be played like this, too, with `fights:`."


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
    return f"{game.minutes[0]}–{game.minutes[1]} minutes"


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
    """All games as one text in Discord's markup, for an embed (at most 4096 characters)."""
    parts = []
    for heading, games in groups().items():
        lines = [
            f"- **{game.name}**: {game.sentence} *{length(game)}, {DIFFICULTY[game.difficulty]}.*" for game in games
        ]
        parts.append("\n".join([f"**{heading.upper()}**", *([ANY_FIGHTS] if heading == FIGHTS else []), *lines]))
    return "\n\n".join(parts)


def pieces_heading(variant: Variant, kind: PieceType | None) -> str:
    game = titled(variant.name, variant.options)
    return f"How {with_article(kind.name)} moves in **{game}**:" if kind else f"How the pieces of **{game}** move:"


def piece_label(kind: PieceType | None) -> str:
    """A kind of piece with its letter, as a button or a menu names it; all of them for None."""
    return "All pieces" if kind is None else f"{kind.name[:1].upper()}{kind.name[1:]} ({kind.letter})"


def unknown_piece(variant: Variant, given: str) -> BadChoice:
    names = join_words([piece_label(kind) for kind in variant.kinds], "and")
    return BadChoice(f"{variant.name} has no piece “{shown(given)}”. Its pieces are {names}")


FIRST = newcomers_order()[0]
STATUS = "/play · /study · /help"
PROFILE = (
    "I referee hexagonal chess, and chess with dice, for two to four players. I check every move, draw the board, roll "
    "dice that anyone can check, and keep each game safe for weeks. Start with /play, or learn a game: /study learn."
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
RULES = "/rules explains a game; only you see the answer. /study learn teaches you one step by step."
THANKS = "You are welcome. Have a good game!"
DIRECT = (
    "Here you can use /study, /rules, /games, /settings and /roll. Boards stand in servers; to move from here, write "
    "the game's number and the move, such as `#14 Pxd4`."
)

Word = Literal["help", "rules", "thanks"]
_WORDS: dict[str, Word] = {
    **dict.fromkeys(("", "help", "hi", "hello", "hey", "start", "play", "commands", "how", "info", "ping"), "help"),
    **dict.fromkeys(("rules", "rule", "the rules", "how to play"), "rules"),
    **dict.fromkeys(("thanks", "thank you", "thx", "ty", "cheers", "good bot"), "thanks"),
}


def understood(text: str) -> Word | None:
    return _WORDS.get(" ".join(text.casefold().strip(" .,!?*_/").split()))
