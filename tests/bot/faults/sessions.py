"""What people do with a referee, as sessions of few steps."""

from __future__ import annotations

from typing import Any

from engine.clocks.control import DAY, HOUR, MINUTE
from tests.bot.faults.life import PATIENT
from tests.bot.faults.scene import Scene, Session, Step
from tests.wire import Message

AGAIN = 10 * MINUTE
"""How much more time passes where what was to come has not come."""


def challenge(**options: Any) -> Step:
    async def act(scene: Scene) -> None:
        wishes = {"game": "hexeh", "clock": "none", "opponent": scene.bob, **options}
        await scene.slash(scene.alice, "play", **wishes)

    return Step("challenge", act, lambda scene: scene.count("games") == 1)


async def _accept(scene: Scene) -> None:
    await scene.press(scene.bob, "Accept")


ACCEPT = Step("accept", _accept, lambda scene: not scene.count("games", "stage = 'open'"))


def move(notation: str, number: int, kind: str = "moved") -> Step:
    """Whoever is to move moves; that is the `number`-th move of the game."""

    async def act(scene: Scene) -> None:
        ((player,),) = scene.host.ask("SELECT player FROM games JOIN seats ON number = game AND turn = seat")
        mover = next(user.name for user in scene.host.standin.hub.users.values() if user.id == player)
        await scene.slash(scene.human(mover), "move", notation=notation)

    return Step(notation, act, lambda scene: scene.events(kind) >= number)


def resign(who: str) -> Step:
    async def act(scene: Scene) -> None:
        person = scene.human(who)
        sure = await scene.private(person.slash("game resign", game="1"))
        await scene.press(person, "Yes, resign", sure)

    return Step("resign", act, lambda scene: scene.events("resigned") == 1)


def wait(name: str, later: int, table: str, where: str) -> Step:
    """Time passes, and something is written."""

    async def act(scene: Scene) -> None:
        scene.host.wake(AGAIN if name in scene.passed else later)
        scene.passed.add(name)

    return Step(name, act, lambda scene: scene.count(table, where) > 0)


async def _word(scene: Scene) -> None:
    await scene.slash(scene.alice, "dice word", word="plum", game="1")


def _worded(scene: Scene) -> bool:
    return scene.count("words", "word = 'plum'") == 1


async def _roll_fight(scene: Scene) -> None:
    def board() -> Message | None:
        place = scene.host.standin.channel()
        return next((m for m in reversed(place.messages) if ", roll!" in m.content), None)

    pulse = scene.host.standin.hub.pulse
    try:
        attack = await pulse.until(board, "the board of the attack", 5)
    except TimeoutError:
        await scene.slash(scene.bob, "board")
        attack = await pulse.until(board, "the board of the attack", 10)
    await scene.bob.say("roll", reply_to=attack)


SESSIONS = (
    Session(
        "fight, word, resigned",
        (
            challenge(side="1", options="combat=poly", word="pear"),
            Step("word", _word, _worded, ("Your word for the dice",)),
            ACCEPT,
            move("Tbxc6", 1),
            move("Tfe4", 2),
            resign("alice"),
        ),
    ),
    Session(
        "a player rolls",
        (
            challenge(side="1", options="combat=poly", rolls="player"),
            ACCEPT,
            move("Tbxc6", 1),
            Step("roll", _roll_fight, lambda scene: scene.events("roll-called") == 1),
            resign("alice"),
        ),
    ),
    Session(
        "clock, reminders, flag",
        (
            challenge(side="1", clock="3d/move"),
            ACCEPT,
            wait("half", 36 * HOUR, "reminders", "1"),
            move("Tbc3", 1),
            wait("flag", 3 * DAY + HOUR, "events", "kind = 'flagged'"),
        ),
        terms={PATIENT: "yes"},
    ),
)
