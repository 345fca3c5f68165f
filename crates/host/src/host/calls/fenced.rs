//! What a fence kept from a call: hosts that its server tried while it ran, and paths that it was given and cannot see.

use super::CallContext;
use crate::host::fence::NamedPath;
use crate::host::{Inner, locked};
use crate::limits;
use portcullis_core::Result;
use portcullis_domain::Foreign;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use std::path::PathBuf;

impl Inner {
    /// Hosts are what the fence itself saw. Paths are looked for only where the call failed: then one among its arguments that
    /// exists and is not in the fence is the likely cause, and nothing more than that.
    pub(super) async fn kept_out(
        &self,
        context: &CallContext,
        arguments: &Value,
        done: &Result<Box<RawValue>>,
    ) -> Vec<Foreign> {
        let entry = &context.entry;
        if !entry.is_fenced() {
            return Vec::new();
        }
        let Some(sent_at) = locked(&context.live.view).sent_at else {
            return Vec::new();
        };
        if failed(done) {
            // What the fence tells of a host may still be on its way.
            tokio::time::sleep(limits::FENCE_TELLS).await;
            let (mut named, now) = (Vec::new(), self.now());
            paths(arguments, &mut named);
            let inside = locked(&entry.denials).inside();
            let data = self.data_dir.clone();
            let looked = tokio::task::spawn_blocking(move || {
                let outside = named.into_iter().filter(|path| inside.hides(path));
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
        locked(&entry.denials).since(sent_at)
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn paths_of_a_call_are_found_at_any_depth_and_within_bounds() {
        let mut found = Vec::new();
        let deep = json!({"path": "/a/b", "more": [{"uri": "file:///c"}, "relative", 3], "again": "/a/b"});
        paths(&deep, &mut found);
        assert_eq!(found, [PathBuf::from("/a/b"), PathBuf::from("/c")]);
        let many: Vec<_> = (0..100).map(|number| json!(format!("/{number}"))).collect();
        paths(&Value::Array(many), &mut found);
        assert_eq!(found.len(), limits::FENCE_LOOKED_AT);
    }
}
