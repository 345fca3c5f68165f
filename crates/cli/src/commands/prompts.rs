//! Prompts: what there is, and fetching one. What comes back is printed and goes nowhere else.

use super::List;
use super::resources::{about, left_out, nothing};
use crate::args::values::pair;
use crate::content::{block, with_reply};
use crate::failure::CliFailure;
use crate::output::{self, remark, table};
use crate::session::CommandContext;
use clap::Args;
use portcullis_api::{Block, PromptEntry, PromptRole};
use portcullis_core::{Code, text};
use portcullis_l10n::say;

/// `prompt`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  portcullis-cli prompt notes summarize tone=brief")]
pub struct Prompt {
    /// The server
    pub label: String,
    /// The prompt
    pub name: String,
    /// Arguments of the prompt
    #[arg(value_name = "ARGUMENT=VALUE", value_parser = pair)]
    pub arguments: Vec<(String, String)>,
}

impl Prompt {
    /// No argument is there twice.
    pub fn check(&self) -> Result<(), String> {
        let names: Vec<&str> = self.arguments.iter().map(|(name, _)| name.as_str()).collect();
        match names
            .iter()
            .enumerate()
            .find(|(at, name)| names[..*at].contains(name))
        {
            Some((_, name)) => Err(say!(
                "prompt-argument-twice",
                argument = text::escape_line(name).text
            )),
            None => Ok(()),
        }
    }

    pub async fn run(self, session: &CommandContext) -> Result<(), CliFailure> {
        let server = session.connect(&self.label).await?;
        let arguments = self.arguments.into_iter().collect();
        let fetched = session.host.get_prompt(&server.id, &self.name, arguments).await;
        let fetched = fetched.map_err(|error| match error.code {
            Code::PromptUnknown => {
                CliFailure::from(error).or_listed(&format!("prompts {}", text::shell_word(&server.label)))
            }
            _ => error.into(),
        })?;
        if session.output.json {
            output::print(&output::json(&with_reply(session, &fetched, &fetched.raw)));
            return Ok(());
        }
        let mut parts = Vec::new();
        for message in &fetched.messages {
            let role = match message.role {
                PromptRole::User => say!("role-user"),
                PromptRole::Assistant => say!("role-assistant"),
            };
            parts.push(format!("[{role}]\n{}", block(&session.host, &message.block)?));
        }
        if fetched.more_messages > 0 {
            parts.push(say!("more-messages", count = fetched.more_messages));
        }
        output::print(&text::escape(&parts.join("\n")).text);
        if fetched
            .messages
            .iter()
            .any(|message| matches!(message.block, Block::Unshown { .. }))
        {
            remark(&say!("partly-unshown"));
        }
        Ok(())
    }
}

/// `prompts`.
pub async fn list(session: &CommandContext, List { label, search }: &List) -> Result<(), CliFailure> {
    let server = session.connect(label).await?;
    let list = session.host.prompts(&server.id, search).await?;
    if let Some(problem) = &list.problem {
        remark(&output::sentence(problem));
    }
    session.output.result(&list, || {
        if !list.offered {
            return say!("prompts-unsupported", server = server.label);
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
            true => nothing(&server.label, "prompts", search, list.problem.is_some()),
            false => table(
                &[
                    say!("heading-prompt"),
                    say!("heading-arguments"),
                    say!("heading-description"),
                ],
                &rows,
            ),
        };
        words.push_str(&left_out(&list.skipped, list.beyond_limit));
        words
    });
    Ok(())
}
