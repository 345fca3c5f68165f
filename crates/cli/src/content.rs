//! What servers give back, for reading and as JSON.

use crate::failure::{CliFailure, ExitCode};
use crate::output::{self, remark};
use crate::session::CommandContext;
use portcullis_api::{Block, CallResult, CallState, CallView, Payload, Problem};
use portcullis_host::Host;
use portcullis_l10n::{say, size};
use serde_json::Value;

/// What a call came to.
pub fn show_call(session: &CommandContext, call: &CallView) -> Result<(), CliFailure> {
    let unfit = call
        .result
        .as_ref()
        .filter(|result| result.matches_schema == Some(false));
    let exit = match call.state {
        CallState::Done if unfit.is_some() => ExitCode::Failed,
        CallState::Done => ExitCode::Done,
        CallState::Refused => ExitCode::Refused,
        _ => ExitCode::Failed,
    };
    if session.output.json {
        print_document(session, call);
    } else if let Some(result) = &call.result {
        let words = words(&session.host, result)?;
        output::print(&portcullis_core::text::escape(&words).text);
    }
    if let Some(problem) = &call.problem {
        remark(&output::sentence(problem));
    } else if call.state == CallState::ToolError {
        remark(&say!("tool-failed", tool = call.tool));
    }
    if let Some(result) = unfit {
        let is_missing = result.structured.is_none() && result.structured_whole.is_none();
        match result.mismatch.first().filter(|_| is_missing) {
            Some(issue) => remark(&issue.message),
            None => remark(&say!("result-unfit")),
        }
    }
    match exit {
        ExitCode::Done => Ok(()),
        exit => Err(CliFailure::silent(exit)),
    }
}

/// Prints a call as it is now, for a program.
pub fn print_document(session: &CommandContext, call: &CallView) {
    output::print(&output::json(&document(session, call)));
}

/// Prints why there is no call, with the fields of one: all `null` but for the problem.
pub fn print_no_call(problem: &Problem) {
    let call = CallView {
        problem: Some(problem.clone()),
        ..CallView::default()
    };
    let mut document = serde_json::to_value(call).unwrap_or_default();
    if let Value::Object(fields) = &mut document {
        for (name, value) in fields.iter_mut() {
            if name != "problem" {
                *value = Value::Null;
            }
        }
        fields.insert("reply".to_owned(), Value::Null);
    }
    output::print(&output::json(&document));
}

/// A call as one document, the same for every end: without a result `result` and `reply` are `null`.
fn document(session: &CommandContext, call: &CallView) -> Value {
    let mut document = match &call.result {
        Some(result) => with_reply(session, call, &result.raw),
        None => serde_json::to_value(call).unwrap_or_default(),
    };
    if let Value::Object(fields) = &mut document {
        fields.entry("reply").or_insert(Value::Null);
    }
    document
}

/// A result for reading: its blocks, or its structured content when there is no block.
fn words(host: &Host, result: &CallResult) -> Result<String, CliFailure> {
    let mut parts = Vec::new();
    for found in &result.blocks {
        parts.push(block(host, found)?);
    }
    if result.more_blocks > 0 {
        parts.push(say!("more-blocks", count = result.more_blocks));
    }
    if parts.is_empty() {
        match (&result.structured, &result.structured_whole) {
            (Some(structured), _) => parts.push(output::json(structured)),
            (None, Some(whole)) => parts.push(whole_text(host, &whole.handle)?),
            (None, None) => {}
        }
    }
    Ok(parts.join("\n"))
}

/// A document with the whole reply: handles mean nothing once this process has ended.
pub fn with_reply(session: &CommandContext, document: &impl serde::Serialize, raw: &Payload) -> Value {
    let mut document = serde_json::to_value(document).unwrap_or_default();
    if let Ok(raw) = session.host.payload(&raw.handle)
        && let Value::Object(fields) = &mut document
    {
        fields.insert(
            "reply".to_owned(),
            serde_json::from_slice(&raw).unwrap_or_default(),
        );
    }
    document
}

/// One block for reading.
pub fn block(host: &Host, block: &Block) -> Result<String, CliFailure> {
    Ok(match block {
        Block::Text { text, whole, .. } => match whole {
            Some(whole) => whole_text(host, &whole.handle)?,
            None => text.text.clone(),
        },
        Block::Image { mime, data } | Block::Audio { mime, data } => {
            say!("content-bytes", mime, size = size(data.bytes))
        }
        Block::Link { uri, name, .. } => say!("content-link", name = name.text, uri = uri.text),
        Block::Resource {
            uri,
            text,
            whole,
            bytes,
            ..
        } => match (text, whole) {
            (Some(_), Some(whole)) => whole_text(host, &whole.handle)?,
            (Some(text), None) => text.text.clone(),
            (None, _) => say!("content-resource", uri = uri.text, size = size(*bytes)),
        },
        Block::Unshown { reason, json } => format!("[{reason}]\n{}", json.text),
    })
}

fn whole_text(host: &Host, handle: &str) -> Result<String, CliFailure> {
    let (mut out, mut offset) = (String::new(), Some(0));
    while let Some(from) = offset {
        let chunk = host.read_payload(handle, from)?;
        out.push_str(&chunk.text);
        offset = chunk.next;
    }
    Ok(out)
}
