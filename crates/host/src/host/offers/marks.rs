//! What changed since it was read here (RES-10). A server may name a part of what was read: `notes://a#top` is a
//! change of `notes://a`. Nothing in an address is understood beyond that.

use crate::limits::WATCHED;
use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

/// Marks of one connection, in the order in which things happened.
#[derive(Default)]
pub(in crate::host) struct ChangeMarks {
    happened: u64,
    /// When each address was last said to have changed.
    changed: BTreeMap<String, u64>,
    /// When more changed than is remembered one by one.
    all: u64,
    /// When each address was last read.
    read: HashMap<String, u64>,
}

impl ChangeMarks {
    /// The server says that this changed.
    pub fn change(&mut self, uri: &str) {
        self.happened += 1;
        if self.changed.len() >= WATCHED && !self.changed.contains_key(uri) {
            let oldest = self.changed.iter().min_by_key(|(_, at)| **at);
            if let Some(oldest) = oldest.map(|(uri, _)| uri.clone()) {
                self.changed.remove(&oldest);
            }
        }
        self.changed.insert(uri.to_owned(), self.happened);
    }

    /// More changed than could be told apart.
    pub fn change_all(&mut self) {
        self.happened += 1;
        self.all = self.happened;
    }

    /// A reading of this begins: what is announced from now on is newer.
    pub fn begin(&mut self) -> u64 {
        self.happened += 1;
        self.happened
    }

    /// The reading that began then is done.
    pub fn read(&mut self, uri: &str, began: u64) {
        if !self.read.contains_key(uri) {
            room(&mut self.read, WATCHED);
        }
        self.read.insert(uri.to_owned(), began);
    }

    /// Whether this changed since it was read. What was never read is marked only by its own name.
    pub fn is_updated(&self, uri: &str) -> bool {
        let read = self.read.get(uri).copied();
        let newest = self
            .changed
            .range(uri.to_owned()..)
            .take_while(|(other, _)| other.starts_with(uri))
            .filter(|(other, _)| covers(uri, other))
            .map(|(_, at)| *at)
            .max();
        newest.is_some_and(|at| at > read.unwrap_or(0)) || read.is_some_and(|read| self.all > read)
    }
}

/// Makes room for one more by letting the oldest go.
fn room<K: Clone + Eq + Hash>(map: &mut HashMap<K, u64>, most: usize) {
    if map.len() >= most
        && let Some(oldest) = map.iter().min_by_key(|(_, at)| **at).map(|(key, _)| key.clone())
    {
        map.remove(&oldest);
    }
}

/// Whether a change of `part` is one of `whole`: the same address, or one below it.
pub(super) fn covers(whole: &str, part: &str) -> bool {
    match part.strip_prefix(whole) {
        Some("") => true,
        Some(rest) => whole.ends_with('/') || rest.starts_with(['/', '#', '?']),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Proves RES-10.
    #[test]
    fn a_change_of_a_part_is_one_of_the_whole_and_not_the_other_way_round() {
        for (whole, part, is) in [
            ("a://b", "a://b", true),
            ("a://b", "a://b#top", true),
            ("a://b", "a://b/c/d", true),
            ("a://b/", "a://b/c", true),
            ("a://b", "a://b?x", true),
            ("a://b", "a://bc", false),
            ("a://b/c", "a://b", false),
            ("a://b", "A://b", false),
        ] {
            assert_eq!(covers(whole, part), is, "{whole} {part}");
        }
    }

    // Proves RES-10.
    #[test]
    fn a_mark_stays_until_the_resource_is_read() {
        let mut marks = ChangeMarks::default();
        assert!(!marks.is_updated("a://b"));
        marks.change("a://b#top");
        assert!(marks.is_updated("a://b") && !marks.is_updated("a://bc"));
        let began = marks.begin();
        marks.read("a://b", began);
        assert!(!marks.is_updated("a://b"));
        assert!(marks.is_updated("a://b#top"), "the part was not read");
        marks.change("a://b");
        assert!(marks.is_updated("a://b"));
    }

    // Proves RES-10.
    #[test]
    fn a_change_while_it_is_read_counts() {
        let mut marks = ChangeMarks::default();
        let began = marks.begin();
        marks.change("a://b");
        marks.read("a://b", began);
        assert!(marks.is_updated("a://b"));
    }

    // Proves F-18.
    #[test]
    fn marks_are_bounded_and_too_many_mark_all_that_was_read() {
        let mut marks = ChangeMarks::default();
        for at in 0..2 * WATCHED {
            marks.change(&format!("a://{at}"));
            let began = marks.begin();
            marks.read(&format!("b://{at}"), began);
        }
        assert_eq!((marks.changed.len(), marks.read.len()), (WATCHED, WATCHED));
        assert!(!marks.is_updated("a://0") && marks.is_updated(&format!("a://{}", 2 * WATCHED - 1)));
        let (oldest, newest) = (format!("b://{WATCHED}"), format!("b://{}", 2 * WATCHED - 1));
        let began = marks.begin();
        marks.read(&newest, began);
        assert!(
            marks.read.contains_key(&oldest),
            "what is read again needs no room"
        );
        marks.change_all();
        assert!(marks.is_updated(&format!("b://{}", 2 * WATCHED - 1)) && !marks.is_updated("never://read"));
    }
}
