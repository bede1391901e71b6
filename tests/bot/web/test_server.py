"""The page's server, for local games: what it tells, does and refuses."""

from __future__ import annotations

import asyncio
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from engine.variants import GAMES
from tests.bot.web.local import Client, heard

pytestmark = pytest.mark.asyncio(loop_scope="module")
FORM: dict[str, Any] = {"variant": "hexeh", "options": {}, "level": None, "seats": [1], "time": ""}

# ---- looking


@pytest.mark.parametrize("key", GAMES)
async def test_every_game_can_be_begun_and_its_cells_lie_on_its_picture(local: Client, key: str) -> None:
    number = await local.begin(key)
    view = await local.get(f"api/games/{number}")
    board = view["board"]
    picture = Image.open(BytesIO(await local.get(board["src"])))
    assert picture.size == (board["width"], board["height"])
    names = {cell["name"] for cell in board["cells"]}
    assert {end for move in view["moves"] for end in (move["from"], move["to"])} <= names
    corners = [tuple(map(float, point.split(","))) for cell in board["cells"] for point in cell["points"].split()]
    assert all(0 <= x <= board["width"] and 0 <= y <= board["height"] for x, y in corners)


async def test_a_side_below_and_a_theme_are_as_asked_for(local: Client) -> None:
    number = await local.begin()
    usual, turned = [await local.get(f"api/games/{number}?below={seat}&theme=paper") for seat in (1, 2)]
    assert usual["board"]["cells"][0]["points"] != turned["board"]["cells"][0]["points"]
    assert usual["board"]["src"].endswith("theme=paper")
    for odd in ("below=9&theme=none&ply=x", f"below=1{'0' * 5000}", f"ply=1{'0' * 5000}"):
        assert (await local.get(f"api/games/{number}?{odd}"))["below"] == 1


async def test_an_earlier_position_offers_no_moves(local: Client) -> None:
    number = await local.begin(moves="b1c3")
    view = await local.get(f"api/games/{number}?ply=0")
    assert (view["ply"], view["plies"], view["moves"]) == (0, 1, [])
    assert view["played"] == [{"ply": 1, "number": "1.", "seat": 1, "text": "Tbc3", "dice": ""}]


async def test_the_first_page_lists_games_to_go_on_with(local: Client) -> None:
    number = await local.begin()
    home = await local.get("api/home")
    assert home["mode"] == "local"
    assert [(game["number"], game["over"]) for game in home["games"]] == [(number, False)]
    assert {game["key"] for group in home["groups"] for game in group["games"]} == set(GAMES)


async def test_a_game_that_cannot_be_read_hides_no_other(local: Client) -> None:
    await local.begin()
    await local.games.ledger.database.rows("UPDATE games SET variant = 'lost'")
    await local.begin()
    assert [game["title"] for game in (await local.get("api/home"))["games"]] == ["Hexeh", "lost"]
    assert "frozen" in (await local.get("api/games/1", 409))["error"]


async def test_a_fight_shows_its_dice(local: Client) -> None:
    number = await local.begin("chess", "e2e4 d7d5", combat="poly")
    view = await local.move(number, "e4d5")
    assert view["fight"]["rounds"]
    assert all(side["dice"] for sides in view["fight"]["rounds"] for side in sides)
    assert view["played"][-1]["dice"]
    await local.move(number, "a7a6")
    back = await local.get(f"api/games/{number}?ply=3")
    assert back["fight"] == view["fight"]
    assert "White: exd5" in back["news"]
    assert "*" not in back["news"]


async def test_promotions_are_told_apart(local: Client) -> None:
    number = await local.begin("chess", "a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 h7h6")
    view = await local.get(f"api/games/{number}")
    choices = {move["choice"] for move in view["moves"] if (move["from"], move["to"]) == ("b7", "a8")}
    assert choices == {"Queen", "Rook", "Bishop", "Knight"}


# ---- acting


async def test_a_refused_move_says_the_rule_and_changes_nothing(local: Client) -> None:
    number = await local.begin()
    before = await local.get(f"api/games/{number}")
    said = await local.move(number, "a1a4", 409)
    assert "a1" in said["error"] or "guard" in said["error"]
    assert await local.get(f"api/games/{number}") == before


async def test_what_was_seen_too_long_ago_is_refused(local: Client) -> None:
    number = await local.begin()
    sequence = (await local.get(f"api/games/{number}"))["sequence"]
    await local.act(number, "move", move="b1c3", sequence=sequence)
    assert "error" in await local.act(number, "move", 409, move="b5c4", sequence=sequence - 1)


async def test_two_at_one_screen_agree_on_a_takeback(local: Client) -> None:
    number = await local.begin(moves="b1c3")
    (offer,) = (await local.act(number, "takeback"))["offers"]
    kinds = {answer["act"]: answer["kind"] for answer in offer["answers"]}
    assert (await local.act(number, "accept", kind=kinds["accept"]))["played"] == []


async def test_the_bot_answers_takes_back_and_is_played_again(local: Client) -> None:
    number = await local.begin(level=0)
    await local.move(number, "b1c3")
    await local.games.opponent.idle()
    view = await local.get(f"api/games/{number}")
    assert (view["plies"], view["yours"], view["status"]) == (2, True, "Your move")
    assert (await local.act(number, "takeback"))["plies"] == 0
    view = await local.act(number, "resign")
    assert view["over"]
    assert [act["act"] for act in view["acts"]] == ["again"]
    again = await local.act(number, "again")
    assert (await local.get(f"api/games/{again['number']}"))["sides"][1]["player"] == "Hexmarshal, level 0"


async def test_a_hint_comes_in_steps(local: Client) -> None:
    number = await local.begin(level=0)
    steps = [(await local.act(number, "hint"))["advice"] for _ in range(3)]
    assert [step["more"] for step in steps] == ["Where to?", "Why?", ""]
    assert all(step["board"]["src"].startswith("data:image/png;base64,") for step in steps)


async def test_a_finished_game_is_reviewed(local: Client) -> None:
    number = await local.begin("chess", "f2f3 e7e5 g2g4 d8h4")
    review = (await local.act(number, "review"))["review"]
    assert "accuracy" in review["words"]
    assert review["pictures"]


@pytest.mark.parametrize(
    "form",
    [
        {"level": 1, "seats": []},
        {"level": 1, "seats": [[1]]},
        {"level": 12},
        {"time": "soon"},
        {"variant": "chess9"},
        {"options": {"combat": "swords"}},
    ],
)
async def test_a_game_that_cannot_be_begun_is_refused(local: Client, form: dict[str, Any]) -> None:
    assert (await local.post("api/games", {**FORM, **form}, 409))["error"]
    assert (await local.get("api/home"))["games"] == []


async def test_a_puzzle_is_solved_on_the_page(local: Client) -> None:
    number = (await local.post("api/puzzles", {"game": ""}))["number"]
    address = f"api/puzzles/{number}"
    view = await local.get(f"{address}?below=9")
    assert view["title"].startswith("Puzzle: Hexeh, easy")
    hinted = await local.post(f"{address}/acts", {"act": "hint"})
    assert "Hint" in hinted["news"] or "Hint" in hinted["status"]
    assert Image.open(BytesIO(await local.get(hinted["board"]["src"]))).width == hinted["board"]["width"]
    assert (await local.post(f"{address}/acts", {"act": "solution"}))["over"]
    assert (await local.post(f"{address}/acts", {"act": "next"}))["board"]["alt"] != view["board"]["alt"]


# ---- streams


async def test_a_stream_tells_of_changes_and_of_those_missed(local: Client) -> None:
    number = await local.begin()
    known = (await local.get(f"api/games/{number}"))["sequence"]
    async with await local.listen(number, known) as stream:
        moved = (await local.move(number, "b1c3"))["sequence"]
        assert await asyncio.wait_for(heard(stream), 5) == moved
    async with await local.listen(number, known) as stream:
        assert await asyncio.wait_for(heard(stream), 5) == moved


# ---- strangers


@pytest.mark.parametrize("path", ["api/home", "api/games/1", "api/games/1/board.png", "api/games/1/events"])
async def test_without_the_key_there_is_nothing(local: Client, path: str) -> None:
    await local.begin()
    for key in ("guessed-key", "é"):
        async with local.session.get(f"{local.origin}/{key}/{path}") as response:
            assert response.status == 404


async def test_another_host_is_refused(local: Client) -> None:
    """As when a name of somebody else's leads to this address."""
    assert "error" in await local.get("api/home", 421, Host="evil.example:80")


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1", ""])
async def test_a_post_from_another_page_is_refused(local: Client, origin: str) -> None:
    assert "error" in await local.post("api/games", FORM, 403, Origin=origin)
    assert (await local.get("api/home"))["games"] == []


async def test_bodies_that_are_none_of_the_pages_are_refused(local: Client) -> None:
    json = "application/json"
    odd = [("x" * 5000, json, 413), ("[" * 4000, json, 400), ("[]", json, 400), ("{}", f"{json}; charset=none", 400)]
    for body, kind, status in [*odd, ("{}", "text/plain", 415)]:
        headers = {"Origin": local.origin, "Content-Type": kind}
        async with local.session.post(f"{local.address}api/games", data=body, headers=headers) as response:
            assert response.status == status
            assert (await response.json())["error"]


@pytest.mark.parametrize("path", ["api/home", "api/games/1", "api/games/1/board.png", "api/games/1/events", "nowhere"])
async def test_answers_are_kept_by_nobody_and_frame_nothing(local: Client, path: str) -> None:
    await local.begin()
    async with local.session.get(f"{local.address}{path}") as response:
        assert response.headers["Cache-Control"] == "no-store"
        assert response.headers["Referrer-Policy"] == "no-referrer"
        policy = response.headers["Content-Security-Policy"]
        assert all(f"{name} 'none'" in policy for name in ("default-src", "frame-ancestors", "base-uri"))


@pytest.mark.parametrize("act", ["dance", "", "accept", "time"])
async def test_an_act_that_cannot_be_done_is_refused(local: Client, act: str) -> None:
    number = await local.begin()
    assert (await local.act(number, act, 409))["error"]


async def test_a_game_that_is_not_there_is_named(local: Client) -> None:
    assert "99" in (await local.get("api/games/99", 404))["error"]
