//! Signing in.

use super::account::words;
use crate::failure::CliFailure;
use crate::output::{remark, sentence, time};
use crate::requests::sign_in;
use crate::session::CommandContext;
use clap::Args;
use portcullis_api::{ServerAccount, SignInState};
use portcullis_core::{Code, Error};
use portcullis_l10n::say;

/// `account sign-in`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  portcullis-cli account sign-in issues --issuer login.example.com")]
pub struct SignIn {
    /// The server
    label: String,
    /// The authorization server, as URL or host, if the server names several
    #[arg(long, value_name = "HOST")]
    issuer: Option<String>,
    /// Approve what is shown
    #[arg(long, short)]
    yes: bool,
}

impl SignIn {
    /// The review, a yes, the browser, and the wait for the user in it.
    pub async fn run(self, session: &CommandContext) -> Result<(), CliFailure> {
        let server = session.find(&self.label)?;
        let label = &server.label;
        let before = session.host.account(&server.id)?;
        remark(&say!("sign-in-discovering", label));
        let request = session.host.sign_in(&server.id).await?;
        let mut events = session.host.events();
        sign_in::answer(session, &request, self.issuer.as_deref(), self.yes).await?;
        let mut now = session.host.account(&server.id)?;
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
            return Err(Error::new(Code::CallCancelled, say!("sign-in-abandoned", label)).into());
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
                let advice = say!("sign-in-in-browser", until = time(*until));
                remark(&format!("{advice}\n\n  {address}\n"));
            }
            SignInState::Finishing { .. } if !self.finishing => {
                self.finishing = true;
                remark(&say!("sign-in-finishing"));
            }
            _ => {}
        }
    }
}
