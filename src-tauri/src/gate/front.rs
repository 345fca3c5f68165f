//! Which of the requests that wait is in front of the person.
//!
//! What is in front stays there until it is answered or left, so that nothing slides under the pointer. One that ends on its own
//! while it is read stays as well, with how it ended, and what comes after it comes when the person leaves it. What was left
//! comes back only when the person opens a request or a new one arrives.

use portcullis_api::EndedRequest;
use std::collections::HashSet;

/// What is in front, by its ids.
#[derive(Debug, Default)]
pub(crate) struct Front {
    /// All that wait, in the order in which they should be answered.
    waiting: Vec<String>,
    left: HashSet<String>,
    /// What is to come in front: one request, or several that are shown together.
    wanted: Vec<String>,
    /// None, one, or those that are shown together.
    shown: Vec<Shown>,
}

/// A request in front.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Shown {
    /// Its id.
    pub(crate) id: String,
    /// How it ended, when it no longer waits.
    pub(crate) ended: Option<EndedRequest>,
}

impl Shown {
    fn waits(id: String) -> Self {
        Self { id, ended: None }
    }
}

impl Front {
    /// Takes a new list of what waits, in the order in which it should be answered. `how` says of one that no longer does how it
    /// ended while it was read; what ended otherwise simply goes.
    pub(crate) fn hear(&mut self, waiting: Vec<String>, how: impl Fn(&str) -> Option<EndedRequest>) {
        self.left.retain(|id| waiting.contains(id));
        self.shown.retain_mut(|it| {
            if it.ended.is_none() && !waiting.contains(&it.id) {
                it.ended = how(&it.id);
                return it.ended.is_some();
            }
            true
        });
        self.waiting = waiting;
        self.choose();
    }

    /// Brings a request in front, as soon as it is known to wait, or several together; the others follow.
    pub(crate) fn open(&mut self, ids: Vec<String>) {
        self.left.clear();
        self.wanted = ids;
        self.choose();
    }

    /// Leaves everything that waits now, and what ended.
    pub(crate) fn leave(&mut self) {
        self.left = self.waiting.iter().cloned().collect();
        self.wanted.clear();
        self.shown.clear();
        self.choose();
    }

    /// Leaves what ended. What was shown together with it comes in front, or what waits next, left for later or not: the
    /// person asks for it. What waits in front stays.
    pub(crate) fn next(&mut self) {
        if self.shown.iter().all(|it| it.ended.is_none()) {
            return;
        }
        let rest = std::mem::take(&mut self.shown);
        let rest = rest.into_iter().filter(|it| it.ended.is_none());
        self.open(rest.map(|it| it.id).collect());
    }

    /// Shows those that are shown together one by one, from the first.
    pub(crate) fn apart(&mut self) {
        let first = self.shown.iter().find(|it| it.ended.is_none());
        if let Some(first) = first.map(|it| it.id.clone()) {
            self.open(vec![first]);
        }
    }

    /// What is in front: one request, or those that are shown together.
    pub(crate) fn shown(&self) -> &[Shown] {
        &self.shown
    }

    /// Whether this is in front, and waits.
    pub(crate) fn asks(&self, id: &str) -> bool {
        self.shown.iter().any(|it| it.id == id && it.ended.is_none())
    }

    /// Whether this is in front, or nothing is and nothing was left for later.
    pub(crate) fn comes_automatically(&self, id: &str) -> bool {
        self.asks(id) || (self.shown.is_empty() && self.left.is_empty())
    }

    /// All that wait, in order.
    pub(crate) fn waiting(&self) -> &[String] {
        &self.waiting
    }

    fn choose(&mut self) {
        if self.wanted.first().is_some_and(|id| self.waiting.contains(id)) {
            let wanted = std::mem::take(&mut self.wanted).into_iter();
            let known = wanted.filter(|id| self.waiting.contains(id));
            self.shown = known.map(Shown::waits).collect();
        } else if self.shown.is_empty() {
            let mut open = self.waiting.iter().filter(|id| !self.left.contains(*id));
            self.shown = open.next().cloned().map(Shown::waits).into_iter().collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{EndedRequest, Front};
    use portcullis_api::EndedBy;

    const WITHDRAWN: EndedRequest = EndedRequest {
        why: EndedBy::Withdrawn,
        at: 7,
    };

    fn shown(front: &Front) -> Option<String> {
        front.shown().first().map(|it| it.id.clone())
    }

    fn all(ids: &[&str]) -> Vec<String> {
        ids.iter().map(|&id| id.to_owned()).collect()
    }

    fn heard(front: &mut Front, waiting: &[&str]) -> Option<String> {
        front.hear(all(waiting), |_| None);
        shown(front)
    }

    /// What is gone was withdrawn while it was read.
    fn heard_withdrawn(front: &mut Front, waiting: &[&str]) -> Option<String> {
        front.hear(all(waiting), |_| Some(WITHDRAWN));
        shown(front)
    }

    fn open(front: &mut Front, id: &str) {
        front.open(all(&[id]));
    }

    // Proves S-33.
    #[test]
    fn what_is_in_front_stays_until_it_is_gone() {
        let mut front = Front::default();
        assert_eq!(heard(&mut front, &[]), None);
        assert_eq!(heard(&mut front, &["b"]).as_deref(), Some("b"));
        assert_eq!(
            heard(&mut front, &["a", "b", "c"]).as_deref(),
            Some("b"),
            "not the first"
        );
        assert_eq!(heard(&mut front, &["a", "c"]).as_deref(), Some("a"));
        assert_eq!(heard(&mut front, &[]), None);
    }

    #[test]
    fn what_was_left_comes_back_when_it_is_opened_and_not_with_a_new_one() {
        let mut front = Front::default();
        heard(&mut front, &["a", "b"]);
        front.leave();
        assert_eq!(shown(&front), None);
        assert_eq!(
            heard(&mut front, &["a", "b", "c"]).as_deref(),
            Some("c"),
            "a new one is shown"
        );
        assert_eq!(heard(&mut front, &["a", "b"]), None, "the left ones stay left");
        open(&mut front, "b");
        assert_eq!(shown(&front).as_deref(), Some("b"));
        assert_eq!(
            heard(&mut front, &["a"]).as_deref(),
            Some("a"),
            "the others follow"
        );
        // One that ended and is asked again is a new one.
        front.leave();
        heard(&mut front, &[]);
        assert_eq!(heard(&mut front, &["a"]).as_deref(), Some("a"));
    }

    #[test]
    fn one_that_is_opened_before_it_is_known_comes_in_front_when_it_is() {
        let mut front = Front::default();
        heard(&mut front, &["a"]);
        open(&mut front, "z");
        assert_eq!(shown(&front).as_deref(), Some("a"));
        assert_eq!(heard(&mut front, &["a", "z"]).as_deref(), Some("z"));
        assert_eq!(
            heard(&mut front, &["a", "z", "y"]).as_deref(),
            Some("z"),
            "it was wanted once"
        );
        open(&mut front, "gone");
        front.leave();
        assert_eq!(
            heard(&mut front, &["a", "z", "y", "gone"]).as_deref(),
            Some("gone"),
            "as a new one"
        );
    }

    // Proves S-26.
    #[test]
    fn what_is_read_or_was_left_is_no_place_for_another() {
        let mut front = Front::default();
        assert!(front.comes_automatically("a"), "nothing is there yet");
        heard(&mut front, &["a", "b"]);
        assert!(front.comes_automatically("a") && !front.comes_automatically("b"));
        front.leave();
        for id in ["a", "b", "made up"] {
            assert!(!front.comes_automatically(id), "{id}");
        }
        // What ended is read as well.
        heard(&mut front, &["a", "b", "c"]);
        heard_withdrawn(&mut front, &["a", "b"]);
        assert!(!front.comes_automatically("c") && !front.comes_automatically("a"));
    }

    // Proves S-33, S-39.
    #[test]
    fn one_that_ends_while_it_is_read_stays_until_it_is_left() {
        let mut front = Front::default();
        heard(&mut front, &["a", "b"]);
        assert_eq!(heard_withdrawn(&mut front, &["b"]).as_deref(), Some("a"));
        assert_eq!(front.shown()[0].ended, Some(WITHDRAWN));
        assert!(!front.asks("a"), "nothing answers it");
        assert_eq!(
            heard(&mut front, &["c", "b"]).as_deref(),
            Some("a"),
            "nothing comes over it automatically"
        );
        front.next();
        assert_eq!(shown(&front).as_deref(), Some("c"));
        front.next();
        assert_eq!(shown(&front).as_deref(), Some("c"), "what waits is not left so");
        heard_withdrawn(&mut front, &["b"]);
        front.leave();
        assert_eq!(shown(&front), None);
        assert_eq!(heard(&mut front, &["b"]), None, "left for later with it");
        // Asked for, it comes all the same.
        heard(&mut front, &["b", "d"]);
        assert_eq!(heard_withdrawn(&mut front, &["b"]).as_deref(), Some("d"));
        front.next();
        assert_eq!(shown(&front).as_deref(), Some("b"));
        heard_withdrawn(&mut front, &[]);
        front.next();
        assert_eq!(shown(&front), None);
    }

    #[test]
    fn what_the_person_opens_comes_over_what_ended() {
        let mut front = Front::default();
        heard(&mut front, &["a", "b"]);
        heard_withdrawn(&mut front, &["b"]);
        open(&mut front, "b");
        assert_eq!(shown(&front).as_deref(), Some("b"));
        assert!(front.asks("b"));
    }

    // Proves S-27, S-33.
    #[test]
    fn those_that_are_shown_together_are_what_was_opened_and_no_more() {
        let ids = |front: &Front| front.shown().iter().map(|it| it.id.clone()).collect::<Vec<_>>();
        let mut front = Front::default();
        heard(&mut front, &["a", "b", "c"]);
        front.open(all(&["b", "c", "gone"]));
        assert_eq!(ids(&front), ["b", "c"]);
        heard(&mut front, &["a", "b", "c", "d"]);
        assert_eq!(ids(&front), ["b", "c"], "a new one does not slide in");
        heard_withdrawn(&mut front, &["a", "c", "d"]);
        assert_eq!(ids(&front), ["b", "c"], "what ended stays to be read");
        assert!(!front.asks("b") && front.asks("c") && !front.asks("a"));
        front.next();
        assert_eq!(ids(&front), ["c"], "the rest of them");
        front.open(all(&["c", "d"]));
        front.apart();
        assert_eq!(ids(&front), ["c"]);
        front.open(all(&["c", "d"]));
        assert_eq!(
            heard(&mut front, &["a"]).as_deref(),
            Some("a"),
            "both were answered"
        );
    }
}
