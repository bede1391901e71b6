"""Games between players that are programs: the protocol by which they speak, matches, and what is learned from them.

This is the one room of the engine that starts other processes and reads and writes streams; it reads no clock and rolls
no dice that do not follow from a seed.
"""
