-- The open games and challenges of a server, for those who manage it.
CREATE INDEX games_by_guild ON games (guild, number) WHERE stage IN ('open', 'playing');

-- Leaderboards that were reset: what ended up to this outcome counts no more.
CREATE TABLE resets (
    guild    INTEGER NOT NULL,
    family   TEXT    NOT NULL,
    outcome  INTEGER NOT NULL,                 -- its row may be gone since
    PRIMARY KEY (guild, family)
) STRICT, WITHOUT ROWID;
