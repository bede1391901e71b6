"""`python -m tests.tools.matches A B GAME`: lets two players play a match, and says how sure its result is."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from engine.variants import options_of
from tests.tools.matches.encounter import Encounter, MatchTerms
from tests.tools.matches.match import Sprt, play_match, report, wins
from tests.tools.matches.players import FORMS, player_of
from tests.tools.matches.score import Score


def parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    match = argparse.ArgumentParser(prog="python -m tests.tools.matches", description="A match of two players.")
    match.add_argument("a", metavar="A", help=FORMS.replace("%", "%%"))
    match.add_argument("b", metavar="B", help="the same")
    match.add_argument("game", metavar="GAME", help="the id of a game")
    match.add_argument("options", nargs="*", metavar="name=value", help="options of the game")
    match.add_argument("--games", type=int, default=20, metavar="N", help="how many games at most (20)")
    match.add_argument("--seed", type=int, default=0, metavar="S", help="what openings, dice and levels follow from")
    match.add_argument("--workers", type=int, default=1, metavar="N", help="how many processes play (1)")
    match.add_argument("--sprt", type=float, nargs=2, metavar=("ELO0", "ELO1"), help="stop once either is likely")
    match.add_argument("--record", type=Path, metavar="FILE", help="write each game as a line of JSON")
    return match.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    asked = parsed(arguments)
    try:
        lines = list(_played(asked))
    except (OSError, ValueError) as problem:
        print(problem, file=sys.stderr)
        return 2
    print(*lines, sep="\n")
    return 0


def _played(asked: argparse.Namespace) -> Iterator[str]:
    options = tuple(sorted(options_of(asked.options).items()))
    terms = MatchTerms(asked.game, options, asked.a, asked.b, seed=asked.seed)
    for player in (asked.a, asked.b):
        player_of(player).close()
    match = play_match(terms, asked.games, asked.workers, Sprt(*asked.sprt) if asked.sprt else None, _progress)
    if asked.record is not None:
        lines = [json.dumps(game._asdict()) + "\n" for game in match.games]
        asked.record.write_text("".join(lines), encoding="utf-8")
    yield from report(match)


def _progress(game: Encounter, score: Score) -> None:
    how = f"{game.winner} wins" if game.winner else "drawn"
    sys.stderr.write(
        f"game {game.number + 1} {game.seating}: {how}, {game.reason}, {len(game.moves)} plies; {wins(score)}\n"
    )


if __name__ == "__main__":
    sys.exit(main())
