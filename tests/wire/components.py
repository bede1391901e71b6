"""A message's buttons and selects, flattened out of Discord's nested JSON."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from .jsontypes import Json

ACTION_ROW, BUTTON, STRING_SELECT, LABEL = 1, 2, 3, 18
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 9, 10, 11, 12, 13, 14, 17
USER_SELECT, ROLE_SELECT, CHANNEL_SELECT = 5, 6, 8
LAYOUT = frozenset({SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER})
SELECTS = frozenset({STRING_SELECT, USER_SELECT, ROLE_SELECT, CHANNEL_SELECT})


@dataclass(frozen=True)
class Button:
    label: str
    custom_id: str | None
    disabled: bool
    emoji: str | None


@dataclass(frozen=True)
class Option:
    label: str
    value: str
    description: str | None
    default: bool


@dataclass(frozen=True)
class Select:
    """A select menu as a player sees it; ``kind`` is Discord's component type."""

    custom_id: str
    kind: int
    placeholder: str
    options: tuple[Option, ...]
    least: int
    most: int
    disabled: bool


def walk(components: Iterable[Json]) -> Iterator[Json]:
    """Yield every component, the nested ones after the one that holds them."""
    for component in components:
        yield component
        yield from walk(component.get("components") or ())
        yield from walk(component[key] for key in ("component", "accessory") if component.get(key))


def texts(components: Iterable[Json]) -> list[str]:
    """Return what the components of a message say, from top to bottom."""
    return [component["content"] for component in walk(components) if component["type"] == TEXT]


def media(components: Iterable[Json]) -> list[Json]:
    """Return the pictures and files that components show, as Discord's media items with their descriptions."""
    found: list[Json] = []
    for component in walk(components):
        if component["type"] == GALLERY:
            found += component["items"]
        elif component["type"] in {THUMBNAIL, FILE}:
            found.append({"media": component.get("media") or component["file"], **component})
    return found


def buttons(components: Iterable[Json]) -> tuple[Button, ...]:
    return tuple(
        Button(
            label=c.get("label") or "",
            custom_id=c.get("custom_id"),
            disabled=bool(c.get("disabled")),
            emoji=(c.get("emoji") or {}).get("name"),
        )
        for c in walk(components)
        if c["type"] == BUTTON
    )


def selects(components: Iterable[Json]) -> tuple[Select, ...]:
    return tuple(
        Select(
            custom_id=c["custom_id"],
            kind=c["type"],
            placeholder=c.get("placeholder") or "",
            options=tuple(
                Option(o["label"], o["value"], o.get("description"), bool(o.get("default")))
                for o in c.get("options") or ()
            ),
            least=c.get("min_values", 1),
            most=c.get("max_values", 1),
            disabled=bool(c.get("disabled")),
        )
        for c in walk(components)
        if c["type"] in SELECTS
    )
