"""Discord's rules for messages, modals and commands that its OpenAPI description does not state."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from . import components as parts
from .bits import COMPONENTS_V2
from .jsontypes import Json

MAX_UPLOAD = 10 * 2**20

_NAME = re.compile(r"[-_'\w]{1,32}")


def message_problems(body: Json, files: Sequence[tuple[str, str, int]]) -> Iterator[str]:
    """Yield what is wrong with a message's body; ``files`` are the uploads' (field, name, size)."""
    rows: list[Json] = body.get("components") or []
    laid_out = bool((body.get("flags") or 0) & COMPONENTS_V2)
    if len(body.get("content") or "") > 2000:
        yield f"content: {len(body['content'])} characters, at most 2000 are allowed"
    if len(str(body.get("nonce") or "")) > 25:
        yield f"nonce: {len(str(body['nonce']))} characters, at most 25 are allowed"
    if len(rows) > 5 and not laid_out:
        yield f"components: {len(rows)} rows, at most 5 are allowed"
    yield from _layout_problems(body, rows, laid_out=laid_out)
    yield from _component_problems(rows)
    yield from _attachment_problems(body, files)
    allowed = body.get("allowed_mentions") or {}
    for kind in ("users", "roles"):
        if kind in (allowed.get("parse") or ()) and allowed.get(kind):
            yield f"allowed_mentions: both parse and {kind} are given"
    if _embed_length(body.get("embeds") or ()) > 6000:
        yield "embeds: more than 6000 characters in all"


def _layout_problems(body: Json, tree: Sequence[Json], *, laid_out: bool) -> Iterator[str]:
    """Check what holds of messages that are laid out by components, and that others have none of their kinds."""
    everything = list(parts.walk(tree))
    if not laid_out:
        kinds = {component["type"] for component in everything} & parts.LAYOUT
        if kinds:
            yield f"components: kinds {sorted(kinds)} are for messages with the flag IS_COMPONENTS_V2"
        return
    if body.get("content") or body.get("embeds"):
        yield "a message laid out by components has neither content nor embeds"
    if len(everything) > 40:
        yield f"components: {len(everything)} in all, at most 40 are allowed"
    if (length := sum(map(len, parts.texts(tree)))) > 4000:
        yield f"components: {length} characters of text, at most 4000 are allowed"
    for component in everything:
        kind, children = component["type"], component.get("components") or []
        if kind == parts.TEXT and not component["content"].strip():
            yield "components: a text display without text"
        if kind == parts.SECTION and not (1 <= len(children) <= 3 and component.get("accessory")):
            yield "components: a section of 1 to 3 texts and an accessory is allowed"
        if kind == parts.GALLERY and not 1 <= len(component["items"]) <= 10:
            yield "components: a gallery of 1 to 10 pictures is allowed"
        if kind == parts.CONTAINER and any(child["type"] == parts.CONTAINER for child in children):
            yield "components: a container in a container"
    if any(len(each.get("description") or "") > 1024 for each in parts.media(tree)):
        yield "components: a description of more than 1024 characters"


def is_empty(body: Json, files: Sequence[Any]) -> bool:
    """Tell whether a new message would have nothing in it."""
    return not files and not any(
        body.get(key) for key in ("content", "embeds", "components", "sticker_ids", "poll", "attachments")
    )


def modal_problems(modal: Json) -> Iterator[str]:
    if not 1 <= len(modal.get("title") or "") <= 45:
        yield "modal title: 1 to 45 characters are allowed"
    if not 1 <= len(modal.get("components") or ()) <= 5:
        yield "modal: 1 to 5 components are allowed"
    yield from _component_problems(modal.get("components") or [])


def command_problems(commands: Sequence[Json]) -> Iterator[str]:
    """Yield what is wrong with a set of commands."""
    if len(commands) > 100:
        yield f"{len(commands)} commands, at most 100 are allowed"
    yield from _repeated("command", [(c.get("type", 1), c["name"]) for c in commands])
    for command in commands:
        if command.get("type", 1) == 1:
            yield from _name_problems(command)
        if (length := _command_length(command)) > 8000:
            yield f"command {command['name']}: {length} characters in all, at most 8000 are allowed"
        yield from _option_problems(command["name"], command.get("options") or ())


def _name_problems(command: Json) -> Iterator[str]:
    """Check that the names of a command and its options are lower-case words."""
    name = command["name"]
    if not _NAME.fullmatch(name) or name != name.lower():
        yield f"command name {name!r}: lower-case letters, digits, - and _ are allowed"
    for option in command.get("options") or ():
        yield from _name_problems(option)


def _option_problems(path: str, options: Sequence[Json]) -> Iterator[str]:
    yield from _repeated(f"option of {path}", [o["name"] for o in options])
    needed = [bool(o.get("required")) for o in options]
    if needed != sorted(needed, reverse=True):
        yield f"command {path}: a required option comes after an optional one"
    for option in options:
        yield from _option_problems(f"{path} {option['name']}", option.get("options") or ())


def _command_length(command: Json) -> int:
    """Count the characters of names, descriptions and choices, nested ones too; of each text its longest language."""
    descriptions = [command.get("description") or "", *(command.get("description_localizations") or {}).values()]
    own = len(command.get("name") or "") + max(map(len, descriptions))
    choices = sum(len(c["name"]) + len(str(c["value"])) for c in command.get("choices") or ())
    return own + choices + sum(map(_command_length, command.get("options") or ()))


def _repeated(what: str, values: Iterable[Any]) -> Iterator[str]:
    yield from (f"{what} {value!r} comes {n} times" for value, n in Counter(values).items() if n > 1)


def _component_problems(tree: Sequence[Json]) -> Iterator[str]:
    everything = list(parts.walk(tree))
    yield from _repeated("custom_id", [c["custom_id"] for c in everything if c.get("custom_id")])
    for component in everything:
        kind = component["type"]
        if kind == parts.ACTION_ROW:
            kinds = [child["type"] for child in component["components"]]
            if len(kinds) > (5 if set(kinds) == {parts.BUTTON} else 1):
                yield f"components: a row of {len(kinds)} components, 5 buttons or 1 select are allowed"
        elif kind == parts.BUTTON and not (component.get("label") or component.get("emoji") or component.get("sku_id")):
            yield f"button {component.get('custom_id')!r} has neither label nor emoji"
        elif kind == parts.STRING_SELECT:
            yield from _select_problems(component)


def _select_problems(select: Json) -> Iterator[str]:
    values = [option["value"] for option in select.get("options") or ()]
    name = select.get("custom_id")
    if not 1 <= len(values) <= 25:
        yield f"select {name!r}: {len(values)} options, 1 to 25 are allowed"
    yield from _repeated(f"option of select {name!r}:", values)
    if select.get("max_values", 1) > len(values) or select.get("min_values", 1) > select.get("max_values", 1):
        yield f"select {name!r}: min_values and max_values do not fit its options"


def _attachment_problems(body: Json, files: Sequence[tuple[str, str, int]]) -> Iterator[str]:
    listed: list[Json] = body.get("attachments") or []
    if max(len(files), len(listed)) > 10:
        yield "attachments: at most 10 are allowed"
    if (size := sum(size for _, _, size in files)) > MAX_UPLOAD:
        yield f"attachments: {size} bytes in all, at most {MAX_UPLOAD} are allowed"
    for entry in listed:
        if len(entry.get("description") or "") > 1024:
            yield "attachments: a description of more than 1024 characters"
    uploads = {field for field, _, _ in files}
    if listed and (lost := uploads - {f"files[{entry['id']}]" for entry in listed}):
        yield f"attachments: {', '.join(sorted(lost))} uploaded but not listed"


def _embed_length(embeds: Iterable[Json]) -> int:
    total = 0
    for embed in embeds:
        total += len(embed.get("title") or "") + len(embed.get("description") or "")
        total += len((embed.get("footer") or {}).get("text") or "") + len((embed.get("author") or {}).get("name") or "")
        total += sum(len(f.get("name") or "") + len(f.get("value") or "") for f in embed.get("fields") or ())
    return total
