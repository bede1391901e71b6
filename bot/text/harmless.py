"""Texts in Discord's markup: names and what people typed made harmless, times, and commands to click on."""

from __future__ import annotations

import re
from collections.abc import Callable

from bot.games.refusals import Pointing
from bot.store import Player
from engine.model.refusal import Refusal
from engine.model.wording import say

MESSAGE_CHARS = 1900
"""The characters of the longest text sent; Discord takes 2000."""
_ARMED = re.compile(
    r"""
      ^\ *[-+\#>]             # lists, headings, small print, quotes
    | ^\ *\d+\.              # numbered lists
    | [\\*_~|`<\[\]]         # emphasis, spoilers, code, all that stands in pointed brackets, links with words
    | (?<=\])\(              # their targets, behind a bracket of the referee's own, too
    | :(?=//)                # bare links
    | \.[^\W\d_]{2,}/        # invitations, which need no scheme
    | (?<![\w/])/(?=[a-z])   # commands, which are made clickable
    """,
    re.MULTILINE | re.VERBOSE,
)
"""Discord's markup; a backslash before the last character of each match disables it."""


_NAMED = re.compile(r"“[^”]*”|`/([a-z -]+)`|`[^`]*`|(?<![\w/<\\])/([a-z-]+(?: [a-z-]+)?)")
"""Commands, alone between code marks or bare; quotations and other code are passed over."""
COMMANDS: dict[str, int] = {}
"""The ids of the slash commands by their full names, once they are registered."""


def clickable(text: str) -> str:
    """A text in which the names of commands can be clicked on, as far as their ids are known."""

    def linked(found: re.Match[str]) -> str:
        name = found[1] or found[2] or ""
        command = name if name in COMMANDS else name.split(" ")[0]
        if command not in COMMANDS or (found[1] and command != name):
            return found[0]
        return f"</{command}:{COMMANDS[command]}>{name.removeprefix(command)}"

    return _NAMED.sub(linked, text)


def strip_invisible(text: str) -> str:
    """A text without its invisible characters: control characters, direction marks, zero-width spaces."""
    if text.isprintable():
        return text
    return "".join(character for character in text if character.isprintable() or character == "\n")


def escape(text: str) -> str:
    """A person's text, shown as typed: nothing in it becomes a link, a mention or markup."""
    plain = _ARMED.sub(lambda found: f"{found[0][:-1]}\\{found[0][-1]}", strip_invisible(text))
    return plain.replace("@", "@\u200b")


def stamp(at: int, style: str = "R") -> str:
    """A time (UTC ms) in Discord's markup, shown relative to now unless in another style; rounded up to a second."""
    return f"<t:{-(-at // 1000)}:{style}>"


def answer_text(said: str | Refusal) -> str:
    """An answer ready to be sent: a refusal may quote people's text, which is made harmless, but names commands."""
    if isinstance(said, str):
        return said
    return said.text if isinstance(said, Pointing) else re.sub(r"(?<!\w)\\/", "/", escape(said.text))


def escaped_name(player: Player) -> str:
    return escape(player.name)


YOU = "You"
Naming = Callable[[Player], str]
_YOURS = {"is": "are", "has": "have", "hasn't": "haven't"}


def name_for(you: Player | None, name: Naming, player: Player) -> str:
    """A player as a sentence that is told to `you`, or to all, begins with them: "You" or a name."""
    if you is not None and you.id == player.id:
        return YOU
    return "Hexmarshal" if player.is_bot else name(player)


def doing(actor: str, words: str, **facts: object) -> str:
    """A sentence about a person's action: "Ann offers a draw.", or "You offer a draw." for YOU."""
    if actor != YOU:
        return say(f"{{actor}} {words}", actor=actor, **facts)
    verb = words.split(" ", maxsplit=1)[0].rstrip(".:")
    return say(f"{YOU} {_YOURS.get(verb) or verb.removesuffix('s')}{words.removeprefix(verb)}", **facts)
