//! The commands about resources and prompts: what there is, reading one, fetching one. Both are the person's own
//! act; what comes back is printed and goes nowhere else.

use crate::call::{block, with_reply};
use crate::failure::Failure;
use crate::output::{self, remark, table};
use crate::session::Session;
use portcullis_host::text;
use portcullis_host::view::{
    Block, Foreign, PromptEntry, PromptRole, ResourceEntry, SkippedEntry, TemplateEntry,
};
use std::collections::BTreeMap;

/// `resources`.
pub async fn resources(session: &Session, label: &str, search: &str) -> Result<(), Failure> {
    let server = session.reach(label).await?;
    let list = session.host.resources(&server.id, search).await?;
    if let Some(problem) = &list.problem {
        remark(&output::sentence(problem));
    }
    session.output.result(&list, || {
        if !list.offered {
            return format!("“{}” does not offer resources.", server.label);
        }
        let resource = |entry: &ResourceEntry| {
            let about = about(&entry.title, &entry.name, &entry.description);
            vec![
                entry.shown.text.clone(),
                kind(entry.mime.as_ref(), entry.size),
                about,
            ]
        };
        let template = |entry: &TemplateEntry| {
            let about = about(&entry.title, &entry.name, &entry.description);
            vec![entry.shown.text.clone(), kind(entry.mime.as_ref(), None), about]
        };
        let mut words = String::new();
        if list.resources.is_empty() && list.templates.is_empty() {
            words.push_str(&format!("No resource of “{}” matches.\n", server.label));
        }
        if !list.resources.is_empty() {
            let rows: Vec<_> = list.resources.iter().map(resource).collect();
            words.push_str(&table(&["RESOURCE", "TYPE", "WHAT THE SERVER SAYS"], &rows));
        }
        if !list.templates.is_empty() {
            let rows: Vec<_> = list.templates.iter().map(template).collect();
            words.push_str(&table(&["TEMPLATE", "TYPE", "WHAT THE SERVER SAYS"], &rows));
        }
        words.push_str(&left_out(&list.skipped, list.beyond_limit));
        words
    });
    Ok(())
}

/// `read`.
pub async fn read(session: &Session, label: &str, uri: &str) -> Result<(), Failure> {
    let server = session.reach(label).await?;
    let read = session.host.read_resource(&server.id, uri, true).await?;
    if session.output.json {
        output::print(&output::json(&with_reply(session, &read, &read.raw)));
        return Ok(());
    }
    let mut parts = Vec::new();
    for content in &read.contents {
        if !content.as_asked {
            parts.push(format!("[under another address: {}]", content.shown.text));
        }
        parts.push(block(&session.host, &content.block)?);
    }
    if read.more_contents > 0 {
        parts.push(format!("[{} more contents; --json has them]", read.more_contents));
    }
    output::print(&text::escape(&parts.join("\n")).text);
    if let Some(nothing) = &read.nothing {
        remark(nothing);
    }
    Ok(())
}

/// `prompts`.
pub async fn prompts(session: &Session, label: &str, search: &str) -> Result<(), Failure> {
    let server = session.reach(label).await?;
    let list = session.host.prompts(&server.id, search).await?;
    if let Some(problem) = &list.problem {
        remark(&output::sentence(problem));
    }
    session.output.result(&list, || {
        if !list.offered {
            return format!("“{}” does not offer prompts.", server.label);
        }
        let row = |prompt: &PromptEntry| {
            let arguments: Vec<String> = prompt
                .arguments
                .iter()
                .map(|argument| match argument.required {
                    true => argument.shown.text.clone(),
                    false => format!("[{}]", argument.shown.text),
                })
                .collect();
            vec![
                prompt.shown.text.clone(),
                arguments.join(" "),
                about(&prompt.title, &prompt.shown, &prompt.description),
            ]
        };
        let rows: Vec<_> = list.prompts.iter().map(row).collect();
        let mut words = match rows.is_empty() {
            true => format!("No prompt of “{}” matches.\n", server.label),
            false => table(&["PROMPT", "ARGUMENTS", "WHAT THE SERVER SAYS"], &rows),
        };
        words.push_str(&left_out(&list.skipped, list.beyond_limit));
        words
    });
    Ok(())
}

/// `prompt`.
pub async fn prompt(
    session: &Session,
    label: &str,
    name: &str,
    arguments: BTreeMap<String, String>,
) -> Result<(), Failure> {
    let server = session.reach(label).await?;
    let fetched = session.host.get_prompt(&server.id, name, arguments).await?;
    if session.output.json {
        output::print(&output::json(&with_reply(session, &fetched, &fetched.raw)));
        return Ok(());
    }
    let mut parts = Vec::new();
    for message in &fetched.messages {
        let role = match message.role {
            PromptRole::User => "user",
            PromptRole::Assistant => "assistant",
        };
        parts.push(format!("[{role}]\n{}", block(&session.host, &message.block)?));
    }
    if fetched.more_messages > 0 {
        parts.push(format!(
            "[{} more messages; --json has them]",
            fetched.more_messages
        ));
    }
    output::print(&text::escape(&parts.join("\n")).text);
    if fetched
        .messages
        .iter()
        .any(|message| matches!(message.block, Block::Unshown { .. }))
    {
        remark("Some of it cannot be shown; --json has the whole reply.");
    }
    Ok(())
}

/// The title, else the name, and the first line of the description.
fn about(title: &Option<Foreign>, name: &Foreign, description: &Foreign) -> String {
    let called = title.as_ref().unwrap_or(name);
    match description.text.lines().next() {
        Some(line) if !line.is_empty() => format!("{}: {line}", called.text),
        _ => called.text.clone(),
    }
}

fn kind(mime: Option<&Foreign>, size: Option<u64>) -> String {
    let mime = mime.map_or("", |mime| mime.text.as_str());
    match size {
        Some(size) => format!("{mime} {size} bytes").trim_start().to_owned(),
        None => mime.to_owned(),
    }
}

fn left_out(skipped: &[SkippedEntry], beyond: u32) -> String {
    let mut words = String::new();
    for entry in skipped {
        words.push_str(&format!("Left out: {}: {}\n", entry.shown.text, entry.reason));
    }
    if beyond > 0 {
        words.push_str(&format!("{beyond} more were not read.\n"));
    }
    words
}
