-- What players have chosen, as texts by name.
CREATE TABLE IF NOT EXISTS preferences (
    player  INTEGER NOT NULL,
    name    TEXT    NOT NULL,
    value   TEXT    NOT NULL,
    PRIMARY KEY (player, name)
) STRICT, WITHOUT ROWID;

-- Messages that remind a player; written with the claim of their deadlines, sent afterwards, each once.
CREATE TABLE notices (
    number  INTEGER PRIMARY KEY AUTOINCREMENT,
    player  INTEGER NOT NULL,
    place   INTEGER NOT NULL,                  -- channel or thread; 0: direct message
    made    INTEGER NOT NULL,                  -- UTC ms
    tried   INTEGER,                           -- UTC ms of the first attempt whose outcome is not known
    closed  INTEGER                            -- UTC ms when it was sent or given up; NULL before
) STRICT;

CREATE INDEX notices_open ON notices (player) WHERE closed IS NULL;

-- What has been reminded of: a part of the time, once in a turn.
CREATE TABLE reminders (
    game      INTEGER NOT NULL REFERENCES games (number),
    turn      INTEGER NOT NULL,                -- when the turn began, UTC ms
    fraction  TEXT    NOT NULL,                -- of the time, left: 1/2
    notice    INTEGER NOT NULL REFERENCES notices (number),
    PRIMARY KEY (game, turn, fraction)
) STRICT, WITHOUT ROWID;

CREATE INDEX reminders_by_notice ON reminders (notice);

-- Where no reminder could be written, until somebody acts there.
CREATE TABLE refusing (
    place   INTEGER NOT NULL,                  -- channel or thread; 0: direct messages
    player  INTEGER NOT NULL,                  -- whose direct messages; 0 for a channel
    since   INTEGER NOT NULL,                  -- UTC ms
    PRIMARY KEY (place, player)
) STRICT, WITHOUT ROWID;
