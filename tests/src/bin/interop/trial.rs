//! One thing after the other is tried at a server; each leaves a few words.

use crate::yes::Questions;
use crate::{Anything, Call, Description};
use portcullis_host::Host;
use portcullis_host::host::{CallRequest, Caller};
use portcullis_host::view::{
    Block, CallState, CallView, CompletionOf, Frame, FrameDirection, LogLevel, Phase,
};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// How long one try may take; more than any of them needs.
const PATIENCE: Duration = Duration::from_secs(20);
/// The reference servers say every five seconds that a resource changed.
const NEXT_CHANGE: Duration = Duration::from_secs(7);
const PAUSE: Duration = Duration::from_millis(10);

/// A host with one server.
pub struct Trial {
    pub host: Host,
    pub id: String,
    pub folder: String,
    pub asked: Questions,
    /// What is found, by column.
    pub found: Map<String, Value>,
}

/// Looks until there is something to see, within [`PATIENCE`].
pub async fn within<T>(mut look: impl FnMut() -> Option<T>) -> Option<T> {
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        if let Some(seen) = look() {
            return Some(seen);
        }
        tokio::time::sleep(PAUSE).await;
    }
    None
}

impl Trial {
    /// Tries everything that the server offers.
    pub async fn all(&mut self, described: &Description) -> Anything<()> {
        self.connect().await?;
        let detail = self.host.server(&self.id)?;
        let offers = |name: &str| detail.capabilities.iter().any(|offered| offered == name);

        if described.asks_for_roots_at_once {
            within(|| (self.questions("roots") > 0).then_some(())).await;
            // Time for the server to read the answer.
            tokio::time::sleep(Duration::from_millis(300)).await;
        }
        let listed = self.host.tools(&self.id, "")?;
        let called = self.call(&described.call).await;
        let listing = format!("{}, `{}` called", listed.tools.len(), described.call.tool);
        self.note("tools", unless(listing, called));
        let has = |call: &&Call| listed.tools.iter().any(|tool| tool.name == call.tool);
        if let Some(call) = described.progress.as_ref().filter(has) {
            let before = self.received("notifications/progress")?;
            let ended = self.call(call).await;
            let told = self.received("notifications/progress")? - before;
            self.note("progress", unless(format!("{told} received"), ended));
        }
        if offers("resources") {
            let text = self.resources(described).await.unwrap_or_else(why);
            self.note("resources", text);
        }
        if offers("prompts") {
            let text = self.prompts().await.unwrap_or_else(why);
            self.note("prompts", text);
        }
        if offers("completions") {
            let text = self.completion().await.unwrap_or_else(why);
            self.note("completion", text);
        }
        if detail.takes_log_level {
            let set = self.host.set_log_level(&self.id, Some(LogLevel::Debug)).await;
            let text = set.map_or_else(|error| why(error.into()), |()| "set".to_owned());
            self.note("log level", text);
        }
        for (column, kind, call) in [
            ("sampling", "sampled", &described.sampling),
            ("form", "form", &described.form),
            ("address", "link", &described.link),
            ("folders", "roots", &described.roots),
        ] {
            if let Some(call) = call.as_ref().filter(has) {
                let before = self.questions(kind);
                let ended = self.call(call).await;
                let put = match self.questions(kind) - before {
                    0 if kind == "roots" && self.questions(kind) > 0 => "told at the start",
                    0 => "not asked",
                    _ => "answered",
                };
                self.note(column, unless(put.to_owned(), ended));
            }
        }
        if described.asks_for_roots_at_once && self.questions("roots") > 0 {
            self.note("folders", "told at the start".to_owned());
        }
        if let Some(call) = described.cancel.as_ref().filter(has) {
            let text = self.cancel(call, &described.call).await.unwrap_or_else(why);
            self.note("cancel", text);
        }
        Ok(())
    }

    fn note(&mut self, column: &str, text: String) {
        self.found.insert(column.to_owned(), json!(text));
    }

    fn questions(&self, kind: &str) -> u32 {
        self.asked
            .lock()
            .map_or(0, |asked| asked.get(kind).copied().unwrap_or_default())
    }

    async fn connect(&mut self) -> Anything<()> {
        let begun = Instant::now();
        self.host.set_enabled(&self.id, true).await?;
        loop {
            let detail = self.host.server(&self.id)?;
            let state = detail.summary.state;
            match state.phase {
                Phase::Ready => {
                    let took = begun.elapsed().as_secs_f64();
                    self.note("ready", format!("{took:.2} s"));
                    self.note("revision", detail.revision.unwrap_or_default());
                    return Ok(());
                }
                Phase::Off | Phase::Starting if begun.elapsed() < PATIENCE => {
                    tokio::time::sleep(PAUSE).await;
                }
                _ => {
                    let problem = state.problem.map(|problem| problem.sentence).unwrap_or_default();
                    return Err(format!("{}: {problem}", state.words).into());
                }
            }
        }
    }

    async fn begin(&self, call: &Call) -> portcullis_host::Result<CallView> {
        let folder = |value: &Value| match value {
            Value::String(text) => json!(text.replace("{folder}", &self.folder)),
            other => other.clone(),
        };
        let arguments = call
            .arguments
            .iter()
            .map(|(name, value)| (name.clone(), folder(value)));
        self.host
            .start_call(CallRequest {
                server: self.id.clone(),
                tool: call.tool.clone(),
                arguments: Value::Object(arguments.collect()),
                by: Caller::Person,
                idle: None,
                seen: None,
            })
            .await
    }

    /// Calls a tool.
    ///
    /// # Errors
    /// In a few words, why it did not end well.
    async fn call(&self, call: &Call) -> Result<(), String> {
        let ended = async {
            let begun = self.begin(call).await?;
            self.host.finished_call(&begun.id).await
        };
        match tokio::time::timeout(PATIENCE, ended).await {
            Ok(Ok(ended)) => ending(&ended),
            Ok(Err(error)) => Err(why(error.into())),
            Err(_) => Err(format!("`{}` did not end", call.tool)),
        }
    }

    async fn resources(&self, described: &Description) -> Anything<String> {
        let list = self.host.resources(&self.id, "").await?;
        let mut text = list.total.to_string();
        let first = list.resources.first();
        if let Some(resource) = first {
            let read = self.host.read_resource(&self.id, &resource.uri, false).await?;
            text += nonempty(read.contents.len(), ", read");
        }
        if let Some(template) = list.templates.first() {
            let names = template.variables.iter().map(|variable| variable.name.clone());
            let values: BTreeMap<_, _> = names.map(|name| (name, "1".to_owned())).collect();
            let led = self.host.expand_template(&self.id, &template.template, &values)?;
            let read = self.host.read_resource(&self.id, &led.uri, false).await?;
            text += nonempty(read.contents.len(), ", template read");
        }
        if let (true, Some(resource)) = (list.can_subscribe, first) {
            self.host
                .subscribe_resource(&self.id, &resource.uri, true)
                .await?;
            if let Some(call) = &described.changes {
                self.call(call).await?;
            }
            let heard = self.hears_a_change().await?;
            self.host
                .subscribe_resource(&self.id, &resource.uri, false)
                .await?;
            text += if heard {
                ", subscribed, change heard"
            } else {
                ", subscribed"
            };
        }
        Ok(text)
    }

    async fn hears_a_change(&self) -> Anything<bool> {
        let begun = Instant::now();
        while begun.elapsed() < NEXT_CHANGE {
            if self.received("notifications/resources/updated")? > 0 {
                return Ok(true);
            }
            tokio::time::sleep(PAUSE).await;
        }
        Ok(false)
    }

    async fn prompts(&self) -> Anything<String> {
        let list = self.host.prompts(&self.id, "").await?;
        let Some(prompt) = list.prompts.first() else {
            return Ok("none listed".to_owned());
        };
        let arguments = prompt
            .arguments
            .iter()
            .map(|argument| (argument.name.clone(), "1".to_owned()));
        let fetched = self
            .host
            .get_prompt(&self.id, &prompt.name, arguments.collect())
            .await?;
        Ok(format!(
            "{}{}",
            list.total,
            nonempty(fetched.messages.len(), ", fetched")
        ))
    }

    /// Asks for suggestions for everything that can be filled in, until some come.
    async fn completion(&self) -> Anything<String> {
        let mut fields = Vec::new();
        for prompt in self.host.prompts(&self.id, "").await?.prompts {
            let names = prompt.arguments.iter().map(|argument| argument.name.clone());
            let of = CompletionOf::Prompt {
                name: prompt.name.clone(),
            };
            fields.extend(names.map(|name| (of.clone(), name)));
        }
        let mut asked = 0;
        for (of, name) in fields {
            let found = self
                .host
                .complete(&self.id, of, &name, "", BTreeMap::new())
                .await?;
            asked += 1;
            if !found.values.is_empty() {
                return Ok(found.values.len().to_string());
            }
        }
        Ok(format!("none for {asked} fields"))
    }

    async fn cancel(&self, long: &Call, next: &Call) -> Anything<String> {
        let begun = self.begin(long).await?;
        let runs = || {
            let call = self.host.call(&begun.id).ok()?;
            (call.state != CallState::Waiting && call.sent_at.is_some()).then_some(call)
        };
        let running = within(runs).await.ok_or("it was never sent")?;
        if running.state != CallState::Running {
            return Ok(unless("ended before".to_owned(), ending(&running)));
        }
        // Time for the server to begin.
        tokio::time::sleep(Duration::from_millis(300)).await;
        self.host.cancel_call(&begun.id)?;
        let ended = self.host.finished_call(&begun.id).await?;
        if ended.state != CallState::Cancelled {
            return Ok(unless("not stopped".to_owned(), ending(&ended)));
        }
        if self.call(next).await.is_ok() {
            return Ok("stopped".to_owned());
        }
        let ended = "stopped; the server ended its side with it";
        let begun = Instant::now();
        loop {
            tokio::time::sleep(PAUSE * 10).await;
            match self.call(next).await {
                Ok(()) => return Ok(format!("{ended}, and was reached again")),
                Err(why) if begun.elapsed() > PATIENCE => return Err(format!("{ended}; {why}").into()),
                Err(_) => {}
            }
        }
    }

    fn received(&self, method: &str) -> Anything<usize> {
        let frames = self.host.frames(&self.id, 0)?.frames;
        let of = |frame: &&Frame| {
            frame.direction == FrameDirection::Received && frame.method.as_deref() == Some(method)
        };
        Ok(frames.iter().filter(of).count())
    }

    /// Writes what was sent, received and logged to standard error.
    pub fn show_frames(&self) -> Anything<()> {
        for frame in self.host.frames(&self.id, 0)?.frames {
            let text = self.host.frame_text(&self.id, frame.seq)?.text;
            let text: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let text: String = text.chars().take(600).collect();
            eprintln!("{} {:?} {:?} {text}", frame.at, frame.direction, frame.kind);
        }
        let log = self.host.logs(&self.id, 0)?;
        for line in log.lines {
            eprintln!("log {:?} {}", line.source, line.text.text);
        }
        Ok(())
    }
}

fn ending(ended: &CallView) -> Result<(), String> {
    let tool = &ended.tool;
    let said = ended
        .result
        .as_ref()
        .and_then(|result| match result.blocks.first() {
            Some(Block::Text { text, .. }) => Some(text.text.chars().take(120).collect::<String>()),
            _ => None,
        });
    match (ended.state, &ended.problem) {
        (CallState::Done, _) => Ok(()),
        (CallState::ToolError, _) => Err(format!("`{tool}` says it failed: {}", said.unwrap_or_default())),
        (_, Some(problem)) => Err(format!("`{tool}`: {}", problem.sentence)),
        (state, None) => Err(format!("`{tool}`: {state:?}")),
    }
}

fn unless(text: String, ended: Result<(), String>) -> String {
    match ended {
        Ok(()) => text,
        Err(why) => format!("{text}; {why}"),
    }
}

fn why(error: Box<dyn std::error::Error>) -> String {
    error.to_string()
}

fn nonempty(number: usize, words: &'static str) -> &'static str {
    if number > 0 { words } else { ", nothing in it" }
}
