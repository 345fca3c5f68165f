//! Signing in.

use super::account::{known_by, words};
use crate::failure::CliFailure;
use crate::output::{remark, sentence, time};
use crate::session::CommandContext;
use crate::terminal::Terminal;
use clap::Args;
use portcullis_host::view::{IssuerChoice, ScopeRow, ServerAccount, SignInReview, SignInState, SignInWhy};
use portcullis_host::{Code, Error, limits};

/// `account sign-in`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  portcullis-cli account sign-in issues --issuer login.example.com")]
pub struct SignIn {
    /// The server
    label: String,
    /// The authorization server, whole or its host, where the server names several
    #[arg(long, value_name = "HOST")]
    issuer: Option<String>,
    /// Say yes to what is shown
    #[arg(long, short)]
    yes: bool,
}

impl SignIn {
    /// The review, a yes, the browser, and the wait for whoever is in it.
    pub async fn run(self, session: &CommandContext) -> Result<(), CliFailure> {
        let server = session.find(&self.label)?;
        let label = &server.label;
        let before = session.host.account(&server.id)?;
        remark(&format!("Asking what a sign-in to “{label}” takes…"));
        let review = session.host.sign_in_review(&server.id).await?;
        let mut terminal = Terminal::find().await.filter(|_| !self.yes);
        let choice = choose(&review, self.issuer.as_deref(), terminal.as_mut()).await?;
        let sheet = sheet(&review, choice);
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
        tokio::time::sleep(limits::GUARD).await;
        let yes = match &mut terminal {
            Some(terminal) if review.unattended => terminal.yes("Sign in?").await?,
            Some(terminal) => terminal.yes("Open your browser?").await?,
            None if self.yes => true,
            None => {
                return Err(CliFailure::nobody(
                    format!(
                        "Nobody is here to ask, so nobody was signed in to “{label}”. No browser was opened."
                    ),
                    "Run it on a terminal. If you have read what is asked for, add --yes.",
                ));
            }
        };
        if !yes {
            return Err(CliFailure::denied(format!(
                "You said no. Nobody was signed in to “{label}”, and no browser was opened."
            )));
        }
        // A page may have to be shown meanwhile, and the server may ask something once it is connected.
        drop(terminal);
        let mut events = session.host.events();
        let mut now = session
            .host
            .sign_in(&server.id, &review.nonce, &choice.issuer)
            .await?;
        let mut announced = Announced::default();
        loop {
            match &now.state {
                SignInState::Failed { problem, .. } => return Err(CliFailure::of(problem.clone())),
                SignInState::Idle {} => break,
                state => announced.announce(state),
            }
            if events.next().await.is_none() {
                return Err(CliFailure::interrupted());
            }
            now = session.host.account(&server.id)?;
        }
        let made = |account: &ServerAccount| account.account.as_ref().map(|made| made.signed_in_at);
        if made(&now).is_none() || made(&now) == made(&before) {
            return Err(Error::new(
                Code::CallCancelled,
                format!("The sign-in was given up. Nothing of it was kept, and “{label}” stays as it was."),
            )
            .into());
        }
        session.output.result(&now, || words(&now, &server));
        Ok(())
    }
}

/// What of a sign-in under way was said already.
#[derive(Default)]
struct Announced {
    address: bool,
    unopened: bool,
    finishing: bool,
}

impl Announced {
    fn announce(&mut self, state: &SignInState) {
        match state {
            SignInState::Browser {
                address,
                not_opened: Some(problem),
                ..
            } if !self.unopened => {
                self.unopened = true;
                remark(&format!("{}\n\n  {address}\n", sentence(problem)));
            }
            SignInState::Browser {
                address,
                until,
                not_opened: None,
                ..
            } if !self.address => {
                self.address = true;
                remark(&format!(
                    "Sign in in your browser; this goes on by itself. It is given up at {}. If no page opened, open this \
                     one on this computer:\n\n  {address}\n",
                    time(*until)
                ));
            }
            SignInState::Finishing { .. } if !self.finishing => {
                self.finishing = true;
                remark("You signed in there. Fetching what was granted…");
            }
            _ => {}
        }
    }
}

/// The authorization server to sign in at: the only one, the one that was named, or the one that a person picks.
async fn choose<'a>(
    review: &'a SignInReview,
    wanted: Option<&str>,
    terminal: Option<&mut Terminal>,
) -> Result<&'a IssuerChoice, CliFailure> {
    let label = &review.server.label;
    if let Some(wanted) = wanted {
        let known = |choice: &&IssuerChoice| choice.issuer == wanted || choice.host == wanted;
        let mut found = review.issuers.iter().filter(known);
        return match (found.next(), found.next()) {
            (Some(choice), None) => Ok(choice),
            _ => Err(several(
                review,
                &format!("“{label}” does not name the one authorization server “{wanted}”."),
            )),
        };
    }
    match (review.issuers.as_slice(), terminal) {
        ([one], _) => Ok(one),
        (many, Some(terminal)) if !many.is_empty() => {
            terminal.show(&listed(review))?;
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
            review,
            &format!("“{label}” names several authorization servers."),
        )),
    }
}

fn several(review: &SignInReview, sentence: &str) -> CliFailure {
    remark(&listed(review));
    CliFailure::missing(
        format!("{sentence} No browser was opened."),
        "Name one with “--issuer HOST”.".to_owned(),
    )
}

fn listed(review: &SignInReview) -> String {
    let mut out = format!("“{}” names these authorization servers:\n", review.server.label);
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
fn sheet(review: &SignInReview, choice: &IssuerChoice) -> String {
    let label = &review.server.label;
    let question = match &review.why {
        SignInWhy::First {} => format!("Sign in to “{label}”?"),
        SignInWhy::Ended {} => format!("Sign in to “{label}” again?"),
        SignInWhy::Again {} => format!("Sign in to “{label}” anew?"),
        SignInWhy::More { tool: None } => format!("Let “{label}” have more than you granted?"),
        SignInWhy::More { tool: Some(tool) } => format!("Let “{label}” have more, for “{}”?", tool.text),
    };
    let mut out = format!("{question} ({})\n", review.server.origin);
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

fn client_remedy(label: &str) -> String {
    format!(
        "Get a client id there, then enter it with “portcullis-cli account client {label} --id ID --secret”."
    )
}
