-- A whole database of format 11 as text: every table has rows. It is never changed; what is added to the format later
-- is a migration that this file goes through.

PRAGMA application_id = 1346847060;
PRAGMA user_version = 11;

CREATE TABLE servers (
    id TEXT PRIMARY KEY NOT NULL,
    label TEXT NOT NULL,
    label_key TEXT NOT NULL UNIQUE,
    position INTEGER NOT NULL,
    enabled INTEGER NOT NULL,
    definition TEXT NOT NULL,
    approved_digest TEXT,
    approved_at INTEGER,
    approved_launch TEXT,
    era_found TEXT,
    revision_found TEXT,
    created_at INTEGER NOT NULL
, listed_at INTEGER, secrets TEXT NOT NULL DEFAULT '{}', sampling INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE pins (
    server_id TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    kind INTEGER NOT NULL,
    name TEXT NOT NULL,
    digest TEXT NOT NULL,
    definition TEXT NOT NULL,
    first_seen_at INTEGER NOT NULL,
    approved_at INTEGER,
    changed_digest TEXT,
    changed_definition TEXT,
    changed_at INTEGER,
    PRIMARY KEY (server_id, kind, name)
) STRICT;
CREATE TABLE pins_before (
    server_id TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    kind INTEGER NOT NULL,
    name TEXT NOT NULL,
    digest TEXT NOT NULL,
    definition TEXT NOT NULL,
    first_seen_at INTEGER NOT NULL,
    approved_at INTEGER,
    replaced_at INTEGER NOT NULL
) STRICT;
CREATE INDEX pins_before_of ON pins_before (server_id, kind, name);
CREATE TABLE grants (
    id TEXT PRIMARY KEY NOT NULL,
    server_id TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    tool TEXT NOT NULL,
    digest TEXT NOT NULL,
    effect TEXT NOT NULL CHECK (effect IN ('allow', 'deny')),
    scope TEXT NOT NULL,
    conversation_id TEXT,
    made_at INTEGER NOT NULL,
    ends_at INTEGER,
    last_used_at INTEGER,
    uses INTEGER NOT NULL DEFAULT 0,
    revoked_at INTEGER
, conditions TEXT NOT NULL DEFAULT '[]') STRICT;
CREATE INDEX grants_standing ON grants (server_id, tool) WHERE revoked_at IS NULL;
CREATE TABLE settings (
    key TEXT PRIMARY KEY NOT NULL,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE conversations (
    id TEXT PRIMARY KEY NOT NULL,
    title TEXT NOT NULL,
    model TEXT NOT NULL,
    servers TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
, model_id TEXT NOT NULL DEFAULT 'demo', leaf INTEGER) STRICT;
CREATE INDEX conversations_newest ON conversations (updated_at);
CREATE TABLE record (
    seq INTEGER PRIMARY KEY NOT NULL,
    operation INTEGER NOT NULL,
    step INTEGER NOT NULL CHECK (step IN (0, 1, 2)),
    run TEXT NOT NULL,
    at INTEGER NOT NULL,
    tick INTEGER NOT NULL,
    kind TEXT NOT NULL,
    what TEXT NOT NULL,
    server TEXT,
    label TEXT,
    asked_by TEXT NOT NULL,
    tool TEXT,
    conversation TEXT,
    why TEXT,
    rule TEXT,
    sent TEXT,
    definition TEXT,
    shown TEXT,
    outcome TEXT,
    words TEXT,
    came_back TEXT,
    duration INTEGER,
    hash BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX record_steps ON record (operation, step) WHERE step > 0;
CREATE INDEX record_kind ON record (kind, seq) WHERE step = 0 AND kind <> 'call';
CREATE INDEX record_outcome ON record (outcome, operation) WHERE outcome IS NOT NULL;
CREATE INDEX record_kind_outcome ON record (kind, outcome, operation) WHERE outcome IS NOT NULL;
CREATE INDEX record_server_outcome ON record (server, outcome, operation) WHERE outcome IS NOT NULL;
CREATE TRIGGER record_never_changes BEFORE UPDATE ON record
    BEGIN SELECT raise(ABORT, 'the record is only added to'); END;
CREATE TRIGGER record_never_shrinks BEFORE DELETE ON record
    BEGIN SELECT raise(ABORT, 'the record is only added to'); END;
CREATE TRIGGER record_only_grows BEFORE INSERT ON record
    WHEN NEW.seq <= (SELECT coalesce(max(seq), 0) FROM record)
    BEGIN SELECT raise(ABORT, 'the record is only added to'); END;
CREATE TABLE record_beside (
    operation INTEGER PRIMARY KEY NOT NULL,
    seq_or_ended INTEGER NOT NULL,
    hash BLOB
) STRICT;
CREATE VIEW record_pending AS
    SELECT operation, seq_or_ended AS ended FROM record_beside WHERE operation > 0;
CREATE VIRTUAL TABLE record_text USING fts5 (text, marks, content = '', tokenize = 'unicode61');
CREATE TABLE writing_tried (filler BLOB NOT NULL) STRICT;
CREATE TABLE roots (
    server_id TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    path TEXT NOT NULL,
    added_at INTEGER NOT NULL,
    PRIMARY KEY (server_id, path)
) STRICT;
CREATE TABLE roots_access (
    server_id TEXT PRIMARY KEY NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    told INTEGER NOT NULL,
    since INTEGER NOT NULL
) STRICT;
CREATE TABLE accounts (
    server_id TEXT PRIMARY KEY NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    account TEXT NOT NULL
) STRICT;
CREATE TABLE own_clients (
    server_id TEXT PRIMARY KEY NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    client TEXT NOT NULL
) STRICT;
CREATE TABLE tasks (
    id TEXT PRIMARY KEY NOT NULL,
    server_id TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    task_id TEXT NOT NULL,
    modern INTEGER NOT NULL,
    tool TEXT NOT NULL,
    definition TEXT NOT NULL,
    arguments TEXT NOT NULL,
    asked_by TEXT NOT NULL,
    conversation TEXT,
    operation INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    status TEXT NOT NULL,
    ttl INTEGER,
    poll INTEGER,
    seen_at INTEGER NOT NULL,
    answered TEXT NOT NULL,
    stop_at INTEGER,
    ended_at INTEGER,
    call TEXT NOT NULL
) STRICT;
CREATE INDEX tasks_operation ON tasks (operation) WHERE ended_at IS NULL;
CREATE INDEX tasks_ended ON tasks (ended_at) WHERE ended_at IS NOT NULL;
CREATE TABLE providers (
    id TEXT PRIMARY KEY NOT NULL,
    provider TEXT NOT NULL,
    added_at INTEGER NOT NULL
) STRICT;
CREATE TABLE "messages" (
    id INTEGER PRIMARY KEY NOT NULL,
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    parent INTEGER CHECK (parent < seq),
    message TEXT NOT NULL,
    streaming INTEGER NOT NULL,
    told TEXT,
    UNIQUE (conversation_id, seq)
) STRICT;
CREATE INDEX messages_streaming ON messages (conversation_id, seq) WHERE streaming;
CREATE INDEX messages_parent ON messages (conversation_id, parent, seq);
CREATE TRIGGER messages_said AFTER INSERT ON messages
    BEGIN UPDATE conversations SET leaf = NEW.seq WHERE id = NEW.conversation_id; END;
CREATE VIRTUAL TABLE messages_text USING fts5 (
    words, content = '', contentless_delete = 1, prefix = '2 3', tokenize = 'unicode61 remove_diacritics 2'
);
CREATE TRIGGER messages_words_added AFTER INSERT ON messages WHEN NOT NEW.streaming
    BEGIN INSERT INTO messages_text (rowid, words) VALUES (NEW.id, (SELECT group_concat(CASE json_extract(value, '$.kind')
                WHEN 'words' THEN json_extract(value, '$.text')
                WHEN 'quoted' THEN json_extract(value, '$.text.text')
                WHEN 'call' THEN json_extract(value, '$.call.tool_shown.text') END, ' ')
              FROM json_each(NEW.message, '$.parts'))); END;
CREATE TRIGGER messages_words_changed AFTER UPDATE OF message, streaming ON messages WHEN NOT NEW.streaming
    BEGIN
        DELETE FROM messages_text WHERE rowid = OLD.id;
        INSERT INTO messages_text (rowid, words) VALUES (NEW.id, (SELECT group_concat(CASE json_extract(value, '$.kind')
                WHEN 'words' THEN json_extract(value, '$.text')
                WHEN 'quoted' THEN json_extract(value, '$.text.text')
                WHEN 'call' THEN json_extract(value, '$.call.tool_shown.text') END, ' ')
              FROM json_each(NEW.message, '$.parts')));
    END;
CREATE TRIGGER messages_words_gone AFTER DELETE ON messages
    BEGIN DELETE FROM messages_text WHERE rowid = OLD.id; END;
CREATE TABLE flow_classes (
    server_id TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    tool TEXT NOT NULL,
    class TEXT NOT NULL,
    about TEXT NOT NULL,
    said_at INTEGER NOT NULL,
    PRIMARY KEY (server_id, tool)
) STRICT;
CREATE TABLE flow_reads (
    conversation_id TEXT NOT NULL,
    server_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    label TEXT NOT NULL,
    private INTEGER NOT NULL,
    strangers INTEGER NOT NULL,
    sends INTEGER NOT NULL,
    first_at INTEGER NOT NULL,
    PRIMARY KEY (conversation_id, server_id, kind, name)
) STRICT;
CREATE TRIGGER flow_reads_end AFTER DELETE ON conversations
    BEGIN DELETE FROM flow_reads WHERE conversation_id = OLD.id; END;
CREATE TABLE given (
    conversation_id TEXT PRIMARY KEY NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    found TEXT NOT NULL,
    searching INTEGER NOT NULL,
    held INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE media (
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    digest TEXT NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (conversation_id, digest)
) STRICT;
CREATE INDEX record_server_ended ON record (server, operation) WHERE outcome IS NOT NULL;

INSERT INTO servers VALUES ('2f367cbaa86519d0a9acbb5500c544f2', 'Notes', 'notes', 0, 1, '{"label":"Notes","endpoint":{"kind":"command","program":"node","arguments":["server.js"],"folder":null},"environment":[{"name":"API_KEY","value":null,"secret":true},{"name":"MODE","value":"quiet","secret":false}],"headers":[],"era":"auto","limits":{"idle_seconds":60,"total_seconds":600,"message_mib":16}}', '4444444444444444444444444444444444444444444444444444444444444444', 1795443461000, '{"program":"/usr/bin/node","arguments":["server.js"]}', '"modern"', '2026-07-28', 1795443461000, 1795443461010, '{}', 1);
INSERT INTO servers VALUES ('7a1b2c3d4e5f60718293a4b5c6d7e8f9', 'Remote', 'remote', 1, 0, '{"label":"Remote","endpoint":{"kind":"address","url":"https://mcp.example/mcp"},"environment":[],"headers":[],"era":"legacy","limits":{"idle_seconds":60,"total_seconds":600,"message_mib":16}}', NULL, NULL, NULL, NULL, NULL, 1795443461001, NULL, '{}', 0);
INSERT INTO pins VALUES ('2f367cbaa86519d0a9acbb5500c544f2', 0, 'write_note', '7777777777777777777777777777777777777777777777777777777777777777', '{"name":"write_note","inputSchema":{"type":"object"}}', 1795443461000, 1795443461000, '8888888888888888888888888888888888888888888888888888888888888888', '{"name":"write_note","inputSchema":{"type":"object"},"description":"Changed."}', 1795443461005);
INSERT INTO pins_before VALUES ('2f367cbaa86519d0a9acbb5500c544f2', 0, 'write_note', '6666666666666666666666666666666666666666666666666666666666666666', '{"name":"write_note","inputSchema":{"type":"object"}}', 1795443460991, 1795443460991, 1795443461000);
INSERT INTO grants VALUES ('9f000000000000000000000000000001', '2f367cbaa86519d0a9acbb5500c544f2', 'write_note', '7777777777777777777777777777777777777777777777777777777777777777', 'allow', '"always"', NULL, 1795443461000, NULL, 1795443461003, 2, NULL, '{"only":[]}');
INSERT INTO grants VALUES ('9f000000000000000000000000000002', '2f367cbaa86519d0a9acbb5500c544f2', 'erase', '7777777777777777777777777777777777777777777777777777777777777777', 'deny', '"conversation"', 'c0ffee00c0ffee00c0ffee00c0ffee00', 1795443461000, NULL, NULL, 0, 1795443461004, '[]');
INSERT INTO settings VALUES ('example', '{"kept":true}');
INSERT INTO conversations VALUES ('c0ffee00c0ffee00c0ffee00c0ffee00', 'Tidy the notes', 'Demo model', '{"2f367cbaa86519d0a9acbb5500c544f2":true,"7a1b2c3d4e5f60718293a4b5c6d7e8f9":false}', 1795443461000, 1795443461002, 'demo', NULL);
INSERT INTO messages VALUES (1, 'c0ffee00c0ffee00c0ffee00c0ffee00', 1, NULL, '{"seq":1,"speaker":"person","at":1795443461001,"parts":[{"kind":"words","text":"Tidy my notes, please."}],"streaming":false,"by":null,"parent":null,"branch":null}', 0, NULL);
INSERT INTO messages VALUES (2, 'c0ffee00c0ffee00c0ffee00c0ffee00', 2, 1, '{"seq":2,"speaker":"model","at":1795443461002,"parts":[{"kind":"words","text":"They are tidy now."}],"streaming":false,"by":{"model":"Demo model","tokens_in":null,"tokens_out":null,"dollars":null},"parent":1,"branch":null}', 0, '[]');
INSERT INTO record VALUES (1, 1, 0, '828722f473293ea556e135f816c151db', 1795443461001, 10, 'server', 'Added', '2f367cbaa86519d0a9acbb5500c544f2', 'Notes', 'you', NULL, NULL, 'You read the review and said yes.', NULL, '{"program":"node"}', NULL, '4444444444444444444444444444444444444444444444444444444444444444', NULL, NULL, NULL, NULL, x'9f0aeab6ea3a119922e5e42591c34d3eeed08dd1316b658722781cbab4d8d647');
INSERT INTO record VALUES (2, 1, 2, '828722f473293ea556e135f816c151db', 1795443461002, 20, 'server', '', '2f367cbaa86519d0a9acbb5500c544f2', NULL, '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'done', 'saved', NULL, NULL, x'f0a2a52cb0d8fa7038aa9fc259ec1d564870df0dda88f6262e31fb0996f9994e');
INSERT INTO record VALUES (3, 3, 0, '828722f473293ea556e135f816c151db', 1795443461003, 30, 'call', 'Write a note', '2f367cbaa86519d0a9acbb5500c544f2', 'Notes', 'Demo model', 'write_note', 'c0ffee00c0ffee00c0ffee00c0ffee00', NULL, NULL, '{"text":"Zoë’s list"}', '7777777777777777777777777777777777777777777777777777777777777777', NULL, NULL, NULL, NULL, NULL, x'6bffefb27badcba9a314e3d17ee150a9ea7a76d7a1e6c592163a2f85ae48600a');
INSERT INTO record VALUES (4, 3, 1, '828722f473293ea556e135f816c151db', 1795443461004, 40, 'call', '', '2f367cbaa86519d0a9acbb5500c544f2', NULL, '', NULL, NULL, 'You allowed it until revoked.', '9f000000000000000000000000000001', NULL, NULL, '5555555555555555555555555555555555555555555555555555555555555555', NULL, NULL, NULL, NULL, x'0892c1b1d246b3af3bc228ae07742092698994a0dfc1322f6e4beadbd6143893');
INSERT INTO record VALUES (5, 3, 2, '828722f473293ea556e135f816c151db', 1795443461005, 50, 'call', '', '2f367cbaa86519d0a9acbb5500c544f2', NULL, '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'done', 'done', '1 text, 12 bytes', 42, x'7b3abd2f4badc0170cd05bcab6d0f67384d1d68d882d645e8964ea47d64f9afe');
INSERT INTO record VALUES (6, 6, 0, '828722f473293ea556e135f816c151db', 1795443461006, 60, 'call', 'Erase every note', '2f367cbaa86519d0a9acbb5500c544f2', 'Notes', 'Demo model', 'erase', 'c0ffee00c0ffee00c0ffee00c0ffee00', NULL, NULL, '{}', '7777777777777777777777777777777777777777777777777777777777777777', NULL, NULL, NULL, NULL, NULL, x'84ec027f02829b273150055c529410a16c60490cab9729236a69571bc5ddf41b');
INSERT INTO record VALUES (7, 6, 2, '828722f473293ea556e135f816c151db', 1795443461007, 70, 'call', '', '2f367cbaa86519d0a9acbb5500c544f2', NULL, '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'denied', 'denied by you', NULL, NULL, x'09036a3801f6d8f2dd1f00cd1eccedacb5018d0b18eeb9d12023c68861e5e5ae');
INSERT INTO record VALUES (8, 8, 0, '828722f473293ea556e135f816c151db', 1795443461008, 80, 'call', 'Write a note', '2f367cbaa86519d0a9acbb5500c544f2', 'Notes', 'you', 'write_note', NULL, NULL, NULL, '{"text":"Last"}', '7777777777777777777777777777777777777777777777777777777777777777', NULL, NULL, NULL, NULL, NULL, x'd6c6ab56e3ce383d86de957875c680931e2c417ec8813438db95b2e5cb568f8a');
INSERT INTO record_beside VALUES (0, 8, x'd6c6ab56e3ce383d86de957875c680931e2c417ec8813438db95b2e5cb568f8a');
INSERT INTO record_beside VALUES (1, 1, NULL);
INSERT INTO record_beside VALUES (3, 1, NULL);
INSERT INTO record_beside VALUES (6, 1, NULL);
INSERT INTO record_beside VALUES (8, 0, NULL);
INSERT INTO roots VALUES ('2f367cbaa86519d0a9acbb5500c544f2', '/home/ada/notes', 1795443461000);
INSERT INTO roots_access VALUES ('2f367cbaa86519d0a9acbb5500c544f2', 1, 1795443461000);
INSERT INTO accounts VALUES ('7a1b2c3d4e5f60718293a4b5c6d7e8f9', '{"resource":"https://mcp.example/mcp","issuer":"https://id.example","client_id":"portcullis","registration":"own","asked":["read"],"granted":["read"],"signed_in_at":1795443461000,"until":1795447061000,"renews":true,"unattended":false,"bound":false,"ended":null,"place":"account/1"}');
INSERT INTO own_clients VALUES ('7a1b2c3d4e5f60718293a4b5c6d7e8f9', '{"client_id":"portcullis","proof":"secret","issuer":"https://id.example","unattended":false,"port":8123,"organisation":null,"token_file":null,"place":"client/1"}');
INSERT INTO tasks VALUES ('e0000000000000000000000000000001', '2f367cbaa86519d0a9acbb5500c544f2', 'task-1', 1, 'write_note', '7777777777777777777777777777777777777777777777777777777777777777', '3333333333333333333333333333333333333333333333333333333333333333', 'you', NULL, 8, 1795443461000, 'working', 60000, 1000, 1795443461000, '["a"]', NULL, NULL, '{"id":"e0000000000000000000000000000001","server":"2f367cbaa86519d0a9acbb5500c544f2","server_label":"Notes","tool":"write_note","tool_shown":{"text":"Write a note","hidden":0},"arguments_line":{"text":"text: Last","hidden":0},"state":"running","asked_at":1795443461000,"sent_at":1795443461000,"ended_at":null,"progress":null,"problem":null,"outcome":null,"result":null,"request":null,"record":8,"task":"task-1"}');
INSERT INTO providers VALUES ('b0000000000000000000000000000001', '{"kind":"ollama","label":"Here","address":"http://127.0.0.1:11434","place":null,"checked_at":1795443461000,"models":[{"listed":{"name":"m-1","context":8192,"output":null},"used":true,"gone":false,"by_name":false,"own":null}]}', 1795443461000);
INSERT INTO flow_classes VALUES ('2f367cbaa86519d0a9acbb5500c544f2', '', '{"private":"yes","strangers":"no","sends":"unsaid"}', '4444444444444444444444444444444444444444444444444444444444444444', 1795443461000);
INSERT INTO flow_reads VALUES ('c0ffee00c0ffee00c0ffee00c0ffee00', '2f367cbaa86519d0a9acbb5500c544f2', 'tool', 'write_note', 'Notes', 2, 1, 0, 1795443461000);
INSERT INTO given VALUES ('c0ffee00c0ffee00c0ffee00c0ffee00', '[["2f367cbaa86519d0a9acbb5500c544f2","write_note"]]', 1, 1);
INSERT INTO media VALUES ('c0ffee00c0ffee00c0ffee00c0ffee00', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', x'89504e47');
