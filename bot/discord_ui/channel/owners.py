"""Those who run the referee: the owner of its application, or the members of the team that owns it."""

from __future__ import annotations

import discord


def owners(client: discord.Client) -> frozenset[int]:
    """Their ids, as Discord told them at login; nobody's before."""
    application = client.application
    if application is None:
        return frozenset()
    if application.team is None:
        return frozenset({application.owner.id})
    accepted = discord.TeamMembershipState.accepted
    members = {member.id for member in application.team.members if member.membership_state is accepted}
    return frozenset(members if application.team.owner_id is None else {*members, application.team.owner_id})


def invited(client: discord.Client) -> frozenset[int]:
    """The same, and those who have yet to accept that they join the team: nobody's dice may be theirs to bend."""
    team = client.application.team if client.application is not None else None
    return owners(client) | {member.id for member in team.members} if team is not None else owners(client)


def first_owner(client: discord.Client) -> int | None:
    """The one of them who is written to; None before login."""
    application = client.application
    if application is None:
        return None
    return application.owner.id if application.team is None else application.team.owner_id
