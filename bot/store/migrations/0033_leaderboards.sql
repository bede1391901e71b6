-- A player's present skill stands in their row, in the order of leaderboards: `merit` is the lower end of the margin, and
-- 1000 more for whoever is established (`bot.games.ratings.formula`).
ALTER TABLE skills ADD COLUMN mu REAL NOT NULL DEFAULT 0;
ALTER TABLE skills ADD COLUMN sigma REAL NOT NULL DEFAULT 0;
ALTER TABLE skills ADD COLUMN games INTEGER NOT NULL DEFAULT 0;
ALTER TABLE skills ADD COLUMN merit REAL NOT NULL DEFAULT 0;
UPDATE skills SET (mu, sigma, games, merit) = (
    SELECT r.mu, r.sigma, r.games, r.mu - 2 * r.sigma + 1000 * (r.games >= 10) FROM ratings r
    WHERE r.formula = skills.formula AND r.outcome = skills.outcome AND r.player = skills.player
) WHERE EXISTS (
    SELECT 1 FROM ratings r
    WHERE r.formula = skills.formula AND r.outcome = skills.outcome AND r.player = skills.player
);

CREATE INDEX skills_by_merit ON skills (formula, guild, family, merit DESC, player);

-- How many players a leaderboard has, and how many games they have played together; and the same by tenths of merit, so
-- that a player's place is known without counting all who stand before.
CREATE TABLE leaderboards (
    formula  INTEGER NOT NULL,
    guild    INTEGER NOT NULL,
    family   TEXT    NOT NULL,
    players  INTEGER NOT NULL,
    games    INTEGER NOT NULL,
    PRIMARY KEY (formula, guild, family)
) STRICT, WITHOUT ROWID;

CREATE TABLE merits (
    formula  INTEGER NOT NULL,
    guild    INTEGER NOT NULL,
    family   TEXT    NOT NULL,
    tenth    INTEGER NOT NULL,
    players  INTEGER NOT NULL,
    PRIMARY KEY (formula, guild, family, tenth)
) STRICT, WITHOUT ROWID;

CREATE INDEX leaderboards_by_guild ON leaderboards (guild);
CREATE INDEX merits_by_guild ON merits (guild);

INSERT INTO leaderboards SELECT formula, guild, family, count(*), sum(games) FROM skills GROUP BY 1, 2, 3;
INSERT INTO merits
    SELECT formula, guild, family, CAST(merit * 10 AS INTEGER), count(*) FROM skills GROUP BY 1, 2, 3, 4;

CREATE TRIGGER skills_counted AFTER INSERT ON skills BEGIN
    INSERT INTO leaderboards VALUES (NEW.formula, NEW.guild, NEW.family, 1, NEW.games)
    ON CONFLICT DO UPDATE SET players = players + 1, games = games + excluded.games;
    INSERT INTO merits VALUES (NEW.formula, NEW.guild, NEW.family, CAST(NEW.merit * 10 AS INTEGER), 1)
    ON CONFLICT DO UPDATE SET players = players + 1;
END;

CREATE TRIGGER skills_played AFTER UPDATE OF merit ON skills BEGIN
    UPDATE leaderboards SET games = games + NEW.games - OLD.games
    WHERE formula = NEW.formula AND guild = NEW.guild AND family = NEW.family;
    UPDATE merits SET players = players - 1
    WHERE formula = OLD.formula AND guild = OLD.guild AND family = OLD.family
        AND tenth = CAST(OLD.merit * 10 AS INTEGER);
    INSERT INTO merits VALUES (NEW.formula, NEW.guild, NEW.family, CAST(NEW.merit * 10 AS INTEGER), 1)
    ON CONFLICT DO UPDATE SET players = players + 1;
END;

CREATE TRIGGER skills_gone AFTER DELETE ON skills BEGIN
    UPDATE leaderboards SET players = players - 1, games = games - OLD.games
    WHERE formula = OLD.formula AND guild = OLD.guild AND family = OLD.family;
    UPDATE merits SET players = players - 1
    WHERE formula = OLD.formula AND guild = OLD.guild AND family = OLD.family
        AND tenth = CAST(OLD.merit * 10 AS INTEGER);
END;

CREATE TRIGGER leaderboards_emptied AFTER UPDATE ON leaderboards WHEN NEW.players <= 0 BEGIN
    DELETE FROM leaderboards WHERE formula = NEW.formula AND guild = NEW.guild AND family = NEW.family;
END;

CREATE TRIGGER merits_emptied AFTER UPDATE ON merits WHEN NEW.players <= 0 BEGIN
    DELETE FROM merits
    WHERE formula = NEW.formula AND guild = NEW.guild AND family = NEW.family AND tenth = NEW.tenth;
END;

DROP TRIGGER ratings_skill;
CREATE TRIGGER ratings_skill AFTER INSERT ON ratings WHEN NEW.player > 0 BEGIN
    INSERT INTO skills (formula, guild, family, player, outcome, mu, sigma, games, merit)
    VALUES (NEW.formula, NEW.guild, NEW.family, NEW.player, NEW.outcome, NEW.mu, NEW.sigma, NEW.games,
        NEW.mu - 2 * NEW.sigma + 1000 * (NEW.games >= 10))
    ON CONFLICT DO UPDATE SET outcome = excluded.outcome, mu = excluded.mu, sigma = excluded.sigma,
        games = excluded.games, merit = excluded.merit;
END;
