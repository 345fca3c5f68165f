//! Cooldown: after too many denials, requests of the same kind from a server are refused for a while, so that it cannot
//! wear a person down (S-37).

use super::proposal::DenialReach;
use crate::limits;
use portcullis_core::recent::Recent;
use portcullis_core::{Code, Error};
use portcullis_domain::{Asked, AskedBy, Request};
use portcullis_l10n::say;
use std::collections::HashMap;
use std::time::Duration;

/// Recent denials by server and kind.
#[derive(Default)]
pub(super) struct DenialCounts(HashMap<DenialKey, Recent>);

impl DenialCounts {
    /// A request was denied, with others or alone, or expired.
    pub fn count(&mut self, request: &Request, reach: DenialReach) {
        // A user who stops everything has not been asked too often in the main window.
        let key = key(request).filter(|key| *key != DenialKey::MainWindow || reach == DenialReach::This);
        if let Some(key) = key {
            self.0.entry(key).or_default().add();
        }
    }

    /// Why a request is not put to the person; `None` where it is. What a person pressed for always is, except in the main window:
    /// the page there says itself that something was pressed.
    pub fn embargo(&mut self, request: &Request, pressed_for: bool) -> Option<Error> {
        let key = key(request).filter(|key| !pressed_for || *key == DenialKey::MainWindow)?;
        let (after, window) = key.limit();
        let denials = self.0.get_mut(&key)?;
        (denials.within(window) >= after).then(|| embargo(request, &key))
    }

    /// What was denied in this conversation no longer counts.
    pub fn reset_denials(&mut self, conversation: &str) {
        self.0
            .retain(|key, _| !matches!(key, DenialKey::Call(_, of) if of == conversation));
    }
}

/// What denials are counted by: a server cannot wear a person down with one kind of question.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum DenialKey {
    /// Calls of a server in a conversation.
    Call(String, String),
    /// Changed definitions of a server.
    Changed(String),
    /// Forms and addresses that a server asks for on its own.
    Elicited(String),
    /// Folders that a server asks for.
    Roots(String),
    /// Model requests of a server, and the answers that it would get.
    Sampling(String),
    /// Anything requested in the main window.
    MainWindow,
}

impl DenialKey {
    /// After how many denials, within which time, and for how long.
    fn limit(&self) -> (usize, Duration) {
        match self {
            Self::MainWindow => (limits::OWN_EMBARGO_AFTER, limits::OWN_EMBARGO_WINDOW),
            _ => (limits::EMBARGO_AFTER, limits::EMBARGO_WINDOW),
        }
    }
}

fn key(request: &Request) -> Option<DenialKey> {
    let server = || request.server.id.clone();
    match (&request.asked_by, &request.asked) {
        // Whatever it is about: the page could repeat what a server began.
        (AskedBy::Person {} | AskedBy::MainPage {}, _) => Some(DenialKey::MainWindow),
        (AskedBy::Model { conversation, .. }, Asked::Tool { .. }) => {
            Some(DenialKey::Call(server(), conversation.clone()))
        }
        (_, Asked::Changed { .. }) => Some(DenialKey::Changed(server())),
        (_, Asked::Form { .. } | Asked::Link { .. }) => Some(DenialKey::Elicited(server())),
        (_, Asked::Roots { .. }) => Some(DenialKey::Roots(server())),
        (_, Asked::Sampling { .. } | Asked::SampledAnswer { .. }) => Some(DenialKey::Sampling(server())),
        _ => None,
    }
}

fn embargo(request: &Request, key: &DenialKey) -> Error {
    if *key == DenialKey::MainWindow {
        return Error::new(
            Code::ConsentEmbargo,
            say!("cooldown-window", times = limits::OWN_EMBARGO_AFTER),
        )
        .remedy(say!("cooldown-window-remedy"));
    }
    let (times, label) = (limits::EMBARGO_AFTER, &request.server.label);
    if matches!(
        key,
        DenialKey::Elicited(_) | DenialKey::Roots(_) | DenialKey::Sampling(_)
    ) {
        return Error::new(
            Code::ConsentEmbargo,
            say!("cooldown-server", server = label.as_str(), times),
        )
        .remedy(say!("cooldown-server-remedy"));
    }
    Error::new(
        Code::ConsentEmbargo,
        say!("cooldown-calls", server = label.as_str(), times),
    )
    .remedy(say!("cooldown-calls-remedy"))
}
