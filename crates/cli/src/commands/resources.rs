//! Resources: what there is, and reading one. What comes back is printed and goes nowhere else.

use super::List;
use crate::content::{block, with_reply};
use crate::failure::CliFailure;
use crate::output::{self, remark, table};
use crate::session::CommandContext;
use clap::Args;
use portcullis_api::{Foreign, ResourceEntry, SkippedEntry, TemplateEntry};
use portcullis_core::text;
use portcullis_l10n::say;

/// `read`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  portcullis-cli read files file:///home/me/notes/today.md")]
pub struct Read {
    /// The server
    label: String,
    /// The URI of the resource
    uri: String,
}

/// `resources`.
pub async fn list(session: &CommandContext, List { label, search }: &List) -> Result<(), CliFailure> {
    let server = session.connect(label).await?;
    let list = session.host.resources(&server.id, search).await?;
    if let Some(problem) = &list.problem {
        remark(&output::sentence(problem));
    }
    session.output.result(&list, || {
        if !list.offered {
            return say!("resources-unsupported", server = server.label);
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
            words.push_str(&nothing(
                &server.label,
                "resources",
                search,
                list.problem.is_some(),
            ));
        }
        if !list.resources.is_empty() {
            let rows: Vec<_> = list.resources.iter().map(resource).collect();
            words.push_str(&table(
                &[
                    say!("heading-resource"),
                    say!("heading-type"),
                    say!("heading-description"),
                ],
                &rows,
            ));
        }
        if !list.templates.is_empty() {
            let rows: Vec<_> = list.templates.iter().map(template).collect();
            words.push_str(&table(
                &[
                    say!("heading-template"),
                    say!("heading-type"),
                    say!("heading-description"),
                ],
                &rows,
            ));
        }
        words.push_str(&left_out(&list.skipped, list.beyond_limit));
        words
    });
    Ok(())
}

impl Read {
    pub async fn run(self, session: &CommandContext) -> Result<(), CliFailure> {
        let server = session.connect(&self.label).await?;
        let read = session.host.read_resource(&server.id, &self.uri, true).await?;
        if session.output.json {
            output::print(&output::json(&with_reply(session, &read, &read.raw)));
            return Ok(());
        }
        let mut parts = Vec::new();
        for content in &read.contents {
            if !content.as_asked {
                parts.push(say!("under-another-uri", uri = content.shown.text));
            }
            parts.push(block(&session.host, &content.block)?);
        }
        if read.more_contents > 0 {
            parts.push(say!("more-contents", count = read.more_contents));
        }
        output::print(&text::escape(&parts.join("\n")).text);
        if let Some(nothing) = &read.nothing {
            remark(nothing);
        }
        Ok(())
    }
}

/// Why a list of what a server offers is empty.
pub fn nothing(label: &str, what: &str, search: &str, failed: bool) -> String {
    let sentence = match (failed, search) {
        (true, _) => say!("list-failed", server = label, what),
        (false, "") => say!("list-empty", server = label, what),
        (false, _) => say!("list-no-match", server = label, what),
    };
    format!("{sentence}\n")
}

/// The title, else the name, and the first line of the description.
pub fn about(title: &Option<Foreign>, name: &Foreign, description: &Foreign) -> String {
    let called = title.as_ref().unwrap_or(name);
    match description.text.lines().next() {
        Some(line) if !line.is_empty() => format!("{}: {line}", called.text),
        _ => called.text.clone(),
    }
}

fn kind(mime: Option<&Foreign>, size: Option<u64>) -> String {
    let mime = mime.map_or("", |mime| mime.text.as_str());
    match size {
        Some(size) => format!("{mime} {}", portcullis_l10n::size(size))
            .trim_start()
            .to_owned(),
        None => mime.to_owned(),
    }
}

/// What of a list was not taken.
pub fn left_out(skipped: &[SkippedEntry], beyond: u32) -> String {
    let mut words = String::new();
    for entry in skipped {
        words.push_str(&format!(
            "{}\n",
            say!("left-out", name = entry.shown.text, reason = entry.reason)
        ));
    }
    if beyond > 0 {
        words.push_str(&format!("{}\n", say!("more-unread", count = beyond)));
    }
    words
}
