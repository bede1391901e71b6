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
