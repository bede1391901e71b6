-- Each deadline has a number of its own, never used again, so that one that is written anew is told from the one before.
CREATE TABLE numbered (
    number  INTEGER PRIMARY KEY AUTOINCREMENT,
    kind    TEXT    NOT NULL,
    game    INTEGER NOT NULL DEFAULT 0,        -- 0: about no game
    player  INTEGER NOT NULL DEFAULT 0,        -- 0: about no player
    due     INTEGER NOT NULL,                  -- UTC ms
    UNIQUE (kind, game, player)
) STRICT;

INSERT INTO numbered (kind, game, player, due) SELECT kind, game, player, due FROM deadlines ORDER BY due;
DROP TABLE deadlines;
ALTER TABLE numbered RENAME TO deadlines;

CREATE INDEX deadlines_by_due ON deadlines (due);
CREATE INDEX deadlines_by_game ON deadlines (game) WHERE game > 0;
