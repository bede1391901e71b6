-- How often a challenge has changed; while it is open, `shown` counts these changes.
ALTER TABLE games ADD COLUMN revised INTEGER NOT NULL DEFAULT 0;

-- Whom a challenge to a game for more than two is about; those who are in stand in the order in which they came.
CREATE TABLE guests (
    game     INTEGER NOT NULL REFERENCES games (number),
    ordinal  INTEGER NOT NULL,
    player   INTEGER NOT NULL,
    name     TEXT    NOT NULL,
    stage    TEXT    NOT NULL CHECK (stage IN ('in', 'invited', 'declined')),
    wish     INTEGER NOT NULL,                 -- the seat asked for, 0 for a drawn one
    since    INTEGER NOT NULL,                 -- the value of `revised` with which they came in
    PRIMARY KEY (game, ordinal)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX guests_by_player ON guests (player, game);
CREATE UNIQUE INDEX guests_by_wish ON guests (game, wish) WHERE wish > 0;
