//! A cache of what conversations have read, as it is on disk, for the time between the calls of a conversation: every call of a model
//! is weighed with it (S-78).
//!
//! What is kept is never less than what is on disk. A writer says so before and until it is written, and what was
//! read in between is used, but not kept.

use super::locked;
use crate::limits;
use portcullis_core::Result;
use portcullis_storage::store::flows::ReadRow;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// See the module.
#[derive(Default)]
pub(crate) struct Reads(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    kept: HashMap<String, Arc<Vec<ReadRow>>>,
    /// How many write now.
    writing: usize,
    /// Counts each time that a write begins.
    changes: u64,
}

/// What a conversation reads is being written down, until this is dropped.
pub(crate) struct Changing(Arc<Mutex<State>>);

impl Drop for Changing {
    fn drop(&mut self) {
        locked(&self.0).writing -= 1;
    }
}

impl Reads {
    /// What a conversation has read; `read` finds it on disk.
    ///
    /// # Errors
    /// Those of `read`.
    pub(in crate::host) async fn of<F>(
        &self,
        conversation: &str,
        read: impl FnOnce() -> F,
    ) -> Result<Arc<Vec<ReadRow>>>
    where
        F: Future<Output = Result<Vec<ReadRow>>>,
    {
        let before = {
            let state = locked(&self.0);
            if let Some(rows) = state.kept.get(conversation) {
                return Ok(Arc::clone(rows));
            }
            state.changes
        };
        let rows = Arc::new(read().await?);
        let mut state = locked(&self.0);
        if state.writing == 0 && state.changes == before {
            if state.kept.len() >= limits::READS_KEPT {
                state.kept.clear();
            }
            state.kept.insert(conversation.to_owned(), Arc::clone(&rows));
        }
        Ok(rows)
    }

    /// From now on what this conversation reads is being written down.
    pub(in crate::host) fn changing(&self, conversation: &str) -> Changing {
        let mut state = locked(&self.0);
        state.kept.remove(conversation);
        state.writing += 1;
        state.changes += 1;
        Changing(Arc::clone(&self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    fn rows(count: u64) -> Vec<ReadRow> {
        let row = |first_at: u64| ReadRow {
            server: "s".to_owned(),
            kind: "tool".to_owned(),
            name: first_at.to_string(),
            label: "S".to_owned(),
            nature: [0; 3],
            first_at,
        };
        (0..count).map(row).collect()
    }

    // Proves S-78.
    #[tokio::test]
    async fn what_was_read_during_a_write_is_not_kept() {
        let reads = Reads::default();
        let asked = Cell::new(0);
        let of = async |on_disk: u64| {
            let read = || {
                asked.set(asked.get() + 1);
                std::future::ready(Ok(rows(on_disk)))
            };
            reads.of("talk", read).await.unwrap().len()
        };
        assert_eq!((of(1).await, of(9).await, asked.get()), (1, 1, 1), "kept");
        let changing = reads.changing("talk");
        assert_eq!((of(1).await, of(2).await), (1, 2), "as it is on disk");
        drop(changing);
        assert_eq!((of(2).await, of(9).await), (2, 2), "kept again");
        // A write begins and ends while it is read.
        let changing = reads.changing("talk");
        drop(changing);
        let read = || {
            drop(reads.changing("talk"));
            std::future::ready(Ok(rows(2)))
        };
        assert_eq!(reads.of("talk", read).await.unwrap().len(), 2);
        assert_eq!(of(3).await, 3);
    }

    #[tokio::test]
    async fn only_so_many_conversations_are_kept() {
        let reads = Reads::default();
        for talk in 0..3 * limits::READS_KEPT {
            let read = || std::future::ready(Ok(rows(1)));
            reads.of(&talk.to_string(), read).await.unwrap();
            assert!(locked(&reads.0).kept.len() <= limits::READS_KEPT);
        }
    }
}
