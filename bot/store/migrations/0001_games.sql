CREATE TABLE games (
    number      INTEGER PRIMARY KEY AUTOINCREMENT,
    guild       INTEGER NOT NULL,
    channel     INTEGER NOT NULL,
    variant     TEXT    NOT NULL,
    edition     INTEGER NOT NULL,
    options     TEXT    NOT NULL,              -- JSON object, defaults left out
    start       TEXT,                          -- position code, or NULL for the variant's array
    stage       TEXT    NOT NULL CHECK (stage IN ('open', 'playing', 'over', 'void')),
    challenger  INTEGER NOT NULL,
    invited     INTEGER,                       -- NULL: anyone
    wish        INTEGER NOT NULL DEFAULT 0,    -- the seat the challenger wants, 0 for a drawn one
    created     INTEGER NOT NULL,              -- UTC ms
    sequence    INTEGER NOT NULL DEFAULT 0,    -- number of the last event
    turn        INTEGER,                       -- the seat to move; NULL while none is
    winner      INTEGER,
    reason      TEXT,
    shown       INTEGER NOT NULL DEFAULT -1,   -- number of the last event shown in the channel; -1 before anything was
    message     INTEGER,                       -- the message that shows the challenge or the board
    worn        INTEGER                        -- the message before it, while its buttons still have to go
) STRICT;

CREATE INDEX games_by_channel ON games (channel, stage);
CREATE INDEX games_by_stage ON games (stage, number);

CREATE TABLE seats (
    game    INTEGER NOT NULL REFERENCES games (number),
    seat    INTEGER NOT NULL,                  -- 0 for the challenger while seats are not drawn
    player  INTEGER NOT NULL,
    name    TEXT    NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_by_player ON seats (player, game);

CREATE TABLE events (
    game      INTEGER NOT NULL REFERENCES games (number),
    sequence  INTEGER NOT NULL,
    at        INTEGER NOT NULL,                -- UTC ms
    actor     INTEGER NOT NULL,                -- seat, 0 for the referee
    kind      TEXT    NOT NULL,
    fields    TEXT    NOT NULL,                -- JSON object
    cause     INTEGER,                         -- the message or interaction that brought it about; each acts once
    PRIMARY KEY (game, sequence)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX events_by_cause ON events (cause) WHERE cause IS NOT NULL;

CREATE TRIGGER events_stay BEFORE UPDATE ON events BEGIN
    SELECT RAISE(ABORT, 'events are append-only');
END;

CREATE TRIGGER events_remain BEFORE DELETE ON events BEGIN
    SELECT RAISE(ABORT, 'events are append-only');
END;

-- One statement writes an event and the columns that queries need: one durable commit and one thread hop a move.
CREATE VIEW ledger AS
    SELECT e.*, g.turn, g.winner, g.reason, g.stage FROM events e JOIN games g ON g.number = e.game;

CREATE TRIGGER ledger_entry INSTEAD OF INSERT ON ledger BEGIN
    INSERT INTO events (game, sequence, at, actor, kind, fields, cause)
    VALUES (NEW.game, NEW.sequence, NEW.at, NEW.actor, NEW.kind, NEW.fields, NEW.cause);
    UPDATE games SET sequence = NEW.sequence, turn = NEW.turn WHERE number = NEW.game;
    UPDATE games SET winner = NEW.winner, reason = NEW.reason, stage = NEW.stage
    WHERE number = NEW.game AND stage <> NEW.stage;
END;

CREATE TABLE facts (
    name   TEXT PRIMARY KEY,
    value  TEXT NOT NULL
) STRICT, WITHOUT ROWID;
