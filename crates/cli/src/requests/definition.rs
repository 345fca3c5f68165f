//! The review of a tool whose definition is not the one that was approved.

use super::{definition_state, remarks, reply, scope};
use crate::failure::CliFailure;
use crate::output::remark;
use crate::session::CommandContext;
use crate::terminal::Terminal;
use portcullis_api::{
    Answer, Asked, DefinitionState, DiffKind, FieldDiff, HostEvent, RecordKind, ServerSummary, VaryingPart,
};
use portcullis_host::limits;
use portcullis_l10n::say;

/// Asks about a definition that is not the one that was approved (S-46). No option answers this. Returns the digest that it is
/// held to from then on, which is another one where parts of it may vary.
pub async fn accept(
    session: &CommandContext,
    server: &ServerSummary,
    tool: &str,
) -> Result<String, CliFailure> {
    let request = session.host.review_tool(&server.id, tool).await?;
    let Asked::Changed {
        shown,
        diff,
        changes,
        notes,
        seen_at,
        on_hold,
        varying,
        ..
    } = &request.asked
    else {
        return Ok(session.host.tool(&server.id, tool).await?.digest);
    };
    let mut sheet = format!("{}: “{}”\n", request.question, shown.text);
    for change in changes {
        sheet.push_str(&format!("\n  {change}"));
    }
    if !changes.is_empty() {
        sheet.push('\n');
    }
    sheet.push_str(&comparison(diff));
    remarks(&mut sheet, notes);
    let state = DefinitionState::Changed { since: *seen_at };
    sheet.push_str(&format!("\n  {}", definition_state(&state)));
    if *on_hold > 0 {
        sheet.push_str(&format!("\n  {}", say!("permissions-on-hold", count = *on_hold)));
    }
    sheet.push_str(&scope(&request));
    let Some(mut terminal) = Terminal::find().await else {
        remark(&sheet);
        return Err(CliFailure::no_terminal(
            say!("no-terminal-changed", server = server.label, tool = shown.text),
            say!("run-read-changes"),
        ));
    };
    terminal.show(&sheet)?;
    session.host.attend(&request.id, &request.nonce)?;
    tokio::time::sleep(limits::GUARD).await;
    let yes = terminal.yes(&say!("ask-accept-definition")).await?;
    let vary = yes && may_vary(&mut terminal, varying).await?;
    let mut events = session.host.events();
    let after = session.newest(RecordKind::Definition).await?;
    let answer = match (yes, vary) {
        (false, _) => Answer::Deny {},
        (true, false) => Answer::AllowOnce {},
        (true, true) => Answer::AcceptVarying {
            parts: (0..).take(varying.len()).collect(),
        },
    };
    reply(session, &request, answer).await?;
    if !yes {
        session
            .carried_out(after, RecordKind::Definition, &mut events)
            .await?;
        return Err(CliFailure::denied(say!("definition-denied", tool = shown.text)));
    }
    loop {
        let now = session.host.tool(&server.id, tool).await?;
        if matches!(now.entry.state, DefinitionState::Known { .. }) {
            return Ok(now.digest);
        }
        match events.next().await {
            Some((_, HostEvent::Problem { problem })) => return Err(CliFailure::of(problem)),
            Some(_) => {}
            None => return Err(CliFailure::interrupted()),
        }
    }
}

/// Asks whether the parts that differ may be different each time.
async fn may_vary(terminal: &mut Terminal, varying: &[VaryingPart]) -> Result<bool, CliFailure> {
    if varying.is_empty() {
        return Ok(false);
    }
    let mut sheet = format!("{}\n", say!("parts-may-vary"));
    for part in varying {
        sheet.push_str(&format!(
            "\n  {}\n    {}\n    {}",
            part.place.text,
            say!("before", value = part.before.text),
            say!("now", value = part.after.text)
        ));
    }
    terminal.show(&sheet)?;
    terminal.yes(&say!("ask-vary")).await
}

/// A comparison word by word: `[-gone-]` and `{+new+}`.
fn comparison(fields: &[FieldDiff]) -> String {
    let mut out = String::new();
    for field in fields {
        out.push_str(&format!("\n  {}\n    ", field.field));
        for span in &field.spans {
            let text = span.text.replace('\n', "\n    ");
            out.push_str(&match span.change {
                DiffKind::Same => text,
                DiffKind::Added => format!("{{+{text}+}}"),
                DiffKind::Removed => format!("[-{text}-]"),
            });
        }
        out.push('\n');
    }
    out
}
