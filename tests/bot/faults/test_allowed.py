"""What a walk lets pass, and nothing beside it."""

from __future__ import annotations

import pytest

from tests.bot.faults.allowed import later, unsent

REMINDER = "- reminders: game=1, turn=1763726400000, fraction=1/2, notice=1"
NUDGE = "nudges: number=1, game=1, player=alice, turn=0, at=1763726400000, tried={}, closed=1763726400000"
REFUSING = "+ refusing: place=# games, player=0, since=1763726400000"
CLOSED = "notices: number=1, player=alice, made=1763856000000, closed={}"
MOVED = "events: game=1, sequence=4, at={}, actor=1, kind=moved"


@pytest.mark.parametrize(
    ("differences", "passes"),
    [
        ([REMINDER], True),
        (["- " + NUDGE.format(1763726400000), "+ " + NUDGE.format(None), REFUSING], True),
        (["- " + NUDGE.format(1763726400000), "+ " + NUDGE.format(None)], False),
        (["- " + NUDGE.format(1763726400000), "+ " + NUDGE.format(1763726400001), REFUSING], False),
        ([REMINDER, REMINDER], False),
        (["+" + REMINDER[1:]], False),
        (["- " + MOVED.format(1763856000000)], False),
    ],
)
def test_refused(differences: list[str], *, passes: bool) -> None:
    """A refusal may leave a nudge or a reminder unsent, and change nothing else."""
    assert unsent(differences) is passes


@pytest.mark.parametrize(
    ("missing", "instead", "passes"),
    [
        ([], [], True),
        ([CLOSED.format(1763856000000)], [CLOSED.format(1763856600000)], True),
        (
            [MOVED.format(1763856000000), CLOSED.format(1763856000000)],
            [CLOSED.format(1763856600000), MOVED.format(1763856600000)],
            True,
        ),
        ([CLOSED.format(1763856000000)], [], False),
        ([], [CLOSED.format(1763856600000)], False),
        ([CLOSED.format(1763856000000)], [CLOSED.format(1763856600001)], False),
        ([CLOSED.format(1763856600000)], [CLOSED.format(1763856000000)], False),
        ([CLOSED.format(1763856000000)], [CLOSED.format(None)], False),
        ([MOVED.format(1763856000000)], [MOVED.format(1763856600000).replace("sequence=4", "sequence=5")], False),
    ],
)
def test_done_later(missing: list[str], instead: list[str], *, passes: bool) -> None:
    """What has failed may be done later, and all that follows with it, by just as long as a session waits."""
    assert later([*(f"- {line}" for line in missing), *(f"+ {line}" for line in instead)]) is passes
