//! The least a server can be: `echo` answers its `text`, in both eras, as fast as pipes allow.
//!
//! Measures are taken against it, so that what they show is the host and not the server. One thread,
//! blocking reads and writes, no JSON tree for the call itself beyond what the answer needs.

use std::io::{BufRead as _, Write as _};

use serde::Deserialize;
use serde_json::{Value, json, value::RawValue};

#[derive(Deserialize)]
struct Message<'a> {
    #[serde(borrow, default)]
    id: Option<&'a RawValue>,
    #[serde(default)]
    method: Option<&'a str>,
    #[serde(borrow, default)]
    params: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Call<'a> {
    #[serde(borrow, default)]
    arguments: Option<Arguments<'a>>,
    #[serde(borrow, default, rename = "_meta")]
    meta: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Arguments<'a> {
    #[serde(borrow)]
    text: &'a RawValue,
}

fn handshake(method: &str, params: &RawValue) -> Value {
    let info = json!({"name": "echo", "version": "1.0.0"});
    if method == "initialize" {
        let params: Value = serde_json::from_str(params.get()).unwrap_or_default();
        let version = params["protocolVersion"].as_str().unwrap_or("2025-11-25");
        json!({"protocolVersion": version, "serverInfo": info, "capabilities": {"tools": {}}})
    } else {
        json!({
            "resultType": "complete",
            "supportedVersions": ["2026-07-28"],
            "capabilities": {"tools": {}},
            "ttlMs": 0,
            "cacheScope": "private",
            "_meta": {"io.modelcontextprotocol/serverInfo": info},
        })
    }
}

fn tools() -> Value {
    json!({
        "resultType": "complete",
        "ttlMs": 0,
        "cacheScope": "private",
        "tools": [{
            "name": "echo",
            "description": "Answers its text.",
            "inputSchema": {
                "type": "object",
                "properties": {"text": {"type": "string"}},
                "required": ["text"],
            },
            "annotations": {"readOnlyHint": true, "openWorldHint": false},
        }],
    })
}

fn main() -> std::io::Result<()> {
    let mut input = std::io::BufReader::with_capacity(1 << 20, std::io::stdin());
    let mut output = std::io::stdout().lock();
    let (mut line, mut answer) = (Vec::new(), Vec::new());
    let nothing = RawValue::NULL;
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let Ok(message) = serde_json::from_slice::<Message<'_>>(&line) else {
            continue;
        };
        let (Some(id), Some(method)) = (message.id, message.method) else {
            continue;
        };
        let params = message.params.unwrap_or(nothing);
        answer.clear();
        write!(answer, r#"{{"jsonrpc":"2.0","id":{id},"#)?;
        match method {
            "initialize" | "server/discover" => {
                write!(answer, r#""result":{}}}"#, handshake(method, params))?;
            }
            "tools/list" => write!(answer, r#""result":{}}}"#, tools())?,
            "ping" => answer.extend(br#""result":{}}"#),
            "tools/call" => match serde_json::from_str::<Call<'_>>(params.get()) {
                Ok(Call {
                    arguments: Some(Arguments { text }),
                    meta,
                }) => {
                    // Only a request of the newest revision says its revision.
                    let modern = meta.is_some_and(|meta| meta.get().contains("2026-07-28"));
                    let kind = if modern { r#""resultType":"complete","# } else { "" };
                    write!(
                        answer,
                        r#""result":{{{kind}"content":[{{"type":"text","text":{text}}}]}}}}"#
                    )?;
                }
                _ => answer.extend(br#""error":{"code":-32602,"message":"`text` is missing"}}"#),
            },
            _ => answer.extend(br#""error":{"code":-32601,"message":"unknown method"}}"#),
        }
        answer.push(b'\n');
        output.write_all(&answer)?;
        output.flush()?;
    }
}
