//! Settings that make something possible which was not before: shown on the terminal, and answered there.

use super::{launch, note_all, reply, scope};
use crate::failure::CliFailure;
use crate::output::remark;
use crate::session::CommandContext;
use crate::terminal::Terminal;
use portcullis_api::{Answer, Asked, Request};
use portcullis_core::Error;
use portcullis_host::limits;
use portcullis_l10n::say;

/// Waits for something that may have to be asked about first. `yes` says yes to what is shown.
pub async fn asked<T>(
    session: &CommandContext,
    yes: bool,
    work: impl Future<Output = Result<T, Error>>,
) -> Result<T, CliFailure> {
    let mut events = session.host.events();
    let mut work = std::pin::pin!(work);
    let mut seen = Vec::new();
    let mut finished = None;
    loop {
        let next =
            session.host.waiting().into_iter().find(|request| {
                matches!(request.asked, Asked::Setting { .. }) && !seen.contains(&request.id)
            });
        if let Some(request) = next {
            seen.push(request.id.clone());
            let mut answering = std::pin::pin!(answer(session, &request, yes));
            // The work carries out what was decided, and the answer counts when it is kept: neither waits for the other.
            loop {
                tokio::select! {
                    biased;
                    answered = &mut answering => {
                        answered?;
                        break;
                    }
                    done = &mut work, if finished.is_none() => finished = Some(done),
                }
            }
        }
        if let Some(done) = finished {
            return Ok(done?);
        }
        tokio::select! {
            done = &mut work => return Ok(done?),
            event = events.next() => {
                if event.is_none() {
                    return Err(CliFailure::interrupted());
                }
            }
        }
    }
}

/// Shows one and answers it; says whether with a yes. Without a terminal, it is denied.
pub async fn answer(session: &CommandContext, request: &Request, yes: bool) -> Result<bool, CliFailure> {
    session.host.attend(&request.id, &request.nonce)?;
    let sheet = sheet(request);
    let said = if yes {
        remark(&sheet);
        tokio::time::sleep(limits::GUARD).await;
        true
    } else if let Some(mut terminal) = Terminal::find().await {
        terminal.show(&sheet)?;
        // Shown only now, if another request had the terminal.
        session.host.attend(&request.id, &request.nonce)?;
        tokio::time::sleep(limits::GUARD).await;
        terminal.yes(&say!("ask-save-setting")).await?
    } else {
        remark(&sheet);
        session.host.deny_unasked(&request.id, &request.nonce).await?;
        return Err(CliFailure::no_terminal(
            say!("no-terminal"),
            say!("run-or-read-setting"),
        ));
    };
    let answer = match said {
        true => Answer::AllowOnce {},
        false => Answer::Deny {},
    };
    reply(session, request, answer).await?;
    Ok(said)
}

/// Everything that a question about a setting says.
fn sheet(request: &Request) -> String {
    let mut out = match request.server.origin.as_str() {
        "" => format!("{}\n\n", request.question),
        origin => format!("{} ({origin})\n\n", request.question),
    };
    if let Asked::Setting {
        rows,
        notes,
        warnings,
    } = &request.asked
    {
        launch::fields(&mut out, rows);
        note_all(&mut out, notes, warnings);
    }
    out.push_str(&scope(request));
    out
}
