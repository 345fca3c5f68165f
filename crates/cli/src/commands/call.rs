//! Calling a tool. The call is the person's own: a tool they know and that is unchanged runs; one they have not seen is
//! shown first; one that changed is compared word by word.

use super::logs;
use super::server_fence::host_grant;
use super::task;
use super::tools::{described, unfound};
use crate::args::values::number_in;
use crate::content;
use crate::failure::{CliFailure, ExitCode};
use crate::output::remark;
use crate::requests::confirmation::Confirmation;
use crate::requests::{definition, sampling};
use crate::session::CommandContext;
use clap::Args;
use portcullis_api::{CallState, CallView, DefinitionState, HostEvent, ServerSummary};
use portcullis_catalog::exact::{self, Inexact};
use portcullis_core::text::shell_word;
use portcullis_core::{Code, causes};
use portcullis_host::host::{CallRequest, Caller};
use portcullis_host::limits::CALL_IDLE_SECONDS;
use portcullis_l10n::say;
use serde_json::Value;
use std::time::Duration;

/// `call`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    portcullis-cli call files read_text_file --args '{\"path\": \"today.md\"}'\n  \
    portcullis-cli call files write_file --args @note.json\n  \
    portcullis-cli --json call files list_directory --args - < folder.json")]
pub struct Call {
    /// The server
    pub label: String,
    /// The tool
    pub tool: String,
    /// The arguments, one JSON object; @FILE reads them from a file, - from standard input
    #[arg(
        long,
        value_name = "JSON|@FILE|-",
        default_value = "{}",
        hide_default_value = true
    )]
    pub args: String,
    /// Seconds without a response or progress before the call ends
    #[arg(long, value_name = "S", value_parser = number_in::<u32>(seconds()))]
    pub timeout: Option<u32>,
    /// Approve a tool that you have not seen before
    #[arg(long, short)]
    pub yes: bool,
}

fn seconds() -> std::ops::RangeInclusive<i64> {
    let (_, least, most) = CALL_IDLE_SECONDS;
    least.into()..=most.into()
}

impl Call {
    /// Runs it. Whatever ends it, a document for a program has the same fields.
    pub async fn run(self, session: &CommandContext) -> Result<(), CliFailure> {
        match self.act(session).await {
            Err(failure) if session.output.json && !failure.reported => {
                content::print_no_call(&failure.problem);
                failure.remark();
                Err(failure.already_reported())
            }
            done => done,
        }
    }

    /// A signal before the call is sent ends it here; later it stops the call, down to the server. What its server
    /// goes on with as a task is left to it, and can be found again.
    async fn act(self, session: &CommandContext) -> Result<(), CliFailure> {
        let arguments = arguments(&self.args)?;
        let prepared = async {
            let server = session.connect(&self.label).await?;
            let seen = known(session, &server, &self).await?;
            Ok::<_, CliFailure>((server, seen))
        };
        let (server, seen) = tokio::select! {
            prepared = Box::pin(prepared) => prepared?,
            () = session.stopped() => return Err(CliFailure::interrupted()),
        };
        let tool = shell_word(&self.tool);
        let mut events = session.host.events();
        let mut answering = Box::pin(sampling::answer_all(session, &server.id));
        let started = session
            .host
            .start_call(CallRequest {
                server: server.id.clone(),
                tool: self.tool,
                arguments,
                by: Caller::Person,
                idle: self.timeout.map(|seconds| Duration::from_secs(seconds.into())),
                seen: Some(seen),
            })
            .await
            .map_err(|error| match error.code {
                Code::CallBadArguments => failed(error)
                    .or_remedy(|| say!("arguments-shown", label = shell_word(&server.label), tool)),
                _ => failed(error),
            })?;
        let mut stopped = Box::pin(session.stopped());
        let (mut stopping, mut a_task) = (false, false);
        let mut ended = Box::pin(session.host.finished_call(&started.id));
        let done = loop {
            tokio::select! {
                biased;
                // The outcome of an answer is printed before the outcome of the call.
                never = &mut answering => match never {},
                done = &mut ended => break done?,
                () = &mut stopped, if !stopping => {
                    stopping = true;
                    let now = session.host.call(&started.id)?;
                    if now.task.is_some() {
                        remark(&task::found_again(&now));
                        if session.output.json {
                            content::print_document(session, &now);
                        }
                        return Err(CliFailure::silent(ExitCode::Failed));
                    }
                    session.host.cancel_call(&started.id)?;
                }
                event = events.next() => {
                    if let Some((_, HostEvent::Call { call })) = event && call.id == started.id {
                        if call.task.is_some() && !a_task {
                            a_task = true;
                            remark(&task::found_again(&call));
                        }
                        progress(&call);
                    }
                }
            }
        };
        say_blocked(session, &done).await?;
        let shown = content::show_call(session, &done);
        if matches!(done.state, CallState::Failed | CallState::ToolError)
            && let Some(sent) = done.sent_at
        {
            logs::remark_since(session, &done.server, sent, lost_its_server(&done)).await?;
        }
        shown
    }
}

/// The server ended, or the connection to it.
fn lost_its_server(call: &CallView) -> bool {
    let ends = [Code::ServerExited, Code::TransportLost];
    let code = call.problem.as_ref().map(|problem| problem.code.as_str());
    ends.iter().any(|end| code == Some(end.as_str()))
}

/// Says what the fence of a server kept a call from, and how that is allowed.
async fn say_blocked(session: &CommandContext, call: &CallView) -> Result<(), CliFailure> {
    if call.kept_out.is_empty() {
        return Ok(());
    }
    let denials = session.host.fence(&call.server).await?.denials;
    for what in &call.kept_out {
        remark(&say!(
            "fence-blocked",
            server = call.server_label,
            what = what.text
        ));
        let Some(denial) = denials.iter().find(|denial| denial.what == *what) else {
            continue;
        };
        let host = denial.host.as_ref().map(host_grant);
        // A command is pasted into a shell: a path with more than plain characters is for the person to quote.
        let is_plain = |path: &&String| {
            let fits = |character: char| character.is_alphanumeric() || "/._-+@,".contains(character);
            path.chars().all(fits)
        };
        let path = denial.path.as_ref().filter(is_plain);
        let grant = host.or_else(|| path.map(|path| format!("read {path}")));
        if let Some(grant) = grant {
            let label = shell_word(&call.server_label);
            remark(&say!("fence-blocked-allow", label, grant));
        }
    }
    Ok(())
}

/// Whatever stops a call before or while it runs is a failed call, unless it was refused.
fn failed(error: portcullis_core::Error) -> CliFailure {
    let mut failure = CliFailure::from(error);
    if failure.exit != ExitCode::Refused {
        failure.exit = ExitCode::Failed;
    }
    failure
}

fn arguments(source: &str) -> Result<Value, CliFailure> {
    let read = |result: std::io::Result<String>, what: String| {
        result.map_err(|error| {
            CliFailure::usage(say!(
                "unreadable-source",
                source = what,
                cause = causes::io(&error)
            ))
        })
    };
    let text = match source.strip_prefix('@') {
        Some(path) => read(std::fs::read_to_string(path), format!("“{path}”"))?,
        None if source == "-" => read(
            std::io::read_to_string(std::io::stdin().lock()),
            say!("standard-input"),
        )?,
        None => source.to_owned(),
    };
    match exact::parse(&text) {
        Ok(Value::Object(object)) => Ok(Value::Object(object)),
        Ok(_) => Err(CliFailure::usage(say!("arguments-no-object"))),
        Err(Inexact::Syntax(error)) => Err(CliFailure::usage(say!(
            "arguments-no-json",
            cause = causes::json(&error)
        ))),
        Err(fault) => Err(CliFailure::usage(say!(
            "arguments-unsendable",
            cause = fault.to_string()
        ))),
    }
}

/// Makes sure that the person knows the definition, and says by its digest which one that is.
async fn known(
    session: &CommandContext,
    server: &ServerSummary,
    wanted: &Call,
) -> Result<String, CliFailure> {
    let found = session.host.tool(&server.id, &wanted.tool).await;
    let detail = found.map_err(|error| match error.code {
        Code::ToolUnknown => unfound(error, &server.label),
        _ => failed(error),
    })?;
    match detail.entry.state {
        DefinitionState::Known { .. } => return Ok(detail.digest),
        DefinitionState::Changed { .. } => {
            return definition::accept(session, server, &wanted.tool).await;
        }
        DefinitionState::New { .. } if wanted.yes => return Ok(detail.digest),
        DefinitionState::New { .. } => {}
    }
    let shown = &detail.entry.shown.text;
    let heading = say!("new-tool", server = server.label, tool = shown);
    let confirmation = Confirmation {
        sheet: format!("{heading}\n{}", described(&detail)),
        question: say!("ask-call"),
        no_terminal: say!("no-terminal-new-tool", tool = shown, server = server.label),
        remedy: say!("run-on-terminal-yes"),
        denied: say!("call-denied", tool = shown),
    };
    confirmation.ask().await?;
    // All of it was on the sheet.
    session
        .host
        .mark_reviewed(&server.id, &wanted.tool, &detail.digest)
        .await
        .map_err(failed)?;
    Ok(detail.digest)
}

fn progress(call: &CallView) {
    let Some(progress) = call
        .progress
        .as_ref()
        .filter(|_| call.state == CallState::Running)
    else {
        return;
    };
    let value = progress.value.to_string();
    let done = match progress.total {
        Some(total) => say!("progress", value, total = total.to_string()),
        None => value,
    };
    let message = progress
        .message
        .as_ref()
        .map_or("", |message| message.text.as_str());
    remark(&format!("{done}  {message}"));
}
