//! The least a server can be: `echo` answers its `text`, in both eras, as fast as pipes allow.
//!
//! Measures are taken against it, so that what they show is the host and not the server. One thread,
//! blocking reads and writes, no JSON tree for the call itself beyond what the answer needs.

use std::io::{BufRead as _, Read as _, Write as _};

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
    #[serde(borrow, default)]
    text: Option<&'a RawValue>,
    #[serde(default)]
    bytes: usize,
    #[serde(default)]
    port: Option<u16>,
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

fn tools(more: u32) -> Value {
    let tool = |name: &str, description: &str, property: &str, kind: &str| {
        json!({
            "name": name,
            "description": description,
            "inputSchema": {
                "type": "object",
                "properties": {(property): {"type": kind}},
                "required": [property],
            },
            "annotations": {"readOnlyHint": true, "openWorldHint": false},
        })
    };
    let mut tools = vec![
        tool("echo", "Answers its text.", "text", "string"),
        tool("fill", "Answers so many bytes.", "bytes", "integer"),
        tool(
            "download",
            "Reads so many bytes from a port of this computer.",
            "port",
            "integer",
        ),
    ];
    let most = usize::try_from(more).unwrap_or(usize::MAX);
    tools.extend((tools.len()..most).map(|number| {
        let about = format!("Reads row number {number} of a table and says what stands in it, in words.");
        tool(&format!("tool_{number}"), &about, "row", "integer")
    }));
    json!({"resultType": "complete", "ttlMs": 0, "cacheScope": "private", "tools": tools})
}

/// Lines of words, as a file that was read.
fn fill(answer: &mut Vec<u8>, bytes: usize) {
    const LINE: &[u8] = b"The quick brown fox jumps over the lazy dog, \\u0022again\\u0022.\\n";
    answer.push(b'"');
    let end = answer.len() + bytes;
    while answer.len() + LINE.len() <= end {
        answer.extend(LINE);
    }
    answer.push(b'"');
}

/// Says how many bytes it wants, reads them, and answers the seconds that this took.
fn download(answer: &mut Vec<u8>, port: u16, bytes: usize) -> std::io::Result<()> {
    let began = std::time::Instant::now();
    let mut from = std::net::TcpStream::connect(("localhost", port))?;
    from.write_all(&(bytes as u64).to_be_bytes())?;
    let mut buffer = vec![0; 256 << 10];
    let mut left = bytes;
    while left > 0 {
        let read = from.read(&mut buffer)?;
        if read == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        left = left.saturating_sub(read);
    }
    write!(answer, "\"{}\"", began.elapsed().as_secs_f64())
}

fn main() -> std::io::Result<()> {
    let mut input = std::io::BufReader::with_capacity(1 << 20, std::io::stdin());
    let mut output = std::io::stdout().lock();
    let (mut line, mut answer) = (Vec::new(), Vec::new());
    let nothing = RawValue::NULL;
    // `--tools N`: so many of them.
    let more = std::env::args()
        .nth(2)
        .and_then(|it| it.parse().ok())
        .unwrap_or(0);
    let tools = tools(more).to_string();
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
            "tools/list" => write!(answer, r#""result":{tools}}}"#)?,
            "ping" => answer.extend(br#""result":{}}"#),
            "tools/call" => match serde_json::from_str::<Call<'_>>(params.get()) {
                Ok(Call {
                    arguments: Some(Arguments { text, bytes, port }),
                    meta,
                }) if text.is_some() || bytes > 0 => {
                    // Only a request of the newest revision says its revision.
                    let modern = meta.is_some_and(|meta| meta.get().contains("2026-07-28"));
                    let kind = if modern { r#""resultType":"complete","# } else { "" };
                    write!(answer, r#""result":{{{kind}"content":[{{"type":"text","text":"#)?;
                    match (text, port) {
                        (Some(text), _) => answer.extend(text.get().as_bytes()),
                        (None, Some(port)) => download(&mut answer, port, bytes)?,
                        (None, None) => fill(&mut answer, bytes),
                    }
                    answer.extend(b"}]}}");
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
