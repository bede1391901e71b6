"""The operations about the application itself, users, servers and commands."""

import base64
import re

from . import bits, limits, payloads, posting
from .errors import unknown_member
from .jsontypes import Json
from .places import Guild
from .rest import Answer, Call, Route


def _me(call: Call) -> Answer:
    own = {"verified": True, "mfa_enabled": False, "locale": "en-US", "flags": 0, "email": None}
    return Answer(body=payloads.user_json(call.hub.bot) | own)


def _application(call: Call) -> Answer:
    bot = call.hub.bot
    owner = next(iter(call.hub.guilds.values())).owner
    return Answer(
        body={
            "id": str(bot.id),
            "name": bot.name,
            "icon": None,
            "description": "It has a profile.",
            "summary": "",
            "bot_public": True,
            "bot_require_code_grant": False,
            "verify_key": "",
            "flags": 0,
            "hook": True,
            "owner": payloads.user_json(owner),
        }
    )


def _gateway(call: Call) -> Answer:
    limit = {"total": 1000, "remaining": 999, "reset_after": 86_400_000, "max_concurrency": 1}
    return Answer(body={"url": call.hub.gateway.url, "shards": call.hub.shards, "session_start_limit": limit})


def _open_direct_channel(call: Call) -> Answer:
    user = call.hub.users[int(call.body["recipient_id"])]
    return Answer(body=payloads.channel_json(call.hub.direct_channel(user)))


def _own_guilds(call: Call) -> Answer:
    """A page of the servers that the application is in, by id."""
    after, most = int(call.record.query.get("after", 0)), int(call.record.query.get("limit", 200))
    mine = sorted(guild.id for guild in call.hub.guilds.values() if guild.has(call.hub.bot) and guild.id > after)
    return Answer(body=[_partial(call.hub.guilds[guild], call) for guild in mine[:most]])


def _partial(guild: Guild, call: Call) -> Json:
    permissions = str(bits.ALL_PERMISSIONS)
    flags = {"owner": guild.owner is call.hub.bot, "permissions": permissions, "features": []}
    return {"id": str(guild.id), "name": guild.name, "icon": None, "banner": None, **flags}


def _member(call: Call) -> Answer:
    guild = call.hub.guilds.get(call.number("guild"))
    user = call.hub.users.get(call.number("user"))
    if guild is None or user is None or not guild.has(user):
        raise unknown_member()
    return Answer(body=payloads.member_json(guild, user))


def _emojis(call: Call) -> Answer:
    return Answer(body={"items": list(call.hub.emojis)})


def _create_emoji(call: Call) -> Answer:
    """Take an emoji of the application, a picture of at most 256 kB with a name of its own."""
    hub, name = call.hub, call.body["name"]
    data = base64.b64decode(call.body["image"].partition(",")[2])
    taken = any(each["name"] == name for each in hub.emojis)
    wrong = not re.fullmatch(r"\w{2,32}", name) or len(data) > 256 * 1024 or not data.startswith(b"\x89PNG")
    posting.refuse(hub, call.where, [f"emoji {name!r} is no emoji, or taken"] if taken or wrong else [])
    hub.emojis.append({"id": str(hub.ids.next()), "name": name, "roles": [], "animated": False, "available": True})
    return Answer(201, hub.emojis[-1])


def _delete_emoji(call: Call) -> Answer:
    call.hub.emojis[:] = [each for each in call.hub.emojis if each["id"] != str(call.number("emoji"))]
    return Answer(204)


def _replace_commands(call: Call) -> Answer:
    """Register the global commands; one that keeps its name keeps its id."""
    hub, commands = call.hub, call.body or []
    posting.refuse(hub, call.where, limits.command_problems(commands))
    known = {(c["type"], c["name"]): c["id"] for c in hub.commands}
    registered = []
    for command in commands:
        kind = command.get("type") or 1
        entry = {"description": "", "default_member_permissions": None, "nsfw": False, **command}
        entry |= {"type": kind, "application_id": str(hub.bot.id), "version": str(hub.ids.next())}
        entry["id"] = known.get((kind, command["name"])) or str(hub.ids.next())
        registered.append(entry)
    hub.commands[:] = registered
    return Answer(body=registered)


ROUTES = [
    Route("GET", "/users/@me", _me),
    Route("GET", "/users/@me/guilds", _own_guilds),
    Route("POST", "/users/@me/channels", _open_direct_channel),
    Route("GET", "/oauth2/applications/@me", _application),
    Route("GET", "/applications/@me", _application),
    Route("GET", "/gateway", _gateway),
    Route("GET", "/gateway/bot", _gateway),
    Route("GET", "/guilds/{guild}/members/{user}", _member),
    Route("PUT", "/applications/{app}/commands", _replace_commands),
    Route("GET", "/applications/{app}/emojis", _emojis),
    Route("POST", "/applications/{app}/emojis", _create_emoji),
    Route("DELETE", "/applications/{app}/emojis/{emoji}", _delete_emoji),
]
