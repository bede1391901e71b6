"""Faults walked one by one: deaths, Discord's misbehaviour, power cuts and errors of the disk.

`python -m tests.bot.faults` runs whole walks by hand; the tests here look at a spread of each.
"""
