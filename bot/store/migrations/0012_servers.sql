-- What the managers of a server have chosen for it; what is not here is as usual.
CREATE TABLE server_settings (
    guild  INTEGER NOT NULL,
    name   TEXT    NOT NULL,
    value  TEXT    NOT NULL,
    PRIMARY KEY (guild, name)
) STRICT, WITHOUT ROWID;
