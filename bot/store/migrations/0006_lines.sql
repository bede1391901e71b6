-- Conditional moves: a player's own business, never shown to anybody else and no part of a record.
CREATE TABLE conditions (
    number  INTEGER PRIMARY KEY AUTOINCREMENT,
    game    INTEGER NOT NULL REFERENCES games (number),
    player  INTEGER NOT NULL,
    label   INTEGER NOT NULL,                  -- the number by which the player knows it
    since   INTEGER NOT NULL,                  -- number of the game's last event when it was kept
    line    TEXT    NOT NULL,                  -- JSON array of [seat, long form, short form]
    gone    TEXT,                              -- why it counts no longer, until the player has seen that; NULL before
    UNIQUE (game, player, label)
) STRICT;

-- What players have chosen for themselves, by names that the use cases give.
CREATE TABLE preferences (
    player  INTEGER NOT NULL,
    name    TEXT    NOT NULL,
    value   TEXT    NOT NULL,
    PRIMARY KEY (player, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX preferences_by_name ON preferences (name, value);

-- Private copies of positions to try moves on.
CREATE TABLE explorations (
    number   INTEGER PRIMARY KEY AUTOINCREMENT,
    player   INTEGER NOT NULL,
    game     INTEGER NOT NULL REFERENCES games (number),
    start    TEXT    NOT NULL,                 -- position code
    after    INTEGER NOT NULL,                 -- how many moves of the game led to it
    tried    TEXT    NOT NULL,                 -- moves as in a record's long form, fights with their dice
    seat     INTEGER NOT NULL,                 -- from whose side it is seen
    version  INTEGER NOT NULL,                 -- counts the changes
    touched  INTEGER NOT NULL                  -- UTC ms
) STRICT;

CREATE INDEX explorations_by_player ON explorations (player, number);
