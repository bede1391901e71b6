"""Validation of request bodies against Discord's own OpenAPI description.

The description is not part of the project. Where it is absent, ``available`` is False and nothing is checked;
tests that need it skip with ``reason``.
"""

import functools
import json
import re
from dataclasses import dataclass
from typing import Any

import jsonschema_rs
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from tests.suites import OPENAPI

from .jsontypes import Json

available = OPENAPI.is_file()
reason = f"Discord's OpenAPI description is not at {OPENAPI}"

_METHODS = ("get", "put", "post", "patch", "delete")


@dataclass(frozen=True, eq=False)
class _Route:
    method: str
    pattern: re.Pattern[str]
    placeholders: int
    validator: Any


@functools.cache
def _routes() -> tuple[_Route, ...]:
    """Read the description once; routes with fewer placeholders come first."""
    if not available:
        return ()
    document = json.loads(OPENAPI.read_text(encoding="utf-8"))
    components = document["components"]
    # The interface takes snowflakes as integers too, and discord.py sends them so.
    components["schemas"]["SnowflakeType"] = {"anyOf": [{"type": "string"}, {"type": "integer"}]}
    routes = [
        _Route(
            method=method.upper(),
            pattern=re.compile(re.sub(r"\\\{[^}]+\\\}", "[^/]+", re.escape(template))),
            placeholders=template.count("{"),
            validator=_validator(item[method], components),
        )
        for template, item in document["paths"].items()
        for method in _METHODS
        if method in item
    ]
    return tuple(sorted(routes, key=lambda route: route.placeholders))


def _validator(operation: Json, components: Json) -> Any:
    """Make the validator of an operation's body; None when it takes none."""
    content = operation.get("requestBody", {}).get("content")
    if not content:
        return None
    media = content.get("application/json") or next(iter(content.values()))
    return Draft202012Validator({**media["schema"], "components": components})


@functools.lru_cache(maxsize=4096)
def _route(method: str, path: str) -> _Route | None:
    return next((r for r in _routes() if r.method == method and r.pattern.fullmatch(path)), None)


def _deepest(error: ValidationError) -> ValidationError:
    """Follow a union's errors into the branch that fits best: the one whose ``type`` was meant."""
    while error.context:
        branches: dict[Any, list[ValidationError]] = {}
        for child in error.context:
            branches.setdefault(child.schema_path[0], []).append(child)
        meant = [b for b in branches.values() if not any(_contradicts(e) for e in b)] or list(branches.values())
        _, best = min((len(branch), number) for number, branch in enumerate(meant))
        error = min(meant[best], key=lambda e: len(e.path))
    return error


def _contradicts(error: ValidationError) -> bool:
    """Tell whether a branch was refused for its very kind, so that it cannot have been meant."""
    return bool(error.validator in ("enum", "const", "type") and (not error.path or error.path[-1] == "type"))


def problem(method: str, path: str, body: Any) -> str | None:
    """Say what is wrong with a request's body; ``path`` is without the ``/api/v10``."""
    if not available or not body:
        return None
    route = _route(method, path)
    if route is None:
        return "no such operation in Discord's description"
    return _verdict(route, json.dumps(body)) if route.validator is not None else None


@functools.cache
def _quick(route: _Route) -> jsonschema_rs.Draft202012Validator:
    """Compile the check of a whole body, which does not say what is wrong with it."""
    return jsonschema_rs.Draft202012Validator(route.validator.schema)


@functools.lru_cache(maxsize=1024)
def _verdict(route: _Route, text: str) -> str | None:
    """Judge a body; only a wrong one is looked at slowly, for the place and the reason."""
    body = json.loads(text)
    if _quick(route).is_valid(body):
        return None
    errors = sorted(route.validator.iter_errors(body), key=lambda e: len(e.absolute_path))
    if not errors:
        return None
    worst = _deepest(errors[0])
    place = ".".join(map(str, worst.absolute_path)) or "body"
    message = worst.message
    return f"{place}: {message if len(message) <= 200 else f'{message[:80]} … {message[-100:]}'}"
