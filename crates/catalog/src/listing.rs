//! Lists of resources, templates and prompts: valid entries in order, and omitted ones with their reason. One invalid
//! entry never hides the others, and unknown fields are ignored.

use super::search::{self, Searched};
use crate::limits::{OFFERS, SKIPPED_NAME};
use portcullis_core::text::ForeignText;
use portcullis_domain::SkippedEntry;
use portcullis_l10n::say;
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// An entry of a list.
pub trait ListEntry: Sized {
    /// The member of a page that holds them.
    const MEMBER: &'static str;
    /// The field that tells one from the others.
    const IDENTITY: &'static str;

    /// Reads one.
    ///
    /// # Errors
    /// Why it cannot be used, in words for [`SkippedEntry::reason`].
    fn read(definition: &Value) -> Result<Self, String>;

    /// What it is called with, byte for byte.
    fn identity(&self) -> &str;

    /// That one of this identity is there already, in words.
    fn twice() -> String;
}

/// All entries of one list, as of one complete listing.
#[derive(Debug)]
pub struct Listing<T> {
    /// Usable entries in the server's order. No two have the same identity.
    pub entries: Vec<Arc<T>>,
    /// Entries left out.
    pub skipped: Vec<SkippedEntry>,
    /// Entries beyond [`OFFERS`] that were not read.
    pub beyond_limit: u32,
    index: HashMap<String, usize>,
}

impl<T> Default for Listing<T> {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            skipped: Vec::new(),
            beyond_limit: 0,
            index: HashMap::new(),
        }
    }
}

impl<T: ListEntry> Listing<T> {
    /// Reads every page of a listing: the `result` object of each reply, in order.
    #[must_use]
    pub fn read<'a>(pages: impl IntoIterator<Item = &'a RawValue>) -> Self {
        let mut listing = Self::default();
        for page in pages {
            match members::<T>(page) {
                Some(entries) => entries.into_iter().for_each(|entry| {
                    listing.add(
                        serde_json::from_str(entry.get()).map_err(|_| say!("content-structured-invalid")),
                    );
                }),
                None => listing.add(Err(say!("list-part-unreadable"))),
            }
        }
        listing
    }

    /// The entry of exactly this identity.
    #[must_use]
    pub fn get(&self, identity: &str) -> Option<&Arc<T>> {
        self.entries.get(*self.index.get(identity)?)
    }

    fn add(&mut self, definition: Result<Value, String>) {
        let position = self.entries.len() + self.skipped.len();
        if position >= OFFERS {
            self.beyond_limit = self.beyond_limit.saturating_add(1);
            return;
        }
        let name = definition
            .as_ref()
            .ok()
            .and_then(|definition| definition.get(T::IDENTITY)?.as_str())
            .filter(|name| !name.is_empty())
            .map(ForeignText::from);
        let reason = match definition.and_then(|definition| T::read(&definition)) {
            Ok(entry) if self.index.contains_key(entry.identity()) => T::twice(),
            Ok(entry) => {
                self.index.insert(entry.identity().to_owned(), self.entries.len());
                self.entries.push(Arc::new(entry));
                return;
            }
            Err(reason) => reason,
        };
        let name = name.unwrap_or_else(|| ForeignText::new(say!("list-number", number = position + 1)));
        self.skipped.push(SkippedEntry {
            shown: name.shown_within(SKIPPED_NAME),
            reason,
        });
    }
}

#[allow(private_bounds, reason = "only entries of lists are searched")]
impl<T: Searched> Listing<T> {
    /// Entries that match every word of a query, best first; all in the server's order for an empty one.
    #[must_use]
    pub fn search(&self, query: &str) -> Vec<&Arc<T>> {
        search::search(&self.entries, query)
    }
}

/// The entries of a page, each for itself.
fn members<T: ListEntry>(page: &RawValue) -> Option<Vec<&RawValue>> {
    let members: BTreeMap<String, &RawValue> = serde_json::from_str(page.get()).ok()?;
    serde_json::from_str(members.get(T::MEMBER)?.get()).ok()
}
