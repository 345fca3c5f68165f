//! Redacts echoed secrets: a token or header of the connection that its server repeats in an error, a result or a log
//! would else reach events, conversations and models (S-56, S-88). Done once, on incoming text, so that no place can be
//! forgotten.
//!
//! Short secrets are left alone: where a password is a word, a server may well mean the word.

use super::locked;
use crate::limits;
use portcullis_core::redact::without;
use std::borrow::Cow;
use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use zeroize::Zeroizing;

/// See the module.
#[derive(Default)]
pub(super) struct EchoRedactor {
    /// The latest last, each as it is and as JSON has it.
    kept: Mutex<VecDeque<Zeroizing<String>>>,
    /// There are some.
    any: AtomicBool,
}

impl EchoRedactor {
    /// Looks for this one from now on.
    pub(super) fn add(&self, secret: &str) {
        if secret.len() < limits::ECHO_SECRET_LENGTH {
            return;
        }
        let mut kept = locked(&self.kept);
        for form in forms(secret) {
            if kept.iter().any(|other| *other == form) {
                continue;
            }
            if kept.len() == limits::ECHO_SECRETS {
                kept.pop_front();
            }
            kept.push_back(form);
        }
        self.any.store(true, Ordering::Release);
    }

    /// The text without them. What stands in their place needs no escape in JSON.
    pub(super) fn hide<'a>(&self, text: &'a str) -> Cow<'a, str> {
        if !self.any.load(Ordering::Acquire) {
            return Cow::Borrowed(text);
        }
        let kept = locked(&self.kept);
        let hidden = without(text, kept.iter().map(|secret| secret.as_str()));
        hidden.map_or(Cow::Borrowed(text), Cow::Owned)
    }
}

/// As it is, and as JSON serializers escape it.
fn forms(secret: &str) -> [Zeroizing<String>; 3] {
    let quoted = Zeroizing::new(serde_json::Value::from(secret).to_string());
    let quoted = Zeroizing::new(quoted[1..quoted.len() - 1].to_owned());
    let slashes = Zeroizing::new(quoted.replace('/', "\\/"));
    [Zeroizing::new(secret.to_owned()), quoted, slashes]
}

#[cfg(test)]
mod tests {
    use super::*;
    use portcullis_core::redact::HIDDEN;

    // Proves S-56, S-88.
    #[test]
    fn a_secret_that_a_server_repeats_is_taken_out_in_every_form_of_json() {
        let said = EchoRedactor::default();
        let plain = r#"{"a":"nothing was told yet"}"#;
        assert!(matches!(said.hide(plain), Cow::Borrowed(_)));
        said.add(r#"token/with"quote-0123"#);
        for written in [
            r#"token/with\"quote-0123"#,
            r#"token\/with\"quote-0123"#,
            r#"token/with"quote-0123"#,
        ] {
            let hidden = said.hide(&format!("[\"Bearer {written}!\"]")).into_owned();
            assert_eq!(hidden, format!("[\"Bearer {HIDDEN}!\"]"));
        }
        assert!(matches!(said.hide(plain), Cow::Borrowed(_)));
    }

    // Proves S-56, S-88.
    #[test]
    fn a_secret_that_begins_with_a_shorter_one_is_taken_out_whole() {
        let said = EchoRedactor::default();
        said.add("the-token-of-a-turn");
        said.add("the-token-of-a-turn.and-its-signature");
        let hidden = said.hide("[the-token-of-a-turn.and-its-signature, the-token-of-a-turn]");
        assert_eq!(hidden, format!("[{HIDDEN}, {HIDDEN}]"));
    }

    // Proves S-88.
    #[test]
    fn short_secrets_and_old_ones_are_left_alone() {
        let said = EchoRedactor::default();
        said.add("hunter2");
        assert_eq!(said.hide("hunter2"), "hunter2");
        for n in 0..=limits::ECHO_SECRETS {
            said.add(&format!("the-token-of-turn-{n:03}"));
        }
        assert_eq!(said.hide("the-token-of-turn-000"), "the-token-of-turn-000");
        assert_eq!(said.hide("the-token-of-turn-032"), HIDDEN);
    }
}
