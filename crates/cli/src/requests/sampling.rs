//! Sampling during a call: both approvals, asked on the terminal.
//! Where the user cannot be asked, the answer is no.

use super::{note_all, reply, scope};
use crate::content;
use crate::failure::{CliFailure, ExitCode};
use crate::output::{remark, sentence};
use crate::session::CommandContext;
use crate::terminal::Terminal;
use portcullis_api::{Answer, Asked, Cause, Foreign, Request, SampledPart, SampledRole, ToolChoice, Warning};
use portcullis_core::Code;
use portcullis_core::text::grouped;
use portcullis_host::limits;
use portcullis_l10n::say;
use std::convert::Infallible;

/// Answers what a server asks for, one question after the other, for as long as this is polled.
pub async fn answer_all(session: &CommandContext, server: &str) -> Infallible {
    let mut events = session.host.events();
    loop {
        let waiting = session.host.waiting().into_iter();
        let mut of_this = waiting.filter(|request| request.server.id == server);
        let Some(request) = of_this.find(|request| {
            matches!(
                request.asked,
                Asked::Sampling { .. } | Asked::SampledAnswer { .. }
            )
        }) else {
            if events.next().await.is_none() {
                // No caller waits any more.
                std::future::pending::<()>().await;
            }
            continue;
        };
        let answered = tokio::select! {
            biased;
            () = gone(session, &request) => {
                remark(&say!("request-gone", server = request.server.label));
                continue;
            }
            answered = ask(session, &request) => answered,
        };
        // Outside of the above: what was answered waits no more, and the answer counts a moment later.
        let said = match answered {
            Ok(answer) => say(session, &request, answer).await,
            Err(failure) => Err(failure),
        };
        if let Err(failure) = said {
            remark(&sentence(&failure.problem));
            // An answer that does not fit can be given again; everything else is a no.
            if failure.exit != ExitCode::Usage {
                let unasked = failure.problem.code == Code::ConsentNobody.as_str();
                deny(session, &request, unasked).await;
            }
        }
    }
}

/// Resolves when a request no longer waits as it was shown.
async fn gone(session: &CommandContext, request: &Request) {
    let mut events = session.host.events();
    let same = |other: &Request| other.id == request.id && other.nonce == request.nonce;
    while session.host.waiting().iter().any(same) {
        if events.next().await.is_none() {
            return;
        }
    }
}

/// Puts a question to the person.
async fn ask(session: &CommandContext, request: &Request) -> Result<Answer, CliFailure> {
    let sheet = sheet(session, request)?;
    let Some(mut terminal) = Terminal::find().await else {
        remark(&sheet);
        return Err(CliFailure::no_terminal(
            say!("no-terminal-sampling", server = request.server.label),
            say!("run-read-request"),
        ));
    };
    terminal.show(&sheet)?;
    session.host.attend(&request.id, &request.nonce)?;
    tokio::time::sleep(limits::GUARD).await;
    Ok(match &request.asked {
        Asked::Sampling { model, .. } => first(&mut terminal, model).await?,
        _ => match terminal.yes(&say!("ask-hand-over")).await? {
            true => Answer::AllowOnce {},
            false => Answer::Deny {},
        },
    })
}

async fn say(session: &CommandContext, request: &Request, answer: Answer) -> Result<(), CliFailure> {
    let refused = matches!(answer, Answer::Deny {});
    reply(session, request, answer).await?;
    if refused {
        remark(&say!("sampling-denied", server = request.server.label));
    }
    Ok(())
}

async fn first(terminal: &mut Terminal, model: &str) -> Result<Answer, CliFailure> {
    let question = say!("ask-send-model", model);
    let typed = terminal.words(&question).await?;
    Ok(match typed.to_lowercase().as_str() {
        "y" | "yes" => Answer::AllowOnce {},
        "w" => {
            let text = terminal.words(&say!("ask-own-answer")).await?;
            match text.is_empty() {
                true => Answer::Deny {},
                false => Answer::Write { text },
            }
        }
        _ => Answer::Deny {},
    })
}

/// Denies a request that got no answer: `unasked` where there is no terminal to ask on.
async fn deny(session: &CommandContext, request: &Request, unasked: bool) {
    let denied = async {
        if unasked {
            return Ok(session.host.deny_unasked(&request.id, &request.nonce).await?);
        }
        session.host.attend(&request.id, &request.nonce)?;
        tokio::time::sleep(limits::GUARD).await;
        reply(session, request, Answer::Deny {}).await
    };
    if denied.await.is_err() {
        // It is gone already, or ends unanswered, which is a no as well.
        gone(session, request).await;
    }
}

/// Everything that a request says.
fn sheet(session: &CommandContext, request: &Request) -> Result<String, CliFailure> {
    let mut out = format!("{}\n", request.question);
    match &request.asked {
        Asked::Sampling {
            system_prompt,
            messages,
            tools,
            tool_choice,
            hints,
            model,
            model_why,
            max_tokens,
            max_tokens_asked,
            temperature,
            stop_sequences,
            context,
            cost,
            budget,
            cause,
            warnings,
            remarks: said,
            notes,
            ..
        } => {
            belongs(&mut out, cause.as_ref());
            warn(&mut out, warnings);
            if let Some(block) = system_prompt {
                quote(
                    &mut out,
                    &say!("system-prompt"),
                    &content::block(&session.host, block)?,
                );
            }
            for (place, message) in (1..).zip(messages) {
                let role = match message.role {
                    SampledRole::User => say!("role-user"),
                    SampledRole::Assistant => say!("role-assistant"),
                };
                for said in &message.parts {
                    let title = say!("sampling-message", place, count = messages.len(), role);
                    quote(&mut out, &title, &part(session, said)?);
                }
            }
            for tool in tools {
                let title = say!("sampling-tool", tool = shown(&tool.name));
                quote(
                    &mut out,
                    &title,
                    &format!("{}\n{}", shown(&tool.description), tool.schema.text),
                );
            }
            if let Some(choice) = tool_choice {
                let sentence = match choice {
                    ToolChoice::Auto => say!("tools-may-use"),
                    ToolChoice::Required => say!("tools-must-use"),
                    ToolChoice::None => say!("tools-no-use"),
                };
                out.push_str(&format!("\n  {sentence}"));
            }
            for hint in hints {
                out.push_str(&format!("\n  {}", say!("sampling-hint", hint = shown(hint))));
            }
            out.push_str(&format!("\n  {}", say!("sampling-model", model, why = model_why)));
            out.push_str(&format!(
                "\n  {}",
                say!(
                    "sampling-limit",
                    most = grouped(*max_tokens as usize),
                    asked = grouped(*max_tokens_asked as usize)
                )
            ));
            if let Some(heat) = temperature {
                out.push_str(&format!(
                    "\n  {}",
                    say!("sampling-temperature", temperature = heat.to_string())
                ));
            }
            for stop in stop_sequences {
                out.push_str(&format!("\n  {}", say!("sampling-stop", text = shown(stop))));
            }
            out.push_str(&format!(
                "\n  {}",
                say!(
                    "sampling-cost",
                    cost = cost.clone().unwrap_or_else(|| say!("cost-unknown"))
                )
            ));
            out.push_str(&format!("\n  {budget}\n  {context}"));
            super::remarks(&mut out, said);
            note_all(&mut out, notes, &[]);
        }
        Asked::SampledAnswer {
            parts,
            model,
            stop_reason,
            cause,
            warnings,
            notes,
            ..
        } => {
            belongs(&mut out, cause.as_ref());
            warn(&mut out, warnings);
            for said in parts {
                quote(&mut out, &say!("sampled-answer", model), &part(session, said)?);
            }
            out.push_str(&format!("\n  {}", say!("sampled-ended", reason = stop_reason)));
            note_all(&mut out, notes, &[]);
        }
        _ => {}
    }
    out.push_str(&scope(request));
    Ok(out)
}

fn part(session: &CommandContext, part: &SampledPart) -> Result<String, CliFailure> {
    Ok(match part {
        SampledPart::Content { block } => content::block(&session.host, block)?,
        SampledPart::ToolUse { id, name, input } => {
            let title = say!("sampling-tool-use", tool = shown(name), number = shown(id));
            format!("{title}\n{}", input.text)
        }
        SampledPart::ToolResult {
            id,
            failed,
            blocks,
            structured,
        } => {
            let mut lines = vec![match failed {
                true => say!("sampling-tool-failed", number = shown(id)),
                false => say!("sampling-tool-answered", number = shown(id)),
            }];
            for block in blocks {
                lines.push(content::block(&session.host, block)?);
            }
            lines.extend(structured.iter().map(|value| value.text.clone()));
            lines.join("\n")
        }
    })
}

fn belongs(out: &mut String, cause: Option<&Cause>) {
    if let Some(tool) = cause.and_then(|cause| cause.tool.as_ref()) {
        out.push_str(&format!("{}\n", say!("while-running", tool = tool.text)));
    }
}

fn warn(out: &mut String, warnings: &[Warning]) {
    for warning in warnings {
        out.push_str(&format!("\n  {}\n", say!("warning", warning = warning.sentence)));
    }
}

/// Text of the server, every line marked as such.
fn quote(out: &mut String, title: &str, text: &str) {
    let title = say!("titled", title);
    out.push_str(&format!("\n  {title}\n  | {}\n", text.replace('\n', "\n  | ")));
}

fn shown(text: &Foreign) -> String {
    match text.hidden {
        0 => text.text.clone(),
        count => format!("{} {}", text.text, say!("hidden", count)),
    }
}
