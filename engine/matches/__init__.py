"""Games between players that are programs: the protocol by which they speak, and matches.

This room starts other processes, as no other does; it reads no clock and rolls no dice that do not follow from a seed.
"""
