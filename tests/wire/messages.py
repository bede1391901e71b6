"""Messages as the stand-in keeps them and as tests look at them."""

import struct
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from . import components as parts
from .bits import COMPONENTS_V2, EPHEMERAL, LOADING
from .jsontypes import Json
from .mentions import NOBODY, Pinged

if TYPE_CHECKING:
    from .people import User
    from .places import Channel

_PNG = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True)
class Attachment:
    """A file of a message, with its bytes and its alt text."""

    id: int
    filename: str
    data: bytes = field(repr=False)
    description: str | None
    content_type: str
    url: str

    @property
    def size(self) -> tuple[int, int] | None:
        """The width and height of a PNG picture; None for anything else."""
        if not self.data.startswith(_PNG) or len(self.data) < 24:
            return None
        width, height = struct.unpack(">II", self.data[16:24])
        return width, height


@dataclass(frozen=True)
class Origin:
    id: int
    kind: int
    user: "User"


@dataclass(eq=False)
class Message:
    """A message; the object stays the same through edits, so that a test sees them happen.

    ``content`` is what the text displays show, commands by their names alone; ``markup`` what they hold.
    ``viewer`` is the one user who sees an ephemeral message; ``edits`` holds the components that each edit replaced.
    """

    id: int
    channel: "Channel"
    author: "User"
    kind: int = 0
    content: str = ""
    flags: int = 0
    components: tuple[Json, ...] = field(default=(), repr=False)
    embeds: tuple[Json, ...] = field(default=(), repr=False)
    attachments: tuple[Attachment, ...] = ()
    mentions: Pinged = field(default=NOBODY, repr=False)
    pinged: Pinged = NOBODY
    nonce: str | None = None
    reference: "Message | None" = field(default=None, repr=False)
    origin: Origin | None = field(default=None, repr=False)
    viewer: "User | None" = None
    edits: list[tuple[Json, ...]] = field(default_factory=list, repr=False)
    edited_at: str | None = None
    deleted: bool = False

    @property
    def ephemeral(self) -> bool:
        return bool(self.flags & EPHEMERAL)

    @property
    def laid_out(self) -> bool:
        """Whether the message is laid out by components; ``content`` is then what these say."""
        return bool(self.flags & COMPONENTS_V2)

    @property
    def markup(self) -> str:
        return "\n".join(parts.texts(self.components))

    @property
    def loading(self) -> bool:
        """Whether the message still says that the application is thinking."""
        return bool(self.flags & LOADING)

    @property
    def buttons(self) -> tuple[parts.Button, ...]:
        return parts.buttons(self.components)

    @property
    def selects(self) -> tuple[parts.Select, ...]:
        return parts.selects(self.components)
