//! What the pins say about the tools of a server. How many of them changed is said with each event of it, and so it is kept
//! and not counted among ten thousand each time.

use portcullis_catalog::Catalog;
use portcullis_catalog::notes::OtherNames;
use portcullis_core::ids::ServerId;
use portcullis_domain::DefinitionState;
use std::collections::HashMap;
use std::sync::{Arc, Weak};

/// What the pins say about one tool.
pub(crate) struct Definition {
    /// Digest of what is offered, as far as it was compared.
    pub offered: String,
    /// What that means.
    pub state: DefinitionState,
}

/// What they say about all of a server, by raw name.
#[derive(Default)]
pub(crate) struct Definitions {
    by_name: HashMap<String, Definition>,
    changed: usize,
}

impl Definitions {
    pub fn get(&self, tool: &str) -> Option<&Definition> {
        self.by_name.get(tool)
    }

    /// How many changed.
    pub fn changed(&self) -> usize {
        self.changed
    }

    pub fn put(&mut self, tool: String, definition: Definition) {
        self.changed += usize::from(definition.is_changed());
        if let Some(before) = self.by_name.insert(tool, definition) {
            self.changed -= usize::from(before.is_changed());
        }
    }
}

impl FromIterator<(String, Definition)> for Definitions {
    fn from_iter<All: IntoIterator<Item = (String, Definition)>>(all: All) -> Self {
        let all = all.into_iter();
        let most = all.size_hint().1.unwrap_or_default();
        let mut definitions = Self {
            by_name: HashMap::with_capacity(most),
            changed: 0,
        };
        for (tool, definition) in all {
            definitions.put(tool, definition);
        }
        definitions
    }
}

/// The catalogs that remarks were counted of, each with the label of its server; `None` for one without tools.
pub(super) type Seen = Vec<(String, Option<Weak<Catalog>>)>;

/// Whether they are the same catalogs under the same labels.
fn are_same(before: &Seen, now: &Seen) -> bool {
    before.len() == now.len()
        && before.iter().zip(now).all(|(before, now)| {
            before.0 == now.0
                && match (&before.1, &now.1) {
                    (Some(before), Some(now)) => before.ptr_eq(now),
                    (None, None) => true,
                    _ => false,
                }
        })
}

/// What other servers are called and offer, for the server of which a tool was last remarked on. Each question about a call looks
/// for these names in a definition, and there may be tens of thousands of them.
#[derive(Default)]
pub(crate) struct NewestNames(Option<(ServerId, Seen, Arc<OtherNames>)>);

impl NewestNames {
    /// Those beside this server, of exactly these catalogs.
    pub(super) fn of(&self, server: &ServerId, seen: &Seen) -> Option<Arc<OtherNames>> {
        let (of, before, names) = self.0.as_ref()?;
        (of == server && are_same(before, seen)).then(|| Arc::clone(names))
    }

    pub(super) fn put(&mut self, server: ServerId, seen: Seen, names: Arc<OtherNames>) {
        self.0 = Some((server, seen, names));
    }
}

/// How many remarks the tools of a server carry. Counted once for each list: what others are called and offer is looked for
/// in all of their texts.
#[derive(Default)]
pub(crate) struct RemarkCounts {
    seen: Seen,
    counts: Option<Arc<HashMap<String, u32>>>,
}

impl RemarkCounts {
    /// Those of exactly these catalogs.
    pub(super) fn of(&self, seen: &Seen) -> Option<Arc<HashMap<String, u32>>> {
        self.counts.clone().filter(|_| are_same(&self.seen, seen))
    }

    pub(super) fn put(&mut self, seen: Seen, counts: Arc<HashMap<String, u32>>) {
        (self.seen, self.counts) = (seen, Some(counts));
    }
}

impl Definition {
    fn is_changed(&self) -> bool {
        matches!(self.state, DefinitionState::Changed { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::{Definition, Definitions, NewestNames, RemarkCounts, Seen};
    use portcullis_catalog::Catalog;
    use portcullis_core::ids::ServerId;
    use portcullis_domain::DefinitionState;
    use std::sync::Arc;

    #[test]
    fn changed_ones_are_counted_as_they_come_and_go() {
        let changed = || Definition {
            offered: "a".to_owned(),
            state: DefinitionState::Changed { since: 1 },
        };
        let new = || Definition {
            offered: "b".to_owned(),
            state: DefinitionState::New {
                since: 1,
                reviewed: None,
            },
        };
        let listed = [("one", changed()), ("two", new()), ("three", changed())];
        let mut all: Definitions = listed
            .into_iter()
            .map(|(name, definition)| (name.to_owned(), definition))
            .collect();
        assert_eq!(all.changed(), 2);
        all.put("one".to_owned(), new());
        assert_eq!(all.changed(), 1);
        all.put("one".to_owned(), changed());
        all.put("one".to_owned(), changed());
        all.put("four".to_owned(), changed());
        assert_eq!(all.changed(), 3);
        assert!(all.get("two").is_some() && all.get("five").is_none());
    }

    #[test]
    fn remarks_are_counted_anew_only_for_other_catalogs_or_labels() {
        let (one, other) = (Arc::new(Catalog::default()), Arc::new(Catalog::default()));
        let seen = |label: &str, catalog: Option<&Arc<Catalog>>| -> Seen {
            vec![(label.to_owned(), catalog.map(Arc::downgrade))]
        };
        let mut counts = RemarkCounts::default();
        assert!(counts.of(&seen("Mail", Some(&one))).is_none());
        counts.put(seen("Mail", Some(&one)), Arc::default());
        assert!(counts.of(&seen("Mail", Some(&one))).is_some());
        for changed in [
            seen("Post", Some(&one)),
            seen("Mail", Some(&other)),
            seen("Mail", None),
        ] {
            assert!(counts.of(&changed).is_none());
        }
        counts.put(seen("Mail", None), Arc::default());
        assert!(counts.of(&seen("Mail", None)).is_some());
    }

    #[test]
    fn names_of_others_are_kept_for_one_server_and_exactly_these_catalogs() {
        let (one, other) = (Arc::new(Catalog::default()), Arc::new(Catalog::default()));
        let seen = |label: &str, catalog: &Arc<Catalog>| -> Seen {
            vec![(label.to_owned(), Some(Arc::downgrade(catalog)))]
        };
        let (files, notes) = (ServerId::from("files"), ServerId::from("notes"));
        let mut names = NewestNames::default();
        assert!(names.of(&files, &seen("Mail", &one)).is_none());
        names.put(files.clone(), seen("Mail", &one), Arc::default());
        assert!(names.of(&files, &seen("Mail", &one)).is_some());
        assert!(names.of(&notes, &seen("Mail", &one)).is_none());
        assert!(names.of(&files, &seen("Post", &one)).is_none());
        assert!(names.of(&files, &seen("Mail", &other)).is_none());
        assert!(names.of(&files, &Seen::new()).is_none());
        names.put(notes, seen("Mail", &one), Arc::default());
        assert!(names.of(&files, &seen("Mail", &one)).is_none());
    }
}
