//! What was begun at requests that wait, so that a page of the gate that is loaded again has it: edited arguments, an answer that
//! is being written. In this process alone and never on disk, because it may hold a secret; a request that is gone takes its own
//! along. A form is kept with its request in the host.

use std::collections::BTreeMap;

/// Requests of which something is kept.
const REQUESTS: usize = 16;

/// Longest draft, in bytes; a longer one is not kept.
const LENGTH: usize = 256 * 1024;

/// By request, oldest change first.
#[derive(Debug, Default)]
pub(super) struct GateDrafts(Vec<(String, String)>);

impl GateDrafts {
    /// Keeps this, in the place of what was kept of the request before. Nothing is kept in the place of what is too long: half
    /// of it would come back as if it were all.
    pub(super) fn keep(&mut self, request: String, draft: String) {
        self.0.retain(|(known, _)| *known != request);
        if draft.is_empty() || draft.len() > LENGTH {
            return;
        }
        if self.0.len() >= REQUESTS {
            self.0.remove(0);
        }
        self.0.push((request, draft));
    }

    /// All of them, by request.
    pub(super) fn all(&self) -> BTreeMap<String, String> {
        self.0.iter().cloned().collect()
    }

    /// Forgets what belongs to requests that no longer wait.
    pub(super) fn retain(&mut self, waiting: &[String]) {
        self.0.retain(|(request, _)| waiting.contains(request));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Proves F-26.
    #[test]
    fn a_draft_is_kept_while_its_request_waits_and_never_too_much() {
        let mut drafts = GateDrafts::default();
        for request in 0..=REQUESTS {
            drafts.keep(request.to_string(), "typed".to_owned());
        }
        assert_eq!(drafts.all().len(), REQUESTS);
        assert!(!drafts.all().contains_key("0"), "the oldest went");
        drafts.keep("1".to_owned(), "typed more".to_owned());
        assert_eq!(drafts.all()["1"], "typed more");
        drafts.keep("1".to_owned(), "x".repeat(LENGTH + 1));
        assert!(!drafts.all().contains_key("1"), "nothing old comes back for it");
        drafts.keep("2".to_owned(), String::new());
        drafts.retain(&["2".to_owned(), "3".to_owned()]);
        assert_eq!(drafts.all().into_keys().collect::<Vec<_>>(), ["3"]);
    }
}
