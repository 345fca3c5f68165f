//! One sign-in at one server (AUT-03): a browser opens only at the authorization server that was chosen, and only on the
//! page that was read.

use crate::consent::proposal::{GateAnswer, Sealed, denied};
use crate::consent::{OpenUrl, Permit, Proposal};
use portcullis_catalog::links::Link;
use portcullis_core::text::escape_line;
use portcullis_core::{Error, Result};
use portcullis_domain::{Answer, Asked, IssuerChoice, Registration};
use portcullis_l10n::say;
use serde_json::{Value, json};

/// An authorization server that may be chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignInOption {
    /// Its identifier.
    pub issuer: String,
    /// The page that would open; `None` where the client proves itself.
    pub page: Option<String>,
    /// How Portcullis would be known there.
    pub registration: Registration,
    /// What would be asked for.
    pub scopes: Vec<String>,
}

/// A sign-in that a person asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposedSignIn {
    /// Server.
    pub server: String,
    /// What the tokens would be for.
    pub resource: String,
    /// No browser opens.
    pub unattended: bool,
    /// Of the person's own client.
    pub client_id: Option<String>,
    /// The authorization servers that may be chosen, in the server's order.
    pub options: Vec<SignInOption>,
}

/// One sign-in at the authorization server that was chosen.
#[derive(Debug)]
pub struct SignInPermit {
    chosen: SignInOption,
}

impl SignInOption {
    fn is_shown(&self, choice: &IssuerChoice) -> bool {
        let page = self.page.as_ref().map(|page| escape_line(page));
        let scopes = self.scopes.iter().map(|scope| escape_line(scope));
        self.issuer == choice.issuer
            && escape_line(&self.issuer) == choice.shown
            && page == choice.page
            && Some(self.registration) == choice.registration
            && scopes.eq(choice.scopes.iter().map(|row| row.scope.clone()))
    }
}

impl Sealed for ProposedSignIn {}

impl Proposal for ProposedSignIn {
    type Effect = SignInPermit;

    fn covers(&self) -> Value {
        let options = self.options.iter().map(|option| {
            json!({
                "issuer": option.issuer,
                "page": option.page,
                "registration": option.registration,
                "scopes": option.scopes,
            })
        });
        json!({
            "server": self.server,
            "resource": self.resource,
            "unattended": self.unattended,
            "client_id": self.client_id,
            "options": options.collect::<Vec<_>>(),
        })
    }

    fn is_shown(&self, server: &str, asked: &Asked) -> bool {
        let Asked::SignIn { review } = asked else {
            return false;
        };
        let usable: Vec<_> = review
            .issuers
            .iter()
            .filter(|choice| choice.is_usable())
            .collect();
        let client_id = review.own_client.as_ref().map(|own| &own.client_id);
        server == self.server
            && review.resource == escape_line(&self.resource).text
            && review.unattended == self.unattended
            && client_id == self.client_id.as_ref()
            && usable.len() == self.options.len()
            && self
                .options
                .iter()
                .zip(usable)
                .all(|(option, choice)| option.is_shown(choice))
    }

    fn reach(&self, _: &Asked) -> String {
        say!("covers-sign-in")
    }

    fn permit(self, answer: GateAnswer<'_>) -> Result<Permit<SignInPermit>> {
        let Answer::SignIn { issuer } = answer.get() else {
            return Err(denied(say!("denied-sign-in")));
        };
        let chosen = self.options.into_iter().find(|option| option.issuer == *issuer);
        chosen
            .map(|chosen| Permit::new(SignInPermit { chosen }))
            .ok_or_else(|| denied(say!("sign-in-not-offered")))
    }
}

impl SignInPermit {
    /// The authorization server that was chosen.
    #[must_use]
    pub fn issuer(&self) -> &str {
        &self.chosen.issuer
    }

    /// Spends the permit on one opening.
    ///
    /// # Errors
    /// `internal` when this is not the page that was read.
    pub fn open(self, link: &Link) -> Result<Permit<OpenUrl>> {
        let same = self.chosen.page.as_ref().is_some_and(|page| {
            let rest = link.as_str().strip_prefix(page.as_str());
            rest.is_some_and(|rest| rest.starts_with(['?', '&']))
        });
        match same {
            true => Ok(Permit::for_page(link)),
            false => Err(Error::internal(
                "another page than the one that was read was about to open",
            )),
        }
    }
}
