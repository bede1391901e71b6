-- Players who have left a server where they play; the row goes when they are seen there again.
CREATE TABLE absentees (
    guild   INTEGER NOT NULL,
    player  INTEGER NOT NULL,
    since   INTEGER NOT NULL,                  -- UTC ms when that was noticed
    PRIMARY KEY (guild, player)
) STRICT, WITHOUT ROWID;

-- Games without clocks: from when on the player to move is waited for, and in which turn the others were told.
CREATE TABLE silences (
    game   INTEGER PRIMARY KEY REFERENCES games (number),
    begun  INTEGER NOT NULL,                   -- UTC ms
    told   INTEGER NOT NULL DEFAULT -1         -- number of the event that began the turn; -1: in none
) STRICT;

-- A seat that somebody is asked to take over, and those who agree to that; one at a time for each seat.
CREATE TABLE takeovers (
    number    INTEGER PRIMARY KEY AUTOINCREMENT,
    game      INTEGER NOT NULL REFERENCES games (number),
    seat      INTEGER NOT NULL,
    player    INTEGER NOT NULL,                -- who is asked
    name      TEXT    NOT NULL,
    asker     INTEGER NOT NULL,
    moderated INTEGER NOT NULL,                -- 1: asked on behalf of the server, so that nobody else need agree
    accepted  INTEGER NOT NULL DEFAULT 0,
    UNIQUE (game, seat)
) STRICT;

CREATE TABLE takeover_consents (
    takeover  INTEGER NOT NULL REFERENCES takeovers (number) ON DELETE CASCADE,
    player    INTEGER NOT NULL,
    PRIMARY KEY (takeover, player)
) STRICT, WITHOUT ROWID;

-- Who held a seat before somebody else took it, up to the event of that number.
CREATE TABLE predecessors (
    game      INTEGER NOT NULL REFERENCES games (number),
    seat      INTEGER NOT NULL,
    sequence  INTEGER NOT NULL,
    player    INTEGER NOT NULL,
    name      TEXT    NOT NULL,
    PRIMARY KEY (game, seat, sequence)
) STRICT, WITHOUT ROWID;

CREATE INDEX predecessors_by_player ON predecessors (player);

-- What is one person's is found without reading that of others.
CREATE INDEX absentees_by_player ON absentees (player);
CREATE INDEX takeovers_by_player ON takeovers (player);
CREATE INDEX takeovers_by_asker ON takeovers (asker);
CREATE INDEX takeover_consents_by_player ON takeover_consents (player);

-- Games without clocks that are under way: they have a week at least before anybody is said to have abandoned them.
INSERT INTO silences (game, begun) SELECT number, created FROM games WHERE stage = 'playing' AND time = 'none';
INSERT INTO deadlines (kind, game, player, due)
    SELECT 'abandoned', number, 0, 1000 * CAST(strftime('%s', 'now') AS INTEGER) + 604800000
    FROM games WHERE stage = 'playing' AND time = 'none';
