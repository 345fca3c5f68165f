//! What a fence kept from a call: hosts that its server tried while it ran, and paths that it was given and cannot see. What it saw
//! against the claims of the tool: hosts that were reached, and files that changed.

use super::CallContext;
use crate::host::behavior::seen_of;
use crate::host::fence::{NamedPath, own_sandbox};
use crate::host::{Entry, Inner, locked};
use crate::limits;
use portcullis_core::Result;
use portcullis_core::text::ForeignText;
use portcullis_domain::{Claim, Foreign, SeenBehavior, SeenKind, ServerDraft};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use std::path::PathBuf;
use std::sync::Arc;

impl Inner {
    /// What the fence of the server kept from a call that was sent, and what it saw against the claims of the tool. Hosts are what the
    /// fence itself saw.
    pub(super) async fn fence_saw(
        &self,
        context: &CallContext,
        arguments: &Value,
        done: &Result<Box<RawValue>>,
    ) -> (Vec<Foreign>, Vec<SeenBehavior>) {
        let entry = &context.entry;
        if !entry.is_fenced() {
            return (Vec::new(), Vec::new());
        }
        let sent = *locked(&context.live.sent);
        let sent_at = locked(&context.live.view).sent_at;
        let (Some(sent), Some(sent_at)) = (sent, sent_at) else {
            return (Vec::new(), Vec::new());
        };
        let traffic = locked(&entry.denials).traffic();
        // A server may open a connection and return at once: the call ends when it is known where that one went.
        traffic.settled(sent, limits::FENCE_SETTLES).await;
        if failed(done) {
            self.look_for_cause(entry, arguments, done).await;
        }
        let mut seen: Vec<_> = traffic.since(sent).iter().map(seen_of).collect();
        seen.sort_by(|(_, one), (_, other)| one.cmp(other));
        let mut kept_out = locked(&entry.denials).since(sent_at);
        // What was told before is told again of the call in which it happens again.
        for (_, what) in seen.iter().filter(|(kind, _)| *kind == SeenKind::Stopped) {
            let what = ForeignText::new(what.as_str()).first_line(limits::FENCE_DENIAL_CHARACTERS);
            if !kept_out.contains(&what) && kept_out.len() < limits::FENCE_DENIALS {
                kept_out.push(what);
            }
        }
        // That a tool changes files is told of one that claims not to.
        if !context.tool.claims.contains(&Claim::ReadOnly) {
            seen.retain(|(kind, _)| *kind != SeenKind::Wrote);
        }
        // Where another call of the server ran meanwhile, it cannot be told whose it is, and nothing is said. Asked only where there is
        // something to say: it looks at all calls that are kept.
        if (kept_out.is_empty() && seen.is_empty()) || self.calls.overlapped(&context.live) {
            return (kept_out, Vec::new());
        }
        let tool = ForeignText::new(context.tool.name.as_str()).first_line(limits::FENCE_DENIAL_CHARACTERS);
        locked(&entry.denials).were_during(&kept_out, &tool);
        let against_claims = self.keep_behavior(entry, &context.tool, seen).await;
        // The result is given also where this cannot be stored.
        let against_claims = against_claims.unwrap_or_else(|error| {
            tracing::error!(%error, "what was seen during a call was not kept");
            Vec::new()
        });
        (kept_out, against_claims)
    }

    /// Paths are looked for only where the call failed: then one among its arguments that exists and is not in the fence is the
    /// likely cause, and nothing more than that.
    async fn look_for_cause(&self, entry: &Arc<Entry>, arguments: &Value, done: &Result<Box<RawValue>>) {
        if says_no_sandbox(done) && may_be_given_a_sandbox(&entry.row().draft) {
            self.keeps_out(entry, own_sandbox(self.now()));
        }
        // What the fence tells of a host may still be on its way.
        tokio::time::sleep(limits::FENCE_TELLS).await;
        let (mut named, now) = (Vec::new(), self.now());
        paths(arguments, &mut named);
        let visible = locked(&entry.denials).visible_paths();
        let data = self.data_dir.clone();
        let looked = tokio::task::spawn_blocking(move || {
            let outside = named.into_iter().filter(|path| visible.hides(path));
            outside
                .map(|path| NamedPath::look(path, &data))
                .collect::<Vec<_>>()
        });
        // A folder of a network that hangs keeps no result waiting.
        match tokio::time::timeout(limits::FENCE_LOOK, looked).await {
            Ok(Ok(found)) => {
                for path in found {
                    self.keeps_out(entry, path.denial(now));
                }
            }
            Ok(Err(error)) => tracing::error!(%error, "the look at the paths of a call ended early"),
            Err(_) => tracing::warn!("the paths of a call were not looked at in time"),
        }
    }
}

/// The tool says so, or the call has no result.
fn failed(done: &Result<Box<RawValue>>) -> bool {
    #[derive(Deserialize)]
    struct Marked {
        #[serde(rename = "isError", default)]
        is_error: bool,
    }
    match done {
        Err(_) => true,
        // What a tool says of its failure is short.
        Ok(raw) => {
            raw.get().len() <= limits::RESULT_IN_PLACE
                && serde_json::from_str::<Marked>(raw.get()).is_ok_and(|marked| marked.is_error)
        }
    }
}

/// Words of Chromium where it can build no sandbox, of which Playwright passes on some, and those of Puppeteer where the browser ended
/// before the first thing that was asked of it.
const NO_SANDBOX: [&str; 4] = [
    "No usable sandbox!",
    "Failed to move to new namespace",
    "Chromium sandboxing failed!",
    "(Target.setDiscoverTargets): Target closed",
];

fn says_no_sandbox(done: &Result<Box<RawValue>>) -> bool {
    let text = match done {
        Ok(raw) => raw.get(),
        Err(error) => error
            .said
            .as_ref()
            .map_or(error.sentence.as_str(), |said| &said.text),
    };
    NO_SANDBOX.iter().any(|words| text.contains(words))
}

/// An engine gives a container none.
fn may_be_given_a_sandbox(draft: &ServerDraft) -> bool {
    draft.fence.as_ref().is_some_and(|fence| !fence.nested)
        && !portcullis_install::is_container(&draft.endpoint)
}

/// Whether an absolute path is among the arguments.
pub(in crate::host) fn names_path(arguments: &Value) -> bool {
    let mut found = Vec::new();
    paths(arguments, &mut found);
    !found.is_empty()
}

/// Absolute paths among the arguments, at any depth.
fn paths(value: &Value, found: &mut Vec<PathBuf>) {
    if found.len() >= limits::FENCE_LOOKED_AT {
        return;
    }
    match value {
        Value::String(text) => {
            let text = text.strip_prefix("file://").unwrap_or(text);
            let path = match (text.strip_prefix("~/"), std::env::home_dir()) {
                (Some(rest), Some(home)) => home.join(rest),
                _ => PathBuf::from(text),
            };
            if path.is_absolute() && text.len() <= limits::ROOT_PATH && !found.contains(&path) {
                found.push(path);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| paths(value, found)),
        Value::Object(fields) => fields.values().for_each(|value| paths(value, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) => (),
    }
}

// A path of Linux is not absolute on Windows, where there is no fence either.
#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use serde_json::json;

    // Proves S-68.
    #[test]
    fn a_browser_without_a_sandbox_is_known_by_its_words_and_asked_about_once() {
        let result = |text: &str| {
            let result = json!({"content": [{"type": "text", "text": text}], "isError": true});
            Ok(serde_json::value::to_raw_value(&result).expect("JSON"))
        };
        // As `@playwright/mcp` 0.0.83 and `chrome-devtools-mcp` 1.11.0 say it.
        for text in [
            "### Error\nError: async initializeServer: Target page, context or browser has been closed\nBrowser logs:\nChromium sandboxing failed!",
            "[14:14:1128/041307.127653:ERROR:content/browser/zygote_host/zygote_host_impl_linux.cc:130] No usable sandbox! If this is",
            "Protocol error (Target.setDiscoverTargets): Target closed\nCause: ",
        ] {
            assert!(says_no_sandbox(&result(text)), "{text}");
        }
        for text in ["", "Chromium distribution 'chrome' is not found", "Target closed"] {
            assert!(!says_no_sandbox(&result(text)), "{text}");
        }
        let command = |program: &str, arguments: &[&str]| portcullis_domain::Endpoint::Command {
            program: program.to_owned(),
            arguments: arguments.iter().map(|it| (*it).to_owned()).collect(),
            folder: None,
        };
        let fenced = |endpoint, nested| ServerDraft {
            fence: Some(portcullis_domain::FenceGrants {
                nested,
                ..portcullis_domain::FenceGrants::default()
            }),
            ..ServerDraft::unfenced("Browser", endpoint)
        };
        let npx = || command("npx", &["-y", "@playwright/mcp"]);
        assert!(may_be_given_a_sandbox(&fenced(npx(), false)));
        assert!(!may_be_given_a_sandbox(&fenced(npx(), true)), "it is allowed");
        assert!(!may_be_given_a_sandbox(&ServerDraft::unfenced("Browser", npx())));
        let container = command("docker", &["run", "-i", "--rm", "mcp/playwright"]);
        assert!(!may_be_given_a_sandbox(&fenced(container, false)));
    }

    #[test]
    fn paths_of_a_call_are_found_at_any_depth_and_within_bounds() {
        let mut found = Vec::new();
        let deep = json!({"path": "/a/b", "more": [{"uri": "file:///c"}, "relative", 3], "again": "/a/b"});
        paths(&deep, &mut found);
        assert_eq!(found, [PathBuf::from("/a/b"), PathBuf::from("/c")]);
        assert!(names_path(&deep) && !names_path(&json!({"more": ["relative", 3]})));
        let many: Vec<_> = (0..100).map(|number| json!(format!("/{number}"))).collect();
        paths(&Value::Array(many), &mut found);
        assert_eq!(found.len(), limits::FENCE_LOOKED_AT);
    }
}
