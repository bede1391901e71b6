"""The operations about the application itself, users, servers and commands."""

from collections.abc import Sequence

from . import bits, limits, payloads, posting
from .errors import missing_access, unknown_command, unknown_guild, unknown_member, unknown_user
from .jsontypes import Json
from .places import Guild
from .rest import DONE, Answer, Call, Route


def _me(call: Call) -> Answer:
    own = {"verified": True, "mfa_enabled": False, "locale": "en-US", "flags": 0, "email": None}
    return Answer(body=payloads.user_json(call.hub.bot) | own)


def _user(call: Call) -> Answer:
    user = call.hub.users.get(call.number("user"))
    if user is None:
        raise unknown_user()
    return Answer(body=payloads.user_json(user))


def _application(call: Call) -> Answer:
    bot = call.hub.bot
    owner = next(iter(call.hub.guilds.values())).owner
    return Answer(
        body={
            "id": str(bot.id),
            "name": bot.name,
            "icon": None,
            "description": call.hub.profile,
            "summary": "",
            "bot_public": True,
            "bot_require_code_grant": False,
            "verify_key": "",
            "flags": 0,
            "hook": True,
            "owner": payloads.user_json(owner),
        }
    )


def _change_application(call: Call) -> Answer:
    call.hub.profile = call.body.get("description", call.hub.profile)
    return _application(call)


def _gateway(call: Call) -> Answer:
    limit = {"total": 1000, "remaining": 999, "reset_after": 86_400_000, "max_concurrency": 1}
    return Answer(body={"url": call.hub.gateway.url, "shards": call.hub.shards, "session_start_limit": limit})


def _open_direct_channel(call: Call) -> Answer:
    user = call.hub.users.get(int(call.body["recipient_id"]))
    if user is None:
        raise unknown_user()
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


def _visible_guild(call: Call) -> Guild:
    guild = call.hub.guilds.get(call.number("guild"))
    if guild is None or not guild.has(call.hub.bot):
        raise unknown_guild()
    return guild


def _guild(call: Call) -> Answer:
    return Answer(body=payloads.guild_json(_visible_guild(call), call.hub.bot))


def _guild_channels(call: Call) -> Answer:
    return Answer(body=[payloads.channel_json(channel) for channel in _visible_guild(call).channels])


def _guild_roles(call: Call) -> Answer:
    return Answer(body=[payloads.role_json(role) for role in _visible_guild(call).roles.values()])


def _member(call: Call) -> Answer:
    guild = _visible_guild(call)
    user = call.hub.users.get(call.number("user"))
    if user is None:
        raise unknown_user()
    if not guild.has(user):
        raise unknown_member()
    return Answer(body=payloads.member_json(guild, user))


def _scope(call: Call) -> int | None:
    """Return the server whose commands are meant; None for the global ones."""
    if "guild" not in call.params:
        return None
    guild = call.hub.guilds.get(call.number("guild"))
    if guild is None or not guild.has(call.hub.bot):
        raise missing_access()
    return guild.id


def _registered(call: Call, scope: int | None, commands: Sequence[Json]) -> list[Json]:
    """Register commands; one that keeps its name keeps its id."""
    hub = call.hub
    posting.refuse(hub, call.where, limits.command_problems(commands))
    known = {(c["type"], c["name"]): c["id"] for c in hub.commands.get(scope, [])}
    registered = []
    for command in commands:
        kind = command.get("type") or 1
        entry = {"description": "", "default_member_permissions": None, "nsfw": False, **command}
        entry |= {"type": kind, "application_id": str(hub.bot.id), "version": str(hub.ids.next())}
        entry["id"] = known.get((kind, command["name"])) or str(hub.ids.next())
        if scope is not None:
            entry["guild_id"] = str(scope)
        registered.append(entry)
    return registered


def _list_commands(call: Call) -> Answer:
    return Answer(body=call.hub.commands.get(_scope(call), []))


def _replace_commands(call: Call) -> Answer:
    scope = _scope(call)
    call.hub.commands[scope] = _registered(call, scope, call.body or [])
    return Answer(body=call.hub.commands[scope])


def _add_command(call: Call) -> Answer:
    scope = _scope(call)
    (entry,) = _registered(call, scope, [call.body])
    others = [c for c in call.hub.commands.get(scope, []) if c["id"] != entry["id"]]
    fresh = len(others) == len(call.hub.commands.get(scope, []))
    call.hub.commands[scope] = [*others, entry]
    return Answer(201 if fresh else 200, entry)


def _find_command(call: Call) -> Json:
    found = [c for c in call.hub.commands.get(_scope(call), []) if c["id"] == call.params["command"]]
    if not found:
        raise unknown_command()
    return found[0]


def _get_command(call: Call) -> Answer:
    return Answer(body=_find_command(call))


def _change_command(call: Call) -> Answer:
    command = _find_command(call)
    command.update(call.body, version=str(call.hub.ids.next()))
    return Answer(body=command)


def _delete_command(call: Call) -> Answer:
    call.hub.commands[_scope(call)].remove(_find_command(call))
    return DONE


def _command_routes(base: str) -> list[Route]:
    return [
        Route("GET", base, _list_commands),
        Route("PUT", base, _replace_commands),
        Route("POST", base, _add_command),
        Route("GET", f"{base}/{{command}}", _get_command),
        Route("PATCH", f"{base}/{{command}}", _change_command),
        Route("DELETE", f"{base}/{{command}}", _delete_command),
    ]


ROUTES = [
    Route("GET", "/users/@me", _me),
    Route("GET", "/users/@me/guilds", _own_guilds),
    Route("GET", "/users/{user}", _user),
    Route("POST", "/users/@me/channels", _open_direct_channel),
    Route("GET", "/oauth2/applications/@me", _application),
    Route("GET", "/applications/@me", _application),
    Route("PATCH", "/applications/@me", _change_application),
    Route("GET", "/gateway", _gateway),
    Route("GET", "/gateway/bot", _gateway),
    Route("GET", "/guilds/{guild}", _guild),
    Route("GET", "/guilds/{guild}/channels", _guild_channels),
    Route("GET", "/guilds/{guild}/roles", _guild_roles),
    Route("GET", "/guilds/{guild}/members/{user}", _member),
    *_command_routes("/applications/{app}/commands"),
    *_command_routes("/applications/{app}/guilds/{guild}/commands"),
]
