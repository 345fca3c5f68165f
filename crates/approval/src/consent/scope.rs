//! What an approval covers, in a sentence that every request shows.

use portcullis_domain::{Asked, AskedKind};
use portcullis_l10n::say;

/// How far a yes to this goes.
pub(super) fn in_words(asked: &Asked) -> String {
    match asked {
        Asked::Tool { scopes, .. } if !scopes.is_empty() => say!("covers-tool-more"),
        Asked::Changed { on_hold: 1.., .. } => say!("covers-changed-held"),
        _ => of_kind(asked.kind()),
    }
}

fn of_kind(kind: AskedKind) -> String {
    match kind {
        AskedKind::Tool => say!("covers-tool"),
        AskedKind::Setting => say!("covers-setting"),
        AskedKind::Launch => say!("covers-launch"),
        AskedKind::Changed => say!("covers-changed"),
        AskedKind::Form => say!("covers-form"),
        AskedKind::Link => say!("covers-link"),
        AskedKind::Page => say!("covers-page"),
        AskedKind::Roots => say!("covers-roots"),
        AskedKind::SignIn => say!("covers-sign-in"),
        AskedKind::Sampling => say!("covers-sampling"),
        AskedKind::SampledAnswer => say!("covers-sampled-answer"),
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
        let sentences: BTreeSet<String> = kinds.into_iter().map(of_kind).collect();
        assert_eq!(sentences.len(), kinds.len());
        assert!(
            sentences
                .iter()
                .all(|sentence| sentence.len() > 20 && sentence.ends_with('.')),
            "{sentences:?}"
        );
    }
}
