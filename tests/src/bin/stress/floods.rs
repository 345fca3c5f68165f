//! What floods cost: the memory of the host, and the time of the other servers' calls.
//!
//! Every flood runs in a process of its own, so that what memory it took is what it took: `stress floods` starts itself once
//! for each, `stress floods NAME…` for the named ones, and `stress floods --one NAME` is such a process. A flood over its
//! limit is an error.
//!
//! On a shared computer a flood slows everything down, whether or not it is read: the server that floods takes a processor for
//! itself. What the host adds is measured against that: the same flood is read once by the host and once by a loop that
//! throws everything away, in turn, while another server of the host is called all the time. The ratio of the two is
//! what the host is answerable for; the absolute times are the machine's.

use std::time::{Duration, Instant};

use portcullis_api::{Answer, CallState, CallView, Phase, ServerDraft};
use portcullis_host::limits;
use portcullis_tests::{
    hostile::Hostile,
    test_user::{TestUser, by_model, nothing, program},
};
use serde_json::{Value, json};
use tokio::{io::AsyncReadExt as _, io::AsyncWriteExt as _, process::Child};

use crate::{Anything, runtime};

/// A flood: its name, the most memory that it may add in MiB, and how much slower others may get by it. The last is the
/// goal of 1.2 where the flood is read by the host as fast as it comes, and is held in a release build alone.
struct Flood {
    name: &'static str,
    what: &'static str,
    mib: u64,
    slower: Option<f64>,
    script: fn() -> Value,
}

fn notifications(method: &str, n: u64, params: Value) -> Value {
    json!({"flood": {"method": method, "n": n, "params": params}})
}

fn one(steps: Value) -> Value {
    json!({"tools": ["x"], "calls": {"x": steps}})
}

/// JSON this deep, as text: no builder of values goes so far.
const DEEP: usize = 100_000;

/// Everything that F-21 names, each a tool of its own.
fn bombs() -> Value {
    let mut wide = json!({"type": "string"});
    for _ in 0..24 {
        wide = json!({"allOf": [wide, {"$ref": "#/$defs/x"}], "anyOf": [{"$ref": "#/$defs/x"}, {"$ref": "#/$defs/x"}]});
    }
    let mut doubling = serde_json::Map::new();
    for level in 0..30 {
        let next = format!("#/$defs/d{}", level + 1);
        doubling.insert(
            format!("d{level}"),
            json!({"allOf": [{"$ref": next}, {"$ref": next}]}),
        );
    }
    doubling.insert("d30".to_owned(), json!({"type": "object"}));
    let many: Vec<String> = (0..1_000_000).map(|number| number.to_string()).collect();
    let tool = |name: &str, schema: Value| json!({"name": name, "inputSchema": schema});
    json!({"tools": [
        tool("good", json!({"type": "object"})),
        tool("loop", json!({"type": "object", "$ref": "#/$defs/x", "$defs": {"x": {"$ref": "#/$defs/x"}}})),
        tool("doubling", json!({"type": "object", "$ref": "#/$defs/d0", "$defs": doubling})),
        tool("wide", json!({"type": "object", "properties": {"a": wide}, "$defs": {"x": {"type": "string"}}})),
        tool("pattern", json!({"type": "object", "properties": {"a": {"type": "string", "pattern": "(a+)+$"}}})),
        tool("enum", json!({"type": "object", "properties": {"a": {"enum": many}}})),
        tool("dynamic", json!({"type": "object", "$dynamicRef": "#x", "$defs": {"x": {"$dynamicAnchor": "x", "$dynamicRef": "#x"}}})),
        tool("remote", json!({"type": "object", "$ref": "http://127.0.0.1:9/schema.json"})),
    ]})
}

const FLOODS: &[Flood] = &[
    Flood {
        name: "f18-announcements",
        what: "100,000 log messages and 100,000 reports of progress",
        // 32 MiB of frames are kept for the timeline, and 5,000 lines.
        mib: 96,
        slower: Some(1.2),
        script: || {
            one(json!([
                notifications(
                    "notifications/message",
                    100_000,
                    json!({"level": "info", "data": "x".repeat(200)})
                ),
                notifications(
                    "notifications/progress",
                    100_000,
                    json!({"progressToken": "$token", "progress": "$n"})
                ),
            ]))
        },
    },
    Flood {
        name: "f18-changes",
        what: "5,000 changes of a list of 1,000 tools",
        mib: 48,
        slower: Some(1.2),
        script: || {
            json!({"tools": ["x"], "many_tools": 1_000, "calls": {"x": [
            notifications("notifications/tools/list_changed", 5_000, Value::Null), {"sleep": 2_500}]}})
        },
    },
    Flood {
        name: "f08-stderr",
        what: "500 MB on standard error as fast as a pipe goes",
        // 24 MiB of lines are kept.
        mib: 32,
        slower: Some(1.2),
        script: || one(json!([{"stderr_flood": 500 << 20}])),
    },
    Flood {
        name: "f03-line",
        what: "a line of 1 GiB without an end",
        // What grows to the 16 MiB that a message may have is moved as it grows.
        mib: 48,
        slower: Some(1.2),
        script: || one(json!([{"unended": 1_usize << 30}, {"banner": ""}])),
    },
    Flood {
        name: "f24-refused",
        what: "a result of 200 MB where 16 are taken",
        // As above: what is freed goes back to the system a moment later.
        mib: 64,
        slower: None,
        script: || one(json!([{"text_bytes": 200 << 20}])),
    },
    Flood {
        name: "f24-taken",
        what: "a result of 200 MB where 256 are taken",
        // The message, the text in it and what is kept of both.
        mib: 900,
        slower: None,
        script: || one(json!([{"text_bytes": 200 << 20}])),
    },
    Flood {
        name: "f19-tools",
        what: "100,000 tools",
        mib: 96,
        slower: None,
        script: || json!({"tools": ["x"], "many_tools": 100_000, "page": 1_000}),
    },
    Flood {
        name: "f20-deep",
        what: "200 messages of JSON 100,000 deep",
        mib: 96,
        slower: Some(1.2),
        script: || {
            let deep = format!(
                "{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{{\"level\":\"info\",\"data\":{}{}}}}}\n",
                "[".repeat(DEEP),
                "]".repeat(DEEP)
            );
            let steps: Vec<Value> = (0..200).map(|_| json!({"say_raw": deep})).collect();
            one(json!(steps))
        },
    },
    Flood {
        name: "f21-bombs",
        what: "schemas that explode",
        // A list of 7 MB with a million words in it is read before it is refused.
        mib: 160,
        slower: None,
        script: bombs,
    },
    Flood {
        name: "f25-one",
        what: "1,000 calls of a model that wait for a yes, all for one server",
        mib: 32,
        slower: None,
        script: || one(json!([])),
    },
    Flood {
        name: "f25-fifty",
        what: "1,000 calls of a model that wait for a yes, for fifty servers",
        mib: 96,
        slower: None,
        script: || one(json!([])),
    },
];

/// Calls of the other server before memory is read: what fifteen thousand calls fill while a flood goes on is not the cost
/// of the flood. The short ones fill the caches of the database, the long ones the other server's timeline. In a debug
/// build there are too few calls beside a flood to fill anything.
const SHORT_BEFORE: usize = if cfg!(debug_assertions) { 50 } else { 3_000 };
/// See [`SHORT_BEFORE`].
const LONG_BEFORE: usize = if cfg!(debug_assertions) {
    0
} else {
    limits::FRAMES_BYTES / limits::FRAME_BYTES + 8
};

/// What one flood cost.
#[derive(Debug, serde::Serialize, serde::Deserialize)]
struct Cost {
    /// Memory that the host took at most beside what it had, in MiB.
    grew: u64,
    /// The times of another server's calls, in microseconds: while the host reads the flood, and while the host is idle.
    flooded: Vec<f64>,
    plain: Vec<f64>,
    /// What came of it, in words.
    end: String,
}

fn status(field: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status
        .lines()
        .find(|line| line.starts_with(field))
        .unwrap_or_default();
    line.split_whitespace()
        .nth(1)
        .and_then(|kib| kib.parse::<u64>().ok())
        .unwrap_or_default()
        >> 10
}

/// Times another server's calls until something is over.
async fn meanwhile<T>(
    person: &TestUser,
    quiet: &str,
    over: impl Future<Output = T>,
    times: &mut Vec<f64>,
) -> T {
    tokio::pin!(over);
    loop {
        let asked = Instant::now();
        let call = person.calls(quiet, "y", nothing());
        tokio::pin!(call);
        tokio::select! {
            done = &mut over => {
                call.await;
                return done;
            }
            call = &mut call => {
                assert_eq!(call.state, CallState::Done, "{:?}", call.problem);
                times.push(asked.elapsed().as_secs_f64() * 1e6);
            }
        }
    }
}

/// The same server, read by a loop that throws everything away until the answer to its call.
async fn thrown_away(script: &Value) -> Anything<()> {
    let file = tempfile::NamedTempFile::new()?;
    std::fs::write(file.path(), script.to_string())?;
    let mut child: Child = tokio::process::Command::new(Hostile::program())
        .arg("--script")
        .arg(file.path())
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .kill_on_drop(true)
        .spawn()?;
    let mut input = child.stdin.take().ok_or("no input")?;
    let mut output = child.stdout.take().ok_or("no output")?;
    let mut errors = child.stderr.take().ok_or("no errors")?;
    let hello = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25",
        "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}});
    let call = json!({"jsonrpc": "2.0", "id": "the-call", "method": "tools/call", "params": {"name": "x", "arguments": {},
        "_meta": {"progressToken": 7}}});
    let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    input
        .write_all(format!("{hello}\n{initialized}\n{call}\n").as_bytes())
        .await?;
    let drain = tokio::spawn(async move {
        let mut block = vec![0; 64 << 10];
        while errors.read(&mut block).await.is_ok_and(|read| read > 0) {}
    });
    let mut block = vec![0; 64 << 10];
    let mut tail: Vec<u8> = Vec::new();
    loop {
        let read = output.read(&mut block).await?;
        tail.drain(..tail.len().saturating_sub(64));
        tail.extend_from_slice(&block[..read]);
        if read == 0 || tail.windows(8).any(|window| window == b"the-call") {
            break;
        }
    }
    drain.abort();
    Ok(())
}

fn with_script(label: &str, script: &Value, file: &std::path::Path) -> Anything<ServerDraft> {
    std::fs::write(file, script.to_string())?;
    let mut draft = program(label, json!({}));
    let portcullis_api::Endpoint::Command { arguments, .. } = &mut draft.endpoint else {
        return Err("not a program".into());
    };
    *arguments = vec!["--script".to_owned(), file.display().to_string()];
    Ok(draft)
}

async fn crowd(
    person: &TestUser,
    quiet: &str,
    servers: usize,
    times: &mut Vec<f64>,
) -> Anything<(u64, String)> {
    let mut ids = Vec::new();
    for number in 0..servers {
        let draft = program(&format!("Pushy {number}"), one(json!([])));
        ids.push(person.adds(draft).await);
    }
    for id in &ids {
        person.sees(id, Phase::Ready).await;
    }
    std::fs::write("/proc/self/clear_refs", "5")?;
    let before = status("VmRSS:");
    let asked = async {
        let mut calls: Vec<CallView> = Vec::new();
        for n in 0..1_000 {
            let wanted = by_model("talk", &ids[n % servers], "x", json!({"n": n}));
            calls.push(person.host.start_call(wanted).await?);
        }
        Anything::Ok(calls)
    };
    let calls = meanwhile(person, quiet, asked, times).await?;
    let refused = || {
        let refused = calls.iter().filter(|call| {
            let now = person.host.call(&call.id);
            now.is_ok_and(|call| call.state == CallState::Refused)
        });
        refused.count()
    };
    // The last 500 calls are kept for looking at; the last of them are still being looked into.
    for _ in 0..100 {
        if refused() + person.host.waiting().len() >= 450 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let waiting = person.host.waiting();
    let most = if servers == 1 { 16 } else { 256 };
    assert!(
        waiting.len() <= most && !waiting.is_empty(),
        "{} wait",
        waiting.len()
    );
    let refused = refused();
    assert!(
        refused + waiting.len() >= 450,
        "{refused} were refused at once, {} wait",
        waiting.len()
    );
    // One no to all of a server is enough for each of them.
    for id in &ids {
        let first = person
            .host
            .waiting()
            .into_iter()
            .find(|request| request.server.id == *id);
        if let Some(request) = first {
            person.host.attend(&request.id, &request.nonce)?;
        }
    }
    if let Some(request) = person.host.waiting().first().cloned() {
        person.answers(&request, Answer::DenyAllFromServer {}).await;
    }
    let end = format!("{} waited, {refused} were refused at once", waiting.len());
    Ok((status("VmHWM:").saturating_sub(before), end))
}

async fn cost(flood: &Flood) -> Anything<Cost> {
    let person = TestUser::new().await;
    let quiet = person.has("Quiet", json!({"tools": ["y"]})).await;
    let long = json!({"text": "x".repeat(limits::FRAME_BYTES - 1_024)});
    for (times, arguments) in [(LONG_BEFORE, long), (SHORT_BEFORE, nothing())] {
        for _ in 0..times {
            person.calls(&quiet, "y", arguments.clone()).await;
        }
    }
    let (mut flooded, mut plain) = (Vec::new(), Vec::new());
    if let Some(servers) = match flood.name {
        "f25-one" => Some(1),
        "f25-fifty" => Some(50),
        _ => None,
    } {
        let (grew, end) = crowd(&person, &quiet, servers, &mut flooded).await?;
        return Ok(Cost {
            grew,
            flooded,
            plain,
            end,
        });
    }
    let script = (flood.script)();
    let file = person.path("script.json");
    let mut draft = with_script("Loud", &script, &file)?;
    if flood.name == "f24-taken" {
        draft.limits.message_mib = 256;
    }
    std::fs::write("/proc/self/clear_refs", "5")?;
    let before = status("VmRSS:");
    let id = person.adds(draft).await;
    person
        .sees_within(&id, Phase::Ready, Duration::from_secs(120))
        .await;
    let tool = if flood.name == "f21-bombs" { "good" } else { "x" };
    let rounds = if flood.slower.is_some() { 3 } else { 1 };
    let mut end = String::new();
    for _ in 0..rounds {
        let call = person.begins(&id, tool, nothing()).await;
        let over = async {
            tokio::time::timeout(Duration::from_secs(300), person.host.finished_call(&call.id))
                .await
                .unwrap_or_else(|_| panic!("{} never ended", flood.name))
        };
        let ended = meanwhile(&person, &quiet, over, &mut flooded).await?;
        end = ended
            .problem
            .map_or_else(|| "done".to_owned(), |problem| problem.code);
        if flood.slower.is_some() {
            meanwhile(&person, &quiet, thrown_away(&script), &mut plain).await?;
        }
    }
    if flood.name == "f21-bombs" {
        let tools = person.host.tools(&id, "")?;
        for entry in &tools.tools {
            let bomb = json!({"a": "a".repeat(30_000)});
            let begun = Instant::now();
            _ = person.host.check_arguments(&id, &entry.name, bomb).await;
            let took = begun.elapsed();
            assert!(took < Duration::from_secs(5), "{} took {took:?}", entry.name);
        }
        end = format!(
            "{} are listed, {} left out",
            tools.tools.len(),
            tools.excluded.len()
        );
    }
    if flood.name == "f19-tools" {
        let tools = person.host.tools(&id, "")?;
        end = format!(
            "{} are listed, {} more are counted",
            tools.total, tools.beyond_limit
        );
        assert!(tools.total <= 10_000 && tools.beyond_limit > 0, "{end}");
    }
    Ok(Cost {
        grew: status("VmHWM:").saturating_sub(before),
        flooded,
        plain,
        end,
    })
}

/// The value below which this share of them lies.
fn at(times: &mut [f64], share: f64) -> f64 {
    times.sort_by(f64::total_cmp);
    let place = (times.len() as f64 * share) as usize;
    times
        .get(place.min(times.len().saturating_sub(1)))
        .copied()
        .unwrap_or_default()
}

/// Starts itself for one flood and reads what it says. The sentence about it, and whether it kept its limits.
fn judged(flood: &Flood) -> Anything<(String, bool)> {
    let output = std::process::Command::new(std::env::current_exe()?)
        .args(["floods", "--one", flood.name])
        .output()?;
    if !output.status.success() {
        return Err(format!("{}: {}", flood.name, String::from_utf8_lossy(&output.stderr)).into());
    }
    let mut cost: Cost = serde_json::from_slice(&output.stdout)?;
    let mut kept = cost.grew <= flood.mib;
    let mut words = format!(
        "{:18} {}: {}. {} MiB more (limit {})",
        flood.name, flood.what, cost.end, cost.grew, flood.mib
    );
    let (calls, plain) = (cost.flooded.len(), cost.plain.len());
    if calls > 0 {
        let (half, most) = (at(&mut cost.flooded, 0.5), at(&mut cost.flooded, 0.99));
        words += &format!(". {calls} calls of another server: p50 {half:.0} µs, p99 {most:.0} µs");
        if let (Some(slower), true) = (flood.slower, plain > 0) {
            let (plain_half, plain_most) = (at(&mut cost.plain, 0.5), at(&mut cost.plain, 0.99));
            words += &format!(
                "; beside the same flood not read {plain_half:.0} and {plain_most:.0} µs: × {:.2}",
                most / plain_most
            );
            kept &= cfg!(debug_assertions) || calls < 200 || most / plain_most <= slower;
        }
    }
    Ok((words, kept))
}

pub(crate) fn run(named: &[&str]) -> Anything<()> {
    let known = |name: &str| FLOODS.iter().find(|flood| flood.name == name);
    if let ["--one", name] = named {
        let flood = known(name).ok_or("there is no such flood")?;
        let cost = runtime()?.block_on(cost(flood))?;
        println!("{}", serde_json::to_string(&cost)?);
        return Ok(());
    }
    if let Some(unknown) = named.iter().find(|name| known(name).is_none()) {
        let names: Vec<&str> = FLOODS.iter().map(|flood| flood.name).collect();
        return Err(format!("There is no flood “{unknown}”. There are: {}.", names.join(", ")).into());
    }
    let mut failed = 0;
    for flood in FLOODS {
        if !named.is_empty() && !named.contains(&flood.name) {
            continue;
        }
        let (words, kept) = judged(flood)?;
        println!("{words}{}", if kept { "" } else { "  OVER ITS LIMIT" });
        failed += usize::from(!kept);
    }
    match failed {
        0 => Ok(()),
        _ => Err(format!("{failed} over their limits").into()),
    }
}
