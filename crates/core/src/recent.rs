//! Sliding-window counter for restarts, list changes and denials.

use std::collections::VecDeque;
use std::time::Duration;
use tokio::time::Instant;

/// Times of events, oldest first. Those outside of the window are dropped when counted.
#[derive(Debug, Default)]
pub struct Recent(VecDeque<Instant>);

impl Recent {
    /// It happened just now.
    pub fn add(&mut self) {
        self.0.push_back(Instant::now());
    }

    /// How often it happened within the window that ends now.
    pub fn within(&mut self, window: Duration) -> usize {
        let now = Instant::now();
        while self.0.front().is_some_and(|at| now - *at > window) {
            self.0.pop_front();
        }
        self.0.len()
    }

    /// Begins to count again.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}
