//! The scope of a grant. Every argument of a call must be constrained or named as free: a server may take arguments
//! that it does not declare, and may match their names case-insensitively.

use super::Grant;
use super::conditions::{Condition, paths_offered, possible};
use super::symlinks::SymlinkState;
use crate::limits;
use icu_normalizer::ComposingNormalizerBorrowed;
use portcullis_core::ids::ServerId;
use portcullis_core::text::{escape_line, is_quotation_mark, mark_lookalikes};
use portcullis_core::{Code, Error, Result};
use portcullis_l10n::{list, say};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeSet, HashSet};

/// The calls that a grant covers; all calls of its tool without conditions.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "StoredScope", into = "StoredScope")]
pub struct GrantScope {
    /// All of these hold.
    pub only: Vec<Condition>,
    /// Arguments that may be anything; each is named in the sentence that the person reads. A call with any other
    /// argument that has no condition is not covered.
    pub free: Vec<String>,
}

/// As it is stored.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum StoredScope {
    /// A version that knew no free arguments, whose permissions are for calls without any; or no limits.
    Before(Vec<Condition>),
    /// Limits.
    Now(StoredLimits),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredLimits {
    only: Vec<Condition>,
    free: Vec<String>,
}

impl TryFrom<StoredScope> for GrantScope {
    type Error = &'static str;

    fn try_from(stored: StoredScope) -> std::result::Result<Self, Self::Error> {
        match stored {
            StoredScope::Before(only) => Ok(Self {
                only,
                free: Vec::new(),
            }),
            // That would be a permission for everything.
            StoredScope::Now(StoredLimits { only, .. }) if only.is_empty() => {
                Err("limits without a condition")
            }
            StoredScope::Now(StoredLimits { only, free }) => Ok(Self { only, free }),
        }
    }
}

impl From<GrantScope> for StoredScope {
    fn from(narrowed: GrantScope) -> Self {
        match narrowed.only.is_empty() {
            true => Self::Before(Vec::new()),
            false => Self::Now(StoredLimits {
                only: narrowed.only,
                free: narrowed.free,
            }),
        }
    }
}

impl GrantScope {
    /// Whether a call with these arguments is covered.
    #[must_use]
    pub fn covers(&self, arguments: &Value, links: &SymlinkState) -> bool {
        if self.only.is_empty() {
            return true;
        }
        let named = |name: &String| self.free.contains(name) || self.limits(name);
        self.only
            .iter()
            .all(|condition| condition.holds(arguments, links))
            && arguments.as_object().is_some_and(|given| given.keys().all(named))
    }

    fn limits(&self, argument: &str) -> bool {
        self.only.iter().any(|condition| condition.argument == argument)
    }

    /// The absolute paths whose links decide whether a call is covered.
    #[must_use]
    pub fn paths(&self, arguments: &Value) -> BTreeSet<String> {
        let pairs = self
            .only
            .iter()
            .filter_map(|condition| condition.paths(arguments));
        pairs
            .flat_map(|(path, folder)| [path.to_owned(), folder.to_owned()])
            .collect()
    }

    /// As part of a sentence: `where “path” is in “/srv” (…), with any value of “limit” and no other arguments`; `None`
    /// without limits.
    #[must_use]
    pub fn in_words(&self) -> Option<String> {
        if self.only.is_empty() {
            return None;
        }
        let conditions: Vec<_> = self.only.iter().map(Condition::in_words).collect();
        let names: Vec<_> = self
            .free
            .iter()
            .map(|name| format!("“{}”", mark_lookalikes(escape_line(name)).text))
            .collect();
        let conditions = list(&conditions);
        Some(match names.is_empty() {
            true => say!("limits-none-other", conditions),
            false => say!("limits-free", conditions, arguments = list(&names)),
        })
    }
}

/// The absolute paths whose links decide which standing answers cover a call, as they are written.
#[must_use]
pub fn paths(grants: &[Grant], server: &ServerId, tool: &str, arguments: &Value) -> BTreeSet<String> {
    grants
        .iter()
        .filter(|grant| !grant.deny && !grant.revoked && grant.server == *server && grant.tool == tool)
        .flat_map(|grant| grant.narrowed.paths(arguments))
        .take(limits::LINKS_FOLLOWED)
        .collect()
}

/// Conditions that are offered for a grant.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GrantScopeOffer {
    /// The limits, each true of the call.
    pub conditions: Vec<Condition>,
    /// Every argument that the tool declares. Those that are not limited stay free.
    pub declared: Vec<String>,
}

impl GrantScopeOffer {
    /// For a call of a tool with this schema. Nothing where the schema does not say plainly which arguments there are,
    /// or the call has others.
    #[must_use]
    pub fn of(schema: &Value, arguments: &Value, links: &SymlinkState) -> Self {
        let declared = declared(schema).unwrap_or_default();
        let known = |name: &String| declared.contains(name);
        match arguments.as_object().is_some_and(|given| given.keys().all(known)) {
            true => Self {
                conditions: possible(arguments, links),
                declared,
            },
            false => Self::default(),
        }
    }

    /// The absolute paths whose links decide which folders are offered, as they are written.
    #[must_use]
    pub fn paths(arguments: &Value) -> BTreeSet<String> {
        paths_offered(arguments).take(limits::LINKS_FOLLOWED).collect()
    }

    /// What a person chose, by the places of the limits; every other declared argument is free.
    ///
    /// # Errors
    /// `input.bad` when one was not offered, or none was chosen: that would be a permission for everything.
    pub fn chosen(&self, places: &[u32]) -> Result<GrantScope> {
        let only: Option<Vec<Condition>> = places
            .iter()
            .map(|place| self.conditions.get(usize::try_from(*place).ok()?).cloned())
            .collect();
        let Some(only) = only.filter(|only| !only.is_empty()) else {
            return Err(Error::new(Code::BadInput, say!("limit-not-offered")));
        };
        let mut narrowed = GrantScope {
            only,
            free: Vec::new(),
        };
        let free = self.declared.iter().filter(|name| !narrowed.limits(name));
        narrowed.free = free.cloned().collect();
        Ok(narrowed)
    }
}

/// The arguments that a schema declares, where a person can read their names and no two of them could be taken for
/// each other; at most [`limits::ARGUMENTS_NAMED`].
fn declared(schema: &Value) -> Option<Vec<String>> {
    let properties = schema.get("properties")?.as_object()?;
    let names: Vec<String> = properties.keys().cloned().collect();
    let folded: HashSet<String> = names.iter().map(|name| folded(name)).collect();
    let plain = |name: &String| {
        !name.is_empty()
            && name.len() <= limits::CONDITION_BYTES
            && escape_line(name).text == *name
            && !name.contains(is_quotation_mark)
    };
    (names.len() <= limits::ARGUMENTS_NAMED && folded.len() == names.len() && names.iter().all(plain))
        .then_some(names)
}

/// The same for all names that differ in case or normal form alone.
fn folded(name: &str) -> String {
    let normal = ComposingNormalizerBorrowed::new_nfkc();
    let both = normal
        .normalize(name)
        .to_lowercase()
        .to_uppercase()
        .to_lowercase();
    normal.normalize(&both).into_owned()
}

#[cfg(test)]
mod tests;
