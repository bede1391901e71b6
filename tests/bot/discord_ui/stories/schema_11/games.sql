PRAGMA foreign_keys = OFF;
BEGIN TRANSACTION;
CREATE TABLE conditions (
    number  INTEGER PRIMARY KEY AUTOINCREMENT,
    game    INTEGER NOT NULL REFERENCES games (number),
    player  INTEGER NOT NULL,
    label   INTEGER NOT NULL,                  -- the number by which the player knows it
    since   INTEGER NOT NULL,                  -- number of the game's last event when it was kept
    line    TEXT    NOT NULL,                  -- JSON array of [seat, long form, short form]
    gone    TEXT,                              -- why it counts no longer, until the player has seen that; NULL before
    UNIQUE (game, player, label)
) STRICT;
INSERT INTO "conditions" VALUES(1,5,$bob,1,1,'[[1,"b1c3","Tbc3"],[2,"f5e4","Tfe4"]]',NULL);
INSERT INTO "conditions" VALUES(2,5,$bob,2,1,'[[1,"b1b2","Tb2"],[2,"f5e4","Tfe4"]]',NULL);
CREATE TABLE "deadlines" (
    number  INTEGER PRIMARY KEY AUTOINCREMENT,
    kind    TEXT    NOT NULL,
    game    INTEGER NOT NULL DEFAULT 0,        -- 0: about no game
    player  INTEGER NOT NULL DEFAULT 0,        -- 0: about no player
    due     INTEGER NOT NULL,                  -- UTC ms
    UNIQUE (kind, game, player)
) STRICT;
INSERT INTO "deadlines" VALUES(1,'beat',0,0,1795365501324);
INSERT INTO "deadlines" VALUES(12,'flag',3,0,1795366073078);
INSERT INTO "deadlines" VALUES(20,'vacation',0,$dave,1795797474054);
INSERT INTO "deadlines" VALUES(25,'flag',2,0,1795624672881);
INSERT INTO "deadlines" VALUES(28,'flag',5,0,1795970273385);
INSERT INTO "deadlines" VALUES(34,'remind',2,0,1795495072881);
INSERT INTO "deadlines" VALUES(35,'remind',5,0,1795676400000);
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
INSERT INTO "events" VALUES(1,1,1795365472733,1,'moved','{"move":"b1c3"}',1574101624282939392);
INSERT INTO "events" VALUES(1,2,1795365472760,2,'moved','{"move":"f5e4"}',1574101624815616000);
INSERT INTO "events" VALUES(1,3,1795365474356,2,'draw-offered','{}',1574101631543279616);
INSERT INTO "events" VALUES(2,1,1795365472801,0,'clock-started','{}',NULL);
INSERT INTO "events" VALUES(2,2,1795365472861,1,'moved','{"move":"b1c3"}',1574101625226657792);
INSERT INTO "events" VALUES(2,3,1795365474097,2,'went-away','{}',NULL);
INSERT INTO "events" VALUES(2,4,1795365474117,2,'came-back','{}',NULL);
INSERT INTO "events" VALUES(3,1,1795365472999,0,'clock-started','{}',NULL);
INSERT INTO "events" VALUES(3,2,1795365473057,1,'salted','{"salt":"plum"}',1574101626006798336);
INSERT INTO "events" VALUES(3,3,1795365473078,1,'moved','{"move":"b1c6"}',1574101626161987584);
INSERT INTO "events" VALUES(3,4,1795365473078,1,'rolled','{"dice":"2-6"}',NULL);
INSERT INTO "events" VALUES(4,1,1795365473177,1,'moved','{"move":"b1c3"}',1574101626573029378);
INSERT INTO "events" VALUES(4,2,1795365473205,2,'moved','{"move":"f5e4"}',1574101626669498368);
INSERT INTO "events" VALUES(4,3,1795365473229,1,'moved','{"move":"f1e3"}',1574101626765967360);
INSERT INTO "events" VALUES(4,4,1795365473239,2,'moved','{"move":"b5c4"}',1574101626858242048);
INSERT INTO "events" VALUES(4,5,1795365473257,1,'moved','{"move":"c3b1"}',1574101626908573696);
INSERT INTO "events" VALUES(4,6,1795365473279,2,'moved','{"move":"c4b5"}',1574101627026014208);
INSERT INTO "events" VALUES(4,7,1795365473340,2,'resigned','{}',1574101627151843328);
INSERT INTO "events" VALUES(4,8,1795365473340,0,'revealed','{"secret":"50c261b922966b31397f113ca97e7752aa89bf16c6a8e714b637465b355baf53"}',NULL);
INSERT INTO "events" VALUES(5,1,1795365473385,0,'clock-started','{}',NULL);
INSERT INTO "events" VALUES(5,2,1795365474108,2,'went-away','{}',NULL);
INSERT INTO "events" VALUES(5,3,1795365474130,2,'came-back','{}',NULL);
INSERT INTO "events" VALUES(6,1,1795365474201,0,'clock-started','{}',NULL);
INSERT INTO "events" VALUES(6,2,1795365474239,1,'pause-offered','{}',1574101631035768832);
INSERT INTO "events" VALUES(6,3,1795365474252,2,'paused','{}',1574101631107072000);
CREATE TABLE explorations (
    number   INTEGER PRIMARY KEY AUTOINCREMENT,
    player   INTEGER NOT NULL,
    game     INTEGER NOT NULL REFERENCES games (number),
    start    TEXT    NOT NULL,                 -- position code
    after    INTEGER NOT NULL,                 -- how many moves of the game led to it
    tried    TEXT    NOT NULL,                 -- moves as in a record's long form, fights with their dice
    seat     INTEGER NOT NULL,                 -- from whose side it is seen
    version  INTEGER NOT NULL,                 -- counts the changes
    touched  INTEGER NOT NULL                  -- UTC ms
) STRICT;
INSERT INTO "explorations" VALUES(1,$alice,1,'G2g/4t/PGT1gp/EW3we/PG1tgp/T4/G2g 1 quiet=1,1',2,'',1,0,1795365474381);
CREATE TABLE facts (
    name   TEXT PRIMARY KEY,
    value  TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "facts" VALUES('beat','1795365475497');
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
, commitment TEXT NOT NULL DEFAULT '', revised INTEGER NOT NULL DEFAULT 0, time TEXT NOT NULL DEFAULT 'none', rated INTEGER NOT NULL DEFAULT 0, parent INTEGER, threaded INTEGER NOT NULL DEFAULT 0, settled INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "games" VALUES(1,$guild,$games,'hexeh',1,'{}',NULL,'playing',$alice,$bob,1,1795365472340,3,1,NULL,NULL,3,1574101626023575552,NULL,'11e8fac66919742b434a0780cec19ffaad67b266afdeeeab242a72f2e6ba43fe',0,'none',1,NULL,0,0);
INSERT INTO "games" VALUES(2,$guild,$games,'hexeh',1,'{}',NULL,'playing',$alice,$bob,1,1795365472775,4,2,NULL,NULL,4,1574101625901940736,NULL,'c46837d79fea06339e0bc09d7fd1123596e41437f20955e5230586a258bb8185',0,'3d/move',1,NULL,0,0);
INSERT INTO "games" VALUES(3,$guild,$games,'hexeh',1,'{"combat": "poly"}',NULL,'playing',$alice,$bob,1,1795365472899,4,2,NULL,NULL,4,1574101626476560384,NULL,'31863b387b1455c6d0305011bed44cb2177f0eda80836a129603c8b27112519c',0,'10m+5s',1,NULL,0,0);
INSERT INTO "games" VALUES(4,$guild,$games,'hexeh',1,'{}',NULL,'over',$alice,$bob,1,1795365473110,8,NULL,1,'resignation',8,1574101627491581952,NULL,'24c0b89dc0036ae9fbffed1c8010dda849db910af9457f5866f7efcc40096ce9',0,'none',1,NULL,0,1);
INSERT INTO "games" VALUES(5,$guild,$thread,'hexeh',1,'{}',NULL,'playing',$alice,$bob,1,1795365473363,3,1,NULL,NULL,3,1574101627571273728,NULL,'f51c1c3e564aff285be9ae657ddb9c1f714e2e48687290ee672c990e8b4b90ce',0,'7d+1d max 10d',1,$games,0,0);
INSERT INTO "games" VALUES(6,$guild,$games,'hexeh',1,'{}',NULL,'playing',$alice,$bob,1,1795365474165,3,1,NULL,NULL,3,1574101631031574528,NULL,'112656f369846a3ced717b23604dc0118c22041b8789606ab851230c9c3df7c7',0,'3d/move',1,NULL,0,0);
INSERT INTO "games" VALUES(7,$guild,$games,'hexeh',1,'{}',NULL,'open',$alice,NULL,0,1795365474264,0,NULL,NULL,NULL,0,1574101631186763776,NULL,'44b54970522e1cc9b15635f1035a61a150678a2a76c6216a557959ef86ce5bc8',0,'none',1,NULL,0,0);
INSERT INTO "games" VALUES(8,$guild,$games,'glinski',1,'{}',NULL,'open',$alice,$carol,0,1795365474276,0,NULL,NULL,NULL,0,1574101631270649856,NULL,'a2411a4059b6eb8ff3781d6bb579fd5b8cff8d8a7f241c1dc99158e5a8ef195c',0,'1d/move',1,NULL,0,0);
INSERT INTO "games" VALUES(9,$guild,$games,'toy-three',1,'{}',NULL,'open',$alice,NULL,0,1795365474295,0,NULL,NULL,NULL,1,1574101631362924544,NULL,'9b7fe41b1e550dea6d179faddc43052467cd2b68a676d2ff5839d60a2a18cd41',1,'none',1,NULL,0,0);
INSERT INTO "games" VALUES(10,$guild,$games,'hexeh',1,'{}',NULL,'open',$alice,NULL,0,1795365474343,0,NULL,NULL,NULL,0,1574101631518113792,NULL,'bac045dffecf55da8ee68cb1b2645b5a416c0011ab4e874864464c0e16f1fceb',0,'none',1,NULL,0,0);
CREATE TABLE guests (
    game     INTEGER NOT NULL REFERENCES games (number),
    ordinal  INTEGER NOT NULL,
    player   INTEGER NOT NULL,
    name     TEXT    NOT NULL,
    stage    TEXT    NOT NULL CHECK (stage IN ('in', 'invited', 'declined')),
    wish     INTEGER NOT NULL,                 -- the seat asked for, 0 for a drawn one
    since    INTEGER NOT NULL,                 -- the value of `revised` with which they came in
    PRIMARY KEY (game, ordinal)
) STRICT, WITHOUT ROWID;
INSERT INTO "guests" VALUES(9,0,$alice,'alice','in',0,0);
INSERT INTO "guests" VALUES(9,1,$bob,'bob','in',0,1);
CREATE TABLE imports (
    number  INTEGER PRIMARY KEY AUTOINCREMENT,
    player  INTEGER NOT NULL,
    at      INTEGER NOT NULL,                  -- UTC ms
    text    TEXT    NOT NULL
) STRICT;
CREATE TABLE names (
    guild   INTEGER NOT NULL,
    player  INTEGER NOT NULL,
    name    TEXT    NOT NULL,
    PRIMARY KEY (guild, player)
) STRICT, WITHOUT ROWID;
INSERT INTO "names" VALUES($guild,$alice,'alice');
INSERT INTO "names" VALUES($guild,$bob,'bob');
CREATE TABLE notes (
    game    INTEGER NOT NULL REFERENCES games (number),
    player  INTEGER NOT NULL,
    number  INTEGER NOT NULL,                  -- from 1 in a player's notes on a game
    at      INTEGER NOT NULL,                  -- UTC ms
    after   TEXT    NOT NULL,                  -- the move it was written after, numbered; '' before the first
    text    TEXT    NOT NULL,
    PRIMARY KEY (game, player, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "notes" VALUES(1,$bob,1,1795365473928,'1. … Tfe4','watch c3 closely');
INSERT INTO "notes" VALUES(5,$alice,1,1795365473941,'','mine');
CREATE TABLE notices (
    number  INTEGER PRIMARY KEY AUTOINCREMENT,
    player  INTEGER NOT NULL,
    place   INTEGER NOT NULL,                  -- channel or thread; 0: direct message
    made    INTEGER NOT NULL,                  -- UTC ms
    tried   INTEGER,                           -- UTC ms of the first attempt whose outcome is not known
    closed  INTEGER                            -- UTC ms when it was sent or given up; NULL before
) STRICT;
CREATE TABLE outcomes (
    number   INTEGER PRIMARY KEY,
    game     INTEGER NOT NULL UNIQUE REFERENCES games (number),
    guild    INTEGER NOT NULL,
    family   TEXT    NOT NULL,                 -- what is rated together; with fights apart, by the form of the dice
    verdict  TEXT    NOT NULL                  -- 'rated', or why it is not
) STRICT;
INSERT INTO "outcomes" VALUES(1,4,$guild,'hexeh','rated');
CREATE TABLE placings (
    game    INTEGER NOT NULL REFERENCES outcomes (game),
    seat    INTEGER NOT NULL,
    player  INTEGER NOT NULL,
    name    TEXT    NOT NULL,
    place   INTEGER NOT NULL,                  -- from 1; equal for those who share it
    result  TEXT    NOT NULL CHECK (result IN ('won', 'drawn', 'lost')),
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "placings" VALUES(4,1,$alice,'alice',1,'won');
INSERT INTO "placings" VALUES(4,2,$bob,'bob',2,'lost');
CREATE TABLE preferences (
    player  INTEGER NOT NULL,
    name    TEXT    NOT NULL,
    value   TEXT    NOT NULL,
    PRIMARY KEY (player, name)
) STRICT, WITHOUT ROWID;
INSERT INTO "preferences" VALUES($alice,'only-move','on');
INSERT INTO "preferences" VALUES($alice,'quiet','22:00-08:00');
INSERT INTO "preferences" VALUES($alice,'remind-since','1795365474117');
INSERT INTO "preferences" VALUES($alice,'remind-where','dm');
INSERT INTO "preferences" VALUES($alice,'zone','Europe/Berlin');
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
INSERT INTO "ratings" VALUES(1,1,$alice,$guild,'hexeh',2.76353894931404973087e+01,8.06590141354368,1);
INSERT INTO "ratings" VALUES(1,1,$bob,$guild,'hexeh',2.23646105068595026912e+01,8.06590141354368,1);
CREATE TABLE refusing (
    place   INTEGER NOT NULL,                  -- channel or thread; 0: direct messages
    player  INTEGER NOT NULL,                  -- whose direct messages; 0 for a channel
    since   INTEGER NOT NULL,                  -- UTC ms
    PRIMARY KEY (place, player)
) STRICT, WITHOUT ROWID;
CREATE TABLE reminders (
    game      INTEGER NOT NULL REFERENCES games (number),
    turn      INTEGER NOT NULL,                -- when the turn began, UTC ms
    fraction  TEXT    NOT NULL,                -- of the time, left: 1/2
    notice    INTEGER NOT NULL REFERENCES notices (number),
    PRIMARY KEY (game, turn, fraction)
) STRICT, WITHOUT ROWID;
CREATE TABLE rolls (
    stream      INTEGER NOT NULL REFERENCES streams (number),
    number      INTEGER NOT NULL,              -- from 0
    at          INTEGER NOT NULL,              -- UTC ms
    player      INTEGER NOT NULL,
    name        TEXT    NOT NULL,
    request     TEXT    NOT NULL,              -- the expression as it was asked for
    hidden      INTEGER NOT NULL,              -- 1: shown to the asker alone
    cause       INTEGER UNIQUE,                -- the interaction that asked; each rolls once
    PRIMARY KEY (stream, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "rolls" VALUES(1,0,1795365473980,$carol,'carol','2d6+1',0,1574101629949444096);
INSERT INTO "rolls" VALUES(2,0,1795365474017,$dave,'dave','4d6kh3 Str',0,1574101630108827648);
CREATE TABLE seats (
    game    INTEGER NOT NULL REFERENCES games (number),
    seat    INTEGER NOT NULL,                  -- 0 for the challenger while seats are not drawn
    player  INTEGER NOT NULL,
    name    TEXT    NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "seats" VALUES(1,1,$alice,'alice');
INSERT INTO "seats" VALUES(1,2,$bob,'bob');
INSERT INTO "seats" VALUES(2,1,$alice,'alice');
INSERT INTO "seats" VALUES(2,2,$bob,'bob');
INSERT INTO "seats" VALUES(3,1,$alice,'alice');
INSERT INTO "seats" VALUES(3,2,$bob,'bob');
INSERT INTO "seats" VALUES(4,1,$alice,'alice');
INSERT INTO "seats" VALUES(4,2,$bob,'bob');
INSERT INTO "seats" VALUES(5,1,$alice,'alice');
INSERT INTO "seats" VALUES(5,2,$bob,'bob');
INSERT INTO "seats" VALUES(6,1,$alice,'alice');
INSERT INTO "seats" VALUES(6,2,$bob,'bob');
INSERT INTO "seats" VALUES(7,0,$alice,'alice');
INSERT INTO "seats" VALUES(8,0,$alice,'alice');
INSERT INTO "seats" VALUES(9,0,$alice,'alice');
INSERT INTO "seats" VALUES(10,0,$alice,'alice');
CREATE TABLE secrets (
    game    INTEGER PRIMARY KEY REFERENCES games (number),
    secret  BLOB NOT NULL
) STRICT;
INSERT INTO "secrets" VALUES(1,X'C08BCCD5F52D21DA77DBED30053DBDBF11F86F9EA5C441D88313600E241D8D2F');
INSERT INTO "secrets" VALUES(2,X'7624809BB72116A6B42FACAFC0132EF870581E704AA5CF17179726D44A895C6D');
INSERT INTO "secrets" VALUES(3,X'E02C2AB05E250E5D6D8D022C6BFB4F333FCECC44EB86B8A8A559B515D8C519A4');
INSERT INTO "secrets" VALUES(4,X'50C261B922966B31397F113CA97E7752AA89BF16C6A8E714B637465B355BAF53');
INSERT INTO "secrets" VALUES(5,X'6B55DA937FC2A40209EDA7C8152C22488ED97A476FE0EDA6DE8C913B817C4A41');
INSERT INTO "secrets" VALUES(6,X'5653E9C51E8DA74635ED81FF6C19581CDDA0E79296298C59F7EC31B31E16D889');
INSERT INTO "secrets" VALUES(7,X'654BFB1D3837DDC9E21C571056F8E56F8DFE3881F6BCEFE1551889745D8C8A6E');
INSERT INTO "secrets" VALUES(8,X'AA554DE1CA0940D3032A38F0CC18A069164315A504DCB8C5AFB145678A798225');
INSERT INTO "secrets" VALUES(9,X'77B2292FBE3F7B96146F4EC4665730554A92A26EC2F82F2998962C34CBB3BFB2');
INSERT INTO "secrets" VALUES(10,X'C71B18BC917D24319BDA07BBC21DB0EF528FEBBCD8DB7BB70B4C2270014DA511');
CREATE TABLE skills (
    formula  INTEGER NOT NULL,
    guild    INTEGER NOT NULL,
    family   TEXT    NOT NULL,
    player   INTEGER NOT NULL,
    outcome  INTEGER NOT NULL REFERENCES outcomes (number),
    PRIMARY KEY (formula, guild, family, player)
) STRICT, WITHOUT ROWID;
INSERT INTO "skills" VALUES(1,$guild,'hexeh',$alice,1);
INSERT INTO "skills" VALUES(1,$guild,'hexeh',$bob,1);
CREATE TABLE stream_secrets (
    stream  INTEGER PRIMARY KEY REFERENCES streams (number),
    secret  BLOB NOT NULL
) STRICT;
INSERT INTO "stream_secrets" VALUES(1,X'CA80CA27E918B0CB56671D49A4C85D5E3C5AA42A50BF616A414505EDB1570854');
INSERT INTO "stream_secrets" VALUES(2,X'8014E28DB5C0C9B7B8544B1795B734DA7AEA6722AD7875ADBA056131AB73FB51');
INSERT INTO "stream_secrets" VALUES(3,X'26606EB3659B3C5EC494136A732D343DAD4125AB54C2BA541A12E2E5A2439E53');
CREATE TABLE streams (
    number      INTEGER PRIMARY KEY AUTOINCREMENT,
    channel     INTEGER NOT NULL,
    commitment  TEXT    NOT NULL,
    opened      INTEGER NOT NULL,              -- UTC ms
    revealed    INTEGER                        -- UTC ms; NULL while the stream is open
) STRICT;
INSERT INTO "streams" VALUES(1,$dice,'33748539ce3fa623922e02d1f9714e802acb2d6187bf336a6ea3cd47a973d5b3',1795365473979,1795365473993);
INSERT INTO "streams" VALUES(2,$dice,'c92271c29fb6ae296f6f346eeef0b4f0034b20b6696db19e5e83310730e33ce5',1795365473993,NULL);
INSERT INTO "streams" VALUES(3,$games,'a497f07d51ffd46a73e90d45a24ea03d0570ca600cacb85620456e2cf5c8ff36',1795365474032,NULL);
CREATE TABLE unshown (
    stream  INTEGER NOT NULL,
    number  INTEGER NOT NULL,
    PRIMARY KEY (stream, number),
    FOREIGN KEY (stream, number) REFERENCES rolls (stream, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE vacations (
    player  INTEGER NOT NULL,
    begins  INTEGER NOT NULL,                  -- UTC ms
    ends    INTEGER NOT NULL,                  -- UTC ms
    PRIMARY KEY (player, begins)
) STRICT, WITHOUT ROWID;
INSERT INTO "vacations" VALUES($bob,1795365474078,1795365474090);
INSERT INTO "vacations" VALUES($dave,1795365474054,1795797474054);
CREATE TABLE watchers (
    game    INTEGER NOT NULL REFERENCES games (number),
    player  INTEGER NOT NULL,
    name    TEXT    NOT NULL,
    often   INTEGER NOT NULL,                  -- 1: at each board, 0: at the end
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;
INSERT INTO "watchers" VALUES(1,$carol,'carol',1);
INSERT INTO "watchers" VALUES(2,$dave,'dave',0);
CREATE INDEX games_by_channel ON games (channel, stage);
CREATE INDEX seats_by_player ON seats (player, game);
CREATE UNIQUE INDEX events_by_cause ON events (cause) WHERE cause IS NOT NULL;
CREATE TRIGGER events_stay BEFORE UPDATE ON events BEGIN
    SELECT RAISE(ABORT, 'events are append-only');
END;
CREATE TRIGGER events_remain BEFORE DELETE ON events BEGIN
    SELECT RAISE(ABORT, 'events are append-only');
END;
CREATE VIEW ledger AS
    SELECT e.*, g.turn, g.winner, g.reason, g.stage FROM events e JOIN games g ON g.number = e.game;
CREATE TRIGGER ledger_entry INSTEAD OF INSERT ON ledger BEGIN
    INSERT INTO events (game, sequence, at, actor, kind, fields, cause)
    VALUES (NEW.game, NEW.sequence, NEW.at, NEW.actor, NEW.kind, NEW.fields, NEW.cause);
    UPDATE games SET sequence = NEW.sequence, turn = NEW.turn WHERE number = NEW.game;
    UPDATE games SET winner = NEW.winner, reason = NEW.reason, stage = NEW.stage
    WHERE number = NEW.game AND stage <> NEW.stage;
END;
CREATE UNIQUE INDEX streams_open ON streams (channel) WHERE revealed IS NULL;
CREATE TRIGGER rolls_stay BEFORE UPDATE ON rolls BEGIN
    SELECT RAISE(ABORT, 'rolls are append-only');
END;
CREATE TRIGGER rolls_remain BEFORE DELETE ON rolls BEGIN
    SELECT RAISE(ABORT, 'rolls are append-only');
END;
CREATE UNIQUE INDEX guests_by_player ON guests (player, game);
CREATE UNIQUE INDEX guests_by_wish ON guests (game, wish) WHERE wish > 0;
CREATE INDEX imports_by_player ON imports (player, number);
CREATE INDEX preferences_by_name ON preferences (name, value);
CREATE INDEX explorations_by_player ON explorations (player, number);
CREATE INDEX outcomes_by_family ON outcomes (guild, family);
CREATE INDEX placings_by_player ON placings (player, game);
CREATE INDEX ratings_by_player ON ratings (formula, guild, family, player, outcome);
CREATE TRIGGER outcomes_stay BEFORE UPDATE ON outcomes BEGIN SELECT RAISE(ABORT, 'outcomes are append-only'); END;
CREATE TRIGGER outcomes_remain BEFORE DELETE ON outcomes BEGIN SELECT RAISE(ABORT, 'outcomes are append-only'); END;
CREATE TRIGGER placings_stay BEFORE UPDATE ON placings BEGIN SELECT RAISE(ABORT, 'placings are append-only'); END;
CREATE TRIGGER placings_remain BEFORE DELETE ON placings BEGIN SELECT RAISE(ABORT, 'placings are append-only'); END;
CREATE TRIGGER ratings_stay BEFORE UPDATE ON ratings BEGIN SELECT RAISE(ABORT, 'ratings are append-only'); END;
CREATE TRIGGER ratings_remain BEFORE DELETE ON ratings BEGIN SELECT RAISE(ABORT, 'ratings are append-only'); END;
CREATE INDEX games_by_parent ON games (parent, stage) WHERE parent IS NOT NULL;
CREATE INDEX notices_open ON notices (player) WHERE closed IS NULL;
CREATE INDEX reminders_by_notice ON reminders (notice);
CREATE TRIGGER rolls_unshown AFTER INSERT ON rolls WHEN NOT NEW.hidden BEGIN
    INSERT INTO unshown (stream, number) VALUES (NEW.stream, NEW.number);
END;
CREATE INDEX deadlines_by_game ON deadlines (game) WHERE game > 0;
CREATE INDEX deadlines_by_kind ON deadlines (kind, due);
CREATE INDEX games_timed ON games (number) WHERE stage = 'playing' AND time <> 'none';
CREATE INDEX games_by_invited ON games (invited) WHERE stage = 'open';
CREATE INDEX games_lagging ON games (number)
WHERE stage = 'open' AND shown < revised OR stage = 'void' AND message IS NOT NULL AND shown < revised
    OR stage IN ('playing', 'over') AND (shown < sequence OR worn IS NOT NULL);
CREATE INDEX games_unsettled ON games (number) WHERE stage = 'over' AND NOT settled;
CREATE TRIGGER outcomes_settle AFTER INSERT ON outcomes BEGIN
    UPDATE games SET settled = 1 WHERE number = NEW.game;
END;
CREATE INDEX outcomes_rated ON outcomes (number) WHERE verdict = 'rated';
CREATE INDEX skills_by_player ON skills (player, guild);
CREATE TRIGGER ratings_skill AFTER INSERT ON ratings BEGIN
    INSERT INTO skills VALUES (NEW.formula, NEW.guild, NEW.family, NEW.player, NEW.outcome)
    ON CONFLICT DO UPDATE SET outcome = excluded.outcome;
END;
CREATE TRIGGER placings_name AFTER INSERT ON placings BEGIN
    INSERT INTO names SELECT guild, NEW.player, NEW.name FROM outcomes WHERE game = NEW.game
    ON CONFLICT DO UPDATE SET name = excluded.name;
END;
CREATE INDEX streams_by_channel ON streams (channel) WHERE revealed IS NOT NULL;
CREATE INDEX explorations_by_time ON explorations (player, touched);
CREATE INDEX explorations_touched ON explorations (touched);
CREATE INDEX refusing_by_player ON refusing (player);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('deadlines',36);
INSERT INTO "sqlite_sequence" VALUES('games',10);
INSERT INTO "sqlite_sequence" VALUES('conditions',2);
INSERT INTO "sqlite_sequence" VALUES('streams',3);
INSERT INTO "sqlite_sequence" VALUES('explorations',1);
COMMIT;
PRAGMA user_version = 11;
