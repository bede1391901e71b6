"""Filling in a modal: which of its fields a human means, and what may be written there."""

from typing import Any

from . import components as parts
from .jsontypes import Json


def submission(modal: Json, values: dict[str, Any]) -> Json:
    """Return a modal submit's data; ``values`` are by custom_id or label, the other fields stay as preset."""
    fields = _fields(modal)
    for name in values:
        assert any(name in names for names in fields.values()), f"the form has no field {name!r}: {fields}"

    def answer(component: Json) -> Json:
        given = next((values[n] for n in fields[component["custom_id"]] if n in values), None)
        return _filled(component, given)

    rows: list[Json] = []
    for component in modal["components"]:
        if component["type"] == parts.LABEL:
            rows.append({"type": parts.LABEL, "component": answer(component["component"])})
        else:
            rows.append(component)
    return {"custom_id": modal["custom_id"], "components": rows}


def _fields(modal: Json) -> dict[str, tuple[str, ...]]:
    """Map each field's custom_id to the names it goes by."""
    fields: dict[str, tuple[str, ...]] = {}
    for component in modal["components"]:
        if component["type"] == parts.LABEL:
            child = component["component"]
            fields[child["custom_id"]] = (child["custom_id"], component["label"])
    return fields


def _filled(component: Json, given: Any) -> Json:
    """Answer one field, as strictly as Discord's own client."""
    name = component["custom_id"]
    reply: Json = {"type": component["type"], "custom_id": name}
    if component["type"] == parts.TEXT_INPUT:
        text = str(component.get("value") or "" if given is None else given)
        if text or component.get("required", True):
            assert text, f"the form's {name!r} must be filled in"
            assert len(text) >= (component.get("min_length") or 0), f"the form's {name!r} needs more text"
            assert len(text) <= (component.get("max_length") or 4000), f"the form's {name!r} takes less text"
        return reply | {"value": text}
    (select,) = parts.selects([component])
    return reply | {"values": chosen(select, [] if given is None else [given])}


def chosen(select: parts.Select, wanted: list[Any]) -> list[str]:
    """Return the values of a select's options, meant by value or label; without a wish, the preset ones."""
    if not wanted:
        return [option.value for option in select.options if option.default]
    values = []
    for wish in wanted:
        found = [o.value for o in select.options if wish in (o.value, o.label)]
        assert found, f"no option {wish!r} among {[o.label for o in select.options]}"
        values.append(found[0])
    assert select.least <= len(values) <= select.most, f"{len(values)} options cannot be chosen here"
    return values
