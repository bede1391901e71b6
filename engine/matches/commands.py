"""The commands of this room, as the engine's command line offers them."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from engine.matches.bench import benched
from engine.matches.encounter import Encounter, MatchTerms
from engine.matches.learning import learned_from
from engine.matches.match import Sprt, play_match
from engine.matches.players import FORMS, player_of
from engine.matches.report import report, wins
from engine.matches.score import Score
from engine.notation.pairs import options_of
from engine.uci.commands import Say, add_game

_WILD, _LEARNED = 8, 250
"""How many plies by chance begin a game that is learned from, and after how many it is drawn."""


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Let a command line offer the commands."""
    match = commands.add_parser("match", help="let two players play a match, and say how sure its result is")
    match.add_argument("a", metavar="A", help=FORMS.replace("%", "%%"))
    match.add_argument("b", metavar="B", help="the same")
    add_game(match)
    match.add_argument("--games", type=_count, default=20, metavar="N", help="how many games at most (20)")
    match.add_argument("--nodes-share", type=_share, default=1.0, metavar="X", help="multiply the levels' budgets (1)")
    match.add_argument("--seed", type=int, default=0, metavar="S", help="what openings, dice and levels follow from")
    match.add_argument("--workers", type=_count, default=1, metavar="N", help="how many processes play (1)")
    match.add_argument("--opening", type=_count, default=4, metavar="N", help="plies by chance to begin with (4)")
    match.add_argument("--longest", type=_count, default=400, metavar="N", help="plies after which a game is drawn")
    match.add_argument("--sprt", type=float, nargs=2, metavar=("ELO0", "ELO1"), help="stop once either is likely")
    match.add_argument("--record", type=Path, metavar="FILE", help="write each game as a line of JSON")
    match.set_defaults(run=_match)
    learn = commands.add_parser("learn", help="learn what pieces and places are worth, by games of the referee's own")
    add_game(learn)
    learn.add_argument("--games", type=_count, default=300, metavar="N", help="how many games (300)")
    learn.add_argument("--nodes", type=_count, default=300, metavar="N", help="positions looked at for a move (300)")
    learn.add_argument("--seed", type=int, default=1, metavar="S", help="what the openings follow from")
    learn.add_argument("--workers", type=_count, default=1, metavar="N", help="how many processes play (1)")
    learn.add_argument("--out", type=Path, metavar="FILE", help="where to write it, else standard output")
    learn.set_defaults(run=_learn)
    bench = commands.add_parser("bench", help="play a little of every game, and print what is the same everywhere")
    bench.add_argument("--plies", type=_count, default=2, metavar="N", help="how long each game is played (2)")
    bench.add_argument("--nodes", type=_count, default=3000, metavar="N", help="positions looked at for a move (3000)")
    bench.set_defaults(run=_bench)


def _match(asked: argparse.Namespace, say: Say) -> int:
    options = tuple(sorted(options_of(asked.options).items()))
    terms = MatchTerms(
        asked.game, options, asked.a, asked.b, asked.nodes_share, asked.seed, asked.opening, asked.longest
    )
    for player in (asked.a, asked.b):
        player_of(player, terms.variant).close()
    match = play_match(terms, asked.games, asked.workers, Sprt(*asked.sprt) if asked.sprt else None, _progress)
    if asked.record is not None:
        lines = [json.dumps(game._asdict()) + "\n" for game in match.games]
        asked.record.write_text("".join(lines), encoding="utf-8")
    for line in report(match):
        say(line)
    return 0


def _learn(asked: argparse.Namespace, say: Say) -> int:
    options = tuple(sorted(options_of(asked.options).items()))
    player = f"nodes:{asked.nodes}"
    terms = MatchTerms(asked.game, options, player, player, seed=asked.seed, plies=_WILD, longest=_LEARNED)
    match = play_match(terms, asked.games, asked.workers, heard=_progress)
    weights = learned_from(terms.variant, match.games, _WILD)
    command = " ".join(["python -m engine learn", asked.game, *asked.options])
    written = {
        "command": f"{command} --games {asked.games} --nodes {asked.nodes} --seed {asked.seed}",
        "pieces": dict(weights.pieces),
        "place": weights.place,
        "advance": weights.advance,
    }
    text = json.dumps(written, indent=2)
    if asked.out is None:
        say(text)
    else:
        asked.out.write_text(text + "\n", encoding="utf-8")
    return 0


def _bench(asked: argparse.Namespace, say: Say) -> int:
    for line in benched(asked.plies, asked.nodes):
        say(line)
    return 0


def _progress(game: Encounter, score: Score) -> None:
    """Tell on standard error how a game went."""
    how = f"{game.winner} wins" if game.winner else "drawn"
    sys.stderr.write(
        f"game {game.number + 1} {game.seating}: {how}, {game.reason}, {len(game.moves)} plies; {wins(score)}\n"
    )


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError("at least 1")
    return number


def _share(text: str) -> float:
    number = float(text)
    if not 0 < number <= 1000:
        raise ValueError("above 0")
    return number
