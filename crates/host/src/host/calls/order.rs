//! Tool calls that a model wants at once are asked about in the order in which it named them, whichever is ready first.

use std::collections::BTreeSet;
use std::sync::Arc;
use tokio::sync::watch;

/// The calls of one reply of a model.
#[derive(Default)]
pub(in crate::host) struct AskingOrder {
    unasked: Arc<watch::Sender<BTreeSet<usize>>>,
    next: usize,
}

/// Of one call. Dropped once it was asked about, or needs no question.
pub(in crate::host) struct AskingPosition {
    unasked: Arc<watch::Sender<BTreeSet<usize>>>,
    at: usize,
}

impl AskingOrder {
    pub(in crate::host) fn position(&mut self) -> AskingPosition {
        let at = self.next;
        self.next += 1;
        self.unasked.send_modify(|unasked| _ = unasked.insert(at));
        AskingPosition {
            unasked: Arc::clone(&self.unasked),
            at,
        }
    }
}

impl AskingPosition {
    /// Resolves when every call before it was asked about or needs no question.
    pub(super) async fn comes(&self) {
        let is_first = |unasked: &BTreeSet<usize>| unasked.first().is_none_or(|first| *first >= self.at);
        // The sender is held by this position, so there is no error.
        _ = self.unasked.subscribe().wait_for(is_first).await;
    }
}

impl Drop for AskingPosition {
    fn drop(&mut self) {
        self.unasked.send_modify(|unasked| _ = unasked.remove(&self.at));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::FutureExt as _;

    #[test]
    fn a_position_comes_after_all_before_it_whichever_goes_first() {
        let mut order = AskingOrder::default();
        let (first, second, third) = (order.position(), order.position(), order.position());
        assert_eq!(first.comes().now_or_never(), Some(()));
        assert_eq!(second.comes().now_or_never(), None);
        drop(second);
        assert_eq!(
            third.comes().now_or_never(),
            None,
            "the first is still to be asked about"
        );
        drop(first);
        assert_eq!(third.comes().now_or_never(), Some(()));
    }
}
