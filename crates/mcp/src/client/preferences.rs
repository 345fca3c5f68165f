//! Log level, resource subscriptions and followed tasks of one server. They outlive connections and clients, so that a
//! new connection can set them again (RES-09, LOG-01).
//!
//! In the legacy era the host sends it, once per connection. In the modern era it travels with what the client
//! sends anyway: the level in the metadata of requests, the resources in `subscriptions/listen`.

use crate::limits;
use portcullis_domain::LogLevel;
use std::collections::BTreeSet;
use std::sync::Arc;
use tokio::sync::watch;

/// See the module.
#[derive(Debug, Default)]
pub struct ServerPreferences {
    log_level: watch::Sender<Option<LogLevel>>,
    resources: watch::Sender<Arc<BTreeSet<String>>>,
    tasks: watch::Sender<Arc<BTreeSet<String>>>,
}

impl ServerPreferences {
    /// The level wanted, and its changes; `None` leaves it to the server.
    #[must_use]
    pub fn log_level(&self) -> watch::Receiver<Option<LogLevel>> {
        self.log_level.subscribe()
    }

    /// Wants another level.
    pub fn set_log_level(&self, level: Option<LogLevel>) {
        self.log_level.send_replace(level);
    }

    /// Raw addresses of the resources to watch, and their changes.
    #[must_use]
    pub fn resources(&self) -> watch::Receiver<Arc<BTreeSet<String>>> {
        self.resources.subscribe()
    }

    /// Tasks that are waited for, and their changes (TKX-13).
    #[must_use]
    pub fn tasks(&self) -> watch::Receiver<Arc<BTreeSet<String>>> {
        self.tasks.subscribe()
    }

    /// Waits for a task, or no longer. How many there may be is decided where tasks begin.
    pub fn watch_task(&self, id: &str, on: bool) {
        self.tasks.send_if_modified(|wanted| {
            if wanted.contains(id) == on {
                return false;
            }
            let wanted = Arc::make_mut(wanted);
            match on {
                true => wanted.insert(id.to_owned()),
                false => wanted.remove(id),
            }
        });
    }

    /// Whether this one is to be watched.
    #[must_use]
    pub fn watches(&self, uri: &str) -> bool {
        self.resources.borrow().contains(uri)
    }

    /// Wants a resource watched, or no longer. Says whether that can be: there are at most [`limits::WATCHED`].
    pub fn watch(&self, uri: &str, on: bool) -> bool {
        let mut room = true;
        self.resources.send_if_modified(|wanted| {
            if wanted.contains(uri) == on {
                return false;
            }
            room = !on || wanted.len() < limits::WATCHED;
            if room {
                let wanted = Arc::make_mut(wanted);
                match on {
                    true => _ = wanted.insert(uri.to_owned()),
                    false => _ = wanted.remove(uri),
                }
            }
            room
        });
        room
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Proves RES-09.
    #[test]
    fn what_is_watched_is_bounded_and_tells_of_changes() {
        let preferences = ServerPreferences::default();
        let mut changes = preferences.resources();
        assert!(preferences.watch("a://1", true) && preferences.watch("a://1", true));
        assert!(changes.has_changed().unwrap_or(false));
        changes.mark_unchanged();
        assert!(preferences.watch("a://2", false));
        assert!(!changes.has_changed().unwrap_or(true), "nothing changed");
        for at in 1..limits::WATCHED {
            assert!(preferences.watch(&format!("b://{at}"), true));
        }
        assert!(!preferences.watch("a://one too many", true));
        assert!(preferences.watch("a://1", false) && !preferences.watches("a://1"));
    }
}
