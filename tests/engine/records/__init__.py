"""Tests of scoresheets, stored events and checked dice."""
