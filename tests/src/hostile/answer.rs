//! Answers: the default ones of each era, and the ones that are wrong in a named way.

use serde_json::{Value, json};

use super::{
    script::{Fault, Script},
    session::Request,
};

const LEGACY: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];
pub(super) const MODERN: &str = "2026-07-28";

/// The smallest PNG: one grey pixel.
const PIXEL: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
/// The smallest WAV: no samples at all.
const SILENCE: &str = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

pub(super) fn image() -> Value {
    json!({"content": [{"type": "image", "data": PIXEL, "mimeType": "image/png"}]})
}

pub(super) fn audio() -> Value {
    json!({"content": [{"type": "audio", "data": SILENCE, "mimeType": "audio/wav"}]})
}

pub(super) fn text(text: impl Into<String>) -> Value {
    json!({"content": [{"type": "text", "text": text.into()}]})
}

pub(super) fn bad_structured() -> Value {
    let structured = json!({"value": "a word"});
    json!({"content": [{"type": "text", "text": structured.to_string()}], "structuredContent": structured})
}

/// What `initialize` and `server/discover` say about the server.
pub(super) fn handshake(script: &Script, request: &Request) -> Value {
    let info = script
        .info
        .clone()
        .unwrap_or_else(|| json!({"name": "hostile", "version": "1.0.0"}));
    let capabilities = script
        .capabilities
        .clone()
        .unwrap_or_else(|| json!({"tools": {"listChanged": true}}));
    let mut result = if request.method == "initialize" {
        let asked = request.params["protocolVersion"]
            .as_str()
            .filter(|version| LEGACY.contains(version));
        let version = script.version.as_deref().or(asked).unwrap_or("2025-11-25");
        json!({"protocolVersion": version, "serverInfo": info, "capabilities": capabilities})
    } else {
        json!({
            "supportedVersions": [script.version.as_deref().unwrap_or(MODERN)],
            "capabilities": capabilities,
            "ttlMs": 0,
            "cacheScope": "private",
            "_meta": {"io.modelcontextprotocol/serverInfo": info},
        })
    };
    if let Some(instructions) = &script.instructions {
        result["instructions"] = json!(instructions);
    }
    result
}

/// A reply as bytes. A result for a modern request gets the `resultType` it must have.
pub(super) fn reply(id: &Value, mut result: Value, modern: bool) -> Vec<u8> {
    if modern && result.is_object() && result.get("resultType").is_none() {
        result["resultType"] = json!("complete");
    }
    json!({"jsonrpc": "2.0", "id": id, "result": result})
        .to_string()
        .into_bytes()
}

/// A reply as bytes that is wrong in one way and right in all others.
pub(super) fn malformed(id: &Value, fault: Fault) -> Vec<u8> {
    let good = reply(id, text("MARK"), false);
    match fault {
        Fault::InvalidUtf8 => replace(&good, b"MARK", b"before \xff\xfe after"),
        Fault::LoneSurrogate => replace(&good, b"MARK", br"before \ud800 after"),
        Fault::StringErrorCode => json!({
            "jsonrpc": "2.0",
            "id": id,
            "error": {"code": "E_FAILED", "message": "it failed", "data": {"kept": true}},
        })
        .to_string()
        .into_bytes(),
        Fault::NoJsonrpc => json!({"id": id, "result": text("no jsonrpc")})
            .to_string()
            .into_bytes(),
        Fault::BatchArray => [b"[", &good[..], b"]"].concat(),
        Fault::TooDeep => {
            let deep = format!(
                "\"structuredContent\":{}{},\"content\"",
                "[".repeat(200),
                "]".repeat(200)
            );
            replace(&good, b"\"content\"", deep.as_bytes())
        }
        Fault::HalfJson => good[..good.len() / 2].to_vec(),
    }
}

fn replace(bytes: &[u8], old: &[u8], new: &[u8]) -> Vec<u8> {
    let at = bytes
        .windows(old.len())
        .position(|window| window == old)
        .expect("the mark is there");
    [&bytes[..at], new, &bytes[at + old.len()..]].concat()
}
