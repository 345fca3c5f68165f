//! An `npm` that writes a package on its own, in the fence of a fetch as the real one would: no registry is reached.

use std::path::Path;

use serde_json::json;
use tempfile::TempDir;

/// A server in one file that answers what it has to, with one tool.
pub const SERVER: &str = r#"
const lines = require("readline").createInterface({ input: process.stdin });
const tools = [{ name: "say", inputSchema: { type: "object" } }];
const results = {
  initialize: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "pack", version: "1" } },
  "tools/list": { tools },
  "tools/call": { content: [{ type: "text", text: "said" }] },
  ping: {},
};
lines.on("line", (line) => {
  const { id, method } = JSON.parse(line);
  if (id === undefined) return;
  const result = results[method];
  const answer = result ? { result } : { error: { code: -32601, message: "Method not found" } };
  console.log(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
});
"#;

/// A folder with an `npm`, to be searched before all others.
#[derive(Debug)]
pub struct FakeNpm {
    folder: TempDir,
}

impl Default for FakeNpm {
    /// In a place that no fence hides.
    fn default() -> Self {
        let folder = tempfile::tempdir_in("/var/tmp").expect("a folder can be made");
        Self { folder }
    }
}

impl FakeNpm {
    /// Where it is.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Writes this package from now on: its archive is known by `integrity`, and `step` goes before it is whole.
    pub fn serves(&self, name: &str, version: &str, integrity: &str, step: &str) {
        self.serves_program(name, version, (integrity, SERVER), step);
    }

    /// The same with another program.
    pub fn serves_program(&self, name: &str, version: &str, (integrity, program): (&str, &str), step: &str) {
        let place = format!("node_modules/{name}");
        let lock =
            json!({"packages": {"": {}, place.as_str(): {"version": version, "integrity": integrity}}});
        let about = json!({"name": name, "bin": "index.js"});
        let script = format!(
            "#!/bin/sh\nset -e\nfor word in \"$@\"; do case \"$word\" in --prefix=*) tree=\"${{word#--prefix=}}\";; esac; done\n\
             own=\"$tree/{place}\"\nmkdir -p \"$own\"\nprintf half > \"$own/index.js\"\n{step}\n\
             cat > \"$own/index.js\" <<'END'\n{program}END\n\
             printf '%s' '{about}' > \"$own/package.json\"\n\
             printf '%s' '{lock}' > \"$tree/package-lock.json\"\n"
        );
        crate::programs::write(&self.folder().join("npm"), script);
    }
}
