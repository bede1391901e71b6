"""What people do with a referee, as sessions of few steps: each kind of thing that it keeps comes in one of them."""

from __future__ import annotations

from typing import Any

from engine.clocks.control import DAY, HOUR, MINUTE
from tests.bot.faults.life import PATIENT
from tests.bot.faults.scene import Scene, Session, Step
from tests.wire import Message

MOVED = ("Red: ", "Blue: ", "Gold: ", "White: ", "Black: ")
AGAIN = 10 * MINUTE
"""How much more time passes where what was to come has not come."""
SHEET = '[Game "hexeh@1"]\n[Red "Ann"]\n[Blue "Ben"]\n\n1. Tbc3 Tfe4\n2. Tcxc6\n'


def challenge(**options: Any) -> Step:
    """Alice challenges bob."""

    async def act(scene: Scene) -> None:
        wishes = {"game": "hexeh", "clock": "none", "opponent": scene.bob, **options}
        await scene.slash(scene.alice, "play", **wishes)

    return Step("challenge", act, lambda scene: scene.count("games") == 1, ("You have made challenge",))


async def _accept(scene: Scene) -> None:
    await scene.press(scene.bob, "Accept")


ACCEPT = Step("accept", _accept, lambda scene: not scene.count("games", "stage = 'open'"), ("Game #1 begins",))


def move(notation: str, number: int, kind: str = "moved") -> Step:
    """Whoever is to move moves; that is the `number`-th move of the game."""

    async def act(scene: Scene) -> None:
        ((player,),) = scene.host.ask("SELECT player FROM games JOIN seats ON number = game AND turn = seat")
        mover = next(user.name for user in scene.host.standin.hub.users.values() if user.id == player)
        await scene.slash(scene.human(mover), "move", notation=notation)

    return Step(notation, act, lambda scene: scene.events(kind) >= number, MOVED)


async def _play_referee(scene: Scene) -> None:
    wishes = {"game": "hexeh", "opponent": scene.host.standin.bot, "level": 1, "side": "1", "clock": "none"}
    await scene.slash(scene.alice, "play", **wishes)


async def _nothing(scene: Scene) -> None:
    await scene.host.quiet(lambda: False)


PLAY_REFEREE = Step("play", _play_referee, lambda scene: scene.count("games") == 1, ("Game #1 begins",))
BEGUN = Step("begun", _nothing, lambda scene: scene.count("games", "stage = 'playing'") == 1)


def exchange(notation: str, number: int) -> Step:
    """Alice moves and the referee replies; that is the `number`-th move of the game."""

    async def act(scene: Scene) -> None:
        await scene.slash(scene.alice, "move", notation=notation)

    return Step(notation, act, lambda scene: scene.events("moved") >= number)


def command(line: str, who: str, kind: str, words: str, number: int = 1, **options: Any) -> Step:
    """Somebody uses a command that brings about an event."""

    async def act(scene: Scene) -> None:
        await scene.slash(scene.human(who), line, **options)

    return Step(line, act, lambda scene: scene.events(kind) == number, (words,))


def press(label: str, who: str, kind: str, words: str) -> Step:
    """Somebody presses a button that brings about an event."""

    async def act(scene: Scene) -> None:
        await scene.press(scene.human(who), label)

    return Step(label, act, lambda scene: scene.events(kind) == 1, (words,))


def resign(who: str) -> Step:
    """Somebody resigns, and confirms it."""

    async def act(scene: Scene) -> None:
        person = scene.human(who)
        sure = await scene.private(person.slash("game resign", game="1"))
        await scene.press(person, "Yes, resign", sure)

    return Step("resign", act, lambda scene: scene.events("resigned") == 1, ("You resign.",))


def wait(name: str, later: int, table: str, where: str) -> Step:
    """Time passes, and something is written."""

    async def act(scene: Scene) -> None:
        scene.host.wake(AGAIN if name in scene.passed else later)
        scene.passed.add(name)

    return Step(name, act, lambda scene: scene.count(table, where) > 0)


async def _join_bob(scene: Scene) -> None:
    await scene.press(scene.bob, "Join")


async def _join_carol(scene: Scene) -> None:
    await scene.press(scene.carol, "Join")


async def _start(scene: Scene) -> None:
    await scene.press(scene.alice, "Start")


def _joined(count: int) -> Any:
    return lambda scene: scene.count("guests", "stage = 'in'") >= count or scene.count("games", "stage = 'playing'")


async def _gather(scene: Scene) -> None:
    await scene.slash(scene.alice, "play", game="nd-wellisch-3", clock="none", side="Red")


GATHERED = (
    Step("challenge", _gather, lambda scene: scene.count("games") == 1, ("You have made challenge",)),
    Step("join bob", _join_bob, _joined(2), ("You are in game",)),
    Step("join carol", _join_carol, _joined(3), ("You are in game",)),
    Step("start", _start, lambda scene: scene.count("games", "stage = 'playing'") == 1, ("Game #1 begins",)),
)


async def _thread_move(scene: Scene) -> None:
    ((place,),) = scene.host.ask("SELECT channel FROM games")
    thread = scene.host.standin.hub.channels[place]
    await scene.slash(scene.alice.at(thread), "move", notation="Tbc3")


async def _keep(scene: Scene) -> None:
    await scene.slash(scene.bob, "game if", text="Tbc3 then Tfe4")


async def _word(scene: Scene) -> None:
    await scene.slash(scene.alice, "dice word", word="plum", game="1")


def _worded(scene: Scene) -> bool:
    return scene.count("words", "word = 'plum'") == 1


async def _roll_fight(scene: Scene) -> None:
    def board() -> Message | None:
        place = scene.host.standin.channel()
        return next((m for m in reversed(place.messages) if "roll: reply to this message" in m.content), None)

    pulse = scene.host.standin.hub.pulse
    try:
        attack = await pulse.until(board, "the board of the attack", 5)
    except TimeoutError:
        await scene.slash(scene.bob, "board")
        attack = await pulse.until(board, "the board of the attack", 10)
    await scene.bob.say("roll", reply_to=attack)


def roll(number: int, *, private: bool = False) -> Step:
    """Somebody rolls in the channel."""

    async def act(scene: Scene) -> None:
        await scene.slash(scene.carol, "roll", expression="2d6+1", private=private or None)

    return Step(f"roll {number}", act, lambda scene: scene.count("rolls") == number)


async def _reveal(scene: Scene) -> None:
    await scene.slash(scene.carol, "dice reveal")


async def _look(scene: Scene) -> None:
    await scene.slash(scene.carol, "record look", text=SHEET)


async def _continue(scene: Scene) -> None:
    await scene.slash(scene.alice, "record continue", text=SHEET, opponent=scene.bob, clock="none")


async def _farewell(scene: Scene) -> None:
    opened = await scene.private(scene.alice.slash("settings privacy"))
    if not opened.buttons:
        return
    question = await scene.private(scene.alice.press(opened, "Delete everything"))
    await scene.press(scene.alice, "Yes, delete everything", question)


def _forgotten(scene: Scene) -> bool:
    return not scene.count("seats", f"player = {scene.alice.id}") and not scene.count("deadlines", "kind = 'farewell'")


async def _nudge(scene: Scene) -> None:
    await scene.slash(scene.bob, "game nudge")


async def _leave(scene: Scene) -> None:
    guild = scene.host.standin.guild()
    if guild.has(scene.host.standin.bot):
        guild.remove(scene.host.standin.bot)


async def _return(scene: Scene) -> None:
    guild = scene.host.standin.guild()
    if not guild.has(scene.host.standin.bot):
        guild.let_in()


SESSIONS = (
    Session("new file", (challenge(),), fresh=True),
    Session(
        "drawn seats, rated draw",
        (
            challenge(rated=True),
            ACCEPT,
            move("Tbc3", 1),
            command("game draw", "alice", "draw-offered", "You offer a draw.", action="offer"),
            command("game draw", "bob", "draw-accepted", "You accept", action="accept"),
        ),
    ),
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
        "takeback, kept answer",
        (
            challenge(side="1"),
            ACCEPT,
            move("Gc3", 1),
            command("game takeback", "alice", "takeback-offered", "You ask to take back"),
            press("Accept takeback", "bob", "taken-back", "You agree."),
            Step("keep", _keep, lambda scene: scene.count("conditions") == 1, ("Kept for game",)),
            move("Tbc3", 3),
            move("Tfg2", 4),
        ),
    ),
    Session(
        "the referee plays",
        (
            PLAY_REFEREE,
            BEGUN,
            exchange("f1g2", 2),
            command("game draw", "alice", "draw-declined", "You offer a draw.", action="offer"),
            command("game takeback", "alice", "taken-back", "You"),
            exchange("Tbc3", 4),
            resign("alice"),
        ),
    ),
    Session("three in a lobby", (*GATHERED, move("c5d6", 1), resign("bob"))),
    Session(
        "thread",
        (
            challenge(side="1", thread=True),
            ACCEPT,
            Step("Tbc3", _thread_move, lambda scene: scene.events("moved") == 1, MOVED),
        ),
    ),
    Session(
        "clock, reminders, flag",
        (
            challenge(side="1", clock="3d/move"),
            ACCEPT,
            wait("half", 36 * HOUR, "notices", "closed IS NOT NULL"),
            move("Tbc3", 1),
            wait("flag", 3 * DAY + HOUR, "events", "kind = 'flagged'"),
        ),
        terms={PATIENT: "yes"},
    ),
    Session("nudge", (challenge(side="1"), ACCEPT, Step("nudge", _nudge, lambda scene: scene.count("nudges") > 0))),
    Session("rolls", (roll(1), roll(2, private=True), Step("reveal", _reveal, lambda s: s.count("streams") == 2))),
    Session(
        "records",
        (
            Step("look", _look, lambda scene: scene.count("imports") == 1),
            Step("continue", _continue, lambda scene: scene.count("games") == 1),
            ACCEPT,
        ),
    ),
    Session("farewell", (challenge(side="1"), ACCEPT, move("Tbc3", 1), Step("farewell", _farewell, _forgotten))),
    Session(
        "server left",
        (
            challenge(side="1", clock="3d/move"),
            ACCEPT,
            Step("leave", _leave, lambda scene: scene.count("departed") == 1),
            Step("return", _return, lambda scene: not scene.count("departed")),
            move("Tbc3", 1),
        ),
    ),
    Session(
        "server forgotten",
        (
            challenge(side="1"),
            ACCEPT,
            Step("leave", _leave, lambda scene: scene.count("departed") == 1),
            wait("grace", 6 * DAY, "sqlite_schema", "(SELECT count(*) FROM games) = 0"),
        ),
        terms={PATIENT: "yes", "FORGET_SERVERS_AFTER_DAYS": "5"},
    ),
)
