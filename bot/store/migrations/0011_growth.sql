-- What is asked for often is found without reading all the games there ever were.

DROP INDEX deadlines_by_due;
CREATE INDEX deadlines_by_kind ON deadlines (kind, due);

-- An index on all stages tempts to read all finished games.
DROP INDEX games_by_stage;
CREATE INDEX games_timed ON games (number) WHERE stage = 'playing' AND time <> 'none';
CREATE INDEX games_by_invited ON games (invited) WHERE stage = 'open';

-- The games that a channel has still to be shown; the query repeats this condition word by word.
CREATE INDEX games_lagging ON games (number)
WHERE stage = 'open' AND shown < revised OR stage = 'void' AND message IS NOT NULL AND shown < revised
    OR stage IN ('playing', 'over') AND (shown < sequence OR worn IS NOT NULL);

-- 1: the outcome of a finished game is written.
ALTER TABLE games ADD COLUMN settled INTEGER NOT NULL DEFAULT 0;
UPDATE games SET settled = 1 WHERE number IN (SELECT game FROM outcomes);

CREATE INDEX games_unsettled ON games (number) WHERE stage = 'over' AND NOT settled;

CREATE TRIGGER outcomes_settle AFTER INSERT ON outcomes BEGIN
    UPDATE games SET settled = 1 WHERE number = NEW.game;
END;

CREATE INDEX outcomes_rated ON outcomes (number) WHERE verdict = 'rated';

-- The last outcome after which a player was rated, where the present skill stands.
CREATE TABLE skills (
    formula  INTEGER NOT NULL,
    guild    INTEGER NOT NULL,
    family   TEXT    NOT NULL,
    player   INTEGER NOT NULL,
    outcome  INTEGER NOT NULL REFERENCES outcomes (number),
    PRIMARY KEY (formula, guild, family, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX skills_by_player ON skills (player, guild);

INSERT INTO skills SELECT formula, guild, family, player, max(outcome) FROM ratings GROUP BY 1, 2, 3, 4;

CREATE TRIGGER ratings_skill AFTER INSERT ON ratings BEGIN
    INSERT INTO skills VALUES (NEW.formula, NEW.guild, NEW.family, NEW.player, NEW.outcome)
    ON CONFLICT DO UPDATE SET outcome = excluded.outcome;
END;

-- What players were called in the game of a guild that was settled last.
CREATE TABLE names (
    guild   INTEGER NOT NULL,
    player  INTEGER NOT NULL,
    name    TEXT    NOT NULL,
    PRIMARY KEY (guild, player)
) STRICT, WITHOUT ROWID;

INSERT OR REPLACE INTO names
    SELECT o.guild, p.player, p.name FROM outcomes o JOIN placings p USING (game) ORDER BY o.number;

CREATE TRIGGER placings_name AFTER INSERT ON placings BEGIN
    INSERT INTO names SELECT guild, NEW.player, NEW.name FROM outcomes WHERE game = NEW.game
    ON CONFLICT DO UPDATE SET name = excluded.name;
END;

CREATE INDEX streams_by_channel ON streams (channel) WHERE revealed IS NOT NULL;

CREATE INDEX explorations_by_time ON explorations (player, touched);
CREATE INDEX explorations_touched ON explorations (touched);

CREATE INDEX refusing_by_player ON refusing (player);
