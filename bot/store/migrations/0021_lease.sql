-- Which process may write to this file: one row, claimed at its start and renewed by each of its heartbeats.
CREATE TABLE lease (
    number   INTEGER PRIMARY KEY CHECK (number = 1),
    epoch    INTEGER NOT NULL,                 -- counts the claims; who writes under an earlier one is refused
    host     TEXT    NOT NULL,                 -- the name of the machine, for people
    machine  TEXT    NOT NULL,                 -- what tells machines, and their starts, apart
    process  INTEGER NOT NULL,
    since    INTEGER NOT NULL,                 -- UTC ms
    seen     INTEGER NOT NULL                  -- UTC ms of the last heartbeat; 0: given up
) STRICT;
