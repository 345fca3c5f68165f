//! What a yes reaches, in a sentence that stands on every question.

use portcullis_domain::{Asked, AskedKind};

/// How far a yes to this goes.
pub(super) fn in_words(asked: &Asked) -> String {
    let more = match asked {
        Asked::Tool { scopes, .. } if !scopes.is_empty() => {
            " A permission reaches further only if you choose one."
        }
        Asked::Changed { on_hold: 1.., .. } => " The permissions on hold count again.",
        _ => "",
    };
    format!("{}{more}", of_kind(asked.kind()))
}

const fn of_kind(kind: AskedKind) -> &'static str {
    match kind {
        AskedKind::Tool => "This one call with these arguments.",
        AskedKind::Setting => "This setting as it stands here, until you change it.",
        AskedKind::Launch => {
            "This server exactly as it stands here, each time it starts. You are asked again when this changes."
        }
        AskedKind::Changed => "This definition of this one tool, until it changes again.",
        AskedKind::Form => "This one form, with what you fill in.",
        AskedKind::Link => "This one address, once, in your browser.",
        AskedKind::Page => "Asking the server once more about the call that waits.",
        AskedKind::Roots => "Exactly these folders, until you change them.",
        AskedKind::SignIn => "This one sign-in, at the place that you choose and with the access shown here.",
        AskedKind::Sampling => {
            "This one model request. You are asked again before the server gets the answer."
        }
        AskedKind::SampledAnswer => "This one answer. The next request is asked about again.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_kind_of_request_says_in_a_sentence_of_its_own_what_a_yes_reaches() {
        let kinds = [
            AskedKind::Tool,
            AskedKind::Setting,
            AskedKind::Launch,
            AskedKind::Changed,
            AskedKind::Form,
            AskedKind::Link,
            AskedKind::Page,
            AskedKind::Roots,
            AskedKind::SignIn,
            AskedKind::Sampling,
            AskedKind::SampledAnswer,
        ];
        let sentences: BTreeSet<&str> = kinds.into_iter().map(of_kind).collect();
        assert_eq!(sentences.len(), kinds.len());
        assert!(
            sentences
                .iter()
                .all(|sentence| sentence.len() > 20 && sentence.ends_with('.')),
            "{sentences:?}"
        );
    }
}
