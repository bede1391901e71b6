-- 1: the players chose a game that counts for their ratings.
ALTER TABLE games ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;

-- How each finished game ended for its players, and whether it counts. Games are rated in the order of these numbers.
CREATE TABLE outcomes (
    number   INTEGER PRIMARY KEY,
    game     INTEGER NOT NULL UNIQUE REFERENCES games (number),
    guild    INTEGER NOT NULL,
    family   TEXT    NOT NULL,                 -- what is rated together; with fights apart, by the form of the dice
    verdict  TEXT    NOT NULL                  -- 'rated', or why it is not
) STRICT;

CREATE INDEX outcomes_by_family ON outcomes (guild, family);

CREATE TABLE placings (
    game    INTEGER NOT NULL REFERENCES outcomes (game),
    seat    INTEGER NOT NULL,
    player  INTEGER NOT NULL,
    name    TEXT    NOT NULL,
    place   INTEGER NOT NULL,                  -- from 1; equal for those who share it
    result  TEXT    NOT NULL CHECK (result IN ('won', 'drawn', 'lost')),
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX placings_by_player ON placings (player, game);

-- A player's skill after a rated game, under each formula that the referee has used.
CREATE TABLE ratings (
    formula  INTEGER NOT NULL,
    outcome  INTEGER NOT NULL REFERENCES outcomes (number),
    player   INTEGER NOT NULL,
    guild    INTEGER NOT NULL,
    family   TEXT    NOT NULL,
    mu       REAL    NOT NULL,
    sigma    REAL    NOT NULL,
    games    INTEGER NOT NULL,                 -- rated games so far, this one included
    PRIMARY KEY (formula, outcome, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX ratings_by_player ON ratings (formula, guild, family, player, outcome);

CREATE TRIGGER outcomes_stay BEFORE UPDATE ON outcomes BEGIN SELECT RAISE(ABORT, 'outcomes are append-only'); END;
CREATE TRIGGER outcomes_remain BEFORE DELETE ON outcomes BEGIN SELECT RAISE(ABORT, 'outcomes are append-only'); END;
CREATE TRIGGER placings_stay BEFORE UPDATE ON placings BEGIN SELECT RAISE(ABORT, 'placings are append-only'); END;
CREATE TRIGGER placings_remain BEFORE DELETE ON placings BEGIN SELECT RAISE(ABORT, 'placings are append-only'); END;
CREATE TRIGGER ratings_stay BEFORE UPDATE ON ratings BEGIN SELECT RAISE(ABORT, 'ratings are append-only'); END;
CREATE TRIGGER ratings_remain BEFORE DELETE ON ratings BEGIN SELECT RAISE(ABORT, 'ratings are append-only'); END;

-- Spectators to be pinged.
CREATE TABLE watchers (
    game    INTEGER NOT NULL REFERENCES games (number),
    player  INTEGER NOT NULL,
    name    TEXT    NOT NULL,
    often   INTEGER NOT NULL,                  -- 1: at each board, 0: at the end
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;

-- What players write to themselves about a game; shown to nobody else, and gone when deleted.
CREATE TABLE notes (
    game    INTEGER NOT NULL REFERENCES games (number),
    player  INTEGER NOT NULL,
    number  INTEGER NOT NULL,                  -- from 1 in a player's notes on a game
    at      INTEGER NOT NULL,                  -- UTC ms
    after   TEXT    NOT NULL,                  -- the move it was written after, numbered; '' before the first
    text    TEXT    NOT NULL,
    PRIMARY KEY (game, player, number)
) STRICT, WITHOUT ROWID;

-- Games in threads of their own: `channel` is then the thread, `parent` the channel it belongs to.
ALTER TABLE games ADD COLUMN parent INTEGER;
ALTER TABLE games ADD COLUMN threaded INTEGER NOT NULL DEFAULT 0;  -- 1: a thread is still to be opened

CREATE INDEX games_by_parent ON games (parent, stage) WHERE parent IS NOT NULL;
