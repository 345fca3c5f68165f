//! What a person reads before a sign-in.

use portcullis_core::text::escape_line;
use portcullis_domain::{IssuerChoice, ScopeRow, SignInWhy};
use portcullis_oauth::{AuthorizationServerOffer, Discovery, host as named, is_wide};
use url::Url;

/// One authorization server as a person reads it.
pub(super) fn choice(
    offer: &AuthorizationServerOffer,
    before: Option<&(String, Vec<String>)>,
    unattended: bool,
) -> IssuerChoice {
    let before = before.filter(|(issuer, _)| *issuer == offer.id);
    let granted = before.map_or(&[][..], |(_, granted)| granted.as_slice());
    IssuerChoice {
        issuer: offer.id.clone(),
        shown: escape_line(&offer.id),
        host: Url::parse(&offer.id).map(|url| named(&url)).unwrap_or_default(),
        page: offer
            .page()
            .filter(|_| !unattended)
            .map(|page| escape_line(page.as_str())),
        before: before.is_some(),
        registration: offer.registration,
        scopes: offer
            .scopes
            .iter()
            .map(|scope| ScopeRow {
                scope: escape_line(scope),
                granted: granted.contains(scope),
                wide: is_wide(scope),
            })
            .collect(),
        problem: offer.problem().cloned().map(Into::into),
    }
}

/// The question, by why it is asked.
pub(super) fn question(label: &str, why: &SignInWhy) -> String {
    match why {
        SignInWhy::First {} => format!("Sign in to “{label}”?"),
        SignInWhy::Ended {} => format!("Sign in to “{label}” again?"),
        SignInWhy::Again {} => format!("Sign in to “{label}” anew?"),
        SignInWhy::More { tool: None } => format!("Let “{label}” have more than you granted?"),
        SignInWhy::More { tool: Some(tool) } => format!("Let “{label}” have more, for “{}”?", tool.text),
    }
}

/// What should be known beside it.
pub(super) fn notes(label: &str, found: &Discovery) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(organisation) = &found.organisation {
        notes.push(format!(
            "Your organisation (“{organisation}”) is asked to vouch for you. No page of the authorization server opens, and \
             what your organisation says of you goes there."
        ));
    }
    if found.workload {
        notes.push("A token from a file on this computer is sent to the authorization server.".to_owned());
    }
    if found.assumed {
        notes.push(format!(
            "“{label}” does not say who signs people in for it, so it is taken to do so itself, as older servers do."
        ));
    }
    if found
        .offers
        .iter()
        .flat_map(|offer| &offer.scopes)
        .any(|scope| is_wide(scope))
    {
        notes.push("One of the permissions says that it covers everything.".to_owned());
    }
    notes
}
