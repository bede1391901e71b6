"""Reminders over the store, in simulated time: each comes once, whatever dies, refuses or changes."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from bot.games import ChallengeRequest
from bot.games.refusals import BadChoice, NotYourGame
from bot.games.reminders import (
    AT,
    LIVE,
    NUDGE,
    WHERE,
    AwayNow,
    NudgedToday,
    QuietHours,
    ReminderOverview,
    ReminderPlace,
    ReminderPreferences,
)
from bot.games.tables import Location
from bot.store import Database, Deadline, Player, StoredGame
from bot.store.deadlines import DIRECT, REMIND
from engine.clocks.control import DAY, HOUR, MINUTE
from engine.model.position import long_form
from engine.model.refusal import Refusal
from engine.play.commands import GoAway, MakeMove, Resign
from engine.play.referee import sheet
from engine.play.refusals import GameOver, GamePaused
from tests.bot.games.test_reminders_plan import at
from tests.bot.support.cheating import fights
from tests.bot.support.refusals import outcome
from tests.bot.support.reminded import ANN, BOB, CHANNEL, GUILD, Delivery, Letter, Mailbox, Process
from tests.bot.support.timed import Time
from tests.engine.proposing import accept_pause, decline_pause, offer_draw, offer_pause
from tests.engine.support import NOON

HALF, LAST = 36 * HOUR, 64 * HOUR + 48 * MINUTE


async def choose(host: Process, player: Player = ANN, **wanted: str) -> ReminderOverview:
    names = {"at": AT, "spot": WHERE, "live": LIVE}
    return await host.games.reminders.choose(player, {names.get(name, name): text for name, text in wanted.items()})


def arrivals(mailbox: Mailbox) -> list[tuple[int, int]]:
    """When messages arrived, counted from noon, and for whom."""
    return [(letter.at - NOON, letter.player) for letter in mailbox.letters]


# ---- once


async def test_the_usual_reminders(host: Process, mailbox: Mailbox) -> None:
    """The player to move is reminded at half and at the last tenth, in the game's channel, and then no more."""
    number = await host.begin()
    await host.pass_until(NOON + 4 * DAY)
    assert [
        Letter(NOON + HALF, ANN.id, CHANNEL, (number,)),
        Letter(NOON + LAST, ANN.id, CHANNEL, (number,)),
    ] == mailbox.letters


async def test_a_move_makes_former_reminders_void(host: Process, mailbox: Mailbox) -> None:
    """After a move nobody is reminded of the turn that is over; the next turn has reminders of its own."""
    number = await host.begin()
    await host.pass_until(NOON + DAY)
    await host.move(number)
    await host.pass_until(NOON + DAY + 40 * HOUR)
    await host.move(number)
    await host.pass_until(NOON + DAY + 41 * HOUR)
    assert [(NOON + DAY + HALF, BOB.id)] == [(letter.at, letter.player) for letter in mailbox.letters]


async def test_the_deadline_is_written_with_the_event(host: Process) -> None:
    """A move writes in its own transaction that its game is to be looked at; an offer leaves that reminder alone."""
    number = await host.begin()
    await host.pass_until(NOON + HOUR)
    assert [Deadline(REMIND, number, ANN.id, NOON + HALF)] == await host.games.ledger.deadlines.due([REMIND], 1 << 62)
    await host.games.play.act(await host.games.tables.find(number), ANN, offer_draw)
    assert Deadline(REMIND, number, ANN.id, NOON + HALF) in await host.games.ledger.deadlines.due([REMIND], 1 << 62)
    await host.move(number)
    assert [Deadline(REMIND, number, BOB.id, NOON + HOUR)] == await host.games.ledger.deadlines.due([REMIND], 1 << 62)


async def test_no_reminder_of_what_is_over(host: Process, mailbox: Mailbox) -> None:
    """A game that has ended, one without time and a live one are not reminded of."""
    over = await host.begin()
    await host.begin("none")
    await host.begin("10m+5s")
    await host.games.play.act(await host.games.tables.find(over), ANN, Resign)
    await host.pass_until(NOON + 4 * DAY)
    assert [] == mailbox.letters
    assert [] == await host.games.ledger.deadlines.due([REMIND], 1 << 62)


async def test_a_vacation_stops_reminders(host: Process, mailbox: Mailbox) -> None:
    """Who is on vacation is not reminded; what was told before is not told again afterwards."""
    await host.begin()
    await host.pass_until(NOON + 2 * DAY)
    await host.games.vacations.begin(ANN, 10)
    await host.pass_until(NOON + 20 * DAY)
    assert [HALF, 10 * DAY + LAST] == [at for at, _ in arrivals(mailbox)]


async def test_several_games_in_one_message(host: Process, mailbox: Mailbox) -> None:
    """What is due at the same time in one place comes in one message, the most urgent first."""
    for minute in (5, 0, 14, 16):
        host.watch.now = NOON + minute * MINUTE
        await host.begin()
    await host.begin(players=(BOB, ANN))
    await host.begin(channel=71)
    host.watch.now = NOON + HALF + 15 * MINUTE
    await host.pass_until(NOON + 2 * DAY)
    assert [(2, 1, 3), (4,), (6,), (5,)] == [
        letter.games for letter in sorted(mailbox.letters, key=lambda one: (one.player, one.at, one.place))
    ]
    assert {(BOB.id, (5,))} == {(one.player, one.games) for one in mailbox.letters if one.player == BOB.id}


async def begun_again(host: Process, mailbox: Mailbox) -> Process:
    """The next process over the same file."""

    async def opened(_: Path) -> Database:
        return host.database

    return await Process.open(Path(), host.watch, mailbox, opened)


class Dead(BaseException):
    """The process has died."""


def let_die(thing: object, name: str, *, after: bool) -> None:
    """Let whoever calls a method die before it, or after it has done its work."""
    method = getattr(thing, name)

    async def deadly(*values: object) -> None:
        if after:
            await method(*values)
        raise Dead

    setattr(thing, name, deadly)


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("name", ["awaited", "sent", "deliver", "reminded"])
async def test_a_process_that_dies(host: Process, time: Time, mailbox: Mailbox, name: str, after: bool) -> None:
    """Wherever a process dies while it reminds, the next one finishes what it began: each is told, at most twice."""
    for _ in range(3):
        await host.begin()
    await host.pass_until(NOON + HALF - 1)
    time.now = NOON + HALF
    doomed = await begun_again(host, mailbox)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mailbox, "deliver", mailbox.deliver)
        let_die(mailbox if name == "deliver" else doomed.games.ledger.reminders, name, after=after)
        with pytest.raises(Dead):
            await doomed.scheduler.meet()
    await host.pass_until(NOON + 2 * DAY)
    assert {(HALF, (1, 2, 3))} == {(letter.at - NOON, tuple(sorted(letter.games))) for letter in mailbox.letters}
    twice = name in {"deliver", "reminded"} and after == (name == "deliver")
    assert len(mailbox.letters) == 1 + twice


# ---- everything that waits for a person


CAT = Player(3, "Cat")


HERE = Location(GUILD, CHANNEL)


async def challenge(host: Process, game: str, *invited: Player, **wishes: Any) -> int:
    wanted = ChallengeRequest(game, wishes.pop("options", {}), invited, time="3d/move", **wishes)
    return (await host.games.lobby.challenge(HERE, ANN, wanted)).number


async def test_a_roll(host: Process, mailbox: Mailbox) -> None:
    """Who is to roll in a fight is reminded like who is to move."""
    number = await challenge(host, "hexeh", BOB, options={"combat": "poly"}, side="1", player_rolls=True)
    await host.games.lobby.join(number, BOB)
    await host.pass_until(NOON + HOUR)
    table = await host.games.tables.find(number)
    attack = next(move for move in sheet(table.state).legal if fights(table.state, move))
    text = long_form(table.state.variant.board, attack)
    turned = await host.games.play.act(table, ANN, lambda seat: MakeMove(seat, None, text))
    assert (True, BOB) == (turned.now.game.rolling, turned.now.game.player_to_move())
    await host.pass_until(NOON + 5 * DAY)
    assert [(HOUR + HALF, BOB.id), (HOUR + LAST, BOB.id)] == arrivals(mailbox)


async def test_an_offer_by_the_player_to_move(host: Process, mailbox: Mailbox) -> None:
    """Whose answer the player to move waits for is reminded at the same times, until they have given it."""
    offered, answered, others, late = [await host.begin(players=(ANN, BOB)) for _ in range(4)]
    await host.pass_until(NOON + HOUR)
    for number, player in ((offered, ANN), (answered, ANN), (others, BOB)):
        await host.games.play.act(await host.games.tables.find(number), player, offer_pause)
    await host.pass_until(NOON + 40 * HOUR)
    await host.games.play.act(await host.games.tables.find(late), ANN, offer_pause)
    await host.games.play.act(await host.games.tables.find(answered), BOB, decline_pause)
    await host.pass_until(NOON + 70 * HOUR)
    assert [(HALF, {offered, answered}), (LAST, {offered, late})] == [
        (letter.at - NOON, {*letter.games}) for letter in mailbox.letters if letter.player == BOB.id
    ]
    assert [(HALF, {offered, answered, others, late}), (LAST, {offered, answered, others, late})] == [
        (letter.at - NOON, {*letter.games}) for letter in mailbox.letters if letter.player == ANN.id
    ]


async def test_a_challenge(host: Process, mailbox: Mailbox) -> None:
    """Who is invited is reminded before the challenge lapses, unless they have answered; others are not."""
    number = await challenge(host, "chess", BOB)
    await challenge(host, "chess", CAT)
    assert isinstance(await host.games.lobby.leave(number + 1, CAT), StoredGame)
    await host.pass_until(NOON + 14 * DAY)
    assert [(7 * DAY, BOB.id), (14 * DAY * 9 // 10, BOB.id)] == arrivals(mailbox)
    assert {(number,)} == {letter.games for letter in mailbox.letters}


async def test_the_gathering_of_a_lobby(host: Process, mailbox: Mailbox) -> None:
    """Who is invited to a game for three is reminded to answer; once it is full, its challenger to start it."""
    number = await challenge(host, "nd-mccooey-3", BOB, CAT)
    await host.pass_until(NOON + DAY)
    assert isinstance(await host.games.lobby.join(number, BOB), StoredGame)
    await host.pass_until(NOON + 8 * DAY)
    assert [(7 * DAY, CAT.id)] == arrivals(mailbox)
    assert isinstance(await host.games.lobby.join(number, CAT), StoredGame)
    await host.pass_until(NOON + 12 * DAY)
    assert [(7 * DAY, CAT.id), (11 * DAY, ANN.id)] == arrivals(mailbox)
    await host.games.lobby.start(number, ANN)
    await host.pass_until(NOON + 13 * DAY)
    assert 2 == len(mailbox.letters)


# ---- trouble


async def test_what_fails_is_tried_again(host: Process, mailbox: Mailbox) -> None:
    """A message that was surely not sent is sent later, however long that takes, as long as the turn goes on."""
    await host.begin()
    mailbox.answers[CHANNEL] = [Delivery.FAILED] * 9
    await host.pass_until(NOON + 3 * DAY)
    (first, second) = [at for at, _ in arrivals(mailbox)]
    assert HALF + HOUR < first < HALF + 4 * HOUR
    assert LAST == second


async def test_direct_messages_refused(host: Process, mailbox: Mailbox) -> None:
    """Who takes no direct messages is reminded in the game's channel, is told so, and is tried again after choosing."""
    number = await host.begin()
    await choose(host, spot=ReminderPlace(direct=True).text)
    mailbox.answers[0] = [Delivery.REFUSED]
    await host.pass_until(NOON + HALF + MINUTE)
    assert [(NOON + HALF, CHANNEL, (number,))] == [(one.at, one.place, one.games) for one in mailbox.letters]
    assert [(DIRECT, NOON + HALF)] == (await host.games.reminders.standing(ANN)).refusing
    assert [] == (await host.games.reminders.standing(BOB)).refusing
    assert [] == (await choose(host, spot=ReminderPlace(direct=True).text)).refusing
    await host.pass_until(NOON + 3 * DAY)
    assert [CHANNEL, 0] == [one.place for one in mailbox.letters]


async def test_a_channel_that_refuses(host: Process, mailbox: Mailbox) -> None:
    """A channel that refuses is left alone for ten minutes each time; then what is due comes, once."""
    number = await host.begin()
    mailbox.answers[CHANNEL] = [Delivery.REFUSED] * 3
    await host.pass_until(NOON + HALF + 5 * MINUTE)
    assert ([], 1) == (mailbox.letters, mailbox.attempts)
    assert [(CHANNEL, NOON + HALF)] == (await host.games.reminders.standing(ANN)).refusing
    assert [] == (await host.games.reminders.standing(BOB)).refusing
    await host.pass_until(NOON + 4 * DAY)
    assert [(HALF + 30 * MINUTE, (number,)), (LAST, (number,))] == [
        (one.at - NOON, one.games) for one in mailbox.letters
    ]
    assert [] == (await host.games.reminders.standing(ANN)).refusing


async def test_a_thread_that_refuses(host: Process, mailbox: Mailbox) -> None:
    """Where a chosen thread refuses, the games' own channels are written to, each once; later it is used again."""
    for channel in (70, 71):
        await host.begin(channel=channel)
    await choose(host, spot=ReminderPlace(GUILD, 99).text)
    mailbox.answers[99] = [Delivery.REFUSED]
    await host.pass_until(NOON + 2 * DAY)
    assert [(70, (1,)), (71, (2,))] == sorted((one.place, one.games) for one in mailbox.letters)
    await host.pass_until(NOON + 3 * DAY)
    assert (99, (1, 2)) == (mailbox.letters[-1].place, mailbox.letters[-1].games)


async def test_a_game_that_no_longer_replays(host: Process, mailbox: Mailbox) -> None:
    """A game that this version cannot replay is let alone and holds up no other."""
    broken, sound = await host.begin(), await host.begin()
    await host.database.rows("UPDATE games SET edition = 99 WHERE number = ?", broken)
    host.games.tables.forget(broken)
    await host.pass_until(NOON + 2 * DAY)
    assert [(sound,)] == [letter.games for letter in mailbox.letters]


# ---- what players choose


async def test_quiet_hours(host: Process, mailbox: Mailbox) -> None:
    """A player's reminders keep out of quiet hours, and those that wait for the morning come in one message."""
    await choose(host, quiet="22-8", zone="europe/berlin")
    for hour in range(4):
        host.watch.now = at("2026-03-27T11:00", "Europe/Berlin") + hour * HOUR
        await host.begin()
    await host.pass_until(at("2026-03-29T09:00", "Europe/Berlin"))
    assert [(at("2026-03-29T08:00", "Europe/Berlin"), (1, 2, 3, 4))] == [(one.at, one.games) for one in mailbox.letters]


async def test_choices_are_kept(host: Process, mailbox: Mailbox) -> None:
    """What a player has chosen is there after a restart, what is refused changes nothing."""
    await choose(host, at="1/3", quiet="22-8", zone="Asia/Kathmandu", spot=ReminderPlace(GUILD, 99).text)
    refusal = await outcome(host.games.reminders.choose(ANN, {"remind-at": "1/4", "zone": "Atlantis"}))
    assert isinstance(refusal, Refusal)
    reminders = (await begun_again(host, mailbox)).games.reminders
    assert ReminderPreferences() == (await reminders.standing(BOB)).habits
    standing = await reminders.standing(ANN)
    assert (
        ReminderPreferences(
            (Fraction(1, 3),), ReminderPlace(GUILD, 99), QuietHours(1320, 480), "Asia/Kathmandu", since=NOON
        )
        == standing.habits
    )


async def test_what_cannot_be_read(host: Process) -> None:
    """Preferences that cannot be read any more are the default ones."""
    kept = {"remind-at": "?", "zone": "Atlantis", "quiet": "noon", "remind-since": "9" * 5000, "remind-where": "1/x"}
    await host.games.ledger.reminders.prefer(ANN.id, kept, NOON)
    assert await host.games.reminders.habits(ANN.id) == ReminderPreferences()


async def nudge(host: Process, number: int, player: Player = BOB) -> Player:
    return await host.games.reminders.nudge(await host.games.tables.find(number), player)


@pytest.mark.parametrize("clock", ["none", "3d/move"])
async def test_a_nudge(host: Process, mailbox: Mailbox, clock: str) -> None:
    """The player to move is told at once, in the channel of the game, with a clock or without."""
    number = await host.begin(clock)
    assert await nudge(host, number) == ANN
    await host.pass_until(NOON + HOUR)
    assert [(NOON, ANN.id, CHANNEL, (number,))] == [tuple(letter) for letter in mailbox.letters]
    assert NUDGE not in {letter.kind for letter in await host.games.ledger.outbox.due(1 << 62)}


async def test_once_a_day(host: Process, mailbox: Mailbox) -> None:
    """A game has one nudge within a day, whoever nudges and whoever is to move; other games have theirs."""
    first, second = await host.begin("none"), await host.begin("none")
    await nudge(host, first)
    await nudge(host, second)
    await host.pass_until(NOON + HOUR)
    refused = NudgedToday(first, (NOON + DAY) // 1000)
    assert await outcome(nudge(host, first, BOB)) == refused
    await host.move(first)
    assert await outcome(nudge(host, first, ANN)) == refused
    await host.pass_until(NOON + DAY)
    assert await nudge(host, first, ANN) == BOB
    await host.pass_until(NOON + DAY + HOUR)
    assert [(ANN.id, (first,)), (ANN.id, (second,)), (BOB.id, (first,))] == [
        (letter.player, letter.games) for letter in mailbox.letters
    ]


async def test_who_may_nudge(host: Process, mailbox: Mailbox) -> None:
    """Nobody nudges themselves, a game that they do not play, that is over or paused, or somebody on vacation."""
    number, other = await host.begin("3d/move"), await host.begin("3d/move")
    tables, play = host.games.tables, host.games.play
    assert await outcome(nudge(host, number, ANN)) == BadChoice(f"It's your own move in game #{number}.")
    assert await outcome(nudge(host, number, Player(3, "Cat"))) == NotYourGame(number)
    await play.act(await tables.find(other), ANN, GoAway)
    assert await outcome(nudge(host, other, BOB)) == AwayNow(other)
    await play.act(await tables.find(number), ANN, offer_pause)
    await play.act(await tables.find(number), BOB, accept_pause)
    assert await outcome(nudge(host, number, BOB)) == GamePaused()
    await play.act(await tables.find(number), ANN, Resign)
    assert isinstance(await outcome(nudge(host, number, BOB)), GameOver)
    await host.pass_until(NOON + HOUR)
    assert mailbox.letters == []


async def test_a_nudge_in_quiet_hours(host: Process, mailbox: Mailbox) -> None:
    """A nudge in quiet hours comes at their end, also where they are chosen after it; not if the turn is over then."""
    kept, moved = await host.begin("none"), await host.begin("none")
    await choose(host, quiet="11:00-15:00")
    await nudge(host, kept)
    await nudge(host, moved)
    await host.pass_until(NOON + HOUR)
    assert mailbox.letters == []
    await host.move(moved)
    await choose(host, quiet="11:00-17:00")
    await host.pass_until(NOON + 9 * HOUR)
    assert arrivals(mailbox) == [(5 * HOUR, ANN.id)]
    assert mailbox.letters[0].games == (kept,)


async def test_who_keeps_nudges_away(host: Process, mailbox: Mailbox) -> None:
    """Who has switched nudges off gets none, which whoever nudges cannot tell from quiet hours."""
    number = await outcome(host.begin("none"))
    await host.games.settings.choose(ANN, "nudges", "off")
    await nudge(host, number)
    await host.pass_until(NOON + HOUR)
    assert isinstance(await outcome(nudge(host, number, BOB)), NudgedToday)
    await host.pass_until(NOON + 2 * DAY)
    assert mailbox.attempts == 0
    await host.games.settings.choose(ANN, "nudges", "on")
    await nudge(host, number)
    await host.pass_until(NOON + 2 * DAY + HOUR)
    assert len(mailbox.letters) == 1


async def test_where_nudges_go(host: Process, mailbox: Mailbox) -> None:
    """A nudge goes where the player's reminders go, and where that is refused, to the channel of the game."""
    number = await host.begin("none")
    for spot, place in (
        (ReminderPlace(direct=True), 0),
        (ReminderPlace(GUILD, 99), 99),
        (ReminderPlace(GUILD + 1, 98), CHANNEL),
    ):
        await host.games.reminders.choose(ANN, {"remind-where": spot.text})
        await nudge(host, number)
        await host.pass_until(host.watch.now + DAY)
        assert mailbox.letters[-1].place == place
    mailbox.answers[0] = [Delivery.REFUSED]
    await host.games.reminders.choose(ANN, {"remind-where": ReminderPlace(direct=True).text})
    await nudge(host, number)
    await host.pass_until(host.watch.now + 1)
    assert mailbox.letters[-1].place == CHANNEL
    assert [place for place, _ in (await host.games.reminders.standing(ANN)).refusing] == [0]
    await host.pass_until(host.watch.now + DAY)
    mailbox.answers[0] = [Delivery.REFUSED]
    mailbox.answers[CHANNEL] = [Delivery.REFUSED]
    await nudge(host, number)
    await host.pass_until(host.watch.now + DAY)
    assert len(mailbox.letters) == 4
    assert NUDGE not in {letter.kind for letter in await host.games.ledger.outbox.due(1 << 62)}
