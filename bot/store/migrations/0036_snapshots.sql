-- What came of stretches of games, so that these are taken up without replaying them. Derived from the events, and never
-- believed over them: all rows may be dropped at any time.
CREATE TABLE snapshots (
    game    INTEGER NOT NULL REFERENCES games (number),
    since   INTEGER NOT NULL,                  -- after which event the stretch begins
    upto    INTEGER NOT NULL,                  -- with which it ends
    pack    TEXT    NOT NULL,                  -- JSON
    digest  BLOB    NOT NULL,                  -- of the engine, of the events and of the pack
    PRIMARY KEY (game, since)
) STRICT, WITHOUT ROWID;
