-- Shared rolls that their channel has still to be shown; written with them, by the same statement.
CREATE TABLE unshown (
    stream  INTEGER NOT NULL,
    number  INTEGER NOT NULL,
    PRIMARY KEY (stream, number),
    FOREIGN KEY (stream, number) REFERENCES rolls (stream, number)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER rolls_unshown AFTER INSERT ON rolls WHEN NOT NEW.hidden BEGIN
    INSERT INTO unshown (stream, number) VALUES (NEW.stream, NEW.number);
END;
