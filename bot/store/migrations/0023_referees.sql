-- Which seats the referee plays itself: the bit of each seat's number. Ids from -2^62 downwards are its own.
ALTER TABLE games ADD COLUMN referees INTEGER NOT NULL DEFAULT 0;

CREATE TRIGGER seats_referee AFTER INSERT ON seats WHEN NEW.player <= -4611686018427387904 BEGIN
    UPDATE games SET referees = referees | (1 << NEW.seat) WHERE number = NEW.game;
END;

CREATE TRIGGER seats_referee_changed AFTER UPDATE OF player ON seats BEGIN
    UPDATE games SET referees = (referees & ~(1 << NEW.seat)) | ((NEW.player <= -4611686018427387904) << NEW.seat)
    WHERE number = NEW.game;
END;

-- The games in which the referee is to move; the query repeats this condition word by word.
CREATE INDEX games_thinking ON games (number) WHERE stage = 'playing' AND referees & (1 << turn);
