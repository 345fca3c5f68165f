//! A conversation as JSON.

use super::ConversationWriter;
use portcullis_core::text;
use portcullis_domain::{Compaction, HeldState, Message, Part, Problem};
use serde_json::{Value, json};

impl ConversationWriter<'_> {
    pub(super) fn json_summary(&self, mark: &Compaction) -> Value {
        json!({
            "after": mark.after,
            "messages": mark.messages,
            "model": self.line(&mark.model),
            "at": mark.at,
            "automatic": mark.automatic,
            "text": self.lines(&mark.summary),
        })
    }

    pub(super) fn json(&self, message: &Message) -> Value {
        let parts: Vec<_> = message.parts.iter().map(|part| self.json_part(part)).collect();
        json!({
            "number": message.seq,
            "follows": message.parent,
            "speaker": message.speaker,
            "model": message.by.as_ref().map(|by| self.line(&by.model)),
            "at": message.at,
            "whole": !message.streaming,
            "parts": parts,
        })
    }

    fn json_part(&self, part: &Part) -> Value {
        match part {
            Part::Words { text } => json!({"kind": "words", "text": self.lines(text)}),
            Part::Thought { text } => json!({"kind": "thought", "text": self.lines(text)}),
            Part::Stopped {} => json!({"kind": "stopped"}),
            Part::Trouble { problem, call } => json!({
                "kind": "trouble",
                "problem": self.json_problem(problem),
                "call": call.as_ref().map(|call| json!({
                    "tool": self.line(&call.tool.text),
                    "arguments": self.lines(&call.arguments.text),
                })),
            }),
            Part::Quoted {
                server_label,
                source,
                shown,
                role,
                text,
                left_out,
                ..
            } => json!({
                "kind": "quoted",
                "server": self.line(server_label),
                "source": source,
                "name": self.line(&shown.text),
                "role": role,
                "text": self.lines(&text.text),
                "left_out": left_out,
            }),
            Part::Call { call } => {
                let detail = call.record.and_then(|seq| self.rows.get(&seq));
                let sent = detail.and_then(|detail| detail.sent.as_ref());
                // The record has it as JSON, unless it was too long.
                let arguments = sent.map(|sent| {
                    serde_json::from_str(&sent.text).unwrap_or_else(|_| Value::from(sent.text.as_str()))
                });
                json!({
                    "kind": "call",
                    "server": self.line(&call.server_label),
                    "tool": self.line(&call.tool),
                    "arguments": arguments.map(|arguments| self.seen(&arguments)),
                    "state": call.state,
                    "came_back": detail
                        .and_then(|detail| detail.came_back.as_ref())
                        .or(call.outcome.as_ref())
                        .map(|text| self.lines(text)),
                    "problem": call.problem.as_ref().map(|problem| self.json_problem(problem)),
                    "operation": call.record,
                    "asked_at": call.asked_at,
                    "ended_at": call.ended_at,
                })
            }
            Part::File { file } => json!({
                "kind": "file",
                "name": self.line(&file.name.text),
                "type": self.line(&file.mime),
                "bytes": file.bytes,
                "sha256": file.digest,
                "text": file.text.as_ref().map(|text| self.lines(&text.text)),
            }),
            Part::Made { file } => json!({
                "kind": "made",
                "name": self.line(&file.name.text),
                "type": self.line(&file.mime),
                "bytes": file.bytes,
                "sha256": file.digest,
            }),
            Part::Held { held } => json!({
                "kind": "held",
                "state": held.state,
                "given": (held.state == HeldState::Changed).then(|| self.lines(&held.text)),
                "reason": held.reason.as_ref().map(|reason| self.lines(reason)),
            }),
            Part::Search { query, found, remark } => json!({
                "kind": "search",
                "query": self.line(&query.text),
                "found": self.names(found),
                "remark": remark.as_ref().map(|remark| self.line(remark)),
            }),
        }
    }

    fn json_problem(&self, problem: &Problem) -> Value {
        json!({
            "code": problem.code,
            "sentence": self.lines(&problem.sentence),
            "said": problem.said.as_ref().map(|said| self.lines(&said.text)),
        })
    }

    /// A value without secrets in which nothing hides.
    fn seen(&self, value: &Value) -> Value {
        fn visible(value: Value) -> Value {
            match value {
                Value::String(text) => Value::String(text::escape(&text).text),
                Value::Array(items) => Value::Array(items.into_iter().map(visible).collect()),
                Value::Object(members) => Value::Object(
                    members
                        .into_iter()
                        .map(|(key, value)| (text::escape_line(&key).text, visible(value)))
                        .collect(),
                ),
                other => other,
            }
        }
        visible(self.redactor.value(value))
    }
}
