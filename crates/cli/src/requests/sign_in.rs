//! The question whether to sign in at a server, shown on the terminal and answered there.

use super::{reply, scope as covers};
use crate::commands::account::known_by;
use crate::failure::CliFailure;
use crate::output::{field, remark};
use crate::session::CommandContext;
use crate::terminal::Terminal;
use portcullis_api::{Answer, Asked, IssuerChoice, Request, ScopeRow, SignInReview};
use portcullis_core::text::shell_word;
use portcullis_core::{Code, Error};
use portcullis_host::limits;
use portcullis_l10n::say;

/// Shows one and answers it, for the authorization server that was named or that a person picks. `yes` says yes to what is
/// shown. Without a terminal, it is denied.
///
/// # Errors
/// Why there was no sign-in.
pub async fn answer(
    session: &CommandContext,
    request: &Request,
    wanted: Option<&str>,
    yes: bool,
) -> Result<(), CliFailure> {
    session.host.attend(&request.id, &request.nonce)?;
    match agreed(session, request, wanted, yes).await {
        Ok(issuer) => reply(session, request, Answer::SignIn { issuer }).await,
        Err(failure) => {
            tokio::time::sleep(limits::GUARD).await;
            reply(session, request, Answer::Deny {}).await?;
            Err(failure)
        }
    }
}

/// The authorization server that a person said yes to.
async fn agreed(
    session: &CommandContext,
    request: &Request,
    wanted: Option<&str>,
    yes: bool,
) -> Result<String, CliFailure> {
    let label = &request.server.label;
    let Asked::SignIn { review } = &request.asked else {
        return Err(CliFailure::denied(say!("not-sign-in")));
    };
    let mut terminal = Terminal::find().await.filter(|_| !yes);
    let choice = choose(label, review, wanted, terminal.as_mut()).await?;
    let sheet = sheet(request, review, choice);
    match &mut terminal {
        Some(terminal) => terminal.show(&sheet)?,
        None => remark(&sheet),
    }
    if let Some(problem) = &choice.problem {
        return Err(CliFailure::of(problem.clone()));
    }
    if choice.registration.is_none() {
        let sentence = say!("no-registration", issuer = choice.host);
        let remedy = say!("client-remedy", label = shell_word(label));
        return Err(Error::new(Code::AuthNoClient, sentence).remedy(remedy).into());
    }
    // Shown only now, if another request had the terminal.
    session.host.attend(&request.id, &request.nonce)?;
    tokio::time::sleep(limits::GUARD).await;
    let said = match &mut terminal {
        Some(terminal) if review.unattended => terminal.yes(&say!("ask-sign-in")).await?,
        Some(terminal) => terminal.yes(&say!("ask-browser")).await?,
        None if yes => true,
        None => {
            return Err(CliFailure::no_terminal(
                say!("no-terminal-sign-in", server = label),
                say!("run-or-read-sign-in"),
            ));
        }
    };
    match said {
        true => Ok(choice.issuer.clone()),
        false => Err(CliFailure::denied(say!("sign-in-denied", server = label))),
    }
}

/// The authorization server to sign in at: the only one, the one that was named, or the one that a person picks.
async fn choose<'a>(
    label: &str,
    review: &'a SignInReview,
    wanted: Option<&str>,
    terminal: Option<&mut Terminal>,
) -> Result<&'a IssuerChoice, CliFailure> {
    if let Some(wanted) = wanted {
        let known = |choice: &&IssuerChoice| choice.issuer == wanted || choice.host == wanted;
        let mut found = review.issuers.iter().filter(known);
        return match (found.next(), found.next()) {
            (Some(choice), None) => Ok(choice),
            _ => Err(several(
                label,
                review,
                say!("issuer-unknown", server = label, issuer = wanted),
            )),
        };
    }
    match (review.issuers.as_slice(), terminal) {
        ([one], _) => Ok(one),
        (many, Some(terminal)) if !many.is_empty() => {
            terminal.show(&listed(label, review))?;
            let typed = terminal.words(&say!("ask-which")).await?;
            let number = typed
                .parse::<usize>()
                .ok()
                .and_then(|number| number.checked_sub(1));
            number
                .and_then(|at| many.get(at))
                .ok_or_else(|| CliFailure::denied(say!("none-chosen")))
        }
        _ => Err(several(label, review, say!("issuers-several", server = label))),
    }
}

fn several(label: &str, review: &SignInReview, sentence: String) -> CliFailure {
    remark(&listed(label, review));
    CliFailure::missing(sentence, say!("name-issuer"))
}

fn listed(label: &str, review: &SignInReview) -> String {
    let mut out = format!("{}\n", say!("issuers-listed", server = label));
    for (index, choice) in review.issuers.iter().enumerate() {
        let before = match choice.before {
            true => format!("  {}", say!("used-before")),
            false => String::new(),
        };
        out.push_str(&format!(
            "\n  {}  {}  {}{before}",
            index + 1,
            choice.host,
            choice.shown.text
        ));
        if let Some(problem) = &choice.problem {
            out.push_str(&format!("\n     {}", problem.sentence));
        }
    }
    out
}

/// What a person reads before a browser opens (AUT-03).
fn sheet(request: &Request, review: &SignInReview, choice: &IssuerChoice) -> String {
    let label = &request.server.label;
    let mut out = format!("{} ({})\n", request.question, request.server.origin);
    if let Some(moved) = &review.moved_from {
        out.push_str(&format!(
            "\n  {}\n",
            say!("issuer-moved", server = label, before = moved.text)
        ));
    }
    out.push('\n');
    out.push_str(&field(&say!("field-signs-in-at"), &choice.host));
    out.push_str(&field("", &choice.shown.text));
    out.push_str(&field(&say!("field-for"), &review.resource));
    for (heading, granted) in [(say!("field-asks-for"), false), (say!("field-granted"), true)] {
        let rows: Vec<_> = choice
            .scopes
            .iter()
            .filter(|row| row.granted == granted)
            .collect();
        for (index, row) in rows.iter().enumerate() {
            let heading = if index == 0 { heading.as_str() } else { "" };
            out.push_str(&field(heading, &scope(row)));
        }
    }
    if choice.scopes.is_empty() {
        out.push_str(&field(&say!("field-asks-for"), &say!("scopes-by-issuer")));
    }
    if let Some(registration) = choice.registration {
        out.push_str(&field(&say!("field-known-by"), &known_by(registration)));
    }
    if let Some(page) = &choice.page {
        out.push_str(&field(&say!("field-opens"), &page.text));
    }
    for note in &review.notes {
        out.push_str(&format!("\n  {}\n", say!("note", note)));
    }
    // Where no sign-in is possible, no yes is asked for.
    if choice.is_usable() {
        out.push_str(&covers(request));
    }
    out
}

fn scope(row: &ScopeRow) -> String {
    let wide = if row.wide {
        format!("  {}", say!("covers-everything"))
    } else {
        String::new()
    };
    format!("{}{wide}", row.scope.text)
}
