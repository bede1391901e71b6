"""Matches between players that are programs: no clock is read, and all dice follow from a seed."""
