"""Make every roll of a finished game again, from its record and docs/dice.md alone: python check_dice.py RECORD."""

import hashlib
import hmac
import json
import re
import sys
from pathlib import Path

VALUE = r'("(?:[^"\\]|\\.)*"|[\w-]+)'
ENTRIES = {
    r"The referee opens the game with message (\d+)": "message {0}",
    rf"The referee hears {VALUE} from player (\d+)": "word of player {1}: {0}",
    r"The referee seats the players as ([\d-]+)": "seats {0}",
    rf"\w+ rolls with message (\d+) and {VALUE}": "call {0}: {1}",
}
TOKEN = re.compile(r"\[(?P<dice>[\d+,-]+)\]|\{[^{}]*\}|\d+\.(?!\d)|…|(?P<move>[^\s\[\]{}]+)")
SEATS = {"2": "White Black", "3": "Red Gold Blue", "4": "White Red Black Blue", "hexeh": "Red Blue"}


def sized(text: str) -> bytes:
    """A text with its length."""
    return len(text.encode()).to_bytes(4, "big") + text.encode()


def thrown(key: bytes, message: bytes, faces: list[int]) -> str:
    """The dice of a roll, joined with +."""
    stream, blocks, dice = b"", 0, []
    for face in faces:
        bits, value = (face - 1).bit_length(), face
        size = max(1, (bits + 7) // 8)
        while value >= face:
            while len(stream) < size:
                stream += hmac.digest(key, message + blocks.to_bytes(4, "big"), "sha256")
                blocks += 1
            value, stream = int.from_bytes(stream[:size], "big") & ((1 << bits) - 1), stream[size:]
        dice.append(str(value + 1))
    return "+".join(dice)


class Check:
    """The rolls of a record, made again; `wrong` counts those that are not as recorded."""

    def __init__(self, text: str) -> None:
        head, _, rest = text.partition("\n\n")
        self.tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', head, re.MULTILINE))
        body, _, tail = rest.partition("; long form:")
        comments = re.split(r"; (?:long form|undone|faces):", "; long form:" + tail)[1:]
        names = re.findall(r"; (long form|undone|faces):", "; long form:" + tail)
        lists = {name: part.replace("\n;", " ").split() for name, part in zip(names, comments, strict=True)}
        self.longs, self.faces = iter(lists["long form"]), lists.get("faces", [])
        self.undone = dict(word.split(":") for word in lists.get("undone", []))
        if missing := [name for name in ("Game", "Number", "Commitment", "Secret") if name not in self.tags]:
            sys.exit(f"can't be checked: the record has no tag {missing[0]}; a game's secret comes out when it ends")
        self.secret = bytes.fromhex(self.tags["Secret"])
        terms, game = self.tags.get("Dice", ""), self.tags["Game"]
        start = [f"dice {terms or 1}", game, *(self.tags.get(name, "") for name in ("Options", "Position"))]
        self.chain = hashlib.sha256("\n".join([*start, self.tags.get("TimeControl", "none")]).encode()).digest()
        count = re.findall("^hexeh(?=@)|(?<=-)[34]", game)
        self.seats, self.linked = SEATS[count[0] if count else "2"].split(), bool(terms)
        self.event = self.number = self.wrong = 0
        self.words, self.standing = b"hexmarshal salts 1", list[int]()
        own = body.rfind("\n* The referee continues game ")
        for line in re.finditer(r".+", body.strip().rpartition("\n")[0]):
            self.inherited = line.start() <= own
            self.line(line[0][2:]) if line[0].startswith("* ") else self.moves(line[0])

    def link(self, entry: str) -> None:
        """An entry of the chain."""
        self.chain = hashlib.sha256(self.chain + entry.encode()).digest()

    def roll(self, recorded: str) -> None:
        """A roll, compared unless it was made in another game."""
        if not self.inherited:
            key = self.secret if self.linked else hmac.digest(self.secret, self.words, "sha256")
            message = f"hexmarshal roll {2 if self.linked else 1}".encode() + sized(f"game {self.tags['Number']}")
            message += (self.chain if self.linked else b"") + self.number.to_bytes(8, "big")
            derived = thrown(key, message, [int(face) for face in self.faces[self.number].split("+")])
            self.wrong += derived != recorded
            print(f"roll {self.number}: derived {derived}, recorded {recorded}")
        self.link(f"roll {self.number}: {recorded}")
        self.number += 1

    def moves(self, line: str) -> None:
        """A line of moves and dice."""
        for token in TOKEN.finditer(line):
            self.event += bool(token["dice"] or token["move"])
            for dice in token["dice"].split(",") if token["dice"] else ():
                self.roll(dice.replace("-", "+"))
            if token["move"]:
                self.standing.append(self.event)
                long = self.undone[str(self.event)] if str(self.event) in self.undone else next(self.longs)
                self.link(f"move {long.partition('[')[0]}")

    def line(self, line: str) -> None:
        """A line about something else."""
        self.event += 1
        for pattern, entry in ENTRIES.items():
            if found := re.match(pattern, line):
                self.link(entry.format(*(json.loads(x) if x.startswith('"') else x for x in found.groups())))
        if found := re.match(rf"(\w+) adds {VALUE} to the dice", line):
            seat, word = self.seats.index(found[1]) + 1, found[2]
            word = json.loads(word) if word.startswith('"') else word
            self.words += sized(f"{seat}:{word}")
            self.link(f"word of seat {seat}: {word}")
        elif found := re.match(r"The referee draws (\d+) of \d+ for", line):
            self.roll(found[1])
        elif found := re.match(r"\w+ agrees, so all since event (\d+) is taken back", line):
            kept = [event for event in self.standing if event < int(found[1])]
            self.link(f"taken back: {len(self.standing) - len(kept)}")
            self.standing = kept


if __name__ == "__main__":
    check = Check(Path(sys.argv[1]).read_text(encoding="utf-8"))
    kept = hashlib.sha256(check.secret).hexdigest() == check.tags["Commitment"]
    print(f"{check.wrong} of {check.number} rolls differ; the secret is {'' if kept else 'not '}the one committed to")
    sys.exit(check.wrong > 0 or not kept)
