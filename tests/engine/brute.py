"""Hexeh once more: a slow and plain lister of moves, written from the rules' x/y formulas alone.

It shares nothing with the engine, so that two programs must make the same mistake to agree on it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

Place = tuple[int, int]

FILES = "abcdefg"
PLACES: dict[str, Place] = {
    f"{FILES[x + 3]}{rank}": (x, 2 * rank - (7 - abs(x)) - 1) for x in range(-3, 4) for rank in range(1, 8 - abs(x))
}
NAMES = {place: name for name, place in PLACES.items()}
STEPS = [(0, 2), (-1, 1), (1, 1), (0, -2), (-1, -1), (1, -1)]
FORWARDS = [(0, 2), (-1, 1), (1, 1)]
DIAGONALS = [(2, 0), (-2, 0), (1, 3), (-1, 3), (1, -3), (-1, -3)]
RED = "G a1 c2 e2 g1 T b1 f1 P c1 e1 W d2 E d1"
BLUE = "G a4 c5 e5 g4 T b5 f5 P c6 e6 W d6 E d7"
ORDER = "EWPTG"


def add(place: Place, step: Place, times: int = 1) -> Place:
    """A place some steps away."""
    return place[0] + times * step[0], place[1] + times * step[1]


def pieces_of(side: int, text: str) -> dict[Place, tuple[int, str]]:
    """The pieces of one side from words."""
    pieces: dict[Place, tuple[int, str]] = {}
    letter = ""
    for word in text.split():
        if word in ORDER:
            letter = word
        else:
            pieces[PLACES[word]] = (side, letter)
    return pieces


@dataclass
class Brute:
    """A game in progress: pieces by place, whose turn it is, lost pieces and quiet moves by side, and the result."""

    straight: bool = False
    pieces: dict[Place, tuple[int, str]] = field(default_factory=lambda: pieces_of(1, RED) | pieces_of(2, BLUE))
    turn: int = 1
    lost: dict[int, list[str]] = field(default_factory=lambda: {1: [], 2: []})
    quiet: dict[int, int] = field(default_factory=lambda: {1: 0, 2: 0})
    result: str | None = None

    def vacant(self, place: Place) -> bool:
        """Whether the place is a cell of the board without a piece."""
        return place in NAMES and place not in self.pieces

    def enemy(self, place: Place) -> bool:
        """Whether a piece of the player who is not to move stands there."""
        return place in self.pieces and self.pieces[place][0] != self.turn

    def enemy_at(self, name: str) -> bool:
        """Whether a piece can be captured on the cell of this name."""
        return self.enemy(PLACES[name])

    def letter_at(self, name: str) -> str:
        """The letter of the piece on the cell of this name, if any."""
        return self.pieces.get(PLACES[name], (0, ""))[1]

    def open(self, place: Place) -> bool:
        """Whether the place can be entered, vacant or by a capture."""
        return self.vacant(place) or self.enemy(place)

    def moves(self) -> list[str]:
        """The legal moves in long notation, sorted; none once the game is over."""
        if self.result:
            return []
        found = set()
        for origin, (side, letter) in self.pieces.items():
            if side != self.turn:
                continue
            for target in self.targets(origin, letter):
                move = NAMES[origin] + NAMES[target]
                found.add(move)
                if letter == "G" and NAMES[target] == ("d7" if side == 1 else "d1"):
                    found |= {f"{move}={kind}" for kind in self.lost[side] if kind != "G"}
        return sorted(found)

    def targets(self, origin: Place, letter: str) -> set[Place]:
        """Where a piece may go."""
        ways = {"G": self.guard, "T": self.traveler, "P": self.prowler, "W": self.wizard, "E": self.empress}
        return ways[letter](origin)

    def guard(self, origin: Place) -> set[Place]:
        """One step to a vacant cell; captures forwards."""
        sense = 1 if self.turn == 1 else -1
        quiet = {add(origin, step) for step in STEPS if self.vacant(add(origin, step))}
        return quiet | {add(origin, step, sense) for step in FORWARDS if self.enemy(add(origin, step, sense))}

    def empress(self, origin: Place) -> set[Place]:
        """One step."""
        return {add(origin, step) for step in STEPS if self.open(add(origin, step))}

    def traveler(self, origin: Place) -> set[Place]:
        """One step, or along diagonals over vacant cells."""
        found = self.empress(origin)
        if self.straight:
            for step in DIAGONALS:
                place = add(origin, step)
                while self.open(place):
                    found.add(place)
                    if self.enemy(place):
                        break
                    place = add(place, step)
            return found
        waiting, passed = [origin], {origin}
        while waiting:
            place = waiting.pop()
            for step in DIAGONALS:
                ahead = add(place, step)
                if ahead in passed or not self.open(ahead):
                    continue
                passed.add(ahead)
                found.add(ahead)
                if self.vacant(ahead):
                    waiting.append(ahead)
        return found

    def prowler(self, origin: Place) -> set[Place]:
        """Two steps over a vacant cell to a cell that is two away."""
        found = set()
        near = {origin, *(add(origin, step) for step in STEPS)}
        for first in STEPS:
            for second in STEPS:
                target = add(add(origin, first), second)
                if target not in near and self.vacant(add(origin, first)) and self.open(target):
                    found.add(target)
        return found

    def wizard(self, origin: Place) -> set[Place]:
        """Slides off the files, with left and right exchanged on the a-file and the g-file."""
        found = set()
        for side in (-1, 1):
            for sense in (-1, 1):
                place, heading, deflections = origin, side, 0
                while True:
                    ahead = add(place, (heading, sense))
                    if ahead not in NAMES and place != origin and abs(place[0]) == 3 and deflections < 2:
                        heading, deflections = -heading, deflections + 1
                        ahead = add(place, (heading, sense))
                    if not self.open(ahead):
                        break
                    found.add(ahead)
                    if self.enemy(ahead):
                        break
                    place = ahead
        return found

    def play(self, move: str) -> None:
        """Make a move."""
        origin, target = PLACES[move[:2]], PLACES[move[2:4]]
        side, letter = self.pieces.pop(origin)
        victim = self.pieces.get(target)
        self.pieces[target] = (side, move[5:] or letter)
        if move[5:]:
            self.lost[side].remove(move[5:])
            self.lost[side].append("G")
        self.quiet[side] += 1
        if victim:
            self.lost[victim[0]].append(victim[1])
        if victim or letter == "G":
            self.quiet = {1: 0, 2: 0}
        self.turn = 3 - side
        if victim and victim[1] == "E":
            self.result, self.turn = f"{side} royal-captured", side
        elif len(self.pieces) == 2:
            self.result = "draw insufficient"
        elif not self.moves():
            self.result = "draw stalemate"

    def copy(self) -> Brute:
        """The same game, to be played on separately."""
        lost = {side: list(pool) for side, pool in self.lost.items()}
        return Brute(self.straight, dict(self.pieces), self.turn, lost, dict(self.quiet), self.result)

    def count(self, depth: int) -> int:
        """How many sequences of so many moves begin here."""
        if depth == 0:
            return 1
        total = 0
        for move in self.moves():
            ahead = self.copy()
            ahead.play(move)
            total += ahead.count(depth - 1)
        return total

    def code(self) -> str:
        """The position in the form of a position code."""
        lines = []
        for x, file in enumerate(FILES):
            text, gap = "", 0
            for rank in range(1, 8 - abs(x - 3)):
                piece = self.pieces.get(PLACES[f"{file}{rank}"])
                if piece is None:
                    gap += 1
                    continue
                text += f"{gap or ''}{piece[1] if piece[0] == 1 else piece[1].lower()}"
                gap = 0
            lines.append(f"{text}{gap or ''}")
        words = ["/".join(lines), str(self.turn)]
        if any(self.quiet.values()):
            words.append(f"quiet={self.quiet[1]},{self.quiet[2]}")
        if any(self.lost.values()):
            words.append("lost=" + ",".join("".join(sorted(self.lost[s], key=ORDER.index)) for s in (1, 2)))
        if self.result and self.result.endswith("royal-captured"):
            words.append(f"out={3 - self.turn}")
        return " ".join(words)
