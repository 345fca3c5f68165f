//! Whether a definition is still the one a person knows (S-46, S-47).
//!
//! A pin belongs to one tool of one server and outlives the tool's absence from a list, so that taking a tool
//! away and bringing it back changed is still a change. Pure: the caller stores what comes out.

use crate::view::DefinitionState;

/// What is remembered about a tool's definition. Times are milliseconds since the epoch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pin {
    /// Digest of the definition that was approved, or last seen while none was.
    pub digest: String,
    /// When the tool was first seen.
    pub first_seen_at: u64,
    /// When its definition was approved.
    pub approved_at: Option<u64>,
    /// A different digest on offer, and when it was seen first.
    pub changed: Option<(String, u64)>,
}

impl Pin {
    /// The pin after a person approved the definition of this digest: first use of a new tool, or accepting a
    /// change.
    #[must_use]
    pub fn approved(self, digest: &str, now: u64) -> Self {
        Self {
            digest: digest.to_owned(),
            approved_at: Some(now),
            changed: None,
            ..self
        }
    }
}

/// How things stand, and what to remember.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    /// The state to show and to decide with.
    pub state: DefinitionState,
    /// The pin to store; `None` when what is stored is still right.
    pub store: Option<Pin>,
}

/// Compares what is pinned with what is offered.
///
/// - No pin, and this is the first listing after the server was added: approved together with the server.
/// - No pin later on: the tool is new until it is first allowed.
/// - Pinned, not approved yet: still new, whatever the definition is now; nobody has relied on it.
/// - The approved digest: known, also after it was something else for a while (S-47).
/// - Any other digest: changed until a person accepts it; a second change keeps the time of its own.
#[must_use]
pub fn standing(pin: Option<&Pin>, digest: &str, first_listing: bool, now: u64) -> Standing {
    let Some(pin) = pin else {
        let approved_at = first_listing.then_some(now);
        let pin = Pin {
            digest: digest.to_owned(),
            first_seen_at: now,
            approved_at,
            changed: None,
        };
        let state = match approved_at {
            Some(since) => DefinitionState::Known { since },
            None => DefinitionState::New { since: now },
        };
        return Standing {
            state,
            store: Some(pin),
        };
    };
    let Some(approved_at) = pin.approved_at else {
        let store = (pin.digest != digest).then(|| Pin {
            digest: digest.to_owned(),
            ..pin.clone()
        });
        return Standing {
            state: DefinitionState::New {
                since: pin.first_seen_at,
            },
            store,
        };
    };
    if pin.digest == digest {
        let store = pin.changed.is_some().then(|| Pin {
            changed: None,
            ..pin.clone()
        });
        return Standing {
            state: DefinitionState::Known { since: approved_at },
            store,
        };
    }
    match &pin.changed {
        Some((seen, at)) if seen == digest => Standing {
            state: DefinitionState::Changed { since: *at },
            store: None,
        },
        _ => Standing {
            state: DefinitionState::Changed { since: now },
            store: Some(Pin {
                changed: Some((digest.to_owned(), now)),
                ..pin.clone()
            }),
        },
    }
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        reason = "a test fails by panicking"
    )]

    use super::*;
    use DefinitionState::{Changed, Known, New};

    /// Lists a definition and remembers.
    fn list(pin: &mut Option<Pin>, digest: &str, first: bool, now: u64) -> DefinitionState {
        let standing = standing(pin.as_ref(), digest, first, now);
        if let Some(store) = standing.store {
            *pin = Some(store);
        }
        standing.state
    }

    #[test]
    fn s46_the_first_listing_is_approved_with_the_server_and_later_tools_are_new() {
        assert_eq!(list(&mut None, "a", true, 1), Known { since: 1 });
        let mut pin = None;
        assert_eq!(list(&mut pin, "a", false, 2), New { since: 2 });
        assert_eq!(
            list(&mut pin, "b", false, 3),
            New { since: 2 },
            "nobody relied on it yet"
        );
        let mut pin = Some(pin.unwrap().approved("b", 4));
        assert_eq!(list(&mut pin, "b", false, 5), Known { since: 4 });
        assert_eq!(list(&mut pin, "a", true, 6), Changed { since: 6 });
    }

    #[test]
    fn s46_a_change_stays_until_it_is_accepted() {
        let mut pin = None;
        list(&mut pin, "a", true, 1);
        assert_eq!(list(&mut pin, "b", false, 2), Changed { since: 2 });
        assert_eq!(list(&mut pin, "b", false, 3), Changed { since: 2 });
        assert_eq!(list(&mut pin, "c", false, 4), Changed { since: 4 });
        let mut pin = Some(pin.unwrap().approved("c", 5));
        assert_eq!(list(&mut pin, "c", false, 6), Known { since: 5 });
        assert_eq!(
            list(&mut pin, "a", false, 7),
            Changed { since: 7 },
            "the old one is a change now"
        );
    }

    #[test]
    fn s47_coming_back_the_same_clears_the_change_and_keeps_the_history() {
        let mut pin = None;
        list(&mut pin, "a", true, 1);
        list(&mut pin, "b", false, 2);
        assert_eq!(list(&mut pin, "a", true, 3), Known { since: 1 });
        let kept = pin.unwrap();
        assert_eq!(
            (kept.first_seen_at, kept.approved_at, kept.changed),
            (1, Some(1), None)
        );
    }

    #[test]
    fn s47_nothing_is_stored_when_nothing_changed() {
        let pin = Pin {
            digest: "a".into(),
            first_seen_at: 1,
            approved_at: Some(1),
            changed: None,
        };
        assert_eq!(standing(Some(&pin), "a", false, 9).store, None);
        let changed = standing(Some(&pin), "b", false, 9).store.unwrap();
        assert_eq!(standing(Some(&changed), "b", false, 10).store, None);
    }
}
