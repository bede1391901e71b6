-- What players do with puzzles. A puzzle is known by the hash of its position, game and goal.
CREATE TABLE puzzling (
    number   INTEGER PRIMARY KEY AUTOINCREMENT,
    player   INTEGER NOT NULL UNIQUE,          -- each has one puzzle open
    puzzle   TEXT    NOT NULL,
    made     INTEGER NOT NULL,                 -- so many plies of its solution have been made
    last     TEXT    NOT NULL,                 -- the last move, where it is another than the solution's; '' otherwise
    helped   INTEGER NOT NULL,                 -- 1: a hint was given, 2: the solution was shown
    failed   INTEGER NOT NULL,                 -- 1: a wrong move was made
    version  INTEGER NOT NULL,                 -- counts the changes
    touched  INTEGER NOT NULL                  -- UTC ms
) STRICT;

-- How each player's first try at a puzzle ended.
CREATE TABLE puzzle_results (
    player  INTEGER NOT NULL,
    puzzle  TEXT    NOT NULL,
    solved  INTEGER NOT NULL,                  -- 1: without a mistake and without help
    at      INTEGER NOT NULL,                  -- UTC ms
    PRIMARY KEY (player, puzzle)
) STRICT, WITHOUT ROWID;

-- How well players solve puzzles, everywhere; nobody else is told.
CREATE TABLE solvers (
    player  INTEGER PRIMARY KEY,
    mu      REAL    NOT NULL,
    sigma   REAL    NOT NULL,
    games   INTEGER NOT NULL
) STRICT;

-- How well puzzles resist.
CREATE TABLE puzzle_skills (
    puzzle  TEXT    NOT NULL PRIMARY KEY,
    mu      REAL    NOT NULL,
    sigma   REAL    NOT NULL,
    games   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- In which channels the puzzle of which day (days since 1970) was posted last.
CREATE TABLE daily_puzzles (
    channel  INTEGER PRIMARY KEY,
    guild    INTEGER NOT NULL,
    day      INTEGER NOT NULL
) STRICT;

CREATE INDEX daily_puzzles_by_guild ON daily_puzzles (guild);
