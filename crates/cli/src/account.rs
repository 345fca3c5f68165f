//! The commands about accounts: who is signed in at a remote server, signing in and out, a client id of one's own.

use crate::command::{ClientId, Proof, SignIn};
use crate::failure::Failure;
use crate::output::{remark, time};
use crate::session::Session;
use crate::terminal::Terminal;
use portcullis_host::view::{
    Account, ClientProof, Hidden, IssuerChoice, Organisation, OwnClient, OwnClientDraft, Registration,
    ScopeRow, ServerAccount, ServerSummary, SignInReview, SignInState, SignInWhy, Whereabouts,
};
use portcullis_host::{Code, Error, limits};
use std::io::{BufRead as _, Read as _};

/// `account show`.
pub fn show(session: &Session, label: &str) -> Result<(), Failure> {
    let server = session.find(label)?;
    let account = session.host.account(&server.id)?;
    session.output.result(&account, || words(&account, &server));
    Ok(())
}

/// `account sign-in`: the review, a yes, the browser, and the wait for whoever is in it.
pub async fn sign_in(session: &Session, wanted: SignIn) -> Result<(), Failure> {
    let server = session.find(&wanted.label)?;
    let label = &server.label;
    let before = session.host.account(&server.id)?;
    remark(&format!("Asking what a sign-in to “{label}” takes…"));
    let review = session.host.sign_in_review(&server.id).await?;
    let mut terminal = Terminal::find().await.filter(|_| !wanted.yes);
    let choice = choose(&review, wanted.issuer.as_deref(), terminal.as_mut()).await?;
    let sheet = sheet(&review, choice);
    match &mut terminal {
        Some(terminal) => terminal.show(&sheet)?,
        None => remark(&sheet),
    }
    if let Some(problem) = &choice.problem {
        return Err(Failure::told(problem.clone()));
    }
    if choice.registration.is_none() {
        let sentence = format!(
            "“{}” does not let Portcullis introduce itself. Nobody was signed in, and no browser was opened.",
            choice.host
        );
        return Err(Failure::missing(sentence, client_remedy(label)));
    }
    tokio::time::sleep(limits::GUARD).await;
    let yes = match &mut terminal {
        Some(terminal) if review.unattended => terminal.yes("Sign in?").await?,
        Some(terminal) => terminal.yes("Open your browser?").await?,
        None if wanted.yes => true,
        None => {
            return Err(Failure::nobody(
                format!(
                    "Nobody is here to ask, so nobody was signed in to “{label}”. No browser was opened."
                ),
                "Run it on a terminal. If you have read what is asked for, add --yes.",
            ));
        }
    };
    if !yes {
        return Err(Failure::denied(format!(
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
    let mut told = Told::default();
    loop {
        match &now.state {
            SignInState::Failed { problem, .. } => return Err(Failure::told(problem.clone())),
            SignInState::Idle {} => break,
            state => told.tell(state),
        }
        if events.next().await.is_none() {
            return Err(Failure::interrupted());
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

/// What of a sign-in under way was said already.
#[derive(Default)]
struct Told {
    address: bool,
    unopened: bool,
    finishing: bool,
}

impl Told {
    fn tell(&mut self, state: &SignInState) {
        match state {
            SignInState::Browser {
                address,
                not_opened: Some(problem),
                ..
            } if !self.unopened => {
                self.unopened = true;
                remark(&format!("{}\n\n  {address}\n", crate::output::sentence(problem)));
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
) -> Result<&'a IssuerChoice, Failure> {
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
                .ok_or_else(|| Failure::denied("None was chosen. No browser was opened."))
        }
        _ => Err(several(
            review,
            &format!("“{label}” names several authorization servers."),
        )),
    }
}

fn several(review: &SignInReview, sentence: &str) -> Failure {
    remark(&listed(review));
    Failure::missing(
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

fn known_by(registration: Registration) -> &'static str {
    match registration {
        Registration::Own => "the client id that you entered",
        Registration::Document => "the address of a page that says who Portcullis is; nothing is registered",
        Registration::Dynamic => "a client that Portcullis registers there, for this server alone",
    }
}

/// `account decline`.
pub async fn decline(session: &Session, label: &str) -> Result<(), Failure> {
    let server = session.find(label)?;
    let account = session.host.decline_more(&server.id).await?;
    session.output.result(&account, || match &account.more {
        Some(_) => format!(
            "What “{}” wants beyond what you granted stays ungranted.",
            server.label
        ),
        None => format!("“{}” wants nothing beyond what you granted.", server.label),
    });
    Ok(())
}

/// `account sign-out`.
pub async fn sign_out(session: &Session, label: &str) -> Result<(), Failure> {
    let server = session.find(label)?;
    let before = session.host.account(&server.id)?;
    let account = session.host.sign_out(&server.id).await?;
    session.output.result(&account, || match before.account {
        Some(_) => format!(
            "You are signed out of “{}”. Its tokens are deleted.",
            server.label
        ),
        None => format!(
            "You were not signed in to “{}”. Nothing of it is kept.",
            server.label
        ),
    });
    Ok(())
}

/// `account client`.
pub async fn client(session: &Session, wanted: ClientId) -> Result<(), Failure> {
    let server = session.find(&wanted.label)?;
    let Some(client_id) = wanted.id else {
        let account = session.host.forget_own_client(&server.id).await?;
        session.output.result(&account, || {
            format!("“{}” has no client id of yours any more.", server.label)
        });
        return Ok(());
    };
    let (proof, secret) = match wanted.proof {
        Proof::None => (ClientProof::None, None),
        Proof::Asked => (ClientProof::Secret, Some(ask().await?)),
        Proof::Input => (ClientProof::Secret, Some(line_of_input()?)),
        Proof::Key(path) => (ClientProof::Key, Some(key(&path)?)),
    };
    if secret.as_deref().is_some_and(str::is_empty) {
        return Err(Failure::usage("The secret has no value. Nothing was saved."));
    }
    let draft = OwnClientDraft {
        client_id,
        secret: secret.map(Hidden),
        proof,
        issuer: wanted.issuer,
        unattended: wanted.unattended,
        port: wanted.port,
        organisation: wanted
            .organisation
            .map(|(issuer, client_id)| Organisation { issuer, client_id }),
    };
    let account = match &wanted.token_file {
        Some(file) => {
            let file = std::path::absolute(file)
                .map_err(|error| Failure::usage(format!("“{}” is no file ({error}).", file.display())))?;
            session.host.set_vouched_client(&server.id, draft, &file).await?
        }
        None => session.host.set_own_client(&server.id, draft).await?,
    };
    session.output.result(&account, || words(&account, &server));
    Ok(())
}

/// `account document`.
pub async fn document(session: &Session, wanted: Option<Option<String>>) -> Result<(), Failure> {
    let document = match wanted {
        Some(address) => session.host.set_client_document(address.as_deref()).await?,
        None => session.host.client_document(),
    };
    session.output.result(&document, || match &document.address {
        Some(address) => format!("Authorization servers that take documents read who Portcullis is at {address}.\n"),
        None => format!(
            "No document says who Portcullis is, so it registers itself where that is possible. An organisation can publish \
             this at an https address of its own, with that address in the place of “https://…”:\n\n{}\n",
            document.content
        ),
    });
    Ok(())
}

async fn ask() -> Result<String, Failure> {
    let Some(mut terminal) = Terminal::find().await else {
        return Err(Failure::nobody(
            "Nobody is here to ask for the client secret. Nothing was saved.",
            "Give it on standard input with “--secret=-”.",
        ));
    };
    terminal.secret("Client secret (not shown):").await
}

/// A line of standard input, for what is not typed on a command line.
pub fn line_of_input() -> Result<String, Failure> {
    let mut line = String::new();
    std::io::stdin()
        .lock()
        .read_line(&mut line)
        .map_err(|error| Failure::usage(format!("Standard input cannot be read ({error}).")))?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}

/// Far more than any private key has.
const KEY_BYTES: u64 = 64 * 1024;

fn key(path: &std::path::Path) -> Result<String, Failure> {
    let unreadable =
        |error: std::io::Error| Failure::usage(format!("“{}” cannot be read ({error}).", path.display()));
    let mut text = String::new();
    if path.as_os_str() == "-" {
        std::io::stdin().lock().take(KEY_BYTES).read_to_string(&mut text)
    } else {
        let file = std::fs::File::open(path).map_err(unreadable)?;
        file.take(KEY_BYTES).read_to_string(&mut text)
    }
    .map_err(unreadable)?;
    Ok(text)
}

fn client_remedy(label: &str) -> String {
    format!(
        "Get a client id there, then enter it with “portcullis-cli account client {label} --id ID --secret”."
    )
}

/// How the account of a server is.
fn words(account: &ServerAccount, server: &ServerSummary) -> String {
    let label = &server.label;
    if !account.applies {
        return match server.whereabouts {
            Whereabouts::Local => format!("“{label}” is a program on this computer: nobody signs in to it."),
            _ => format!(
                "“{label}” gets a token of your own, the header Authorization: nobody signs in to it."
            ),
        };
    }
    let mut out = match &account.account {
        Some(made) => signed_in(made, label),
        None => format!(
            "You are not signed in to “{label}”. “portcullis-cli account sign-in” does it, if it wants that.\n"
        ),
    };
    if let SignInState::Failed { problem, .. } = &account.state {
        out.push_str(&format!(
            "The last sign-in failed: {}\n",
            crate::output::sentence(problem)
        ));
    }
    if let Some(more) = &account.more {
        let tool = more
            .tool
            .as_ref()
            .map_or_else(String::new, |tool| format!(" for “{}”", tool.text));
        let scopes: Vec<_> = more.scopes.iter().map(|scope| scope.text.as_str()).collect();
        out.push_str(&format!(
            "It wants more than you granted{tool}: {}.{}\n",
            scopes.join(" "),
            if more.settled { " It stays ungranted." } else { "" }
        ));
    }
    if let Some(client) = &account.own_client {
        out.push_str(&own_client(client));
    }
    out
}

fn signed_in(made: &Account, label: &str) -> String {
    let mut out = match &made.ended {
        None => format!("You are signed in to “{label}”.\n"),
        Some(problem) => format!("{}\n", crate::output::sentence(problem)),
    };
    out.push_str(&format!(
        "  At:             {}\n                  {}\n  For:            {}\n",
        made.issuer_host, made.issuer.text, made.resource
    ));
    let scopes: Vec<_> = made.scopes.iter().map(|scope| scope.text.as_str()).collect();
    out.push_str(&match scopes.is_empty() {
        true => "  Granted:        not said by the authorization server\n".to_owned(),
        false => format!("  Granted:        {}\n", scopes.join(" ")),
    });
    out.push_str(&format!("  Since:          {}\n", time(made.signed_in_at)));
    if made.ended.is_none() {
        let until = made.until.map_or_else(|| "not said".to_owned(), time);
        let renewed = if made.renews {
            "Portcullis renews this by itself"
        } else {
            "then you sign in again"
        };
        out.push_str(&format!("  Until:          {until}; {renewed}\n"));
    }
    if made.bound {
        out.push_str("  Tokens:         bound to a key in your keychain; stolen alone they are of no use\n");
    }
    out.push_str(&format!(
        "  Known there by: {}\n                  {}\n",
        known_by(made.registration),
        made.client_id.text
    ));
    out
}

fn own_client(client: &OwnClient) -> String {
    let proof = match client.proof {
        ClientProof::None => "nothing but its id",
        ClientProof::Secret => "a secret, in your keychain",
        ClientProof::Key => "a private key, in your keychain",
    };
    let id = match client.client_id.as_str() {
        "" => "none is needed",
        id => id,
    };
    let mut out = format!("Client id of your own: {id}\n  Proves itself by: {proof}\n");
    if let Some(organisation) = &client.organisation {
        out.push_str(&format!(
            "  Vouched for by:   {}, where it is known as {}\n",
            organisation.issuer, organisation.client_id
        ));
    }
    if let Some(file) = &client.token_file {
        out.push_str(&format!("  Token from:       {file}\n"));
    }
    if let Some(issuer) = &client.issuer {
        out.push_str(&format!("  Shown only to:    {}\n", issuer.text));
    }
    out.push_str(&match client.unattended {
        true => "  It signs in without a browser.\n".to_owned(),
        false => format!("  Redirect address: {}\n", client.redirect),
    });
    out
}
