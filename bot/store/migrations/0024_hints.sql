-- Whether the players have agreed, with the challenge, that each may ask for hints, which everybody is then shown.
ALTER TABLE games ADD COLUMN hints INTEGER NOT NULL DEFAULT 0;
