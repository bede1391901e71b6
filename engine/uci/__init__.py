"""The protocol of chess programs, UCI, for every game (docs/engines.md).

`session` is pure; `conversation` reads lines and lets time run out.
"""
