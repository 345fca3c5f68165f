//! How much a server says in its log messages. Kept in memory, so that a level that was chosen once does not slow
//! a server down permanently.

use super::Host;
use super::offers::send;
use portcullis_core::{Code, Result};
use portcullis_domain::LogLevel;
use portcullis_l10n::say;
use serde_json::json;
use std::sync::Arc;

impl Host {
    /// Sets the level, now and after every reconnect; `None` leaves it to the server from its next start on. A
    /// server of the legacy era is told at once (LOG-01); in the modern one the level travels with every request
    /// (LOG-03).
    ///
    /// # Errors
    /// `not_found`; `server.not_offered` when it takes none; those of a request; `store.*`.
    pub async fn set_log_level(&self, server: &str, level: Option<LogLevel>) -> Result<()> {
        let entry = self.0.entry(server)?;
        let preferences = Arc::clone(&entry.offers.preferences);
        if *preferences.log_level().borrow() == level {
            return Ok(());
        }
        // A server that is off is asked when it starts.
        let reached = match entry.offering("logging", &say!("offer-log-level")) {
            Err(error) if error.code == Code::ServerNotReady => None,
            reached => Some(reached?),
        };
        let what = match level {
            Some(level) => say!(
                "server-log-level-row",
                level = format!("{level:?}").to_lowercase()
            ),
            None => say!("server-log-level-own-row"),
        };
        self.0.note_server(&entry, what).await?;
        if let (Some(reached), Some(level)) = (reached, level)
            && !reached.is_modern()
        {
            send(&reached, "logging/setLevel", json!({ "level": level })).await?;
        }
        preferences.set_log_level(level);
        self.0.emit_server(&entry);
        Ok(())
    }
}
