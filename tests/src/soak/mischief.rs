//! The servers of a soak and what happens to them.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use portcullis_host::{
    Code, Error, Host, limits,
    view::{Answer, CallState, Endpoint, Phase},
};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::{
    alone, programs,
    random::Random,
    test_user::{by_hand, by_model, command, draft, nothing, program},
};

/// Servers of each kind: hostile, quick and well behaved, and the built-in demo.
const HOSTILE: usize = 12;
const ECHO: usize = 6;
const DEMO: usize = 2;

/// Lines that `announce` and `wordy` send at once.
const ANNOUNCED: usize = 5_000;
/// So often called, `wordy` has sent as many lines, and more bytes, than a log keeps.
const FILLS_A_LOG: u64 = (limits::LOG_LINES / ANNOUNCED) as u64 + 1;

/// What was done so far.
#[derive(Debug, Default)]
pub struct Tally {
    /// Calls that ended.
    pub calls: AtomicU64,
    /// Of them, with a result of the tool.
    pub done: AtomicU64,
    /// Faults: calls of tools that misbehave, servers killed, turned off or started again.
    pub faults: AtomicU64,
    /// What the host refused that must work.
    pub surprises: AtomicU64,
}

impl Tally {
    /// In words.
    #[must_use]
    pub fn sentence(&self) -> String {
        let number = |count: &AtomicU64| count.load(Ordering::Relaxed);
        format!(
            "{} calls, {} of them done, {} faults, {} surprises",
            number(&self.calls),
            number(&self.done),
            number(&self.faults),
            number(&self.surprises)
        )
    }

    fn count(count: &AtomicU64) {
        count.fetch_add(1, Ordering::Relaxed);
    }
}

/// Tools that misbehave, and how.
pub(crate) fn mischief() -> Vec<(&'static str, Value)> {
    vec![
        ("leave", json!([{"exit": 0}])),
        ("fail", json!([{"exit": 1}])),
        ("crash", json!([{"die_of": "SEGV"}])),
        ("hang", json!(["no_reply"])),
        ("junk", json!([{"banner": "this is no message"}])),
        ("half", json!([{"malformed": "half_json"}])),
        ("odd", json!([{"malformed": "string_error_code"}])),
        ("deep", json!([{"malformed": "too_deep"}])),
        ("twice", json!(["duplicate_reply"])),
        ("nobody", json!(["unknown_id"])),
        (
            "announce",
            json!([{"flood": {"method": "notifications/message", "n": ANNOUNCED, "params": {"level": "info", "data": "$n"}}}]),
        ),
        (
            "wordy",
            json!([{"flood": {"method": "notifications/message", "n": ANNOUNCED,
                "params": {"level": "info", "data": "x".repeat(250)}}}]),
        ),
        (
            "restless",
            json!([{"flood": {"method": "notifications/tools/list_changed", "n": 500}}]),
        ),
        ("progress", json!([{"progress": {"n": 200, "interval_ms": 5}}])),
        ("loud", json!([{"stderr_flood": 2_000_000}])),
        ("large", json!([{"text_bytes": 1_000_000}])),
        ("too_large", json!([{"oversized_mib": 17}])),
        ("endless", json!([{"unended": 18_000_000}])),
        ("mute", json!(["close_stdout"])),
        ("deaf", json!(["close_stdin"])),
        ("picture", json!(["image"])),
        ("stubborn", json!(["ignore_term", "ignore_eof"])),
    ]
}

/// The host and its servers.
pub struct House {
    host: Host,
    tally: Arc<Tally>,
    hostile: Vec<String>,
    tame: Vec<String>,
}

impl House {
    /// Adds all servers; those that are there already stay.
    ///
    /// # Errors
    /// What the host says.
    pub async fn new(host: Host, tally: Arc<Tally>) -> Result<Self, Error> {
        let (mut hostile, mut tame) = (Vec::new(), Vec::new());
        let all = mischief();
        let names: Vec<&str> = all.iter().map(|(name, _)| *name).chain(["plain"]).collect();
        let calls: serde_json::Map<String, Value> = all
            .iter()
            .map(|(name, steps)| ((*name).to_owned(), steps.clone()))
            .collect();
        for number in 1..=HOSTILE {
            let era = ["legacy", "modern", "both"][number % 3];
            let script = json!({"era": era, "tools": names, "calls": calls});
            let draft = program(&format!("Hostile {number}"), script);
            hostile.push(alone::server(&host, draft).await?);
        }
        let echo = programs::beside("echo_server").to_string_lossy().into_owned();
        for number in 1..=ECHO {
            let draft = command(&format!("Echo {number}"), &echo, Vec::new());
            tame.push(alone::server(&host, draft).await?);
        }
        for number in 1..=DEMO {
            let draft = draft(&format!("Demo {number}"), Endpoint::Demo {});
            tame.push(alone::server(&host, draft).await?);
        }
        Ok(Self {
            host,
            tally,
            hostile,
            tame,
        })
    }

    /// Fills what is kept of each server's messages and lines, so that what grows after it grows without end.
    ///
    /// # Errors
    /// What the host says.
    pub async fn fill(&self) -> Result<(), Error> {
        let kept = u64::try_from(limits::FRAMES_BYTES / limits::FRAME_BYTES).unwrap_or_default();
        let fill = |server: String, tool: &'static str, arguments: Value, times: u64| async move {
            alone::becomes(&self.host, &server, Phase::Ready).await?;
            for _ in 0..times {
                let call = self
                    .host
                    .start_call(by_hand(&server, tool, arguments.clone()))
                    .await?;
                self.host.finished_call(&call.id).await?;
            }
            Ok::<_, Error>(())
        };
        for server in &self.hostile {
            fill(server.clone(), "large", nothing(), kept + 8).await?;
            fill(server.clone(), "wordy", nothing(), FILLS_A_LOG).await?;
        }
        for server in self.tame.iter().take(ECHO) {
            let long = json!({"text": "x".repeat(limits::FRAME_BYTES - 1_024)});
            fill(server.clone(), "echo", long, kept / 2 + 8).await?;
        }
        Ok(())
    }

    /// Everything goes on until what is given back is dropped.
    #[must_use]
    pub fn act(self, seed: u64) -> JoinSet<()> {
        let house = Arc::new(self);
        let mut acting = JoinSet::new();
        for hand in 0..3 {
            let (house, random) = (Arc::clone(&house), Random::new(seed + hand));
            acting.spawn(async move { house.call_again_and_again(random).await });
        }
        let (model, random) = (Arc::clone(&house), Random::new(seed + 10));
        acting.spawn(async move { model.ask_again_and_again(random).await });
        let (talk, random) = (Arc::clone(&house), Random::new(seed + 20));
        acting.spawn(async move { talk.talk_again_and_again(random).await });
        let (trouble, random) = (Arc::clone(&house), Random::new(seed + 30));
        acting.spawn(async move { trouble.trouble_again_and_again(random).await });
        acting.spawn(async move { house.revive_again_and_again().await });
        acting
    }

    /// Whether a server could be called now.
    fn ready(&self, server: &str) -> bool {
        let found = self.host.server(server);
        found.is_ok_and(|found| found.summary.state.phase == Phase::Ready)
    }

    async fn call_again_and_again(&self, mut random: Random) {
        loop {
            tokio::time::sleep(Duration::from_millis(80 + random.below(500))).await;
            let tame = random.chance(50);
            let server = random.one(if tame { &self.tame } else { &self.hostile }).clone();
            if !self.ready(&server) {
                continue;
            }
            let tools = self.host.tools(&server, "");
            let names: Vec<String> = tools.map_or_else(
                |_| Vec::new(),
                |list| list.tools.into_iter().map(|tool| tool.name).collect(),
            );
            if names.is_empty() {
                continue;
            }
            // What ends a server is tried less often than what it survives.
            let tool = match () {
                () if tame || random.chance(50) => names[0].clone(),
                () => random.one(&names).clone(),
            };
            let arguments = match tool.as_str() {
                "echo" => json!({"text": "x".repeat(random.below(2_000) as usize)}),
                _ => nothing(),
            };
            if !tame {
                Tally::count(&self.tally.faults);
            }
            let Ok(call) = self.host.start_call(by_hand(&server, &tool, arguments)).await else {
                continue;
            };
            // Nobody waits for ever for a tool that hangs.
            let patience = Duration::from_millis(if tame { 30_000 } else { 500 + random.below(4_000) });
            let ended = tokio::time::timeout(patience, self.host.finished_call(&call.id)).await;
            let ended = match ended {
                Ok(ended) => ended,
                Err(_) => {
                    // It may have ended at this very moment.
                    _ = self.host.cancel_call(&call.id);
                    self.host.finished_call(&call.id).await
                }
            };
            Tally::count(&self.tally.calls);
            match ended {
                Ok(call) if matches!(call.state, CallState::Done | CallState::ToolError) => {
                    Tally::count(&self.tally.done);
                }
                Ok(call) if tame => {
                    // It may have been killed or started again at this moment.
                    let code = call.problem.map_or_else(String::new, |problem| problem.code);
                    if !code.starts_with("server.") && !code.starts_with("transport.") {
                        eprintln!("a call of “{server}” did not work: {code}");
                        Tally::count(&self.tally.surprises);
                    }
                }
                Ok(_) | Err(_) => {}
            }
        }
    }

    /// A model asks, a person answers now and then.
    async fn ask_again_and_again(&self, mut random: Random) {
        loop {
            tokio::time::sleep(Duration::from_millis(500 + random.below(3_000))).await;
            let server = random.one(&self.tame).clone();
            if !self.ready(&server) {
                continue;
            }
            let wanted = by_model("talk", &server, "echo", json!({"text": "a model wants this"}));
            let Ok(call) = self.host.start_call(wanted).await else {
                continue;
            };
            let Some(request) = alone::question(&self.host, &call).await else {
                continue;
            };
            // What nobody answers is taken back, as when a person stops the model.
            let answered = match random.below(4) {
                0 => {
                    _ = self.host.cancel_call(&call.id);
                    Ok(())
                }
                _ => alone::answers(&self.host, &request, Answer::AllowOnce {}).await,
            };
            // What is asked about goes with its server.
            if let Err(error) = answered
                && error.code != Code::ConsentStale
            {
                eprintln!("an answer about “{server}” did not count: {error}");
                Tally::count(&self.tally.surprises);
            }
            _ = self.host.finished_call(&call.id).await;
            Tally::count(&self.tally.calls);
        }
    }

    /// Conversations come and go.
    async fn talk_again_and_again(&self, mut random: Random) {
        loop {
            tokio::time::sleep(Duration::from_millis(2_000 + random.below(4_000))).await;
            if let Err(error) = self.talk().await {
                eprintln!("a conversation did not work: {error}");
                Tally::count(&self.tally.surprises);
            }
        }
    }

    async fn talk(&self) -> Result<(), Error> {
        let conversation = self.host.create_conversation().await?.summary.id;
        self.host.say(&conversation, "These are some words.").await?;
        while self.host.conversation(&conversation).await?.summary.busy {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        self.host.delete_conversation(&conversation).await
    }

    /// Servers are killed, turned off and on, and started again.
    async fn trouble_again_and_again(&self, mut random: Random) {
        loop {
            tokio::time::sleep(Duration::from_millis(3_000 + random.below(6_000))).await;
            let all: Vec<&String> = self.hostile.iter().chain(&self.tame).collect();
            let server = (*random.one(&all)).clone();
            Tally::count(&self.tally.faults);
            let done = match random.below(3) {
                0 => {
                    if let Some(pid) = self.host.server(&server).ok().and_then(|server| server.pid) {
                        kill(pid);
                    }
                    Ok(())
                }
                1 => {
                    let off = self.host.set_enabled(&server, false).await;
                    tokio::time::sleep(Duration::from_millis(200 + random.below(800))).await;
                    off.and(self.host.set_enabled(&server, true).await)
                }
                _ => self.host.restart_server(&server).await,
            };
            if let Err(error) = done {
                eprintln!("“{server}” could not be turned: {error}");
                Tally::count(&self.tally.surprises);
            }
        }
    }

    /// What failed for good is started again, as a person would.
    async fn revive_again_and_again(&self) {
        loop {
            tokio::time::sleep(Duration::from_secs(3)).await;
            for server in self.hostile.iter().chain(&self.tame) {
                let stopped = self
                    .host
                    .server(server)
                    .is_ok_and(|found| found.summary.state.phase == Phase::Stopped);
                // It may have been turned off at this moment, which is no surprise.
                if stopped {
                    _ = self.host.restart_server(server).await;
                }
            }
        }
    }
}

/// Ends a process at once. One that is gone already is what was wanted.
fn kill(pid: u32) {
    let pid = i32::try_from(pid).ok().and_then(rustix::process::Pid::from_raw);
    if let Some(pid) = pid {
        _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
    }
}
