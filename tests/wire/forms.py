"""Filling in a modal: which of its fields a human means, and what may be written there."""

from typing import Any

from . import components as parts
from .jsontypes import Json


def submission(modal: Json, values: dict[str, Any]) -> Json:
    """Return a modal submit's data; ``values`` are by custom_id or label, the other fields stay as preset."""
    fields = {label["component"]["custom_id"]: label["label"] for label in modal["components"]}
    for name in values:
        assert name in {*fields, *fields.values()}, f"the form has no field {name!r}: {fields}"

    def answer(field: Json) -> Json:
        name = field["custom_id"]
        given = next((values[each] for each in (name, fields[name]) if each in values), field.get("value"))
        return {"type": field["type"], "custom_id": name, "value": _written(field, str(given or ""))}

    rows = [{"type": parts.LABEL, "component": answer(label["component"])} for label in modal["components"]]
    return {"custom_id": modal["custom_id"], "components": rows}


def _written(field: Json, text: str) -> str:
    """Check what is written into a field, as strictly as Discord's own client."""
    name = field["custom_id"]
    if text or field.get("required", True):
        assert text, f"the form's {name!r} must be filled in"
        assert len(text) >= (field.get("min_length") or 0), f"the form's {name!r} needs more text"
        assert len(text) <= (field.get("max_length") or 4000), f"the form's {name!r} takes less text"
    return text


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
