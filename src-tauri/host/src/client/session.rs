//! What one connection agreed on, and what each of its requests says about us.

use super::{Facts, Offers, Owner, hello};
use crate::catalog::{Catalog, Marks};
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// See the module.
pub struct Session {
    /// Revision in use.
    pub revision: String,
    /// Whether it is one of the modern era.
    pub modern: bool,
    /// What was declared.
    pub offers: Offers,
    /// Who answers the server.
    pub owner: Arc<dyn Owner>,
    meta: Map<String, Value>,
    marks: Mutex<HashMap<String, Marks>>,
}

impl Session {
    /// As agreed.
    pub fn new(facts: &Facts, offers: Offers, owner: Arc<dyn Owner>) -> Self {
        let modern = facts.era == super::Era::Modern;
        Self {
            revision: facts.revision.clone(),
            modern,
            offers,
            owner,
            meta: if modern { hello::meta(offers) } else { Map::new() },
            marks: Mutex::default(),
        }
    }

    /// What a request carries in `_meta` beside its progress token.
    pub fn meta(&self) -> Option<Map<String, Value>> {
        Some(self.meta.clone())
    }

    /// Remembers which arguments of which tools go into headers (HDR-14).
    pub fn mark(&self, catalog: &Catalog) {
        let marks = catalog
            .tools
            .iter()
            .filter_map(|tool| Some((tool.name.clone(), Marks::of(tool)?)))
            .collect();
        *self.marks.lock().unwrap_or_else(PoisonError::into_inner) = marks;
    }

    /// The marks of a tool.
    pub fn marks(&self, tool: &str) -> Option<Marks> {
        let marks = self.marks.lock().unwrap_or_else(PoisonError::into_inner);
        marks.get(tool).cloned()
    }
}
