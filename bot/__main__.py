"""The command `hexmarshal`, also as `python -m bot`; `python -m bot --local [GAME]` is `hexmarshal play`.

Each command loads only what it needs, and the processes that think, which import this module, none of it.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command, by default the bot, and return its exit status; 2 means that nothing was done."""
    from bot.config import BadConfig
    from engine.command_line import replace_unencodable, unheard

    replace_unencodable()
    words = [*(sys.argv[1:] if arguments is None else arguments)] or ["run"]
    if "--local" in words:
        words.remove("--local")
        words.insert(0, "play")
    try:
        status = _run(words)
        sys.stdout.flush()
    except BrokenPipeError:
        return unheard()
    except KeyboardInterrupt:
        return 0
    except BadConfig as problem:
        print(f"Wrong settings: {problem}", file=sys.stderr)
        return 2
    return status


def _run(words: Sequence[str]) -> int:
    if words[0] == "draw":
        from renderer.__main__ import main as draw

        return draw(words[1:], prog="hexmarshal draw")
    from bot.command_line import parser
    from bot.config import read_settings

    asked = parser().parse_args(words)
    if asked.command in {"run", "bot"}:
        from bot.app import serve

        return serve(read_settings())
    if asked.command == "play":
        from bot.console import Against, play_here

        against = Against(asked.referee, asked.seats)
        return asyncio.run(play_here(asked.variant, asked.option, asked.position, asked.time, against))
    path = asked.database or read_settings().database_path
    if asked.command == "health":
        from bot.ops.health import health

        return health(path, asked.within)
    if asked.command == "doctor":
        from bot.ops.doctor import doctor

        return doctor(path)
    if asked.command == "backup":
        from bot.ops.backups import back_up

        return back_up(path, asked.file, replace=asked.replace, even_damaged=asked.even_damaged)
    from bot.ops.restoring import restore

    return restore(path, asked.file, even_damaged=asked.even_damaged)


if __name__ == "__main__":
    sys.exit(main())
