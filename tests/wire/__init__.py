"""A wire-level stand-in for Discord that an unpatched discord.py client logs into.

One server on the loopback interface speaks Discord's REST interface, gateway and file store::

    async with Standin() as discord_:
        with discord_.point_library():
            async with running(Bot()):
                alice, bob = discord_.human("alice"), discord_.human("bob")
                outcome = await alice.slash("play", variant="hexeh", opponent=bob)
                message = await outcome.reply()
                await bob.press(message, "Accept")
                turn = await discord_.channel().wait_for(lambda m: bob in m.pinged, after=message)

What a human does reaches the client in order, so a change of permissions before a command is known by then.
"""

from .humans import Human
from .interactions import Outcome
from .mentions import NOBODY, Pinged
from .messages import Message
from .options import Typing
from .places import Channel, Guild
from .running import quicken, running
from .standin import ROOT, Standin

__all__ = [
    "NOBODY",
    "ROOT",
    "Channel",
    "Guild",
    "Human",
    "Message",
    "Outcome",
    "Pinged",
    "Standin",
    "Typing",
    "quicken",
    "running",
]
