//! What the pins say about the tools of a server. How many of them changed is said with each event of it, and so it is kept
//! and not counted among ten thousand each time.

use portcullis_catalog::notes::OtherNames;
use portcullis_catalog::{Catalog, Tool};
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
    /// The approved definitions of those that changed, as far as they are kept.
    approved: Arc<Catalog>,
}

impl Definitions {
    pub fn get(&self, tool: &str) -> Option<&Definition> {
        self.by_name.get(tool)
    }

    /// With the approved definitions of those that changed.
    pub fn with_approved(self, approved: Catalog) -> Self {
        Self {
            approved: Arc::new(approved),
            ..self
        }
    }

    /// Whether a definition is the one a person knows. One that was not compared yet is a changed one.
    pub fn state_of(&self, tool: &Tool) -> DefinitionState {
        match self.get(&tool.name) {
            Some(known) if known.offered == tool.digest => known.state.clone(),
            _ => DefinitionState::Changed { since: 0 },
        }
    }

    /// What a model is told of a tool, and the list that this is in: the definition itself or, while a change of it is not
    /// accepted, the approved one. `None` where that is not kept.
    pub fn told_of(&self, tool: &Arc<Tool>, catalog: &Arc<Catalog>) -> Option<(Arc<Tool>, Arc<Catalog>)> {
        match self.state_of(tool) {
            DefinitionState::Changed { .. } => {
                let approved = self.approved.get(&tool.name)?;
                Some((Arc::clone(approved), Arc::clone(&self.approved)))
            }
            DefinitionState::Known { .. } | DefinitionState::New { .. } => {
                Some((Arc::clone(tool), Arc::clone(catalog)))
            }
        }
    }

    /// How many changed.
    pub fn changed(&self) -> usize {
        self.changed
    }

    pub fn put(&mut self, tool: String, definition: Definition) {
        self.changed += usize::from(definition.is_changed());
        if let Some(before) = self.by_name.insert(tool, definition)
            && before.is_changed()
        {
            self.changed -= 1;
            if self.changed == 0 {
                self.approved = Arc::default();
            }
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
            approved: Arc::default(),
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

    fn catalog(description: &str) -> Catalog {
        let tool =
            serde_json::json!({"name": "a", "description": description, "inputSchema": {"type": "object"}});
        let page = serde_json::json!({ "tools": [tool] });
        let page = serde_json::value::to_raw_value(&page).unwrap();
        Catalog::read([&*page])
    }

    // Proves S-46.
    #[test]
    fn a_model_is_told_the_approved_definition_until_the_change_is_accepted() {
        let (before, after) = (Arc::new(catalog("before")), Arc::new(catalog("after")));
        let offered = after.get("a").unwrap().digest.clone();
        let definition = |state: DefinitionState| Definition {
            offered: offered.clone(),
            state,
        };
        let of = |state: DefinitionState| -> Definitions {
            [("a".to_owned(), definition(state))].into_iter().collect()
        };
        let told = |definitions: &Definitions, list: &Arc<Catalog>| -> Option<String> {
            let (told, _) = definitions.told_of(list.get("a")?, list)?;
            Some(told.description.raw().to_owned())
        };
        let changed = DefinitionState::Changed { since: 1 };
        let mut definitions = of(changed.clone()).with_approved(catalog("before"));
        for list in [&before, &after] {
            assert_eq!(told(&definitions, list).as_deref(), Some("before"));
        }
        assert_eq!(told(&of(changed), &after), None, "it is not kept");
        let known = DefinitionState::Known {
            since: 2,
            reviewed: None,
        };
        definitions.put("a".to_owned(), definition(known));
        assert_eq!(told(&definitions, &after).as_deref(), Some("after"));
        assert_eq!(told(&definitions, &before), None, "it is not what was compared");
        let new = DefinitionState::New {
            since: 1,
            reviewed: None,
        };
        assert_eq!(told(&of(new), &after).as_deref(), Some("after"));
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
