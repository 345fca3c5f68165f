//! The review of what would be started or reached, and the answer to it.

use super::{note_all, reply, scope};
use crate::failure::{CliFailure, ExitCode};
use crate::output::{columns, padded, remark};
use crate::session::CommandContext;
use crate::terminal::Terminal;
use portcullis_api::{
    Answer, Asked, Carried, CarriedKind, Foreign, RecordKind, Request, ReviewRow, ReviewValue,
};
use portcullis_core::{Code, Error};
use portcullis_host::limits;
use portcullis_l10n::say;

/// Shows a launch review and answers it: by the terminal, or with yes when there is none to ask. Refusals are
/// never passed. Returns when the answer is carried out and recorded.
pub async fn answer(
    session: &CommandContext,
    request: &Request,
    mut terminal: Option<&mut Terminal>,
    question: &str,
    start: bool,
) -> Result<(), CliFailure> {
    match &mut terminal {
        Some(terminal) => terminal.show(&written(request, true))?,
        None => remark(&sheet(request)),
    }
    session.host.attend(&request.id, &request.nonce)?;
    if let Asked::Launch { refusals, .. } = &request.asked
        && let Some(refusal) = refusals.first()
    {
        let known = Code::ALL.iter().find(|code| code.as_str() == refusal.code);
        // What the fence cannot do has the code with which such a start ends.
        let code = known.copied().unwrap_or(Code::LaunchFailed);
        let sentence = say!("launch-refused", cause = refusal.sentence);
        return Err(CliFailure {
            exit: ExitCode::Refused,
            ..Error::new(code, sentence).into()
        });
    }
    let guard = tokio::time::sleep(limits::GUARD);
    guard.await;
    let (yes, keep) = match terminal {
        Some(terminal) => match says_yes(terminal, question, inherited(request)).await? {
            true => keeps(terminal, carried(request)).await?,
            false => (false, Vec::new()),
        },
        // A yes before it was read keeps nothing.
        None => (true, Vec::new()),
    };
    let mut events = session.host.events();
    let after = session.newest(RecordKind::Server).await?;
    let answer = match (yes, start) {
        (false, _) => Answer::Deny {},
        (true, start) if !keep.is_empty() => Answer::AddKeeping { start, keep },
        (true, true) => Answer::AddAndStart {},
        (true, false) => Answer::Add {},
    };
    reply(session, request, answer).await?;
    session
        .carried_out(after, RecordKind::Server, &mut events)
        .await?;
    if yes {
        return Ok(());
    }
    Err(CliFailure::denied(say!(
        "launch-denied",
        server = request.server.label
    )))
}

/// Asks. `v` shows the names that are folded, and asks again.
async fn says_yes(
    terminal: &mut Terminal,
    question: &str,
    inherited: &[Foreign],
) -> Result<bool, CliFailure> {
    loop {
        let typed = terminal.ask(&format!("{question} [y/N]")).await?;
        match typed.trim().to_lowercase().as_str() {
            "v" if !inherited.is_empty() => terminal.show(&names(inherited))?,
            typed => return Ok(matches!(typed, "y" | "yes")),
        }
    }
}

fn inherited(request: &Request) -> &[Foreign] {
    match &request.asked {
        Asked::Launch { inherited, .. } => inherited,
        _ => &[],
    }
}

/// The variables that a program gets from the person's environment, by name.
fn names(inherited: &[Foreign]) -> String {
    let names: Vec<&str> = inherited.iter().map(|name| name.text.as_str()).collect();
    format!("  {}", say!("inherited", names = names.join(", ")))
}

fn carried(request: &Request) -> &[Carried] {
    match &request.asked {
        Asked::Launch { carried, .. } => carried,
        _ => &[],
    }
}

/// Asks about each thing that would go on for what runs from now on. A secret that is not to go there is a no to all of
/// it; a permission that is not kept ends.
async fn keeps(terminal: &mut Terminal, carried: &[Carried]) -> Result<(bool, Vec<u32>), CliFailure> {
    let mut keep = Vec::new();
    for (place, carried) in (0_u32..).zip(carried) {
        let question = match carried.kind {
            CarriedKind::Secret => say!("ask-right", sentence = carried.sentence),
            CarriedKind::Permission => say!("ask-keep", sentence = carried.sentence),
        };
        match (terminal.yes(&question).await?, carried.kind) {
            (true, _) => keep.push(place),
            (false, CarriedKind::Permission) => {}
            (false, CarriedKind::Secret) => return Ok((false, Vec::new())),
        }
    }
    Ok((true, keep))
}

fn value(value: &ReviewValue) -> String {
    let note = value
        .note
        .as_ref()
        .map_or_else(String::new, |note| format!("  ({note})"));
    let hidden = match value.text.hidden {
        0 => String::new(),
        count => format!("  {}", say!("hidden", count)),
    };
    let lookalikes = match value.text.lookalikes {
        0 => String::new(),
        count => format!("  {}", say!("look-alikes", count)),
    };
    format!("“{}”{note}{hidden}{lookalikes}", value.text.text)
}

/// Everything that a launch request says.
pub fn sheet(request: &Request) -> String {
    written(request, false)
}

/// The same, where names of inherited variables may be `folded`: one key shows them.
fn written(request: &Request, folded: bool) -> String {
    let Asked::Launch {
        because,
        rows,
        inherited,
        built_in,
        warnings,
        refusals,
        carried,
        ..
    } = &request.asked
    else {
        return request.question.clone();
    };
    let mut out = format!("{}\n", request.question);
    if let Some(because) = because {
        out.push_str(&format!("{}\n", say!("asked-again", because)));
    }
    if let Some(built_in) = built_in {
        out.push_str(&format!("{built_in}\n"));
    }
    out.push('\n');
    fields(&mut out, rows);
    match inherited.len() {
        0 => {}
        _ if !folded => out.push_str(&format!("{}\n", names(inherited))),
        count => out.push_str(&format!("  {}\n", say!("inherited-count", count))),
    }
    note_all(&mut out, &[], warnings);
    for refusal in refusals {
        out.push_str(&format!("\n  {}", say!("not-allowed", reason = refusal.sentence)));
    }
    for carried in carried {
        out.push_str(&match carried.kind {
            CarriedKind::Secret => format!("\n  {}", say!("secret-asked", sentence = carried.sentence)),
            CarriedKind::Permission => {
                format!("\n  {}", say!("permission-ends", sentence = carried.sentence))
            }
        });
    }
    out.push_str(&scope(request));
    out
}

pub fn fields(out: &mut String, rows: &[ReviewRow]) {
    let width = rows.iter().map(|row| columns(&row.field)).max().unwrap_or(0);
    // A value of several lines stays below its own beginning, where it cannot be taken for another row.
    let indented = |line: String| line.replace('\n', &format!("\n  {}  ", padded("", width)));
    for row in rows {
        let mut field = row.field.as_str();
        for line in row.values.iter().map(value).map(indented) {
            out.push_str(&format!("  {}  {line}\n", padded(field, width)));
            field = "";
        }
        if row.values.is_empty() {
            out.push_str(&format!("  {}  {}\n", padded(field, width), say!("empty-now")));
        }
        for line in row.before.iter().flatten().map(value).map(indented) {
            out.push_str(&format!(
                "  {}  {}\n",
                padded("", width),
                say!("before", value = line)
            ));
        }
    }
}
