//! What the page asked for is done once.
//!
//! Where the answer to a command does not reach the page, because the page is being left or what carries answers ended, the
//! script of Tauri sends the same command again by another way. The first may have been done by then: a tool would run twice,
//! and words would be said twice. So the page gives each command a mark of its own, and a mark that was there is turned away.

use portcullis_api::Problem;
use portcullis_core::{Code, Error, locked};
use portcullis_l10n::say;
use std::collections::{HashSet, VecDeque};
use std::sync::Mutex;
use tauri::Wry;
use tauri::http::HeaderMap;
use tauri::ipc::Invoke;

/// The name of the mark among what travels with a command.
const MARK: &str = "portcullis-once";

/// Marks that are remembered. One is sent again at once or never.
const REMEMBERED: usize = 4_096;

/// Longest mark, in bytes; a longer one is none.
const LENGTH: usize = 64;

/// The marks that were there.
#[derive(Default)]
struct Once(Mutex<SeenNonces>);

#[derive(Default)]
struct SeenNonces {
    marks: HashSet<Box<str>>,
    oldest_first: VecDeque<Box<str>>,
}

impl Once {
    /// Whether a command with these headers was asked before. One without a mark never was: what has no effect needs none.
    fn again(&self, headers: &HeaderMap) -> bool {
        let mark = headers.get(MARK).and_then(|mark| mark.to_str().ok());
        let Some(mark) = mark.filter(|mark| mark.len() <= LENGTH) else {
            return false;
        };
        let mut seen = locked(&self.0);
        if !seen.marks.insert(mark.into()) {
            return true;
        }
        seen.oldest_first.push_back(mark.into());
        if seen.oldest_first.len() > REMEMBERED
            && let Some(oldest) = seen.oldest_first.pop_front()
        {
            seen.marks.remove(&oldest);
        }
        false
    }
}

/// Hands commands on, each once.
pub(super) fn handled_once(
    handle: impl Fn(Invoke<Wry>) -> bool + Send + Sync + 'static,
) -> impl Fn(Invoke<Wry>) -> bool + Send + Sync + 'static {
    let once = Once::default();
    move |invoke| {
        if !once.again(invoke.message.headers()) {
            return handle(invoke);
        }
        tracing::warn!(target: "portcullis::commands", "{} was sent twice", invoke.message.command());
        invoke.resolver.reject(Problem::from(lost()));
        true
    }
}

/// What the page is told then, if there still is one.
fn lost() -> Error {
    Error::new(Code::TransportLost, say!("reply-lost")).remedy(say!("reply-lost-remedy"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(mark: &str) -> HeaderMap {
        HeaderMap::from_iter([(MARK.parse().unwrap(), mark.parse().unwrap())])
    }

    // Proves F-26.
    #[test]
    fn a_mark_counts_once_and_what_has_none_is_let_through() {
        let once = Once::default();
        assert!(!once.again(&marked("a")));
        assert!(once.again(&marked("a")));
        assert!(!once.again(&marked("b")));
        for _ in 0..2 {
            assert!(!once.again(&HeaderMap::new()));
            assert!(!once.again(&marked(&"x".repeat(LENGTH + 1))));
        }
    }

    // Proves F-26.
    #[test]
    fn only_so_many_marks_are_remembered() {
        let once = Once::default();
        for mark in 0..=REMEMBERED {
            assert!(!once.again(&marked(&mark.to_string())));
        }
        assert!(once.again(&marked(&REMEMBERED.to_string())));
        assert!(!once.again(&marked("0")));
        let seen = once.0.lock().unwrap();
        assert_eq!(seen.marks.len(), seen.oldest_first.len());
    }
}
