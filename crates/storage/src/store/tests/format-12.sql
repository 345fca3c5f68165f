-- What format 12 added to the database of format 11 beside this file, with a row. It is never changed either.

CREATE TABLE varying_parts (
    server_id TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    tool TEXT NOT NULL,
    part TEXT NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (server_id, tool, part)
) STRICT;
INSERT INTO varying_parts VALUES ('2f367cbaa86519d0a9acbb5500c544f2', 'write_note', '/description', 1795443461000);
PRAGMA user_version = 12;
