-- The SHA-256 of the secret behind a game's dice, shown with the challenge.
ALTER TABLE games ADD COLUMN commitment TEXT NOT NULL DEFAULT '';

-- Secrets stay apart from all that is shown, until they are revealed by an event or with their stream.
CREATE TABLE secrets (
    game    INTEGER PRIMARY KEY REFERENCES games (number),
    secret  BLOB NOT NULL
) STRICT;

CREATE TABLE streams (
    number      INTEGER PRIMARY KEY AUTOINCREMENT,
    channel     INTEGER NOT NULL,
    commitment  TEXT    NOT NULL,
    opened      INTEGER NOT NULL,              -- UTC ms
    revealed    INTEGER                        -- UTC ms; NULL while the stream is open
) STRICT;

CREATE UNIQUE INDEX streams_open ON streams (channel) WHERE revealed IS NULL;

CREATE TABLE stream_secrets (
    stream  INTEGER PRIMARY KEY REFERENCES streams (number),
    secret  BLOB NOT NULL
) STRICT;

CREATE TABLE rolls (
    stream      INTEGER NOT NULL REFERENCES streams (number),
    number      INTEGER NOT NULL,              -- from 0
    at          INTEGER NOT NULL,              -- UTC ms
    player      INTEGER NOT NULL,
    name        TEXT    NOT NULL,
    request     TEXT    NOT NULL,              -- the expression as it was asked for
    hidden      INTEGER NOT NULL,              -- 1: shown to the asker alone
    cause       INTEGER UNIQUE,                -- the interaction that asked; each rolls once
    PRIMARY KEY (stream, number)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER rolls_stay BEFORE UPDATE ON rolls BEGIN
    SELECT RAISE(ABORT, 'rolls are append-only');
END;

CREATE TRIGGER rolls_remain BEFORE DELETE ON rolls BEGIN
    SELECT RAISE(ABORT, 'rolls are append-only');
END;
