-- The time control of a game, in its canonical text.
ALTER TABLE games ADD COLUMN time TEXT NOT NULL DEFAULT 'none';

-- What is to be done at a time; a row is deleted or moved on in the transaction that does it.
CREATE TABLE deadlines (
    kind    TEXT    NOT NULL,
    game    INTEGER NOT NULL DEFAULT 0,        -- 0: about no game
    player  INTEGER NOT NULL DEFAULT 0,        -- 0: about no player
    due     INTEGER NOT NULL,                  -- UTC ms
    PRIMARY KEY (kind, game, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX deadlines_by_due ON deadlines (due);
CREATE INDEX deadlines_by_game ON deadlines (game) WHERE game > 0;

CREATE TABLE vacations (
    player  INTEGER NOT NULL,
    begins  INTEGER NOT NULL,                  -- UTC ms
    ends    INTEGER NOT NULL,                  -- UTC ms
    PRIMARY KEY (player, begins)
) STRICT, WITHOUT ROWID;
