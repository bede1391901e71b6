"""The stand-in's troubles: faults, broken connections, dead clients and broken rules."""

import asyncio
import io
import signal
from typing import Any

import aiohttp
import discord
import pytest

from tests.suites import SIGNALLED

from . import Standin, running, spec
from .sample_bot import SampleBot, board

needs_spec = pytest.mark.skipif(not spec.available, reason=spec.reason)


async def test_rate_limit_and_server_error(discord_: Standin, bot: SampleBot) -> None:
    """The library retries what is refused for a moment, and reports what stays refused."""
    place = bot.get_partial_messageable(discord_.channel().id)
    limited = discord_.fail("POST", "/messages", 429, times=2, retry_after=0.03)
    await place.send("after all")
    assert limited.hits == 2
    discord_.fail("POST", "/messages", 502)
    discord_.fail("POST", "/messages", 403, after=1, code=50001, message="Missing Access")
    await place.send("after an error")
    assert [r.status for r in discord_.requests_to("POST", "/messages")] == [429, 429, 200, 502, 200]
    with pytest.raises(discord.Forbidden) as forbidden:
        await place.send("never")
    assert forbidden.value.code == 50001
    assert [m.content for m in discord_.channel().messages] == ["after all", "after an error"]


async def test_delay(discord_: Standin, bot: SampleBot) -> None:
    """A request is held before its effect, or between its effect and the answer."""
    place = bot.get_partial_messageable(discord_.channel().id)
    for effective in (False, True):
        hold = discord_.delay("POST", "/messages", effective=effective)
        before = len(discord_.channel().messages)
        sending = asyncio.create_task(place.send("held"))
        await hold.reached()
        assert len(discord_.channel().messages) - before == int(effective)
        assert not sending.done()
        hold.release()
        await sending
        assert len(discord_.channel().messages) - before == 1


async def test_lost_reply(discord_: Standin, bot: SampleBot) -> None:
    """The message is there, but its sender does not know; a nonce makes trying again safe."""
    place = bot.get_partial_messageable(discord_.channel().id)
    discord_.lose_reply("POST", "/messages")
    with pytest.raises((aiohttp.ClientError, OSError)):
        await place.send("once", nonce="1")
    await place.send("once", nonce="1")
    assert [m.content for m in discord_.channel().messages] == ["once"]
    discord_.lose_reply("POST", "/callback")
    outcome = await discord_.human("alice").slash("draw offer")
    assert outcome.acknowledged
    assert "draw" in (await outcome.reply()).content


async def test_reconnect_replays_what_was_missed(discord_: Standin, bot: SampleBot) -> None:
    """After op 7 or a broken connection the client resumes and hears what it missed."""
    alice = discord_.human("alice")
    for count, trouble in enumerate((discord_.gateway.reconnect, discord_.gateway.cut), 1):
        trouble()
        await discord_.wait_disconnected()
        await alice.say(f"{discord_.bot.mention} missed {count}")
        await discord_.wait_for_resume(count)
        outcome = await alice.slash("draw offer")
        assert outcome.acknowledged
        assert any(m.content.endswith(f"missed {count}") for m in bot.heard)
    assert discord_.logins == 1
    assert bot.resumed == 2


async def test_invalid_session(discord_: Standin, bot: SampleBot) -> None:
    """After op 9 the client identifies anew."""
    del bot
    discord_.gateway.invalidate()
    await discord_.wait_for_login(2)
    assert (await discord_.human("alice").slash("draw offer")).acknowledged


async def test_one_client_after_another(discord_: Standin) -> None:
    """Messages, commands and buttons outlast the client that made them."""
    alice = discord_.human("alice")
    async with running(SampleBot()):
        message = await (await alice.slash("play", variant="hexeh", opponent=alice)).reply()
    await discord_.wait_disconnected()
    async with running(SampleBot()):
        assert (await (await alice.press(message, "c4")).reply()).content == "moved to c4"


@SIGNALLED
async def test_a_child_killed_and_started_anew(discord_: Standin) -> None:
    """A client that is killed in the middle of a request leaves the stand-in as it was, ready for the next."""
    alice = discord_.human("alice")
    async with discord_.child("tests.wire.sample_bot") as child:
        await discord_.wait_for_login(1)
        hold = discord_.delay("POST", "/callback", effective=True)
        outcome = await alice.hurried().slash("play", variant="hexeh", opponent=alice)
        await hold.reached()
        child.kill()
        assert await child.wait() == -signal.SIGKILL
        await discord_.wait_disconnected()
        hold.release()
        message = await outcome.reply()
    async with discord_.child("tests.wire.sample_bot"):
        await discord_.wait_for_login(2)
        assert (await (await alice.press(message, "c4")).reply()).content == "moved to c4"


async def test_a_client_that_dies_while_it_writes(discord_: Standin, bot: SampleBot) -> None:
    """Half a request has no effect and disturbs nobody."""
    address = discord_.base_url.removeprefix("http://").split(":")
    _, writer = await asyncio.open_connection(address[0], int(address[1]))
    channel = discord_.channel()
    path = f"/api/v10/channels/{channel.id}/messages"
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bot good-token\r\nContent-Length: 99\r\n\r\n"
    writer.write(head.encode() + b'{"content": "ha')
    await writer.drain()
    writer.transport.abort()
    await bot.get_partial_messageable(channel.id).send("whole")
    assert [m.content for m in channel.messages] == ["whole"]


async def test_unhandled_and_violations_fail_the_test() -> None:
    """On leaving, everything Discord would object to is listed, unless cleared."""
    standin = await Standin().__aenter__()
    headers = {"Authorization": "Bot good-token"}
    async with aiohttp.ClientSession(standin.base_url, headers=headers) as session:
        async with session.get("/api/v10/voice/regions") as response:
            assert response.status == 404
        async with session.post(f"/api/v10/channels/{standin.channel().id}/messages", json={}) as response:
            assert response.status == 400
            assert (await response.json())["code"] == 50006
    with pytest.raises(AssertionError, match=r"(?s)empty message.*not served: GET /voice/regions"):
        await standin.__aexit__(None, None, None)


def _row(*components: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(components)}


def _button(name: str, label: str = "a") -> dict[str, Any]:
    return {"type": 2, "style": 2, "label": label, "custom_id": name}


def _select(values: list[str]) -> dict[str, Any]:
    return {"type": 3, "custom_id": "s", "options": [{"label": v, "value": v} for v in values]}


BROKEN = {
    "long content": ({"content": "x" * 2001}, "2000"),
    "empty": ({"content": ""}, "empty message"),
    "six rows": ({"components": [_row(_button(str(n))) for n in range(6)]}, "6 rows"),
    "six buttons": ({"components": [_row(*(_button(str(n)) for n in range(6)))]}, ""),
    "same custom_id": ({"components": [_row(_button("x"), _button("x"))]}, "comes 2 times"),
    "26 options": ({"components": [_row(_select([str(n) for n in range(26)]))]}, ""),
    "same option": ({"components": [_row(_select(["a", "a"]))]}, "comes 2 times"),
    "no such picture": ({"embeds": [{"image": {"url": "attachment://board.png"}}]}, "names no attachment"),
    "layout without its flag": ({"components": [{"type": 10, "content": "x"}]}, "Components V2"),
    "contradiction": ({"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}}, "both"),
}


@pytest.mark.parametrize("case", BROKEN)
async def test_broken_messages(case: str) -> None:
    """A message that breaks a rule is refused, and the rule named."""
    body, complaint = BROKEN[case]
    async with Standin() as standin:
        path = f"/api/v10/channels/{standin.channel().id}/messages"
        headers = {"Authorization": "Bot good-token"}
        async with (
            aiohttp.ClientSession(standin.base_url, headers=headers) as session,
            session.post(path, json=body) as response,
        ):
            assert response.status == 400
        (violation,) = standin.violations
        assert complaint in violation
        assert standin.channel().messages == []
        standin.violations.clear()


SPEC_BROKEN = {
    "label": ("POST", "/channels/1/messages", {"components": [_row(_button("x", "a" * 81))]}, "too long"),
    "options": ("POST", "/channels/1/messages", {"components": [_row(_select([str(n) for n in range(26)]))]}, "long"),
    "description": ("PUT", "/applications/1/commands", [{"name": "a", "description": "x" * 101, "type": 1}], "long"),
    "choices": (
        "POST",
        "/interactions/1/t/callback",
        {"type": 8, "data": {"choices": [{"name": str(n), "value": str(n)} for n in range(26)]}},
        "long",
    ),
    "callback content": ("POST", "/interactions/1/t/callback", {"type": 4, "data": {"content": "x" * 2001}}, "long"),
}


@needs_spec
@pytest.mark.parametrize("case", SPEC_BROKEN)
def test_spec(case: str) -> None:
    """Discord's own description catches what breaks it, and says where."""
    method, path, body, complaint = SPEC_BROKEN[case]
    problem = spec.problem(method, path, body)
    assert problem is not None
    assert complaint in problem


@needs_spec
async def test_spec_through_the_client(discord_: Standin, bot: SampleBot) -> None:
    """What a real client sends against the rules is refused as Discord would, and noted."""
    place = bot.get_partial_messageable(discord_.channel().id)
    with pytest.raises(discord.HTTPException) as refused:
        await place.send("x" * 4001)
    assert refused.value.code == 50035
    with pytest.raises(discord.HTTPException):
        await place.send(file=discord.File(io.BytesIO(b""), "a.png", description="x" * 1025))
    assert len(discord_.violations) == 2
    discord_.violations.clear()
    await place.send(file=board())
