-- What is asked for often is found without reading all the games there ever were.

DROP INDEX deadlines_by_due;
CREATE INDEX deadlines_by_kind ON deadlines (kind, due);
