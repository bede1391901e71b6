"""`python -m tests.benchmarks strength`: how strong the levels are, by matches, written to docs/strength.md.

Every match is a line of JSON in strength.jsonl, rewritten after each game, so that a run can be stopped at any time and
continues there. `--only levels hexeh 3-1` plays the matches whose names have all these words.
"""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from engine.lookahead.search import LEVELS
from engine.variants import GAMES, variant_of
from tests.tools.matches.encounter import Encounter, MatchTerms
from tests.tools.matches.match import Sprt, elo, play_match
from tests.tools.matches.score import Score

PAGE = Path(__file__).parents[2] / "docs" / "strength.md"
KEPT = Path(__file__).with_name("strength.jsonl")
TENTH, GAMES_A_MATCH, GAMES_BETWEEN_LEVELS, PATIENCE = 0.1, 40, 200, 800
SETTLED = Sprt(0, 100)
"""When a match between levels has said enough: one of them is above the other."""
STOCKFISH = shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")
WEAKER = "cmd:{}?UCI_LimitStrength=true&UCI_Elo={}&Threads=1&Hash=16&movetime=100"
FOUGHT = ("hexeh", (("combat", "poly"),))
Row = dict[str, Any]


class Pairing(NamedTuple):
    """A match to be played: of which kind, under which terms, and whether it ends once it is settled."""

    kind: str
    terms: MatchTerms
    games: int = GAMES_A_MATCH
    sprt: Sprt | None = None

    def settled(self, row: Row | None) -> bool:
        score = Score(*row["score"]) if row else Score()
        return score.games >= self.games or bool(self.sprt and self.sprt.verdict(score))

    @property
    def game(self) -> str:
        """The game with its options: `hexeh+combat=poly`."""
        return "+".join([self.terms.game, *(f"{name}={value}" for name, value in self.terms.options)])

    @property
    def key(self) -> str:
        """The name of the match, without the place of any program."""
        opponent = self.terms.b.replace(str(STOCKFISH), "stockfish")
        return f"{self.kind} {self.game} {self.terms.a}-{opponent} × {self.terms.share:g}"


def pairings() -> Iterator[Pairing]:
    """All matches of the page, the quickest kinds first.

    Levels have their own budgets in hunts and in the first game of each size of board, and a tenth of them elsewhere.
    """
    sizes: dict[int, str] = {}
    for key in GAMES:
        sizes.setdefault(len(variant_of(key).board), key)
        yield Pairing("first", MatchTerms(key, (), "1", "plies:2", seed=1, longest=PATIENCE), sprt=SETTLED)
    for a, b in (("0", "random"), ("1", "0")):
        yield Pairing("first", MatchTerms("hexeh", (), a, b, seed=1, longest=PATIENCE))
    for key in GAMES:
        if len(variant_of(key).seats) > 2:
            yield Pairing("hunt", MatchTerms(key, (), "3", "random", seed=1, longest=PATIENCE), 6)
    for level in range(3, len(LEVELS)):
        for key, options in (*((key, ()) for key in GAMES), FOUGHT):
            share = 1.0 if key in sizes.values() and not options else TENTH
            terms = MatchTerms(key, options, str(level), str(level - 2), share, 1)
            yield Pairing("levels", terms, GAMES_BETWEEN_LEVELS, SETTLED)
    for rating in (1350, 1500) if STOCKFISH else ():
        terms = MatchTerms("chess", (), str(LEVELS[-1].number), WEAKER.format(STOCKFISH, rating), seed=1)
        yield Pairing(f"Stockfish {rating}", terms)


def play(pairing: Pairing, workers: int, rows: dict[str, Row], file: Path) -> None:
    row = rows.setdefault(pairing.key, {"score": [0, 0, 0], "reasons": {}})
    terms = pairing.terms
    row |= {"key": pairing.key, "kind": pairing.kind, "game": pairing.game, "a": terms.a, "share": terms.share}
    row["b"] = terms.b.replace(str(STOCKFISH), "stockfish")

    def keep(game: Encounter, score: Score) -> None:
        row["score"], row["date"] = list(score), datetime.now(UTC).strftime("%Y-%m-%d")
        row["reasons"][game.reason] = row["reasons"].get(game.reason, 0) + 1
        write(file, rows.values())

    play_match(terms, pairing.games, workers, pairing.sprt, keep, Score(*row["score"]))
    print(pairing.key, *row["score"], row["reasons"], flush=True)


def read(file: Path) -> dict[str, Row]:
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    return {row["key"]: row for row in map(json.loads, lines)}


def write(file: Path, rows: Collection[Row]) -> None:
    fresh = file.with_name(f"{file.name}.fresh")
    fresh.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    fresh.replace(file)


HEAD = """# How strong is level N?

Hexmarshal plays at nine levels. The table shows how each did against the level two below it, and against programs you
may know: {games:,} games in all, until {date}.

- **Positions** is the highest number of positions that a level looks at before it moves.
- The columns in the middle show its share of the points – a draw is half a point – by the kind of game. **Chess** is
  chess and its hexagonal relatives, Hexeh included; **Nearlydouble** means its games for two; **Dice** is Combat Chess,
  and Hexeh with fights.
- **All** adds them up, with the 95 % confidence interval in parentheses.
- **Elo** is the difference in rating that corresponds to that share: 100 more win 64 % of the points, 400 more 91 %.

| level | positions | against | chess | Nearlydouble | three and four | dice | all | Elo |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
"""
FOOT = """
Each game begins with four random moves, and both players get every opening from all seats. A match between levels ends
once it is clear which of them is stronger, after 200 games at the latest; close matches therefore count for more under
*all*. To save time, levels look at all their positions only in one of the games on each size of board, and at a tenth
of them in the other games.

*Two plies* counts pieces two moves ahead and takes what it can; *random* makes any legal move; Stockfish is limited by
its own `UCI_Elo` and has 100 ms a move. Levels 0 and 1 play each other in Hexeh only: level 0 moves at random most of
the time, grabs what it sees now and then, and hardly ever notices an attack. Level 2 was not measured against it.

`python -m tests.benchmarks strength` plays what is missing and writes this page;
[engine.md](engine.md#matches) shows how to let any two players play.
"""
KINDS = ("chess", "Nearlydouble", "three and four", "dice")
OPPONENTS = {"plies:2": "two plies"}


def kind_of(game: str) -> str:
    key, *options = game.split("+")
    variant = variant_of(key, dict(option.split("=") for option in options))
    if len(variant.seats) > 2:
        return "three and four"
    return "dice" if variant.combat else "Nearlydouble" if key.startswith("nd-") else "chess"


def total(rows: Iterable[Row]) -> Score:
    return Score(*map(sum, zip(*(row["score"] for row in rows), strict=True)))


def page(rows: Collection[Row], missing: int = 0) -> str:
    """Return the page of some lines; `missing` matches are still to be settled."""
    lines = []
    for level in LEVELS:
        own = [row for row in rows if row["a"] == str(level.number)]
        matches = sorted({(row["kind"] == "levels", row["kind"], row["b"]) for row in own}, key=partial(_place))
        for _, kind, other in matches or [(False, "", "")]:
            played = [row for row in own if (row["kind"], row["b"]) == (kind, other)]
            lines.append(_line(level.number, level.nodes, kind, other, played))
    date = max((row["date"] for row in rows), default="")
    waiting = f"\nMatches still to be settled: {missing}.\n" if missing else ""
    return HEAD.format(games=total(rows).games if rows else 0, date=date) + "".join(lines) + FOOT + waiting


def _place(match: tuple[bool, str, str]) -> tuple[bool, str]:
    """Plain opponents before levels, Stockfish last."""
    return match[1].startswith("Stockfish"), match[1]


def _line(level: int, nodes: int, kind: str, other: str, rows: Sequence[Row]) -> str:
    name = (
        kind if kind.startswith("Stockfish") else f"level {other}" if other.isdigit() else OPPONENTS.get(other, other)
    )
    cells = [f"{level}", f"{nodes:,}", name or "–"]
    for column in KINDS:
        own = [row for row in rows if kind_of(row["game"]) == column]
        cells.append(f"{total(own).share().value:.0%}".replace("%", " %") if own else "–")
    if rows:
        share = total(rows).share()
        cells.append(f"{100 * share.value:.0f} % ({100 * share.low:.0f}–{100 * share.high:.0f} %)")
        cells.append(elo(total(rows).elo()).partition(" ")[0].replace("-", "\N{MINUS SIGN}"))
    return f"| {' | '.join(cells + ['–'] * (9 - len(cells)))} |\n"


def run(matches: Iterable[Pairing], only: Collection[str] = (), workers: int = 1, file: Path = KEPT) -> str:
    rows, missing = read(file), 0
    for pairing in matches:
        if pairing.settled(rows.get(pairing.key)):
            continue
        if set(only) <= set(pairing.key.split()):
            play(pairing, workers, rows, file)
        else:
            missing += 1
    return page(rows.values(), missing)


def strength(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks strength")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=[], metavar="WORD", help="words that a match's name must have")
    asked = parser.parse_args(arguments)
    PAGE.write_text(run(pairings(), asked.only, asked.workers), encoding="utf-8")
    return 0
