"""The one name for raw JSON objects as they travel over the wire."""

from typing import Any

Json = dict[str, Any]
