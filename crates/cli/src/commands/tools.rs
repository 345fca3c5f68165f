//! `tools`.

use super::List;
use super::resources::nothing;
use crate::failure::{CliFailure, ExitCode};
use crate::output::{self, remark, table};
use crate::requests::{self, definition_state};
use crate::session::CommandContext;
use clap::Args;
use portcullis_api::{ToolDetail, ToolEntry};
use portcullis_core::text::shell_word;
use portcullis_core::{Code, Error};
use portcullis_l10n::say;
use serde_json::Value;

/// `tools`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  portcullis-cli tools files\n  portcullis-cli tools files read_text_file"
)]
pub struct Tools {
    #[command(flatten)]
    list: List,
    /// Show this tool with its arguments
    #[arg(conflicts_with = "search")]
    tool: Option<String>,
}

impl Tools {
    pub async fn run(self, session: &CommandContext) -> Result<(), CliFailure> {
        match self.tool {
            Some(tool) => show(session, &self.list.label, &tool).await,
            None => list(session, &self.list).await,
        }
    }
}

/// What went wrong with a tool that was named. One that is not there may be one of those that are listed.
pub fn unfound(error: Error, label: &str) -> CliFailure {
    match error.code {
        Code::ToolUnknown => CliFailure::from(error).or_listed(&format!("tools {}", shell_word(label))),
        _ => error.into(),
    }
}

async fn show(session: &CommandContext, label: &str, tool: &str) -> Result<(), CliFailure> {
    let server = session.connect(label).await?;
    let found = session.host.tool(&server.id, tool).await;
    let detail = found.map_err(|error| unfound(error, &server.label))?;
    let mut document = serde_json::to_value(&detail).unwrap_or_default();
    if let Value::Object(fields) = &mut document {
        // As text it is for the window.
        fields.insert("input_schema".to_owned(), detail.input_schema.clone());
    }
    session.output.result(&document, || {
        let entry = &detail.entry;
        let title = entry.title.as_ref().unwrap_or(&entry.shown);
        format!(
            "{}\n{}",
            output::named(&entry.shown.text, &title.text, Some(server.label.as_str())),
            described(&detail)
        )
    });
    Ok(())
}

/// What a tool says of itself, its arguments, and what there is to know about it.
pub fn described(detail: &ToolDetail) -> String {
    let indented = |text: &str| text.replace('\n', "\n    ");
    let mut sheet = format!(
        "\n  {}\n    {}\n\n  {}\n    {}\n",
        say!("it-says"),
        indented(&detail.description.text),
        say!("arguments"),
        indented(&output::json(&detail.input_schema))
    );
    requests::remarks(&mut sheet, &detail.notes);
    sheet.push_str(&format!("\n  {}", definition_state(&detail.entry.state)));
    sheet
}

async fn list(session: &CommandContext, List { label, search }: &List) -> Result<(), CliFailure> {
    let server = session.connect(label).await?;
    let list = session.host.tools(&server.id, search)?;
    session.output.result(&list, || {
        let row = |tool: &ToolEntry| {
            let state = definition_state(&tool.state);
            vec![
                tool.shown.text.clone(),
                match tool.remarks {
                    0 => state,
                    count => say!("tool-remarks", state, count),
                },
                tool.summary.text.clone(),
            ]
        };
        let rows: Vec<_> = list.tools.iter().map(row).collect();
        let mut words = match rows.is_empty() {
            true => nothing(&server.label, "tools", search, list.problem.is_some()),
            false => table(
                &[
                    say!("heading-tool"),
                    say!("heading-state"),
                    say!("heading-description"),
                ],
                &rows,
            ),
        };
        for tool in &list.excluded {
            words.push_str(&format!(
                "{}\n",
                say!("left-out", name = tool.shown.text, reason = tool.reason)
            ));
        }
        if list.beyond_limit > 0 {
            words.push_str(&format!("{}\n", say!("more-unread", count = list.beyond_limit)));
        }
        words
    });
    if list.tools.is_empty() && list.excluded.is_empty() && list.problem.is_none() && search.is_empty() {
        let declared = session.host.server(&server.id)?.capabilities;
        if !declared.iter().any(|name| name == "tools") {
            remark(&say!("tools-undeclared", server = server.label));
        }
    }
    match list.problem {
        // Why was said when the server was ready.
        Some(_) => Err(CliFailure::silent(ExitCode::Unreached)),
        None => Ok(()),
    }
}
