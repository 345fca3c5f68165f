//! Which of the requests that wait is in front of the person.
//!
//! What is in front stays there until it is gone or left, so that nothing slides under the pointer. What was left comes back
//! only when the person opens a request or a new one arrives.

use std::collections::HashSet;

/// Which one is in front, by its id.
#[derive(Debug, Default)]
pub(crate) struct Front {
    /// All that wait, in the order in which they should be answered.
    waiting: Vec<String>,
    left: HashSet<String>,
    wanted: Option<String>,
    shown: Option<String>,
}

impl Front {
    /// Takes a new list of what waits, in the order in which it should be answered.
    pub(crate) fn hear(&mut self, waiting: Vec<String>) {
        self.left.retain(|id| waiting.contains(id));
        self.waiting = waiting;
        self.choose();
    }

    /// Brings a request in front, as soon as it is known to wait; the others follow it.
    pub(crate) fn open(&mut self, id: &str) {
        self.left.clear();
        self.wanted = Some(id.to_owned());
        self.choose();
    }

    /// Leaves everything that waits now.
    pub(crate) fn leave(&mut self) {
        self.left = self.waiting.iter().cloned().collect();
        self.wanted = None;
        self.choose();
    }

    /// The one in front.
    pub(crate) fn shown(&self) -> Option<&str> {
        self.shown.as_deref()
    }

    /// All that wait, in order.
    pub(crate) fn waiting(&self) -> &[String] {
        &self.waiting
    }

    fn choose(&mut self) {
        let mut open = self.waiting.iter().filter(|id| !self.left.contains(*id));
        if let Some(wanted) = self.wanted.take_if(|wanted| self.waiting.contains(wanted)) {
            self.shown = Some(wanted);
            return;
        }
        let stays = self
            .shown
            .take()
            .filter(|shown| open.clone().any(|id| id == shown));
        self.shown = stays.or_else(|| open.next().cloned());
    }
}

#[cfg(test)]
mod tests {
    use super::Front;

    fn heard(front: &mut Front, waiting: &[&str]) -> Option<String> {
        front.hear(waiting.iter().map(|&id| id.to_owned()).collect());
        front.shown().map(str::to_owned)
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
        assert_eq!(front.shown(), None);
        assert_eq!(
            heard(&mut front, &["a", "b", "c"]).as_deref(),
            Some("c"),
            "a new one is shown"
        );
        assert_eq!(heard(&mut front, &["a", "b"]), None, "the left ones stay left");
        front.open("b");
        assert_eq!(front.shown(), Some("b"));
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
        front.open("z");
        assert_eq!(front.shown(), Some("a"));
        assert_eq!(heard(&mut front, &["a", "z"]).as_deref(), Some("z"));
        assert_eq!(
            heard(&mut front, &["a", "z", "y"]).as_deref(),
            Some("z"),
            "it was wanted once"
        );
        front.open("gone");
        front.leave();
        assert_eq!(
            heard(&mut front, &["a", "z", "y", "gone"]).as_deref(),
            Some("gone"),
            "as a new one"
        );
    }
}
