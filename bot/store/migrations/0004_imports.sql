-- Scoresheets that somebody has brought to look at; the newest few of each player are kept.
CREATE TABLE imports (
    number  INTEGER PRIMARY KEY AUTOINCREMENT,
    player  INTEGER NOT NULL,
    at      INTEGER NOT NULL,                  -- UTC ms
    text    TEXT    NOT NULL
) STRICT;

CREATE INDEX imports_by_player ON imports (player, number);
