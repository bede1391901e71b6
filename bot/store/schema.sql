-- The tables of a store. Times are UTC in ms; players, guilds, channels and messages are Discord's ids. A player's id is
-- negative for a former player, and from -2^62 downwards for a seat that the referee plays.

CREATE TABLE facts (
    name   TEXT PRIMARY KEY,
    value  TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- ---- games, from the challenge to the end

CREATE TABLE games (
    number      INTEGER PRIMARY KEY AUTOINCREMENT,
    stage       TEXT    NOT NULL CHECK (stage IN ('open', 'playing', 'over', 'void', 'deleted')),
    -- what was agreed
    variant     TEXT    NOT NULL,
    edition     INTEGER NOT NULL,
    options     TEXT    NOT NULL,              -- JSON object, defaults left out
    start       TEXT,                          -- position code, or NULL for the variant's array
    time        TEXT    NOT NULL DEFAULT 'none',   -- the time control in its canonical text
    rated       INTEGER NOT NULL DEFAULT 0,
    hints       INTEGER NOT NULL DEFAULT 0,    -- 1: each player may ask for hints, which are shown to all
    below       TEXT    NOT NULL DEFAULT '' CHECK (below IN ('', 'first', 'mover')),  -- on its boards; '': as usual
    dice        TEXT    NOT NULL DEFAULT '2',  -- how they come about (engine.dice.terms); '' until that is settled
    commitment  TEXT    NOT NULL DEFAULT '',   -- the SHA-256 of the secret behind the dice, shown with the challenge
    -- the challenge
    challenger  INTEGER NOT NULL,
    places      INTEGER NOT NULL DEFAULT 2,    -- how many play
    comment     TEXT    NOT NULL DEFAULT '',
    standing    INTEGER NOT NULL DEFAULT 0,    -- 1: another takes its place once it is accepted
    created     INTEGER NOT NULL,
    revised     INTEGER NOT NULL DEFAULT 0,    -- counts the changes; `shown` follows them while it is open
    posted      INTEGER,                       -- the message that showed it
    -- what the events say, for queries
    sequence    INTEGER NOT NULL DEFAULT 0,    -- number of the last event
    turn        INTEGER,                       -- the seat to move; NULL while none is
    rolling     INTEGER NOT NULL DEFAULT 0,    -- 1: that seat is to roll for the last attack, not to move
    referees    INTEGER NOT NULL DEFAULT 0,    -- the bits of the seats that the referee plays
    winner      INTEGER,
    reason      TEXT,
    -- where it is shown
    guild       INTEGER NOT NULL,
    channel     INTEGER NOT NULL,              -- of a game in a thread of its own: the thread
    parent      INTEGER,                       -- the channel that this thread belongs to
    threaded    INTEGER NOT NULL DEFAULT 0,    -- 1: a thread is still to be opened
    message     INTEGER,                       -- the message that shows the challenge or the board
    shown       INTEGER NOT NULL DEFAULT -1,   -- number of the last event shown; -1 before anything was
    quiet       INTEGER NOT NULL DEFAULT -1,   -- the event up to which it is shown with the next one, and not before
    lost        INTEGER,                       -- since when its channel is known to be gone
    moved       INTEGER NOT NULL DEFAULT 0,    -- how often it has gone on in another channel
    begun       INTEGER,                       -- when it began, or went on in another channel or after an absence
    to_show     INTEGER GENERATED ALWAYS AS (lost IS NULL AND CASE stage
        WHEN 'open' THEN shown < revised
        WHEN 'void' THEN shown < revised AND ifnull(message, 0)
        ELSE shown < sequence AND quiet < sequence END)
) STRICT;

CREATE INDEX games_by_channel ON games (channel, stage);
CREATE INDEX games_by_parent ON games (parent, stage) WHERE parent IS NOT NULL;
CREATE INDEX games_in_guild ON games (guild, number);
CREATE INDEX games_under_way ON games (guild, stage) WHERE stage IN ('open', 'playing');
CREATE INDEX games_timed ON games (number) WHERE stage = 'playing' AND time <> 'none';
CREATE INDEX games_standing ON games (challenger, guild) WHERE stage = 'open' AND standing;
CREATE INDEX games_by_challenger ON games (challenger);
CREATE INDEX games_rolling ON games (stage, number) WHERE rolling;
CREATE INDEX games_thinking ON games (number) WHERE stage = 'playing' AND referees & (1 << turn);

-- A standing challenge tells whether its challenger has room for another game.
CREATE TRIGGER games_over_standing AFTER UPDATE OF stage ON games WHEN OLD.stage = 'playing' AND NEW.stage = 'over' BEGIN
    UPDATE games SET revised = revised + 1
    WHERE stage = 'open' AND standing AND guild = NEW.guild
        AND challenger IN (SELECT player FROM seats WHERE game = NEW.number);
END;

-- A game goes with all that refers to it, and with the letters about it; it is 'deleted' within that transaction alone.
CREATE TRIGGER games_remain BEFORE DELETE ON games BEGIN
    SELECT RAISE(ABORT, 'games remain until they are deleted') WHERE OLD.stage <> 'deleted';
    DELETE FROM outbox WHERE game = OLD.number AND game > 0;
    DELETE FROM deadlines WHERE game = OLD.number AND game > 0;
END;

CREATE TABLE seats (
    game    INTEGER NOT NULL REFERENCES games (number) ON DELETE CASCADE,
    seat    INTEGER NOT NULL,                  -- 0 for the challenger while seats are not drawn
    player  INTEGER NOT NULL,
    name    TEXT    NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_by_player ON seats (player, game);

CREATE TRIGGER seats_referee AFTER INSERT ON seats WHEN NEW.player <= -4611686018427387904 BEGIN
    UPDATE games SET referees = referees | (1 << NEW.seat) WHERE number = NEW.game;
END;

CREATE TRIGGER seats_referee_changed AFTER UPDATE OF player ON seats BEGIN
    UPDATE games SET referees = (referees & ~(1 << NEW.seat)) | ((NEW.player <= -4611686018427387904) << NEW.seat)
    WHERE number = NEW.game;
END;

-- Whom a challenge to a game for more than two is about; those who are in stand in the order in which they came.
CREATE TABLE guests (
    game     INTEGER NOT NULL REFERENCES games (number) ON DELETE CASCADE,
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

CREATE TABLE events (
    game      INTEGER NOT NULL REFERENCES games (number) ON DELETE CASCADE,
    sequence  INTEGER NOT NULL,
    at        INTEGER NOT NULL,
    actor     INTEGER NOT NULL,                -- seat, 0 for the referee
    kind      TEXT    NOT NULL,
    fields    TEXT    NOT NULL,                -- JSON object
    cause     INTEGER,                         -- the message or interaction that brought it about; each acts once
    PRIMARY KEY (game, sequence)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX events_by_cause ON events (cause) WHERE cause IS NOT NULL;
CREATE INDEX events_offered ON events (game) WHERE kind GLOB '*-offered';

-- What is append-only changes only where a person is deleted (a deadline 'erase'), and goes only with its game or stream.
CREATE TRIGGER events_stay BEFORE UPDATE ON events
WHEN NEW.cause IS NOT NULL
    OR (NEW.game, NEW.sequence, NEW.at, NEW.actor, NEW.kind, NEW.fields)
        IS NOT (OLD.game, OLD.sequence, OLD.at, OLD.actor, OLD.kind, OLD.fields)
    OR NOT EXISTS (SELECT 1 FROM deadlines WHERE kind = 'erase')
BEGIN
    SELECT RAISE(ABORT, 'events are append-only');
END;

CREATE TRIGGER events_remain BEFORE DELETE ON events
WHEN EXISTS (SELECT 1 FROM games WHERE number = OLD.game)
BEGIN
    SELECT RAISE(ABORT, 'events are append-only');
END;

-- One statement writes an event and the columns of its game that queries need.
CREATE VIEW ledger AS
    SELECT e.*, g.turn, g.rolling, g.winner, g.reason, g.stage FROM events e JOIN games g ON g.number = e.game;

CREATE TRIGGER ledger_entry INSTEAD OF INSERT ON ledger BEGIN
    INSERT INTO events (game, sequence, at, actor, kind, fields, cause)
    VALUES (NEW.game, NEW.sequence, NEW.at, NEW.actor, NEW.kind, NEW.fields, NEW.cause);
    UPDATE games SET sequence = NEW.sequence, turn = NEW.turn, rolling = NEW.rolling WHERE number = NEW.game;
    UPDATE games SET winner = NEW.winner, reason = NEW.reason, stage = NEW.stage
    WHERE number = NEW.game AND stage <> NEW.stage;
END;

-- ---- dice

-- Secrets stay apart from all that is shown, until they are revealed by an event or with their stream.
CREATE TABLE secrets (
    game    INTEGER PRIMARY KEY REFERENCES games (number) ON DELETE CASCADE,
    secret  BLOB NOT NULL
) STRICT;

-- The words that players have given for a game's dice before it begins; its events take them over then.
CREATE TABLE words (
    game    INTEGER NOT NULL REFERENCES games (number) ON DELETE CASCADE,
    player  INTEGER NOT NULL,
    word    TEXT    NOT NULL,
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX words_by_player ON words (player, game);

-- The shared dice of channels.
CREATE TABLE streams (
    number      INTEGER PRIMARY KEY AUTOINCREMENT,
    guild       INTEGER NOT NULL DEFAULT 0,
    channel     INTEGER NOT NULL,
    commitment  TEXT    NOT NULL,
    opened      INTEGER NOT NULL,
    revealed    INTEGER                        -- NULL while the stream is open
) STRICT;

CREATE UNIQUE INDEX streams_open ON streams (channel) WHERE revealed IS NULL;
CREATE INDEX streams_by_channel ON streams (channel) WHERE revealed IS NOT NULL;
CREATE INDEX streams_by_guild ON streams (guild) WHERE guild > 0;

CREATE TRIGGER streams_remain BEFORE DELETE ON streams
WHEN NOT EXISTS (SELECT 1 FROM departed WHERE guild = OLD.guild)
BEGIN
    SELECT RAISE(ABORT, 'shared dice remain until their server is forgotten');
END;

CREATE TABLE stream_secrets (
    stream  INTEGER PRIMARY KEY REFERENCES streams (number) ON DELETE CASCADE,
    secret  BLOB NOT NULL
) STRICT;

CREATE TABLE rolls (
    stream   INTEGER NOT NULL REFERENCES streams (number) ON DELETE CASCADE,
    number   INTEGER NOT NULL,                 -- from 0
    at       INTEGER NOT NULL,
    player   INTEGER NOT NULL,
    name     TEXT    NOT NULL,
    request  TEXT    NOT NULL,                 -- the expression as it was asked for
    hidden   INTEGER NOT NULL,                 -- 1: shown to the asker alone
    cause    INTEGER UNIQUE,                   -- the interaction that asked; each rolls once
    PRIMARY KEY (stream, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX rolls_by_player ON rolls (player);

CREATE TRIGGER rolls_stay BEFORE UPDATE ON rolls
WHEN NEW.cause IS NOT NULL OR NEW.player >= 0 OR NEW.name <> 'former player'
    OR (NEW.stream, NEW.number, NEW.at, NEW.hidden) IS NOT (OLD.stream, OLD.number, OLD.at, OLD.hidden)
    OR NOT EXISTS (SELECT 1 FROM deadlines WHERE kind = 'erase' AND game = 0 AND player = OLD.player)
BEGIN
    SELECT RAISE(ABORT, 'rolls are append-only');
END;

CREATE TRIGGER rolls_remain BEFORE DELETE ON rolls
WHEN EXISTS (SELECT 1 FROM streams WHERE number = OLD.stream)
BEGIN
    SELECT RAISE(ABORT, 'rolls are append-only');
END;

-- ---- time

-- What is to be done at a time; a row is deleted or moved on in the transaction that does it. No number is used twice, so
-- that a deadline that is written anew is told from the one before.
CREATE TABLE deadlines (
    number  INTEGER PRIMARY KEY AUTOINCREMENT,
    kind    TEXT    NOT NULL,
    game    INTEGER NOT NULL DEFAULT 0,        -- 0: about no game
    player  INTEGER NOT NULL DEFAULT 0,        -- 0: about no player
    due     INTEGER NOT NULL,
    UNIQUE (kind, game, player)
) STRICT;

CREATE INDEX deadlines_by_kind ON deadlines (kind, due);
CREATE INDEX deadlines_by_game ON deadlines (game) WHERE game > 0;
CREATE INDEX deadlines_by_player ON deadlines (player) WHERE player > 0;

CREATE TABLE vacations (
    player  INTEGER NOT NULL,
    begins  INTEGER NOT NULL,
    ends    INTEGER NOT NULL,
    PRIMARY KEY (player, begins)
) STRICT, WITHOUT ROWID;

-- What running clocks have lost while the referee was away, until it is given back.
CREATE TABLE owed (
    game   INTEGER NOT NULL REFERENCES games (number) ON DELETE CASCADE,
    begin  INTEGER NOT NULL,
    until  INTEGER NOT NULL,
    PRIMARY KEY (game, begin)
) STRICT, WITHOUT ROWID;

-- ---- messages to players

-- What is still to be sent: written in the transaction of the act that causes it, sent at least once.
CREATE TABLE outbox (
    number   INTEGER PRIMARY KEY AUTOINCREMENT,
    kind     TEXT    NOT NULL,
    key      TEXT    NOT NULL,                 -- what it is about, by its kind
    guild    INTEGER NOT NULL DEFAULT 0,       -- whom it concerns, and with whom it is deleted; 0 for none
    game     INTEGER NOT NULL DEFAULT 0,
    player   INTEGER NOT NULL DEFAULT 0,
    payload  TEXT    NOT NULL DEFAULT '',      -- what its kind needs beside
    made     INTEGER NOT NULL,
    due      INTEGER NOT NULL,
    tries    INTEGER NOT NULL DEFAULT 0,
    sent     INTEGER,                          -- when it was sent or given up; NULL before
    UNIQUE (kind, key)
) STRICT;

CREATE INDEX outbox_due ON outbox (due) WHERE sent IS NULL;
CREATE INDEX outbox_sent ON outbox (made) WHERE sent IS NOT NULL;
CREATE INDEX outbox_by_guild ON outbox (guild);
CREATE INDEX outbox_by_game ON outbox (game) WHERE game > 0;
CREATE INDEX outbox_by_player ON outbox (player) WHERE player > 0;

-- A game has a letter as long as its channel is behind. Whoever acts shows the board at once: the letter is due later.
CREATE TRIGGER games_opened AFTER INSERT ON games WHEN NEW.to_show BEGIN
    INSERT INTO outbox (kind, key, game, made, due)
    VALUES ('board', NEW.number, NEW.number, NEW.created, NEW.created + 15000);
END;

CREATE TRIGGER games_to_show AFTER UPDATE ON games WHEN NEW.to_show BEGIN
    INSERT INTO outbox (kind, key, game, made, due)
    SELECT 'board', NEW.number, NEW.number, now, now + 15000
    FROM (SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) AS now) WHERE true
    ON CONFLICT (kind, key) DO UPDATE SET made = excluded.made, due = excluded.due, tries = 0, sent = NULL;
END;

CREATE TRIGGER games_shown AFTER UPDATE ON games WHEN OLD.to_show AND NOT NEW.to_show BEGIN
    DELETE FROM outbox WHERE kind = 'board' AND key = NEW.number;
END;

-- The messages that have shown a board, each after an event: players reply to them. Those that have asked for answers to
-- a proposal have the number of its event as a negative one.
CREATE TABLE boards (
    message   INTEGER PRIMARY KEY,
    game      INTEGER NOT NULL REFERENCES games (number) ON DELETE CASCADE,
    sequence  INTEGER NOT NULL
) STRICT;

CREATE INDEX boards_by_game ON boards (game, sequence);

CREATE TRIGGER games_posted AFTER UPDATE OF message ON games
WHEN NEW.stage IN ('playing', 'over') AND NEW.message > 0 AND NEW.shown >= 0 AND NEW.message IS NOT OLD.message BEGIN
    INSERT OR REPLACE INTO boards VALUES (NEW.message, NEW.number, NEW.shown);
END;

-- What players have been reminded of: a part of the time, once in a turn.
CREATE TABLE reminders (
    game      INTEGER NOT NULL REFERENCES games (number) ON DELETE CASCADE,
    turn      INTEGER NOT NULL,                -- when the turn began
    fraction  TEXT    NOT NULL,                -- of the time, left: 1/2
    player    INTEGER NOT NULL,
    PRIMARY KEY (game, turn, fraction, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX reminders_by_player ON reminders (player, game);

-- Spectators to be pinged.
CREATE TABLE watchers (
    game    INTEGER NOT NULL REFERENCES games (number) ON DELETE CASCADE,
    player  INTEGER NOT NULL,
    name    TEXT    NOT NULL,
    often   INTEGER NOT NULL,                  -- 1: at each board, 0: at the end
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX watchers_by_player ON watchers (player, game);

-- ---- what is a player's own

CREATE TABLE preferences (
    player  INTEGER NOT NULL,
    name    TEXT    NOT NULL,
    value   TEXT    NOT NULL,
    PRIMARY KEY (player, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX preferences_by_name ON preferences (name, value);

-- Conditional moves: never shown to anybody else, and no part of a record.
CREATE TABLE conditions (
    number  INTEGER PRIMARY KEY AUTOINCREMENT,
    game    INTEGER NOT NULL REFERENCES games (number) ON DELETE CASCADE,
    player  INTEGER NOT NULL,
    label   INTEGER NOT NULL,                  -- the number by which the player knows it
    since   INTEGER NOT NULL,                  -- number of the game's last event when it was kept
    line    TEXT    NOT NULL,                  -- JSON array of [seat, long form, short form]
    gone    TEXT,                              -- why it counts no longer, until the player has seen that; NULL before
    UNIQUE (game, player, label)
) STRICT;

CREATE INDEX conditions_by_player ON conditions (player, game);

-- What players write to themselves about a game.
CREATE TABLE notes (
    game    INTEGER NOT NULL REFERENCES games (number) ON DELETE CASCADE,
    player  INTEGER NOT NULL,
    number  INTEGER NOT NULL,                  -- from 1 in a player's notes on a game
    at      INTEGER NOT NULL,
    after   TEXT    NOT NULL,                  -- the move it was written after, numbered; '' before the first
    text    TEXT    NOT NULL,
    PRIMARY KEY (game, player, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX notes_by_player ON notes (player, game);

-- What players study: private positions on which they make moves, and scoresheets brought to look at.
CREATE TABLE studies (
    number   INTEGER PRIMARY KEY AUTOINCREMENT,
    player   INTEGER NOT NULL,
    kind     TEXT    NOT NULL,                 -- 'lesson', 'puzzle', 'exploration' or 'record'
    key      TEXT    NOT NULL,                 -- a lesson's game and its option for dice, a puzzle's key, position code, text
    touched  INTEGER NOT NULL,
    game     INTEGER REFERENCES games (number) ON DELETE CASCADE, -- the one explored
    step     INTEGER NOT NULL,                 -- of a lesson; plies made of a solution; moves of the game explored
    moves    TEXT    NOT NULL,                 -- in a record's long form, with dice: what did a task, or was tried
    helped   INTEGER NOT NULL,                 -- 1: a hint was given or a task shown, 2: the solution was shown
    failed   INTEGER NOT NULL,                 -- 1: a wrong move was made
    seat     INTEGER NOT NULL,                 -- from whose side an exploration is seen
    version  INTEGER NOT NULL                  -- counts the changes
) STRICT;

CREATE UNIQUE INDEX studies_lesson ON studies (player, key) WHERE kind = 'lesson';
CREATE UNIQUE INDEX studies_puzzle ON studies (player) WHERE kind = 'puzzle';
CREATE INDEX studies_latest ON studies (player, kind, touched);
CREATE INDEX studies_game ON studies (game);
CREATE INDEX studies_touched ON studies (kind, touched);

-- ---- the board in a browser

-- Browsers that have signed in, and links with which one can; known by the SHA-256 of their secrets alone.
CREATE TABLE browsers (
    secret   TEXT    NOT NULL PRIMARY KEY,     -- the hash of a cookie, or while `entered` is NULL of a link's token
    player   INTEGER NOT NULL,
    name     TEXT    NOT NULL,
    target   INTEGER NOT NULL,                 -- the game that the link was for; 0 for none
    entered  INTEGER,                          -- when it signed in
    until    INTEGER NOT NULL                  -- when it counts no longer
) STRICT, WITHOUT ROWID;

CREATE INDEX browsers_by_player ON browsers (player);

-- Games that anyone with the link can watch.
CREATE TABLE watched (
    game  INTEGER PRIMARY KEY REFERENCES games (number) ON DELETE CASCADE,
    key   TEXT    NOT NULL UNIQUE
) STRICT;

-- ---- puzzles, known by the hash of position, game and goal

-- How each player's first try at a puzzle ended.
CREATE TABLE puzzle_results (
    player  INTEGER NOT NULL,
    puzzle  TEXT    NOT NULL,
    solved  INTEGER NOT NULL,                  -- 1: without a mistake and without help
    at      INTEGER NOT NULL,
    PRIMARY KEY (player, puzzle)
) STRICT, WITHOUT ROWID;

-- How each player's first try at the puzzle of a day (days since 1970) ended on that day.
CREATE TABLE daily_puzzles (
    player  INTEGER NOT NULL,
    day     INTEGER NOT NULL,
    solved  INTEGER NOT NULL,                  -- 1: without a mistake and without help
    PRIMARY KEY (player, day)
) STRICT, WITHOUT ROWID;

CREATE INDEX daily_puzzles_day ON daily_puzzles (day) WHERE solved;

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

-- ---- ratings

-- How each finished game ended for its players, and whether it counts. Games are rated in the order of these numbers.
CREATE TABLE outcomes (
    number   INTEGER PRIMARY KEY,
    game     INTEGER NOT NULL UNIQUE REFERENCES games (number) ON DELETE CASCADE,
    guild    INTEGER NOT NULL,
    family   TEXT    NOT NULL,                 -- what is rated together; with fights apart, by the form of the dice
    verdict  TEXT    NOT NULL                  -- 'rated', or why it is not
) STRICT;

CREATE TRIGGER outcomes_stay BEFORE UPDATE ON outcomes BEGIN SELECT RAISE(ABORT, 'outcomes are append-only'); END;

CREATE TRIGGER outcomes_remain BEFORE DELETE ON outcomes
WHEN EXISTS (SELECT 1 FROM games WHERE number = OLD.game)
BEGIN
    SELECT RAISE(ABORT, 'outcomes are append-only');
END;

CREATE TABLE placings (
    game    INTEGER NOT NULL REFERENCES outcomes (game) ON DELETE CASCADE,
    seat    INTEGER NOT NULL,
    player  INTEGER NOT NULL,
    name    TEXT    NOT NULL,
    place   INTEGER NOT NULL,                  -- from 1; equal for those who share it
    result  TEXT    NOT NULL CHECK (result IN ('won', 'drawn', 'lost')),
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX placings_by_player ON placings (player, game);

CREATE TRIGGER placings_stay BEFORE UPDATE ON placings
WHEN NEW.player >= 0 OR NEW.name <> 'former player'
    OR (NEW.game, NEW.seat, NEW.place, NEW.result) IS NOT (OLD.game, OLD.seat, OLD.place, OLD.result)
    OR NOT EXISTS (SELECT 1 FROM deadlines WHERE kind = 'erase' AND game = 0 AND player = OLD.player)
BEGIN
    SELECT RAISE(ABORT, 'placings are append-only');
END;

CREATE TRIGGER placings_remain BEFORE DELETE ON placings
WHEN EXISTS (SELECT 1 FROM outcomes WHERE game = OLD.game)
BEGIN
    SELECT RAISE(ABORT, 'placings are append-only');
END;

-- A player's skill after a rated game.
CREATE TABLE ratings (
    outcome  INTEGER NOT NULL REFERENCES outcomes (number) ON DELETE CASCADE,
    player   INTEGER NOT NULL,
    guild    INTEGER NOT NULL,
    family   TEXT    NOT NULL,
    mu       REAL    NOT NULL,
    sigma    REAL    NOT NULL,
    games    INTEGER NOT NULL,                 -- rated games so far, this one included
    PRIMARY KEY (outcome, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX ratings_by_player ON ratings (guild, family, player, outcome);

CREATE TRIGGER ratings_stay BEFORE UPDATE ON ratings
WHEN NEW.player >= 0 OR (NEW.mu, NEW.sigma, NEW.games) IS NOT (0.0, 0.0, 0)
    OR (NEW.outcome, NEW.guild, NEW.family) IS NOT (OLD.outcome, OLD.guild, OLD.family)
    OR NOT EXISTS (SELECT 1 FROM deadlines WHERE kind = 'erase' AND game = 0 AND player = OLD.player)
BEGIN
    SELECT RAISE(ABORT, 'ratings are append-only');
END;

CREATE TRIGGER ratings_remain BEFORE DELETE ON ratings
WHEN EXISTS (SELECT 1 FROM outcomes WHERE number = OLD.outcome)
BEGIN
    SELECT RAISE(ABORT, 'ratings are append-only');
END;

-- Each player's last rating, in the order of leaderboards: `merit` is the lower end of the margin, and 1000 more for
-- established players (`bot.games.ratings`).
CREATE TABLE skills (
    guild    INTEGER NOT NULL,
    family   TEXT    NOT NULL,
    player   INTEGER NOT NULL,
    outcome  INTEGER NOT NULL REFERENCES outcomes (number) ON DELETE CASCADE,
    mu       REAL    NOT NULL,
    sigma    REAL    NOT NULL,
    games    INTEGER NOT NULL,
    merit    REAL    NOT NULL,
    PRIMARY KEY (guild, family, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX skills_by_merit ON skills (guild, family, merit DESC, player);
CREATE INDEX skills_by_guild ON skills (guild, family, games);
CREATE INDEX skills_by_player ON skills (player, guild);
CREATE INDEX skills_by_outcome ON skills (outcome);

CREATE TRIGGER ratings_skill AFTER INSERT ON ratings WHEN NEW.player > 0 BEGIN
    INSERT INTO skills (guild, family, player, outcome, mu, sigma, games, merit)
    VALUES (NEW.guild, NEW.family, NEW.player, NEW.outcome, NEW.mu, NEW.sigma, NEW.games,
        NEW.mu - 2 * NEW.sigma + 1000 * (NEW.games >= 10))
    ON CONFLICT DO UPDATE SET outcome = excluded.outcome, mu = excluded.mu, sigma = excluded.sigma,
        games = excluded.games, merit = excluded.merit;
END;

-- What players with ratings are called in each server.
CREATE TABLE names (
    guild   INTEGER NOT NULL,
    player  INTEGER NOT NULL,
    name    TEXT    NOT NULL,
    PRIMARY KEY (guild, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX names_by_player ON names (player);

CREATE TRIGGER placings_name AFTER INSERT ON placings WHEN NEW.player > 0 BEGIN
    INSERT INTO names SELECT guild, NEW.player, NEW.name FROM outcomes WHERE game = NEW.game
    ON CONFLICT DO UPDATE SET name = excluded.name;
END;

-- Leaderboards that moderators have begun anew: after which outcome.
CREATE TABLE resets (
    guild    INTEGER NOT NULL,
    family   TEXT    NOT NULL,
    outcome  INTEGER NOT NULL,                 -- its row may be gone since
    PRIMARY KEY (guild, family)
) STRICT, WITHOUT ROWID;

-- ---- servers and their members

CREATE TABLE server_settings (
    guild  INTEGER NOT NULL,
    name   TEXT    NOT NULL,
    value  TEXT    NOT NULL,
    PRIMARY KEY (guild, name)
) STRICT, WITHOUT ROWID;

-- What moderators have done to the games and settings of their server, for its log.
CREATE TABLE moderations (
    number  INTEGER PRIMARY KEY,
    guild   INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    player  INTEGER NOT NULL,                  -- who; 0 for a player who has been forgotten
    deed    TEXT    NOT NULL                   -- what, as a text that follows a name
) STRICT;

CREATE INDEX moderations_by_guild ON moderations (guild, number);
CREATE INDEX moderations_by_player ON moderations (player, number) WHERE player > 0;

-- Players who have left a server where they play; the row goes when they are seen there again.
CREATE TABLE absentees (
    guild   INTEGER NOT NULL,
    player  INTEGER NOT NULL,
    since   INTEGER NOT NULL,                  -- when that was noticed
    PRIMARY KEY (guild, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX absentees_by_player ON absentees (player);

-- Players asked to take over a seat, one at a time for each, and who has agreed to it.
CREATE TABLE takeovers (
    number     INTEGER PRIMARY KEY AUTOINCREMENT,
    game       INTEGER NOT NULL REFERENCES games (number) ON DELETE CASCADE,
    seat       INTEGER NOT NULL,
    player     INTEGER NOT NULL,               -- who is asked
    name       TEXT    NOT NULL,
    asker      INTEGER NOT NULL,
    moderated  INTEGER NOT NULL,               -- 1: asked on behalf of the server, so that nobody else need agree
    UNIQUE (game, seat)
) STRICT;

CREATE INDEX takeovers_by_player ON takeovers (player);
CREATE INDEX takeovers_by_asker ON takeovers (asker);

CREATE TABLE consents (
    takeover  INTEGER NOT NULL REFERENCES takeovers (number) ON DELETE CASCADE,
    player    INTEGER NOT NULL,
    PRIMARY KEY (takeover, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX consents_by_player ON consents (player);

-- Who held a seat before it was taken over, up to the event of that number.
CREATE TABLE predecessors (
    game      INTEGER NOT NULL REFERENCES games (number) ON DELETE CASCADE,
    seat      INTEGER NOT NULL,
    sequence  INTEGER NOT NULL,
    player    INTEGER NOT NULL,
    name      TEXT    NOT NULL,
    PRIMARY KEY (game, seat, sequence)
) STRICT, WITHOUT ROWID;

CREATE INDEX predecessors_by_player ON predecessors (player);

-- Servers that have removed the bot.
CREATE TABLE departed (
    guild  INTEGER PRIMARY KEY,
    since  INTEGER NOT NULL
) STRICT;

-- Who stands for the person being deleted in each of their games, within the transaction that does it.
CREATE TABLE formers (
    game    INTEGER PRIMARY KEY REFERENCES games (number) ON DELETE CASCADE,
    player  INTEGER NOT NULL
) STRICT;
