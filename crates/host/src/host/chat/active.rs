//! Conversations in which a model is at work, each with its turn lock.

use super::still_at_work;
use crate::host::locked;
use portcullis_core::Result;
use portcullis_domain::{Message, Part};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use tokio_util::sync::CancellationToken;

/// Conversations in which a model is at work, each with its turn lock. Clones share them.
#[derive(Clone, Default)]
pub(crate) struct ActiveTurns(Arc<Mutex<HashMap<String, ActiveTurn>>>);

/// The turn lock of a conversation: nothing else adds a message to it until this is dropped, whatever ends the work.
pub(super) struct TurnLock {
    talks: ActiveTurns,
    id: String,
    pub(super) stop: CancellationToken,
}

impl Drop for TurnLock {
    fn drop(&mut self) {
        locked(&self.talks.0).remove(&self.id);
    }
}

/// One of them.
struct ActiveTurn {
    stop: CancellationToken,
    /// The message that is being written, as far as it was shown.
    live: Option<Message>,
    /// A summary of earlier messages is being written.
    compacting: bool,
}

impl ActiveTurns {
    pub fn stop_all(&self) {
        for talk in locked(&self.0).values() {
            talk.stop.cancel();
        }
    }

    pub(super) fn stop(&self, id: &str) {
        if let Some(talk) = locked(&self.0).get(id) {
            talk.stop.cancel();
        }
    }

    pub(super) fn busy(&self, id: &str) -> bool {
        locked(&self.0).contains_key(id)
    }

    pub(super) fn compacting(&self, id: &str) -> bool {
        locked(&self.0).get(id).is_some_and(|talk| talk.compacting)
    }

    pub(super) fn set_compacting(&self, id: &str, compacting: bool) {
        if let Some(talk) = locked(&self.0).get_mut(id) {
            talk.compacting = compacting;
        }
    }

    pub(super) fn live(&self, id: &str) -> Option<Message> {
        locked(&self.0).get(id)?.live.clone()
    }

    pub(super) fn show(&self, id: &str, message: &Message) {
        if let Some(talk) = locked(&self.0).get_mut(id) {
            talk.live = Some(message.clone());
        }
    }

    /// Adds to words that were shown. `false` where there are none in this place.
    pub(super) fn grow(&self, id: &str, part: u32, more: &str) -> bool {
        let mut talks = locked(&self.0);
        let live = talks.get_mut(id).and_then(|talk| talk.live.as_mut());
        let at = usize::try_from(part).ok();
        let part = live.zip(at).and_then(|(live, at)| live.parts.get_mut(at));
        match part {
            Some(Part::Words { text } | Part::Thought { text }) => {
                text.push_str(more);
                true
            }
            _ => false,
        }
    }

    /// Locks a conversation for a turn, if it is free.
    pub(super) fn lock_turn(&self, id: &str, stop: CancellationToken) -> Result<TurnLock> {
        let mut talks = locked(&self.0);
        if talks.contains_key(id) {
            return Err(still_at_work());
        }
        let talk = ActiveTurn {
            stop: stop.clone(),
            live: None,
            compacting: false,
        };
        talks.insert(id.to_owned(), talk);
        Ok(TurnLock {
            talks: self.clone(),
            id: id.to_owned(),
            stop,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use portcullis_domain::Speaker;

    // Proves F-28.
    #[tokio::test]
    async fn a_conversation_is_free_again_after_work_in_it_panicked_or_was_dropped() {
        let talks = ActiveTurns::default();
        let lock = talks.lock_turn("a", CancellationToken::new()).unwrap();
        let other = talks.lock_turn("b", CancellationToken::new()).unwrap();
        assert!(talks.lock_turn("a", CancellationToken::new()).is_err());
        let panics = tokio::spawn(async move {
            let _lock = lock;
            panic!("the work panicked");
        });
        assert!(panics.await.unwrap_err().is_panic());
        let dropped = async move {
            let _lock = other;
            std::future::pending::<()>().await;
        };
        drop(dropped);
        assert!(!talks.busy("a") && !talks.busy("b"));
        assert!(talks.lock_turn("a", CancellationToken::new()).is_ok());
    }

    #[test]
    fn words_that_grow_are_added_to_what_was_shown() {
        let talks = ActiveTurns::default();
        let words = |text: &str| Part::Words {
            text: text.to_owned(),
        };
        let message = |parts: Vec<Part>| Message {
            seq: 1,
            speaker: Speaker::Model,
            at: 1,
            parts,
            streaming: true,
            by: None,
            parent: None,
            branch: None,
        };
        assert!(!talks.grow("a", 0, "x"), "no turn is in progress");
        let _lock = talks.lock_turn("a", CancellationToken::new()).unwrap();
        assert!(!talks.grow("a", 0, "x"), "nothing was shown");
        let trouble = Part::Trouble {
            problem: still_at_work().into(),
            call: None,
        };
        talks.show("a", &message(vec![trouble, words("Hel")]));
        assert!(talks.grow("a", 1, "lo"));
        assert!(!talks.grow("a", 0, "x"), "no words are there");
        assert!(!talks.grow("a", 2, "x"), "no part is there");
        assert_eq!(talks.live("a").unwrap().parts[1], words("Hello"));
    }
}
