-- A whole database of format 18 as text: every table has rows, which the application's own functions wrote (`filled.rs`). It is never
-- changed; what is added to the format later is a migration that this file goes through.

PRAGMA application_id = 1346847060;
PRAGMA user_version = 18;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
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
, listed_at INTEGER, secrets TEXT NOT NULL DEFAULT '{}', sampling INTEGER NOT NULL DEFAULT 0, mark TEXT, note TEXT NOT NULL DEFAULT '') STRICT;
INSERT INTO servers VALUES('2f367cbaa86519d0a9acbb5500c544f2','Notes','notes',0,1,'{"label":"Notes","endpoint":{"kind":"command","program":"node","arguments":["server.js"],"folder":null},"environment":[{"name":"API_KEY","value":null,"secret":true},{"name":"MODE","value":"quiet","secret":false}],"headers":[],"era":"auto","limits":{"idle_seconds":60,"total_seconds":600,"message_mib":16}}','4444444444444444444444444444444444444444444444444444444444444444',1795443461000,'{"program":"/usr/bin/node","arguments":["server.js"]}','"modern"','2026-07-28',1795443461000,1795443461010,'{}',1,NULL,'');
INSERT INTO servers VALUES('7a1b2c3d4e5f60718293a4b5c6d7e8f9','Remote','remote',1,0,'{"label":"Remote","endpoint":{"kind":"address","url":"https://mcp.example/mcp"},"environment":[],"headers":[],"era":"legacy","limits":{"idle_seconds":60,"total_seconds":600,"message_mib":16}}',NULL,NULL,NULL,NULL,NULL,1795443461001,NULL,'{}',0,NULL,'');
INSERT INTO servers VALUES('18f11e5018f11e5018f11e5018f11e50','Files','files',2,1,'{"label":"Files","endpoint":{"kind":"command","program":"node","arguments":["server.js"],"folder":null},"environment":[{"name":"API_KEY","value":null,"secret":true},{"name":"MODE","value":"quiet","secret":false}],"headers":[],"era":"auto","transport":"auto","limits":{"idle_seconds":60,"total_seconds":600,"message_mib":16,"start_seconds":null},"fence":{"read":["/home/ada/notes"],"write":["/home/ada/out"],"hosts":[{"name":"api.example","port":443}],"any_host":false,"nested":true},"start":"needed"}','5555555555555555555555555555555555555555555555555555555555555555',1795443461000,'{"program":"/usr/bin/node","arguments":["server.js"]}','"modern"','2026-07-28',1795443461000,1795443461000,'{"env/API_KEY":"server/1"}',1,'{"letters":"F7","color":"teal"}','Mine.');
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
    changed_at INTEGER, reviewed_at INTEGER,
    PRIMARY KEY (server_id, kind, name)
) STRICT;
INSERT INTO pins VALUES('2f367cbaa86519d0a9acbb5500c544f2',0,'write_note','7777777777777777777777777777777777777777777777777777777777777777','{"name":"write_note","inputSchema":{"type":"object"}}',1795443461000,1795443461000,'8888888888888888888888888888888888888888888888888888888888888888','{"name":"write_note","inputSchema":{"type":"object"},"description":"Changed."}',1795443461005,NULL);
INSERT INTO pins VALUES('18f11e5018f11e5018f11e5018f11e50',0,'read','1','{"of":"1"}',1795443461000,1795443461000,NULL,NULL,NULL,1795443461001);
INSERT INTO pins VALUES('18f11e5018f11e5018f11e5018f11e50',0,'write','1','{"of":"1"}',1795443461000,1795443461000,'2','{"of":"2"}',1795443461002,NULL);
INSERT INTO pins VALUES('18f11e5018f11e5018f11e5018f11e50',1,'','1','{"of":"1"}',1795443461000,1795443461000,NULL,NULL,NULL,NULL);
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
INSERT INTO pins_before VALUES('2f367cbaa86519d0a9acbb5500c544f2',0,'write_note','6666666666666666666666666666666666666666666666666666666666666666','{"name":"write_note","inputSchema":{"type":"object"}}',1795443460991,1795443460991,1795443461000);
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
, conditions TEXT NOT NULL DEFAULT '[]', profile_id TEXT REFERENCES profiles (id) ON DELETE SET NULL) STRICT;
INSERT INTO grants VALUES('9f000000000000000000000000000001','2f367cbaa86519d0a9acbb5500c544f2','write_note','7777777777777777777777777777777777777777777777777777777777777777','allow','"always"',NULL,1795443461000,NULL,1795443461003,2,NULL,'{"only":[]}','default');
INSERT INTO grants VALUES('9f000000000000000000000000000002','2f367cbaa86519d0a9acbb5500c544f2','erase','7777777777777777777777777777777777777777777777777777777777777777','deny','"conversation"','c0ffee00c0ffee00c0ffee00c0ffee00',1795443461000,NULL,NULL,0,1795443461004,'[]','default');
INSERT INTO grants VALUES('18000000000000000000000000000001','18f11e5018f11e5018f11e5018f11e50','read','1','allow','"always"',NULL,10,NULL,NULL,0,NULL,'{"only":[{"argument":"path","test":{"within":{"folder":"/srv","real":"/srv"}}}],"free":["limit"]}','default');
INSERT INTO grants VALUES('18000000000000000000000000000002','18f11e5018f11e5018f11e5018f11e50','read','1','allow','"conversation"','18c0de0018c0de0018c0de0018c0de00',10,NULL,NULL,0,NULL,'{"only":[{"argument":"path","test":{"within":{"folder":"/srv","real":"/srv"}}}],"free":["limit"]}','18c0ffee18c0ffee18c0ffee18c0ffee');
CREATE TABLE settings (
    key TEXT PRIMARY KEY NOT NULL,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO settings VALUES('example','{"kept":true}');
INSERT INTO settings VALUES('settings','{"appearance":"dark","language":"zh-CN","notify":true,"keep_in_tray":true,"welcomed":true,"fence_new":false}');
CREATE TABLE conversations (
    id TEXT PRIMARY KEY NOT NULL,
    title TEXT NOT NULL,
    model TEXT NOT NULL,
    servers TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
, model_id TEXT NOT NULL DEFAULT 'demo', leaf INTEGER, section TEXT NOT NULL DEFAULT '"recent"', imported TEXT, compact_at INTEGER, uncounted INTEGER NOT NULL DEFAULT 0, folder_id TEXT REFERENCES conversation_folders (id) ON DELETE SET NULL) STRICT;
INSERT INTO conversations VALUES('c0ffee00c0ffee00c0ffee00c0ffee00','Tidy the notes','Demo model','{"2f367cbaa86519d0a9acbb5500c544f2":true,"7a1b2c3d4e5f60718293a4b5c6d7e8f9":false}',1795443461000,1795443461002,'demo',2,'"recent"',NULL,NULL,0,NULL);
INSERT INTO conversations VALUES('18c0de0018c0de0018c0de0018c0de00','A trip','m-1','{"18f11e5018f11e5018f11e5018f11e50":true}',1795443461000,1795443461100,'ollama/m-1',12,'"pinned"','{"product":"goose","at":1795443461000,"last":2}',80,12,'18f018f018f018f018f018f018f018f0');
INSERT INTO conversations VALUES('18e0e0e018e0e0e018e0e0e018e0e0e0','About 18e0e0e018e0e0e018e0e0e018e0e0e0','demo','{}',1,1,'demo',NULL,'"recent"',NULL,NULL,0,NULL);
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
INSERT INTO record VALUES(1,1,0,'828722f473293ea556e135f816c151db',1795443461001,10,'server','Added','2f367cbaa86519d0a9acbb5500c544f2','Notes','you',NULL,NULL,'You read the review and said yes.',NULL,'{"program":"node"}',NULL,'4444444444444444444444444444444444444444444444444444444444444444',NULL,NULL,NULL,NULL,X'9f0aeab6ea3a119922e5e42591c34d3eeed08dd1316b658722781cbab4d8d647');
INSERT INTO record VALUES(2,1,2,'828722f473293ea556e135f816c151db',1795443461002,20,'server','','2f367cbaa86519d0a9acbb5500c544f2',NULL,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'done','saved',NULL,NULL,X'f0a2a52cb0d8fa7038aa9fc259ec1d564870df0dda88f6262e31fb0996f9994e');
INSERT INTO record VALUES(3,3,0,'828722f473293ea556e135f816c151db',1795443461003,30,'call','Write a note','2f367cbaa86519d0a9acbb5500c544f2','Notes','Demo model','write_note','c0ffee00c0ffee00c0ffee00c0ffee00',NULL,NULL,'{"text":"Zoë’s list"}','7777777777777777777777777777777777777777777777777777777777777777',NULL,NULL,NULL,NULL,NULL,X'6bffefb27badcba9a314e3d17ee150a9ea7a76d7a1e6c592163a2f85ae48600a');
INSERT INTO record VALUES(4,3,1,'828722f473293ea556e135f816c151db',1795443461004,40,'call','','2f367cbaa86519d0a9acbb5500c544f2',NULL,'',NULL,NULL,'You allowed it until revoked.','9f000000000000000000000000000001',NULL,NULL,'5555555555555555555555555555555555555555555555555555555555555555',NULL,NULL,NULL,NULL,X'0892c1b1d246b3af3bc228ae07742092698994a0dfc1322f6e4beadbd6143893');
INSERT INTO record VALUES(5,3,2,'828722f473293ea556e135f816c151db',1795443461005,50,'call','','2f367cbaa86519d0a9acbb5500c544f2',NULL,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'done','done','1 text, 12 bytes',42,X'7b3abd2f4badc0170cd05bcab6d0f67384d1d68d882d645e8964ea47d64f9afe');
INSERT INTO record VALUES(6,6,0,'828722f473293ea556e135f816c151db',1795443461006,60,'call','Erase every note','2f367cbaa86519d0a9acbb5500c544f2','Notes','Demo model','erase','c0ffee00c0ffee00c0ffee00c0ffee00',NULL,NULL,'{}','7777777777777777777777777777777777777777777777777777777777777777',NULL,NULL,NULL,NULL,NULL,X'84ec027f02829b273150055c529410a16c60490cab9729236a69571bc5ddf41b');
INSERT INTO record VALUES(7,6,2,'828722f473293ea556e135f816c151db',1795443461007,70,'call','','2f367cbaa86519d0a9acbb5500c544f2',NULL,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'denied','denied by you',NULL,NULL,X'09036a3801f6d8f2dd1f00cd1eccedacb5018d0b18eeb9d12023c68861e5e5ae');
INSERT INTO record VALUES(8,8,0,'828722f473293ea556e135f816c151db',1795443461008,80,'call','Write a note','2f367cbaa86519d0a9acbb5500c544f2','Notes','you','write_note',NULL,NULL,NULL,'{"text":"Last"}','7777777777777777777777777777777777777777777777777777777777777777',NULL,NULL,NULL,NULL,NULL,X'd6c6ab56e3ce383d86de957875c680931e2c417ec8813438db95b2e5cb568f8a');
INSERT INTO record VALUES(9,9,0,'c268e1ebc58bd6c4137f0887b7f49a47',1795443461050,0,'call','Read a file','18f11e5018f11e5018f11e5018f11e50','Files','m-1','read','18c0de0018c0de0018c0de0018c0de00',NULL,NULL,'{"path":"/srv/zürich"}','1',NULL,NULL,NULL,NULL,NULL,X'a9f8d744d22fd51469f8c8fbb05c9afff041a6f9e2c9a9c9869949dbd99cccd0');
INSERT INTO record VALUES(10,9,1,'c268e1ebc58bd6c4137f0887b7f49a47',1795443461050,3,'call','','18f11e5018f11e5018f11e5018f11e50',NULL,'',NULL,NULL,'A permission of yours.','18000000000000000000000000000002',NULL,NULL,'9999999999999999999999999999999999999999999999999999999999999999',NULL,NULL,NULL,NULL,X'6554224222c4408398f1bc528eb6d8d916937b6a5580ba8ed63d01fdee3427a0');
INSERT INTO record VALUES(11,9,2,'c268e1ebc58bd6c4137f0887b7f49a47',1795443461050,8,'call','','18f11e5018f11e5018f11e5018f11e50',NULL,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'done','as it was','1 text, 12 bytes',12,X'0e42e3a86144d5ff301dcfd246d6b94e8d149c175a00ea5da5ee10a58eb16fc0');
INSERT INTO record VALUES(12,12,0,'c268e1ebc58bd6c4137f0887b7f49a47',1795443461050,11,'call','Read the other file','18f11e5018f11e5018f11e5018f11e50','Files','m-1','read','18c0de0018c0de0018c0de0018c0de00',NULL,NULL,'{"path":"/srv/zürich"}','1',NULL,NULL,NULL,NULL,NULL,X'22a43d40abd7a2fa3dc3c36127acd12a464d015ff3dbe8755c45914df0fd3aa5');
INSERT INTO record VALUES(13,12,1,'c268e1ebc58bd6c4137f0887b7f49a47',1795443461050,11,'call','','18f11e5018f11e5018f11e5018f11e50',NULL,'',NULL,NULL,'A permission of yours.','18000000000000000000000000000002',NULL,NULL,'9999999999999999999999999999999999999999999999999999999999999999',NULL,NULL,NULL,NULL,X'69b611c4cfc3f83bdcd45e2665b4b905dc661283e23af160bfca48dd8f8f93bc');
INSERT INTO record VALUES(14,12,2,'c268e1ebc58bd6c4137f0887b7f49a47',1795443461050,12,'call','','18f11e5018f11e5018f11e5018f11e50',NULL,'',NULL,NULL,NULL,NULL,NULL,NULL,NULL,'denied','as it was','1 text, 12 bytes',12,X'c1062c52e820aee77999f012912dfeba315c559f1f072964e0a9c31bfe70a0be');
INSERT INTO record VALUES(15,15,0,'c268e1ebc58bd6c4137f0887b7f49a47',1795443461050,19,'call','Read a last file','18f11e5018f11e5018f11e5018f11e50','Files','m-1','read','18c0de0018c0de0018c0de0018c0de00',NULL,NULL,'{"path":"/srv/zürich"}','1',NULL,NULL,NULL,NULL,NULL,X'ad0a5695429f59e428e07b28a7fb79bb9829fb1ecab43d14708480975947fdbe');
INSERT INTO record VALUES(16,15,1,'c268e1ebc58bd6c4137f0887b7f49a47',1795443461050,21,'call','','18f11e5018f11e5018f11e5018f11e50',NULL,'',NULL,NULL,'A permission of yours.','18000000000000000000000000000002',NULL,NULL,'9999999999999999999999999999999999999999999999999999999999999999',NULL,NULL,NULL,NULL,X'77f8d46198bb2fda45dd3a4ca4d5dfaaf78d995ce1f050044ecf8ff06e513c53');
CREATE TABLE record_beside (
    operation INTEGER PRIMARY KEY NOT NULL,
    seq_or_ended INTEGER NOT NULL,
    hash BLOB
) STRICT;
INSERT INTO record_beside VALUES(0,16,X'77f8d46198bb2fda45dd3a4ca4d5dfaaf78d995ce1f050044ecf8ff06e513c53');
INSERT INTO record_beside VALUES(1,1,NULL);
INSERT INTO record_beside VALUES(3,1,NULL);
INSERT INTO record_beside VALUES(6,1,NULL);
INSERT INTO record_beside VALUES(8,0,NULL);
INSERT INTO record_beside VALUES(9,1,NULL);
INSERT INTO record_beside VALUES(12,1,NULL);
INSERT INTO record_beside VALUES(15,0,NULL);
PRAGMA writable_schema=ON;
INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','record_text','record_text',0,'CREATE VIRTUAL TABLE record_text USING fts5 (text, marks, content = '''', tokenize = ''unicode61'')');
CREATE TABLE IF NOT EXISTS 'record_text_data'(id INTEGER PRIMARY KEY, block BLOB);
INSERT INTO record_text_data VALUES(1,X'');
INSERT INTO record_text_data VALUES(10,X'00000000000000');
CREATE TABLE IF NOT EXISTS 'record_text_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS 'record_text_docsize'(id INTEGER PRIMARY KEY, sz BLOB);
CREATE TABLE IF NOT EXISTS 'record_text_config'(k PRIMARY KEY, v) WITHOUT ROWID;
INSERT INTO record_text_config VALUES('version',4);
CREATE TABLE writing_tried (filler BLOB NOT NULL) STRICT;
CREATE TABLE roots (
    server_id TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    path TEXT NOT NULL,
    added_at INTEGER NOT NULL,
    PRIMARY KEY (server_id, path)
) STRICT;
INSERT INTO roots VALUES('2f367cbaa86519d0a9acbb5500c544f2','/home/ada/notes',1795443461000);
INSERT INTO roots VALUES('18f11e5018f11e5018f11e5018f11e50','/home/ada/notes',1795443461000);
CREATE TABLE roots_access (
    server_id TEXT PRIMARY KEY NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    told INTEGER NOT NULL,
    since INTEGER NOT NULL
) STRICT;
INSERT INTO roots_access VALUES('2f367cbaa86519d0a9acbb5500c544f2',1,1795443461000);
INSERT INTO roots_access VALUES('18f11e5018f11e5018f11e5018f11e50',0,1795443461000);
CREATE TABLE accounts (
    server_id TEXT PRIMARY KEY NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    account TEXT NOT NULL
) STRICT;
INSERT INTO accounts VALUES('7a1b2c3d4e5f60718293a4b5c6d7e8f9','{"resource":"https://mcp.example/mcp","issuer":"https://id.example","client_id":"portcullis","registration":"dynamic","asked":["read"],"granted":["read"],"signed_in_at":1795443461000,"until":1795443461009,"renews":true,"unattended":false,"bound":true,"ended":"It was revoked.","place":"account/18"}');
CREATE TABLE own_clients (
    server_id TEXT PRIMARY KEY NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    client TEXT NOT NULL
) STRICT;
INSERT INTO own_clients VALUES('7a1b2c3d4e5f60718293a4b5c6d7e8f9','{"client_id":"mine","proof":"key","issuer":null,"unattended":true,"port":4000,"organisation":{"issuer":"https://id.example","client_id":"me"},"token_file":"/run/token","place":"client/18"}');
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
INSERT INTO tasks VALUES('e0000000000000000000000000000001','2f367cbaa86519d0a9acbb5500c544f2','task-1',1,'write_note','7777777777777777777777777777777777777777777777777777777777777777','3333333333333333333333333333333333333333333333333333333333333333','you',NULL,8,1795443461000,'working',60000,1000,1795443461000,'["a"]',NULL,NULL,'{"id":"e0000000000000000000000000000001","server":"2f367cbaa86519d0a9acbb5500c544f2","server_label":"Notes","tool":"write_note","tool_shown":{"text":"Write a note","hidden":0},"arguments_line":{"text":"text: Last","hidden":0},"state":"running","asked_at":1795443461000,"sent_at":1795443461000,"ended_at":null,"progress":null,"problem":null,"outcome":null,"result":null,"request":null,"record":8,"task":"task-1"}');
INSERT INTO tasks VALUES('18000000000000000000000000000003','18f11e5018f11e5018f11e5018f11e50','task-1',1,'write_note','7777777777777777777777777777777777777777777777777777777777777777','3333333333333333333333333333333333333333333333333333333333333333','you',NULL,8,1795443461000,'working',60000,1000,1795443461000,'["a"]',NULL,1795443461009,'{"id":"18ca1100","server":"18f11e5018f11e5018f11e5018f11e50","server_label":"Files","tool":"read","tool_shown":{"text":"read","hidden":0},"arguments_line":{"text":"path: /srv/a","hidden":0},"state":"done","asked_at":1795443461000,"sent_at":1795443461001,"ended_at":1795443461002,"progress":null,"problem":null,"outcome":"1 text","media":1,"result":null,"request":null,"record":8,"task":null,"denied":["It may not ask the model."],"kept_out":[{"text":"evil.example:443","hidden":0}],"against_claims":[{"kind":"stopped","what":{"text":"evil.example:443","hidden":0},"at":1795443461000}],"edited":[{"text":"path","hidden":0}]}');
CREATE TABLE providers (
    id TEXT PRIMARY KEY NOT NULL,
    provider TEXT NOT NULL,
    added_at INTEGER NOT NULL
) STRICT;
INSERT INTO providers VALUES('b0000000000000000000000000000001','{"kind":"ollama","label":"Here","address":"http://127.0.0.1:11434","place":null,"checked_at":1795443461000,"models":[{"listed":{"name":"m-1","context":8192,"output":null},"used":true,"gone":false,"by_name":false,"own":null}]}',1795443461000);
CREATE TABLE IF NOT EXISTS "messages" (
    id INTEGER PRIMARY KEY NOT NULL,
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    parent INTEGER CHECK (parent < seq),
    message TEXT NOT NULL,
    streaming INTEGER NOT NULL,
    told TEXT,
    UNIQUE (conversation_id, seq)
) STRICT;
INSERT INTO messages VALUES(1,'c0ffee00c0ffee00c0ffee00c0ffee00',1,NULL,'{"seq":1,"speaker":"person","at":1795443461001,"parts":[{"kind":"words","text":"Tidy my notes, please."}],"streaming":false,"by":null,"parent":null,"branch":null}',0,NULL);
INSERT INTO messages VALUES(2,'c0ffee00c0ffee00c0ffee00c0ffee00',2,1,'{"seq":2,"speaker":"model","at":1795443461002,"parts":[{"kind":"words","text":"They are tidy now."}],"streaming":false,"by":{"model":"Demo model","tokens_in":null,"tokens_out":null,"dollars":null},"parent":1,"branch":null}',0,'[]');
INSERT INTO messages VALUES(3,'18c0de0018c0de0018c0de0018c0de00',1,NULL,'{"seq":1,"speaker":"person","at":1795536640274,"parts":[{"kind":"words","text":"And now?"}],"streaming":false,"by":null}',0,'[{"person":"Draw a cat."},{"model":{"words":"ok","calls":[],"end":"done","usage":{"input":11,"output":7,"dollars":null},"own":{"content":[{"type":"text","text":"ok"}],"origin":{"api":"openai.chat","provider":"compatible","model":"m-1","response_model":"m","response_id":"chatcmpl-1"},"stop":"stop"}}},{"model":{"words":"","calls":[{"id":"toolu_0","name":"notes__draw","arguments":{},"garbled":null,"why":null}],"end":"done","usage":{"input":11,"output":7,"dollars":null},"own":{"content":[{"type":"toolcall","id":{"provider":"toolu_0"},"function":{"name":"notes__draw","arguments":{}},"native":{"item":{"type":"tool_use","id":"toolu_0","name":"notes__draw","input":{}},"fingerprint":"8082b59aa1e2905e"}}],"origin":{"api":"anthropic.messages","provider":"anthropic","model":"m-1","response_model":"m","response_id":"msg_1"},"stop":"tool_use"}}},{"results":[{"id":"toolu_0","name":"notes__draw","ok":true,"text":"[The person changed this result before you got it.]\nNo picture."}]},{"model":{"words":"ok","calls":[],"end":"done","usage":{"input":11,"output":7,"dollars":null},"own":{"content":[{"type":"text","text":"ok","native":{"item":{"type":"text","text":"ok"},"fingerprint":"b416610f9bda3c0b"}}],"origin":{"api":"anthropic.messages","provider":"anthropic","model":"m-1","response_model":"m","response_id":"msg_1"},"stop":"stop"}}},{"shown":{"kind":"image","mime":"image/png","name":"cat.png","digest":"3807e34d95aa46a67fad62c28de5e34fa4198b1224a5375a700b7daf0734d2ce"}}]');
INSERT INTO messages VALUES(4,'18c0de0018c0de0018c0de0018c0de00',2,1,'{"seq":2,"speaker":"model","at":1795536675038,"parts":[{"kind":"thought","text":"I think so. "},{"kind":"words","text":"Grüße, **Jürgen** 👋 – all of it."}],"streaming":false,"by":{"model":"m-1","tokens_in":11,"tokens_out":7,"dollars":null},"parent":1}',0,'[{"person":"Draw a cat."},{"model":{"words":"ok","calls":[],"end":"done","usage":{"input":11,"output":7,"dollars":null},"own":{"content":[{"type":"text","text":"ok"}],"origin":{"api":"openai.chat","provider":"compatible","model":"m-1","response_model":"m","response_id":"chatcmpl-1"},"stop":"stop"}}},{"model":{"words":"","calls":[{"id":"toolu_0","name":"notes__draw","arguments":{},"garbled":null,"why":null}],"end":"done","usage":{"input":11,"output":7,"dollars":null},"own":{"content":[{"type":"toolcall","id":{"provider":"toolu_0"},"function":{"name":"notes__draw","arguments":{}},"native":{"item":{"type":"tool_use","id":"toolu_0","name":"notes__draw","input":{}},"fingerprint":"8082b59aa1e2905e"}}],"origin":{"api":"anthropic.messages","provider":"anthropic","model":"m-1","response_model":"m","response_id":"msg_1"},"stop":"tool_use"}}},{"results":[{"id":"toolu_0","name":"notes__draw","ok":true,"text":"[The person changed this result before you got it.]\nNo picture."}]},{"model":{"words":"ok","calls":[],"end":"done","usage":{"input":11,"output":7,"dollars":null},"own":{"content":[{"type":"text","text":"ok","native":{"item":{"type":"text","text":"ok"},"fingerprint":"b416610f9bda3c0b"}}],"origin":{"api":"anthropic.messages","provider":"anthropic","model":"m-1","response_model":"m","response_id":"msg_1"},"stop":"stop"}}},{"shown":{"kind":"image","mime":"image/png","name":"cat.png","digest":"3807e34d95aa46a67fad62c28de5e34fa4198b1224a5375a700b7daf0734d2ce"}}]');
INSERT INTO messages VALUES(5,'18c0de0018c0de0018c0de0018c0de00',3,2,'{"seq":3,"speaker":"model","at":1795536667839,"parts":[{"kind":"words","text":"Words that "},{"kind":"trouble","problem":{"code":"model.cut","sentence":"Portcullis ended while this was being written.","remedy":null,"said":null}}],"streaming":false,"by":{"model":"m-1","tokens_in":null,"tokens_out":null,"dollars":null},"parent":2}',0,'[{"person":"Draw a cat."},{"model":{"words":"ok","calls":[],"end":"done","usage":{"input":11,"output":7,"dollars":null},"own":{"content":[{"type":"text","text":"ok"}],"origin":{"api":"openai.chat","provider":"compatible","model":"m-1","response_model":"m","response_id":"chatcmpl-1"},"stop":"stop"}}},{"model":{"words":"","calls":[{"id":"toolu_0","name":"notes__draw","arguments":{},"garbled":null,"why":null}],"end":"done","usage":{"input":11,"output":7,"dollars":null},"own":{"content":[{"type":"toolcall","id":{"provider":"toolu_0"},"function":{"name":"notes__draw","arguments":{}},"native":{"item":{"type":"tool_use","id":"toolu_0","name":"notes__draw","input":{}},"fingerprint":"8082b59aa1e2905e"}}],"origin":{"api":"anthropic.messages","provider":"anthropic","model":"m-1","response_model":"m","response_id":"msg_1"},"stop":"tool_use"}}},{"results":[{"id":"toolu_0","name":"notes__draw","ok":true,"text":"[The person changed this result before you got it.]\nNo picture."}]},{"model":{"words":"ok","calls":[],"end":"done","usage":{"input":11,"output":7,"dollars":null},"own":{"content":[{"type":"text","text":"ok","native":{"item":{"type":"text","text":"ok"},"fingerprint":"b416610f9bda3c0b"}}],"origin":{"api":"anthropic.messages","provider":"anthropic","model":"m-1","response_model":"m","response_id":"msg_1"},"stop":"stop"}}},{"shown":{"kind":"image","mime":"image/png","name":"cat.png","digest":"3807e34d95aa46a67fad62c28de5e34fa4198b1224a5375a700b7daf0734d2ce"}}]');
INSERT INTO messages VALUES(6,'18c0de0018c0de0018c0de0018c0de00',4,3,'{"seq":4,"speaker":"model","at":1795536642899,"parts":[{"kind":"call","call":{"id":"e9a098cf0e4b6b977712a383cc34fa0f","server":"a42274e4540e3a6c61580e8787dc4682","server_label":"Notes","tool":"draw","tool_shown":{"text":"draw","hidden":0},"arguments_line":{"text":"","hidden":0},"state":"done","asked_at":1795536642982,"sent_at":1795536643538,"ended_at":1795536643551,"progress":null,"problem":null,"outcome":"1 text, 2 images, 1 part that is not shown","media":0,"result":null,"request":null,"record":6,"task":null,"denied":[],"kept_out":[],"against_claims":[],"edited":[]}},{"kind":"words","text":"Nice."}],"streaming":false,"by":{"model":"m-1","tokens_in":22,"tokens_out":14,"dollars":null},"parent":3}',0,'[{"person":"Draw a cat."},{"model":{"words":"ok","calls":[],"end":"done","usage":{"input":11,"output":7,"dollars":null},"own":{"content":[{"type":"text","text":"ok"}],"origin":{"api":"openai.chat","provider":"compatible","model":"m-1","response_model":"m","response_id":"chatcmpl-1"},"stop":"stop"}}},{"model":{"words":"","calls":[{"id":"toolu_0","name":"notes__draw","arguments":{},"garbled":null,"why":null}],"end":"done","usage":{"input":11,"output":7,"dollars":null},"own":{"content":[{"type":"toolcall","id":{"provider":"toolu_0"},"function":{"name":"notes__draw","arguments":{}},"native":{"item":{"type":"tool_use","id":"toolu_0","name":"notes__draw","input":{}},"fingerprint":"8082b59aa1e2905e"}}],"origin":{"api":"anthropic.messages","provider":"anthropic","model":"m-1","response_model":"m","response_id":"msg_1"},"stop":"tool_use"}}},{"results":[{"id":"toolu_0","name":"notes__draw","ok":true,"text":"[The person changed this result before you got it.]\nNo picture."}]},{"model":{"words":"ok","calls":[],"end":"done","usage":{"input":11,"output":7,"dollars":null},"own":{"content":[{"type":"text","text":"ok","native":{"item":{"type":"text","text":"ok"},"fingerprint":"b416610f9bda3c0b"}}],"origin":{"api":"anthropic.messages","provider":"anthropic","model":"m-1","response_model":"m","response_id":"msg_1"},"stop":"stop"}}},{"shown":{"kind":"image","mime":"image/png","name":"cat.png","digest":"3807e34d95aa46a67fad62c28de5e34fa4198b1224a5375a700b7daf0734d2ce"}}]');
INSERT INTO messages VALUES(7,'18c0de0018c0de0018c0de0018c0de00',5,4,'{"seq":5,"speaker":"person","at":1795536640210,"parts":[{"kind":"file","file":{"name":{"text":"cat.png","hidden":0},"kind":"image","mime":"image/png","bytes":29,"digest":"3807e34d95aa46a67fad62c28de5e34fa4198b1224a5375a700b7daf0734d2ce","text":null}}],"streaming":false,"by":null,"parent":4}',0,'[{"person":"Draw a cat."},{"model":{"words":"ok","calls":[],"end":"done","usage":{"input":11,"output":7,"dollars":null},"own":{"content":[{"type":"text","text":"ok"}],"origin":{"api":"openai.chat","provider":"compatible","model":"m-1","response_model":"m","response_id":"chatcmpl-1"},"stop":"stop"}}},{"model":{"words":"","calls":[{"id":"toolu_0","name":"notes__draw","arguments":{},"garbled":null,"why":null}],"end":"done","usage":{"input":11,"output":7,"dollars":null},"own":{"content":[{"type":"toolcall","id":{"provider":"toolu_0"},"function":{"name":"notes__draw","arguments":{}},"native":{"item":{"type":"tool_use","id":"toolu_0","name":"notes__draw","input":{}},"fingerprint":"8082b59aa1e2905e"}}],"origin":{"api":"anthropic.messages","provider":"anthropic","model":"m-1","response_model":"m","response_id":"msg_1"},"stop":"tool_use"}}},{"results":[{"id":"toolu_0","name":"notes__draw","ok":true,"text":"[The person changed this result before you got it.]\nNo picture."}]},{"model":{"words":"ok","calls":[],"end":"done","usage":{"input":11,"output":7,"dollars":null},"own":{"content":[{"type":"text","text":"ok","native":{"item":{"type":"text","text":"ok"},"fingerprint":"b416610f9bda3c0b"}}],"origin":{"api":"anthropic.messages","provider":"anthropic","model":"m-1","response_model":"m","response_id":"msg_1"},"stop":"stop"}}},{"shown":{"kind":"image","mime":"image/png","name":"cat.png","digest":"3807e34d95aa46a67fad62c28de5e34fa4198b1224a5375a700b7daf0734d2ce"}}]');
INSERT INTO messages VALUES(8,'18c0de0018c0de0018c0de0018c0de00',6,5,'{"seq":6,"speaker":"model","at":1795536651536,"parts":[{"kind":"call","call":{"id":"8d9bc734ee48ea7f30489d3b71e5b951","server":"418eda779cfe7ee768f5f5f609c36b1d","server_label":"Notes","tool":"read","tool_shown":{"text":"read","hidden":0},"arguments_line":{"text":"","hidden":0},"state":"done","asked_at":1795536651553,"sent_at":1795536652094,"ended_at":1795536652095,"progress":null,"problem":null,"outcome":"1 text","media":0,"result":null,"request":null,"record":6,"task":null,"denied":[],"kept_out":[],"against_claims":[],"edited":[]}},{"kind":"held","held":{"id":"4370143b66e00665f4258d82fbbbd958","call":"8d9bc734ee48ea7f30489d3b71e5b951","state":"ended","text":"","reason":null}}],"streaming":false,"by":{"model":"m-1","tokens_in":11,"tokens_out":7,"dollars":null},"parent":5}',0,'[{"person":"Draw a cat."},{"model":{"words":"ok","calls":[],"end":"done","usage":{"input":11,"output":7,"dollars":null},"own":{"content":[{"type":"text","text":"ok"}],"origin":{"api":"openai.chat","provider":"compatible","model":"m-1","response_model":"m","response_id":"chatcmpl-1"},"stop":"stop"}}},{"model":{"words":"","calls":[{"id":"toolu_0","name":"notes__draw","arguments":{},"garbled":null,"why":null}],"end":"done","usage":{"input":11,"output":7,"dollars":null},"own":{"content":[{"type":"toolcall","id":{"provider":"toolu_0"},"function":{"name":"notes__draw","arguments":{}},"native":{"item":{"type":"tool_use","id":"toolu_0","name":"notes__draw","input":{}},"fingerprint":"8082b59aa1e2905e"}}],"origin":{"api":"anthropic.messages","provider":"anthropic","model":"m-1","response_model":"m","response_id":"msg_1"},"stop":"tool_use"}}},{"results":[{"id":"toolu_0","name":"notes__draw","ok":true,"text":"[The person changed this result before you got it.]\nNo picture."}]},{"model":{"words":"ok","calls":[],"end":"done","usage":{"input":11,"output":7,"dollars":null},"own":{"content":[{"type":"text","text":"ok","native":{"item":{"type":"text","text":"ok"},"fingerprint":"b416610f9bda3c0b"}}],"origin":{"api":"anthropic.messages","provider":"anthropic","model":"m-1","response_model":"m","response_id":"msg_1"},"stop":"stop"}}},{"shown":{"kind":"image","mime":"image/png","name":"cat.png","digest":"3807e34d95aa46a67fad62c28de5e34fa4198b1224a5375a700b7daf0734d2ce"}}]');
INSERT INTO messages VALUES(9,'18c0de0018c0de0018c0de0018c0de00',7,6,'{"seq":7,"speaker":"model","at":1795536688613,"parts":[{"kind":"search","query":{"text":"weather","hidden":0},"found":[{"server":"Big","tool":{"text":"forecast","hidden":0}}],"remark":null},{"kind":"words","text":"I could look."}],"streaming":false,"by":{"model":"m-1","tokens_in":22,"tokens_out":14,"dollars":null},"parent":6}',0,'[{"person":"Draw a cat."},{"model":{"words":"ok","calls":[],"end":"done","usage":{"input":11,"output":7,"dollars":null},"own":{"content":[{"type":"text","text":"ok"}],"origin":{"api":"openai.chat","provider":"compatible","model":"m-1","response_model":"m","response_id":"chatcmpl-1"},"stop":"stop"}}},{"model":{"words":"","calls":[{"id":"toolu_0","name":"notes__draw","arguments":{},"garbled":null,"why":null}],"end":"done","usage":{"input":11,"output":7,"dollars":null},"own":{"content":[{"type":"toolcall","id":{"provider":"toolu_0"},"function":{"name":"notes__draw","arguments":{}},"native":{"item":{"type":"tool_use","id":"toolu_0","name":"notes__draw","input":{}},"fingerprint":"8082b59aa1e2905e"}}],"origin":{"api":"anthropic.messages","provider":"anthropic","model":"m-1","response_model":"m","response_id":"msg_1"},"stop":"tool_use"}}},{"results":[{"id":"toolu_0","name":"notes__draw","ok":true,"text":"[The person changed this result before you got it.]\nNo picture."}]},{"model":{"words":"ok","calls":[],"end":"done","usage":{"input":11,"output":7,"dollars":null},"own":{"content":[{"type":"text","text":"ok","native":{"item":{"type":"text","text":"ok"},"fingerprint":"b416610f9bda3c0b"}}],"origin":{"api":"anthropic.messages","provider":"anthropic","model":"m-1","response_model":"m","response_id":"msg_1"},"stop":"stop"}}},{"shown":{"kind":"image","mime":"image/png","name":"cat.png","digest":"3807e34d95aa46a67fad62c28de5e34fa4198b1224a5375a700b7daf0734d2ce"}}]');
INSERT INTO messages VALUES(10,'18c0de0018c0de0018c0de0018c0de00',8,7,'{"seq":8,"speaker":"person","at":1795536700143,"parts":[{"kind":"quoted","server":"a34cbe50d5b1d34ee2d07a7c4f33b52c","server_label":"Notes","source":"resource","shown":{"text":"notes://today","hidden":0},"role":null,"text":{"text":"# Hello","hidden":0},"left_out":null}],"streaming":false,"by":null,"parent":7}',0,'[{"person":"Draw a cat."},{"model":{"words":"ok","calls":[],"end":"done","usage":{"input":11,"output":7,"dollars":null},"own":{"content":[{"type":"text","text":"ok"}],"origin":{"api":"openai.chat","provider":"compatible","model":"m-1","response_model":"m","response_id":"chatcmpl-1"},"stop":"stop"}}},{"model":{"words":"","calls":[{"id":"toolu_0","name":"notes__draw","arguments":{},"garbled":null,"why":null}],"end":"done","usage":{"input":11,"output":7,"dollars":null},"own":{"content":[{"type":"toolcall","id":{"provider":"toolu_0"},"function":{"name":"notes__draw","arguments":{}},"native":{"item":{"type":"tool_use","id":"toolu_0","name":"notes__draw","input":{}},"fingerprint":"8082b59aa1e2905e"}}],"origin":{"api":"anthropic.messages","provider":"anthropic","model":"m-1","response_model":"m","response_id":"msg_1"},"stop":"tool_use"}}},{"results":[{"id":"toolu_0","name":"notes__draw","ok":true,"text":"[The person changed this result before you got it.]\nNo picture."}]},{"model":{"words":"ok","calls":[],"end":"done","usage":{"input":11,"output":7,"dollars":null},"own":{"content":[{"type":"text","text":"ok","native":{"item":{"type":"text","text":"ok"},"fingerprint":"b416610f9bda3c0b"}}],"origin":{"api":"anthropic.messages","provider":"anthropic","model":"m-1","response_model":"m","response_id":"msg_1"},"stop":"stop"}}},{"shown":{"kind":"image","mime":"image/png","name":"cat.png","digest":"3807e34d95aa46a67fad62c28de5e34fa4198b1224a5375a700b7daf0734d2ce"}}]');
INSERT INTO messages VALUES(11,'18c0de0018c0de0018c0de0018c0de00',9,8,'{"seq":9,"speaker":"model","at":1795443461009,"parts":[{"kind":"made","file":{"name":{"text":"cat.png","hidden":0},"kind":"image","mime":"image/png","bytes":29,"digest":"3807e34d95aa46a67fad62c28de5e34fa4198b1224a5375a700b7daf0734d2ce","text":null}}],"streaming":false,"by":null,"parent":8}',0,'[{"person":"Draw a cat."},{"model":{"words":"ok","calls":[],"end":"done","usage":{"input":11,"output":7,"dollars":null},"own":{"content":[{"type":"text","text":"ok"}],"origin":{"api":"openai.chat","provider":"compatible","model":"m-1","response_model":"m","response_id":"chatcmpl-1"},"stop":"stop"}}},{"model":{"words":"","calls":[{"id":"toolu_0","name":"notes__draw","arguments":{},"garbled":null,"why":null}],"end":"done","usage":{"input":11,"output":7,"dollars":null},"own":{"content":[{"type":"toolcall","id":{"provider":"toolu_0"},"function":{"name":"notes__draw","arguments":{}},"native":{"item":{"type":"tool_use","id":"toolu_0","name":"notes__draw","input":{}},"fingerprint":"8082b59aa1e2905e"}}],"origin":{"api":"anthropic.messages","provider":"anthropic","model":"m-1","response_model":"m","response_id":"msg_1"},"stop":"tool_use"}}},{"results":[{"id":"toolu_0","name":"notes__draw","ok":true,"text":"[The person changed this result before you got it.]\nNo picture."}]},{"model":{"words":"ok","calls":[],"end":"done","usage":{"input":11,"output":7,"dollars":null},"own":{"content":[{"type":"text","text":"ok","native":{"item":{"type":"text","text":"ok"},"fingerprint":"b416610f9bda3c0b"}}],"origin":{"api":"anthropic.messages","provider":"anthropic","model":"m-1","response_model":"m","response_id":"msg_1"},"stop":"stop"}}},{"shown":{"kind":"image","mime":"image/png","name":"cat.png","digest":"3807e34d95aa46a67fad62c28de5e34fa4198b1224a5375a700b7daf0734d2ce"}}]');
INSERT INTO messages VALUES(12,'18c0de0018c0de0018c0de0018c0de00',10,9,'{"seq":10,"speaker":"model","at":1795443461000,"parts":[{"kind":"words","text":"I will look"},{"kind":"stopped"}],"streaming":false,"by":null,"parent":9}',0,'[{"person":"Draw a cat."},{"model":{"words":"ok","calls":[],"end":"done","usage":{"input":11,"output":7,"dollars":null},"own":{"content":[{"type":"text","text":"ok"}],"origin":{"api":"openai.chat","provider":"compatible","model":"m-1","response_model":"m","response_id":"chatcmpl-1"},"stop":"stop"}}},{"model":{"words":"","calls":[{"id":"toolu_0","name":"notes__draw","arguments":{},"garbled":null,"why":null}],"end":"done","usage":{"input":11,"output":7,"dollars":null},"own":{"content":[{"type":"toolcall","id":{"provider":"toolu_0"},"function":{"name":"notes__draw","arguments":{}},"native":{"item":{"type":"tool_use","id":"toolu_0","name":"notes__draw","input":{}},"fingerprint":"8082b59aa1e2905e"}}],"origin":{"api":"anthropic.messages","provider":"anthropic","model":"m-1","response_model":"m","response_id":"msg_1"},"stop":"tool_use"}}},{"results":[{"id":"toolu_0","name":"notes__draw","ok":true,"text":"[The person changed this result before you got it.]\nNo picture."}]},{"model":{"words":"ok","calls":[],"end":"done","usage":{"input":11,"output":7,"dollars":null},"own":{"content":[{"type":"text","text":"ok","native":{"item":{"type":"text","text":"ok"},"fingerprint":"b416610f9bda3c0b"}}],"origin":{"api":"anthropic.messages","provider":"anthropic","model":"m-1","response_model":"m","response_id":"msg_1"},"stop":"stop"}}},{"shown":{"kind":"image","mime":"image/png","name":"cat.png","digest":"3807e34d95aa46a67fad62c28de5e34fa4198b1224a5375a700b7daf0734d2ce"}}]');
INSERT INTO messages VALUES(13,'18c0de0018c0de0018c0de0018c0de00',11,10,'{"seq":11,"speaker":"model","at":1795443461000,"parts":[{"kind":"trouble","problem":{"code":"input.bad","sentence":"There is no such tool.","remedy":null,"said":null},"call":{"tool":{"text":"reed","hidden":0},"arguments":{"text":"{}","hidden":0}}},{"kind":"call","call":{"id":"18ca1100","server":"18f11e5018f11e5018f11e5018f11e50","server_label":"Files","tool":"read","tool_shown":{"text":"read","hidden":0},"arguments_line":{"text":"path: /srv/a","hidden":0},"state":"done","asked_at":1795443461000,"sent_at":1795443461001,"ended_at":1795443461002,"progress":null,"problem":null,"outcome":"1 text","media":1,"result":null,"request":null,"record":8,"task":null,"denied":["It may not ask the model."],"kept_out":[{"text":"evil.example:443","hidden":0}],"against_claims":[{"kind":"stopped","what":{"text":"evil.example:443","hidden":0},"at":1795443461000}],"edited":[{"text":"path","hidden":0}]}}],"streaming":false,"by":{"model":"m-1","tokens_in":5,"tokens_out":6,"dollars":0.25},"parent":10}',0,'[{"person":"Draw a cat."},{"model":{"words":"ok","calls":[],"end":"done","usage":{"input":11,"output":7,"dollars":null},"own":{"content":[{"type":"text","text":"ok"}],"origin":{"api":"openai.chat","provider":"compatible","model":"m-1","response_model":"m","response_id":"chatcmpl-1"},"stop":"stop"}}},{"model":{"words":"","calls":[{"id":"toolu_0","name":"notes__draw","arguments":{},"garbled":null,"why":null}],"end":"done","usage":{"input":11,"output":7,"dollars":null},"own":{"content":[{"type":"toolcall","id":{"provider":"toolu_0"},"function":{"name":"notes__draw","arguments":{}},"native":{"item":{"type":"tool_use","id":"toolu_0","name":"notes__draw","input":{}},"fingerprint":"8082b59aa1e2905e"}}],"origin":{"api":"anthropic.messages","provider":"anthropic","model":"m-1","response_model":"m","response_id":"msg_1"},"stop":"tool_use"}}},{"results":[{"id":"toolu_0","name":"notes__draw","ok":true,"text":"[The person changed this result before you got it.]\nNo picture."}]},{"model":{"words":"ok","calls":[],"end":"done","usage":{"input":11,"output":7,"dollars":null},"own":{"content":[{"type":"text","text":"ok","native":{"item":{"type":"text","text":"ok"},"fingerprint":"b416610f9bda3c0b"}}],"origin":{"api":"anthropic.messages","provider":"anthropic","model":"m-1","response_model":"m","response_id":"msg_1"},"stop":"stop"}}},{"shown":{"kind":"image","mime":"image/png","name":"cat.png","digest":"3807e34d95aa46a67fad62c28de5e34fa4198b1224a5375a700b7daf0734d2ce"}}]');
INSERT INTO messages VALUES(14,'18c0de0018c0de0018c0de0018c0de00',12,2,'{"seq":12,"speaker":"person","at":3,"parts":[{"kind":"words","text":"Or by train?"}],"streaming":false,"by":null,"parent":2,"branch":{"place":2,"of":2,"before":3,"after":null}}',0,NULL);
INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','messages_text','messages_text',0,'CREATE VIRTUAL TABLE messages_text USING fts5 (
    words, content = '''', contentless_delete = 1, prefix = ''2 3'', tokenize = ''unicode61 remove_diacritics 2''
)');
CREATE TABLE IF NOT EXISTS 'messages_text_data'(id INTEGER PRIMARY KEY, block BLOB);
INSERT INTO messages_text_data VALUES(1,X'0e1f');
INSERT INTO messages_text_data VALUES(10,X'00000000ff000001010c0c000c0101010101000001020101020200000103010103030000010401010404000001050101050500000106010106060000010701010707000002080101080800000109010109090000010a01010a0a0000020b01010b0b0000010c01010c0c000001');
INSERT INTO messages_text_data VALUES(137438953473,X'0000005f03306d7901020301056e6f7465730102040106706c656173650102050104746964790102020003316d7901020301026e6f0102040102706c010205010274690102020004326e6f740102040103706c65010205010374696401020204070a0b09080707070908');
INSERT INTO messages_text_data VALUES(274877906945,X'00000061043061726502020301036e6f770202050104746865790202020203696479020204000331617202020301026e6f0202050102746802020202016902020400043261726502020301036e6f77020205010374686502020202026964020204040808090808070706090808');
INSERT INTO messages_text_data VALUES(412316860417,X'000000340430616e6403020201036e6f77030203000331616e03020201026e6f030203000432616e6403020201036e6f77030203040808080709');
INSERT INTO messages_text_data VALUES(549755813889,X'0000006d0430616c6c0402040106677275c39f650402020102697404020601066a757267656e04020301026f66040205000331616c040204010267720402020102697404020601026a7504020301026f66040205000432616c6c040204010367727504020201036a757204020304080b070b0708070707070908');
INSERT INTO messages_text_data VALUES(687194767361,X'000000370530746861740502030105776f72647305020200033174680502030102776f0502020004327468610502030103776f7205020204090a080709');
INSERT INTO messages_text_data VALUES(824633720833,X'0000003605306472617706020201046e696365060203000331647206020201026e6906020300043264726106020201036e6963060203040909080709');
INSERT INTO messages_text_data VALUES(962072674305,X'0000001e0530726561640802020003317265080202000432726561080202040908');
INSERT INTO messages_text_data VALUES(1099511627777,X'0000003d0630636f756c6409020301016909020201046c6f6f6b090204000331636f09020301026c6f090204000432636f7509020301036c6f6f090204040a0609080709');
INSERT INTO messages_text_data VALUES(1236950581249,X'0000001f063068656c6c6f0a020200033168650a020200043268656c0a0202040a08');
INSERT INTO messages_text_data VALUES(1374389534721,X'0000003c0230690c020201046c6f6f6b0c0204010477696c6c0c02030003316c6f0c0204010277690c02030004326c6f6f0c0204010377696c0c020304060909080709');
INSERT INTO messages_text_data VALUES(1511828488193,X'0000001e0530726561640d020200033172650d02020004327265610d0202040908');
INSERT INTO messages_text_data VALUES(1649267441665,X'0000003b033062790e020301026f720e02020105747261696e0e020400033162790e020301026f720e0202010274720e02040004327472610e02040407070a080707');
CREATE TABLE IF NOT EXISTS 'messages_text_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;
INSERT INTO messages_text_idx VALUES(1,X'',2);
INSERT INTO messages_text_idx VALUES(2,X'',2);
INSERT INTO messages_text_idx VALUES(3,X'',2);
INSERT INTO messages_text_idx VALUES(4,X'',2);
INSERT INTO messages_text_idx VALUES(5,X'',2);
INSERT INTO messages_text_idx VALUES(6,X'',2);
INSERT INTO messages_text_idx VALUES(7,X'',2);
INSERT INTO messages_text_idx VALUES(8,X'',2);
INSERT INTO messages_text_idx VALUES(9,X'',2);
INSERT INTO messages_text_idx VALUES(10,X'',2);
INSERT INTO messages_text_idx VALUES(11,X'',2);
INSERT INTO messages_text_idx VALUES(12,X'',2);
CREATE TABLE IF NOT EXISTS 'messages_text_docsize'(id INTEGER PRIMARY KEY, sz BLOB, origin INTEGER);
INSERT INTO messages_text_docsize VALUES(1,X'04',1);
INSERT INTO messages_text_docsize VALUES(2,X'04',2);
INSERT INTO messages_text_docsize VALUES(3,X'02',3);
INSERT INTO messages_text_docsize VALUES(4,X'05',4);
INSERT INTO messages_text_docsize VALUES(5,X'02',5);
INSERT INTO messages_text_docsize VALUES(6,X'02',6);
INSERT INTO messages_text_docsize VALUES(7,X'00',7);
INSERT INTO messages_text_docsize VALUES(8,X'01',7);
INSERT INTO messages_text_docsize VALUES(9,X'03',8);
INSERT INTO messages_text_docsize VALUES(10,X'01',9);
INSERT INTO messages_text_docsize VALUES(11,X'00',10);
INSERT INTO messages_text_docsize VALUES(12,X'03',10);
INSERT INTO messages_text_docsize VALUES(13,X'01',11);
INSERT INTO messages_text_docsize VALUES(14,X'03',12);
CREATE TABLE IF NOT EXISTS 'messages_text_config'(k PRIMARY KEY, v) WITHOUT ROWID;
INSERT INTO messages_text_config VALUES('version',4);
CREATE TABLE flow_classes (
    server_id TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    tool TEXT NOT NULL,
    class TEXT NOT NULL,
    about TEXT NOT NULL,
    said_at INTEGER NOT NULL,
    PRIMARY KEY (server_id, tool)
) STRICT;
INSERT INTO flow_classes VALUES('2f367cbaa86519d0a9acbb5500c544f2','','{"private":"yes","strangers":"no","sends":"unsaid"}','4444444444444444444444444444444444444444444444444444444444444444',1795443461000);
INSERT INTO flow_classes VALUES('18f11e5018f11e5018f11e5018f11e50','read','{"private":"yes","strangers":"no","sends":"unsaid"}','1',1795443461000);
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
INSERT INTO flow_reads VALUES('c0ffee00c0ffee00c0ffee00c0ffee00','2f367cbaa86519d0a9acbb5500c544f2','tool','write_note','Notes',2,1,0,1795443461000);
INSERT INTO flow_reads VALUES('18c0de0018c0de0018c0de0018c0de00','18f11e5018f11e5018f11e5018f11e50','tool','read','Files',2,1,0,1795443461000);
CREATE TABLE given (
    conversation_id TEXT PRIMARY KEY NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    found TEXT NOT NULL,
    searching INTEGER NOT NULL,
    held INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO given VALUES('18c0de0018c0de0018c0de0018c0de00','[["18f11e5018f11e5018f11e5018f11e50","read"]]',1,0);
INSERT INTO given VALUES('c0ffee00c0ffee00c0ffee00c0ffee00','[["2f367cbaa86519d0a9acbb5500c544f2","write_note"]]',1,1);
CREATE TABLE media (
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    digest TEXT NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (conversation_id, digest)
) STRICT;
INSERT INTO media VALUES('c0ffee00c0ffee00c0ffee00c0ffee00','aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',X'89504e47');
INSERT INTO media VALUES('18c0de0018c0de0018c0de0018c0de00','bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb',X'89504e47');
CREATE TABLE varying_parts (
    server_id TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    tool TEXT NOT NULL,
    part TEXT NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY (server_id, tool, part)
) STRICT;
INSERT INTO varying_parts VALUES('2f367cbaa86519d0a9acbb5500c544f2','write_note','/description',1795443461000);
INSERT INTO varying_parts VALUES('18f11e5018f11e5018f11e5018f11e50','read','/description',1795443461000);
CREATE TABLE profiles (
    id TEXT PRIMARY KEY NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    current INTEGER NOT NULL CHECK (current IN (0, 1)),
    created_at INTEGER NOT NULL
) STRICT;
INSERT INTO profiles VALUES('default','','',0,0);
INSERT INTO profiles VALUES('18c0ffee18c0ffee18c0ffee18c0ffee','Work','work',1,1795443461000);
CREATE TABLE profile_servers (
    profile_id TEXT NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
    server_id TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    PRIMARY KEY (profile_id, server_id)
) STRICT, WITHOUT ROWID;
INSERT INTO profile_servers VALUES('default','18f11e5018f11e5018f11e5018f11e50');
INSERT INTO profile_servers VALUES('default','2f367cbaa86519d0a9acbb5500c544f2');
CREATE TABLE catalogs (
    server_id TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    part INTEGER NOT NULL,
    approved_digest TEXT NOT NULL,
    content TEXT NOT NULL,
    kept_at INTEGER NOT NULL,
    PRIMARY KEY (server_id, part)
) STRICT;
INSERT INTO catalogs VALUES('18f11e5018f11e5018f11e5018f11e50',0,'5555555555555555555555555555555555555555555555555555555555555555','{"era":"modern","revision":"2026-07-28","transport":"stdio","name":"files","version":"1.0","instructions":null,"capabilities":["tools"],"subscribes":false}',1795443461000);
INSERT INTO catalogs VALUES('18f11e5018f11e5018f11e5018f11e50',1,'5555555555555555555555555555555555555555555555555555555555555555','[{"name":"read"}]',1795443461000);
CREATE TABLE costs (
    month INTEGER NOT NULL,
    conversation_id TEXT NOT NULL,
    model TEXT NOT NULL,
    replies INTEGER NOT NULL,
    unpriced INTEGER NOT NULL,
    dollars REAL NOT NULL,
    PRIMARY KEY (month, conversation_id, model)
) STRICT, WITHOUT ROWID;
INSERT INTO costs VALUES(202611,'18c0de0018c0de0018c0de0018c0de00','m-1',2,1,0.25);
CREATE TABLE seen_behavior (
    server_id TEXT NOT NULL REFERENCES servers (id) ON DELETE CASCADE,
    tool TEXT NOT NULL,
    definition TEXT NOT NULL,
    stopped INTEGER NOT NULL,
    what TEXT NOT NULL,
    first_at INTEGER NOT NULL,
    answered_at INTEGER,
    PRIMARY KEY (server_id, tool, stopped, what)
) STRICT, WITHOUT ROWID;
INSERT INTO seen_behavior VALUES('18f11e5018f11e5018f11e5018f11e50','read','1',0,'api.example:443',1795443461000,1795443461005);
INSERT INTO seen_behavior VALUES('18f11e5018f11e5018f11e5018f11e50','read','1',1,'evil.example:443',1795443461000,1795443461005);
CREATE TABLE compactions (
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    after INTEGER NOT NULL,
    messages INTEGER NOT NULL,
    model TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    automatic INTEGER NOT NULL,
    summary TEXT NOT NULL,
    PRIMARY KEY (conversation_id, after),
    FOREIGN KEY (conversation_id, after) REFERENCES messages (conversation_id, seq) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
INSERT INTO compactions VALUES('18c0de0018c0de0018c0de0018c0de00',2,2,'m-1',1795443461000,1,'They plan a trip.');
CREATE TABLE conversation_folders (
    id TEXT PRIMARY KEY NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    collapsed INTEGER NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
INSERT INTO conversation_folders VALUES('18f018f018f018f018f018f018f018f0','Trips','trips',1,1795443461000);
CREATE INDEX pins_before_of ON pins_before (server_id, kind, name);
CREATE INDEX grants_standing ON grants (server_id, tool) WHERE revoked_at IS NULL;
CREATE INDEX conversations_newest ON conversations (updated_at);
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
CREATE VIEW record_pending AS
    SELECT operation, seq_or_ended AS ended FROM record_beside WHERE operation > 0;
CREATE INDEX tasks_operation ON tasks (operation) WHERE ended_at IS NULL;
CREATE INDEX tasks_ended ON tasks (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX messages_streaming ON messages (conversation_id, seq) WHERE streaming;
CREATE INDEX messages_parent ON messages (conversation_id, parent, seq);
CREATE TRIGGER messages_said AFTER INSERT ON messages
    BEGIN UPDATE conversations SET leaf = NEW.seq WHERE id = NEW.conversation_id; END;
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
CREATE TRIGGER flow_reads_end AFTER DELETE ON conversations
    BEGIN DELETE FROM flow_reads WHERE conversation_id = OLD.id; END;
CREATE INDEX record_server_ended ON record (server, operation) WHERE outcome IS NOT NULL;
CREATE UNIQUE INDEX profiles_current ON profiles (current) WHERE current = 1;
CREATE INDEX costs_conversation ON costs (conversation_id);
CREATE INDEX conversations_folder ON conversations (folder_id) WHERE folder_id IS NOT NULL;
PRAGMA writable_schema=OFF;
COMMIT;
