//! The question whether to sign in at a server, shown on the terminal and answered there.

use super::{reply, scope as covers};
use crate::commands::account::known_by;
use crate::failure::CliFailure;
use crate::output::remark;
use crate::session::CommandContext;
use crate::terminal::Terminal;
use portcullis_host::limits;
use portcullis_host::view::{Answer, Asked, IssuerChoice, Request, ScopeRow, SignInReview};

/// Shows one and answers it, for the authorization server that was named or that a person picks. `yes` says yes to what is
/// shown. Where nobody is there to ask, it is denied.
///
/// # Errors
/// Why nobody is signed in.
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
        return Err(CliFailure::denied("This is no question about a sign-in."));
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
        let sentence = format!(
            "“{}” does not let Portcullis introduce itself. Nobody was signed in, and no browser was opened.",
            choice.host
        );
        return Err(CliFailure::missing(sentence, client_remedy(label)));
    }
    // Shown only now, if somebody else had the terminal.
    session.host.attend(&request.id, &request.nonce)?;
    tokio::time::sleep(limits::GUARD).await;
    let said = match &mut terminal {
        Some(terminal) if review.unattended => terminal.yes("Sign in?").await?,
        Some(terminal) => terminal.yes("Open your browser?").await?,
        None if yes => true,
        None => {
            return Err(CliFailure::nobody(
                format!(
                    "Nobody is here to ask, so nobody was signed in to “{label}”. No browser was opened."
                ),
                "Run it on a terminal. If you have read what is asked for, add --yes.",
            ));
        }
    };
    match said {
        true => Ok(choice.issuer.clone()),
        false => Err(CliFailure::denied(format!(
            "You said no. Nobody was signed in to “{label}”, and no browser was opened."
        ))),
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
                &format!("“{label}” does not name the one authorization server “{wanted}”."),
            )),
        };
    }
    match (review.issuers.as_slice(), terminal) {
        ([one], _) => Ok(one),
        (many, Some(terminal)) if !many.is_empty() => {
            terminal.show(&listed(label, review))?;
            let typed = terminal.words("Which one? Its number:").await?;
            let number = typed
                .parse::<usize>()
                .ok()
                .and_then(|number| number.checked_sub(1));
            number
                .and_then(|at| many.get(at))
                .ok_or_else(|| CliFailure::denied("None was chosen. No browser was opened."))
        }
        _ => Err(several(
            label,
            review,
            &format!("“{label}” names several authorization servers."),
        )),
    }
}

fn several(label: &str, review: &SignInReview, sentence: &str) -> CliFailure {
    remark(&listed(label, review));
    CliFailure::missing(
        format!("{sentence} No browser was opened."),
        "Name one with “--issuer HOST”.".to_owned(),
    )
}

fn listed(label: &str, review: &SignInReview) -> String {
    let mut out = format!("“{label}” names these authorization servers:\n");
    for (index, choice) in review.issuers.iter().enumerate() {
        let before = if choice.before { "  (used before)" } else { "" };
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
            "\n  Note: “{label}” names another authorization server than before. You were signed in at {}.\n  \
             Nothing of that sign-in is given to the new one.\n",
            moved.text
        ));
    }
    out.push_str(&format!("\n  Signs in at:    {}\n", choice.host));
    out.push_str(&format!("                  {}\n", choice.shown.text));
    out.push_str(&format!("  For:            {}\n", review.resource));
    for (heading, granted) in [("Asks for:       ", false), ("Granted already:", true)] {
        let rows: Vec<_> = choice
            .scopes
            .iter()
            .filter(|row| row.granted == granted)
            .collect();
        for (index, row) in rows.iter().enumerate() {
            let heading = if index == 0 { heading } else { "" };
            out.push_str(&format!("  {heading:<16}{}\n", scope(row)));
        }
    }
    if choice.scopes.is_empty() {
        out.push_str("  Asks for:       what is left to the authorization server; its page says it\n");
    }
    if let Some(registration) = choice.registration {
        out.push_str(&format!("  Known there by: {}\n", known_by(registration)));
    }
    if let Some(page) = &choice.page {
        out.push_str(&format!("  Opens:          {}\n", page.text));
    }
    for note in &review.notes {
        out.push_str(&format!("\n  Note: {note}\n"));
    }
    out.push_str(&covers(request));
    out
}

fn scope(row: &ScopeRow) -> String {
    let wide = if row.wide {
        "  (says that it covers everything)"
    } else {
        ""
    };
    format!("{}{wide}", row.scope.text)
}

/// What to do where an authorization server knows no client yet.
pub fn client_remedy(label: &str) -> String {
    format!(
        "Get a client id there, then enter it with “portcullis-cli account client {label} --id ID --secret”."
    )
}
