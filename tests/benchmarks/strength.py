"""`python -m tests.benchmarks strength`: how strong the levels are, by matches, written to docs/strength.md.

Every match is a line of JSON in a file; those that are settled there are not played again, and others go on. The games
of matches that are under way stand in another beside it, so that a run may be stopped at any time. `--only levels
hexeh 3-1` plays those in whose names all these words stand.
"""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from textwrap import fill
from typing import Any, NamedTuple

from engine.lookahead.search import LEVELS
from engine.variants import GAMES, variant_of
from tests.tools.matches.encounter import Encounter, MatchTerms
from tests.tools.matches.match import Sprt, play_match
from tests.tools.matches.report import elo, points
from tests.tools.matches.score import Score

PAGE = Path(__file__).parents[2] / "docs" / "strength.md"
KEPT = Path(__file__).with_name("strength.jsonl")
TENTH = 0.1
SETTLED = Sprt(0, 100)
"""When a match between levels has said enough: one of them is above the other."""
STOCKFISH = shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")
WEAKER = "cmd:{}?UCI_LimitStrength=true&UCI_Elo={}&Threads=1&Hash=16&movetime=100"
ORTHODOX = "chess"
FIRST = next(iter(GAMES))
FOUGHT = (("combat", "poly"),)
LONGER = 5
"""So many times the games of others a match between levels may take: two that are close need them."""
PATIENCE = 800
"""After how many plies a game is drawn in which somebody has to be hunted down: twice as many as elsewhere."""


class Pairing(NamedTuple):
    """A match to be played: of which kind, under which terms, and whether it ends once it is settled."""

    kind: str
    terms: MatchTerms
    games: int
    sprt: Sprt | None = None

    def settled(self, row: dict[str, Any] | None) -> bool:
        """Whether a line of the file says all that the match has to say."""
        if row is None:
            return False
        score = Score(*row["score"])
        return score.games >= self.games or bool(self.sprt and self.sprt.verdict(score))

    @property
    def key(self) -> str:
        """What the match is known by from one run to the next."""
        terms = self.terms
        return f"{self.kind} {game_of(terms)} {terms.a}-{plain(terms.b)} × {terms.share:g}"


def game_of(terms: MatchTerms) -> str:
    """A game with its options: `hexeh+combat=poly`."""
    return "+".join([terms.game, *(f"{name}={value}" for name, value in terms.options)])


def plain(player: str) -> str:
    """A player without the place where its program lies."""
    return player.replace(str(STOCKFISH), "stockfish")


def pairings(games: int, share: float | None, seed: int) -> Iterator[Pairing]:
    """All matches of the page, the quickest kinds first.

    Levels have their own budgets in hunts and in the first game of each size of board, and a tenth of them in the
    others, unless a `share` is given.
    """
    sizes: dict[int, str] = {}
    for key in GAMES:
        sizes.setdefault(len(variant_of(key).board), key)
    shares = {key: share or (1.0 if key in sizes.values() else TENTH) for key in GAMES}
    for key in GAMES:
        terms = MatchTerms(key, (), "1", "plies:2", 1.0, seed, longest=PATIENCE)
        yield Pairing("first", terms, games, SETTLED)
    for key in GAMES:
        if len(variant_of(key).seats) > 2:
            yield Pairing("hunt", MatchTerms(key, (), "3", "random", share or 1.0, seed, longest=PATIENCE), 6)
    for level in range(3, len(LEVELS) + 1):
        for key in GAMES:
            terms = MatchTerms(key, (), str(level), str(level - 2), shares[key], seed)
            yield Pairing("levels", terms, games * LONGER, SETTLED)
        terms = MatchTerms(FIRST, FOUGHT, str(level), str(level - 2), share or TENTH, seed)
        yield Pairing("levels", terms, games * LONGER, SETTLED)
    if STOCKFISH is not None:
        for rating in (1350, 1500):
            terms = MatchTerms(ORTHODOX, (), str(len(LEVELS)), WEAKER.format(STOCKFISH, rating), share or 1.0, seed)
            yield Pairing(f"Stockfish {rating}", terms, games)


def played(pairing: Pairing, workers: int, begun: Path, row: dict[str, Any] | None) -> dict[str, Any]:
    """A match as a line of the file, gone on with from an earlier one; each game of it is noted in `begun` at once."""
    before = Score(*row["score"]) if row else Score()
    games = [Encounter(*each["game"]) for each in _read(begun) if each["key"] == pairing.key]
    under_way = [game for game in games if game.number >= before.games]

    def keep(game: Encounter, _: Score) -> None:
        if game.number >= before.games + len(under_way):
            with begun.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"key": pairing.key, "game": game._replace(moves=())}) + "\n")

    match = play_match(pairing.terms, pairing.games, workers, pairing.sprt, keep, under_way, before)
    reasons: dict[str, int] = dict(row["reasons"]) if row else {}
    for game in match.games:
        reasons[game.reason] = reasons.get(game.reason, 0) + 1
    return {
        "key": pairing.key,
        "kind": pairing.kind,
        "game": game_of(pairing.terms),
        "a": pairing.terms.a,
        "b": plain(pairing.terms.b),
        "share": pairing.terms.share,
        "score": list(match.score),
        "reasons": reasons,
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
    }


def _read(file: Path) -> list[dict[str, Any]]:
    """The lines of a file, none where it is not there."""
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file.exists() else []


def _write(file: Path, lines: Collection[dict[str, Any]]) -> None:
    """Put a file in the place of another, whole; one without lines is taken away."""
    if not lines:
        file.unlink(missing_ok=True)
        return
    fresh = file.with_name(f"{file.name}.fresh")
    fresh.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    fresh.replace(file)


HEAD = """# How strong the referee plays

Matches of levels with one another and with others, in {games} games played until {date}. The command, which goes on
where it was stopped:

```
python -m tests.benchmarks strength{arguments}
```

Each match is what `python -m tests.tools.matches A B GAME --seed {seed}` plays ([what its numbers
mean](engine.md#matches)):
openings of four moves by chance, every opening from all seats. A match between levels is over when a sequential test
has found that A is rather 100 Elo above B than even, or the other way round, or after {limit} games. The Elo of a match
that was stopped so is a little too far from zero. Games of the first level and hunts may go on for {patience} plies,
others for 400. `×` multiplies the levels' budgets; 95 % intervals stand in brackets.
"""
TITLES = {
    "levels": "Each level and the one two below it",
    "first": "The first level and a player who counts pieces two plies ahead",
    "hunt": "Games of three and four against players by chance: are they finished?",
}


def page(rows: Sequence[dict[str, Any]], seed: int, limit: int, arguments: str, missing: Sequence[Pairing] = ()) -> str:
    """The page of some lines, with the matches that are still to be settled."""
    count = sum(sum(row["score"]) for row in rows)
    date = max((row["date"] for row in rows), default="")
    text = HEAD.format(
        games=f"{count:,}",
        date=date,
        seed=seed,
        limit=LONGER * limit,
        patience=PATIENCE,
        arguments=arguments,
    )
    for kind in sorted({row["kind"] for row in rows}, key=lambda kind: ([*TITLES, kind].index(kind), kind)):
        title = TITLES.get(kind, f"The last level and {kind} (`UCI_Elo`, 100 ms a move)")
        text += f"\n## {title}\n\n| game | A | B | × | wins–draws–losses | points of A | Elo | ended |\n"
        text += "| --- | --- | --- | --- | --- | --- | --- | --- |\n"
        text += "".join(_row(row) for row in sorted(rows, key=_place) if row["kind"] == kind)
    return text + _missing(missing)


def _missing(pairings: Sequence[Pairing]) -> str:
    """The matches that are still to be settled, those of the same players in a line."""
    games: dict[str, list[str]] = {}
    for pairing in pairings:
        terms = pairing.terms
        whom = pairing.kind if pairing.kind not in TITLES else f"{terms.a} and {terms.b}"
        games.setdefault(whom, []).append(game_of(terms))
    told = [f"- {whom}: {', '.join(names)}" for whom, names in games.items()]
    lines = "".join(fill(line, 120, subsequent_indent="  ", break_on_hyphens=False) + "\n" for line in told)
    return lines and f"\n## Not settled yet\n\n{lines}"


def _place(row: dict[str, Any]) -> tuple[str, int, str]:
    return row["a"], list(GAMES).index(row["game"].partition("+")[0]), row["b"]


def _row(row: dict[str, Any]) -> str:
    score = Score(*row["score"])
    other = Path(row["b"].partition("?")[0].removeprefix("cmd:")).name
    ended = ", ".join(
        f"{reason} {count}" for reason, count in sorted(row["reasons"].items(), key=lambda each: -each[1])
    )
    results = f"{score.wins}–{score.draws}–{score.losses}"
    cells = (row["game"], row["a"], other, f"{row['share']:g}", results, share_of(score), elo(score.elo()), ended)
    return f"| {' | '.join(cells)} |\n"


def share_of(score: Score) -> str:
    """The share of the points with its interval."""
    return points(score).partition(", ")[2]


def strength(arguments: Sequence[str]) -> int:
    """Play what has not been played, and write the page; 0 when done."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks strength")
    parser.add_argument("--file", type=Path, default=KEPT, help=f"where results are kept ({KEPT})")
    parser.add_argument("--games", type=int, default=40, help="games of a match; five times as many between levels")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--share", type=float, help="multiply all budgets by this")
    parser.add_argument("--only", nargs="*", default=[], metavar="WORD", help="words that a match's name must bear")
    parser.add_argument("--page", type=Path, default=PAGE)
    asked = parser.parse_args(arguments)
    rows = {row["key"]: row for row in _read(asked.file)}
    begun = asked.file.with_suffix(f".begun{asked.file.suffix}")
    missing: list[Pairing] = []
    for pairing in pairings(asked.games, asked.share, asked.seed):
        row = rows.get(pairing.key)
        if pairing.settled(row):
            continue
        if not set(asked.only) <= set(pairing.key.split()):
            missing.append(pairing)
            continue
        row = rows[pairing.key] = played(pairing, asked.workers, begun, row)
        _write(asked.file, rows.values())
        _write(begun, [each for each in _read(begun) if each["key"] != pairing.key])
        print(pairing.key, *row["score"], row["reasons"], flush=True)
    chosen = [
        f" --{name} {getattr(asked, name)}"
        for name in ("games", "seed", "share")
        if getattr(asked, name) != parser.get_default(name)
    ]
    asked.page.write_text(page([*rows.values()], asked.seed, asked.games, "".join(chosen), missing), encoding="utf-8")
    return 0
