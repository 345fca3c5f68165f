//! A `uv` that writes a package on its own, in the fence of a fetch as the real one would: no index is reached.

use std::path::Path;

/// A server in one script, with these tools.
pub fn server(tools: &str) -> String {
    format!(
        r#"import json, sys
results = {{
    "initialize": {{"protocolVersion": "2025-06-18", "capabilities": {{"tools": {{}}}}, "serverInfo": {{"name": "pack", "version": "1"}}}},
    "tools/list": {{"tools": {tools}}},
    "tools/call": {{"content": [{{"type": "text", "text": "said"}}]}},
    "ping": {{}},
}}
for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    result = results.get(message["method"])
    answer = {{"result": result}} if result is not None else {{"error": {{"code": -32601, "message": "Method not found"}}}}
    print(json.dumps({{"jsonrpc": "2.0", "id": message["id"], **answer}}), flush=True)
"#
    )
}

/// Puts a `uv` into a folder that writes the package `pack` from now on, in this version, with this script. It resolves
/// versions, makes an environment and installs into it, each by a command of its own.
pub fn serves(folder: &Path, version: &str, script: &str) {
    serves_archive(folder, version, "sha256:one", script);
}

/// The same as an archive with this hash.
pub fn serves_archive(folder: &Path, version: &str, hash: &str, script: &str) {
    let script = format!(
        r#"#!/bin/sh
set -e
for word in "$@"; do
  case "$option" in
    --python) python="$word" ;;
    --output-file) lock="$word" ;;
  esac
  option="$word"
done
case "$1 $2" in
  "pip compile")
    printf 'pack=={version} \\\n    --hash={hash}\n' > "$lock" ;;
  "pip install")
    cat > "${{python%/python}}/pack" <<'END'
{script}END
    ;;
  *)
    mkdir -p "$word/bin"
    ln -sf "$python" "$word/bin/python"
    printf 'home = %s\n' "${{python%/*}}" > "$word/pyvenv.cfg" ;;
esac
"#
    );
    crate::programs::write(&folder.join("uv"), script);
}
