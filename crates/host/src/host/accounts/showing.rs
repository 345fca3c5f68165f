//! What a person reads before a sign-in.

use crate::host::calls::is_plain_name;
use portcullis_core::text::escape_line;
use portcullis_domain::{IssuerChoice, ScopeRow, SignInWhy};
use portcullis_l10n::say;
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
        SignInWhy::First {} => say!("sign-in-question", server = label),
        SignInWhy::Ended {} => say!("sign-in-question-again", server = label),
        SignInWhy::Again {} => say!("sign-in-question-other", server = label),
        // Any other name of a tool would write into the question (S-34).
        SignInWhy::More { tool: Some(tool) } if is_plain_name(&tool.text) => {
            say!("sign-in-question-more-tool", server = label, tool = tool.text)
        }
        SignInWhy::More { .. } => say!("sign-in-question-more", server = label),
    }
}

/// What should be known beside it.
pub(super) fn notes(label: &str, found: &Discovery) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(organisation) = &found.organisation {
        notes.push(say!("sign-in-note-sso", organisation));
    }
    if found.workload {
        notes.push(say!("sign-in-note-workload"));
    }
    if found.assumed {
        notes.push(say!("sign-in-note-assumed", server = label));
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;

    // Proves S-34, S-35.
    #[test]
    fn a_tool_writes_nothing_into_the_question_about_more_scopes() {
        let asked = |tool: &str| {
            let tool = Some(escape_line(tool));
            question("Mail", &SignInWhy::More { tool })
        };
        assert_eq!(asked("send"), "Grant “Mail” additional scopes for “send”?");
        assert_eq!(
            asked("send”? It was checked. Choose “Open browser"),
            "Grant “Mail” additional scopes?"
        );
    }
}
