//! Profiles: which servers are on and which permissions count, switched together.

use super::{Entry, Host, Inner, locked, views};
use crate::limits;
use futures::future::join_all;
use portcullis_api::{HostEvent, ProfileView};
use portcullis_core::ids::ServerId;
use portcullis_core::text::{count_hidden, escape_line};
use portcullis_core::{Code, Error, Result, ids};
use portcullis_domain::RecordKind;
use portcullis_l10n::say;
use portcullis_storage::audit::Intended;
use portcullis_storage::store::profiles::{self, ProfileRow};
use std::collections::HashSet;
use std::sync::Arc;
use tokio::sync::{Mutex, MutexGuard};

impl Host {
    /// All profiles, oldest first.
    ///
    /// # Errors
    /// `store.*`.
    pub async fn profiles(&self) -> Result<Vec<ProfileView>> {
        let now = self.0.now();
        let rows = self.0.store.read(move |db| profiles::list(db, now)).await?;
        Ok(rows.into_iter().map(view).collect())
    }

    /// Adds a profile. The same servers are on in it as now; it has no permissions.
    ///
    /// # Errors
    /// `input.bad` for a name that is taken or cannot be shown, or when there are too many; `store.*`.
    pub async fn create_profile(&self, name: &str) -> Result<ProfileView> {
        let name = checked(name)?;
        let (id, now) = (ids::random(), self.0.now());
        let row = row(say!("profile-created-row", name = &name));
        let (created, stored) = (id.clone(), name.clone());
        self.0
            .audit
            .once_with(move |db| Ok((profiles::create(db, &created, &stored, now)?, Some(row))))
            .await?;
        self.0.emit(HostEvent::Profiles {});
        let mut all = self.profiles().await?;
        all.retain(|profile| profile.id == id);
        all.pop().ok_or_else(|| gone(&name))
    }

    /// Gives a profile another name.
    ///
    /// # Errors
    /// `not_found`; `input.bad` for a name that is taken or cannot be shown; `store.*`.
    pub async fn rename_profile(&self, profile: &str, name: &str) -> Result<()> {
        let name = checked(name)?;
        let before = self.0.profile(profile).await?;
        let row = row(say!("profile-renamed-row", before = before.name, name = &name));
        self.0
            .audit
            .once_with(move |db| Ok((profiles::rename(db, &before.id, &name)?, Some(row))))
            .await?;
        self.0.emit(HostEvent::Profiles {});
        Ok(())
    }

    /// Removes a profile that is not in use, and ends the permissions that were given in it.
    ///
    /// # Errors
    /// `not_found`; `input.bad` when it is in use; `store.*`.
    pub async fn remove_profile(&self, profile: &str) -> Result<()> {
        let (before, now) = (self.0.profile(profile).await?, self.0.now());
        let row = row(say!("profile-removed-row", name = before.name));
        let ended = self
            .0
            .audit
            .once_with(move |db| Ok((profiles::remove(db, &before.id, now)?, Some(row))))
            .await?;
        for grant in ended {
            self.0.audit.once(self.0.revoked_row(grant)).await?;
        }
        self.0.emit(HostEvent::Profiles {});
        Ok(())
    }

    /// Puts a profile into use: its servers are turned on, all others off, and its permissions count from now on. What is turned
    /// on is started with `start`.
    ///
    /// # Errors
    /// `not_found`, `store.*`; then everything is as it was.
    pub async fn use_profile(&self, id: &str, start: bool) -> Result<()> {
        let entries = self.0.entries();
        // Nothing of a server is changed meanwhile. Everybody else waits for one turn at a time.
        let mut in_order: Vec<_> = entries.iter().collect();
        in_order.sort_unstable_by(|a, b| a.id.cmp(&b.id));
        let turns: Vec<_> = in_order.iter().map(|entry| &entry.turn).collect();
        let _turns = all_turns(&turns).await;
        let profile = self.0.profile(id).await?;
        if profile.current {
            return Ok(());
        }
        let wanted: HashSet<_> = profile.servers.into_iter().map(ServerId).collect();
        let (on, off): (Vec<_>, Vec<_>) = entries
            .iter()
            .filter(|entry| entry.enabled() != wanted.contains(&entry.id))
            .partition(|entry| wanted.contains(&entry.id));
        // Off is off before anything else counts; on is on only after it is written.
        set(&off, false);
        join_all(off.iter().filter_map(|entry| entry.client()).map(stopped)).await;
        let told = self::row(say!("profile-used-row", name = profile.name));
        let id = profile.id;
        let known: Vec<_> = entries.iter().map(|entry| entry.id.clone()).collect();
        let switched = self
            .0
            .audit
            .once_with(move |db| Ok((profiles::switch(db, &id, &known)?, Some(told))))
            .await;
        let started = match &switched {
            Ok(()) => &on,
            Err(_) => &off,
        };
        set(started, true);
        if switched.is_ok() {
            self.0.reload_grants().await?;
        }
        if start {
            join_all(started.iter().map(|entry| self.0.start_or_sleep(entry))).await;
        }
        for entry in on.iter().chain(&off) {
            self.0.emit_server(entry);
        }
        self.0.emit(HostEvent::Profiles {});
        switched
    }
}

impl Inner {
    async fn profile(&self, id: &str) -> Result<ProfileView> {
        let now = self.now();
        let rows = self.store.read(move |db| profiles::list(db, now)).await?;
        let found = rows.into_iter().find(|row| row.id == id);
        found.map(view).ok_or_else(|| gone(id))
    }
}

/// Takes one turn after the other. Two that wait for all at once could each have what the other waits for.
async fn all_turns<'a>(turns: &[&'a Mutex<()>]) -> Vec<MutexGuard<'a, ()>> {
    let mut taken = Vec::with_capacity(turns.len());
    for &turn in turns {
        taken.push(turn.lock().await);
    }
    taken
}

fn set(entries: &[&Arc<Entry>], enabled: bool) {
    for entry in entries {
        locked(&entry.data).row.enabled = enabled;
    }
}

async fn stopped(client: Arc<portcullis_mcp::client::Client>) {
    client.stop().await;
}

fn view(row: ProfileRow) -> ProfileView {
    ProfileView {
        name: match row.name.is_empty() {
            true => say!("profile-first"),
            false => row.name,
        },
        id: row.id,
        current: row.current,
        servers: row.servers.into_iter().map(|id| id.0).collect(),
        permissions: row.permissions,
    }
}

fn row(what: String) -> Intended {
    views::row_by_you(RecordKind::Host, what)
}

fn checked(name: &str) -> Result<String> {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let length = name.chars().count();
    match (1..=limits::PROFILE_NAME).contains(&length) && count_hidden(&name) == 0 {
        true => Ok(name),
        false => Err(Error::new(
            Code::BadInput,
            say!("profile-name", limit = limits::PROFILE_NAME),
        )),
    }
}

fn gone(name: &str) -> Error {
    Error::new(
        Code::NotFound,
        say!("profile-gone", name = escape_line(name).text),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[tokio::test(start_paused = true)]
    async fn two_that_take_all_turns_at_once_get_them_one_after_the_other() {
        // More than a task may take before it has to let others go on.
        let turns: Arc<Vec<Mutex<()>>> = Arc::new((0..1_000).map(|_| Mutex::default()).collect());
        let takes = || {
            let turns = Arc::clone(&turns);
            tokio::spawn(async move {
                let turns: Vec<_> = turns.iter().collect();
                all_turns(&turns).await.len()
            })
        };
        let both = futures::future::try_join(takes(), takes());
        let both = tokio::time::timeout(Duration::from_secs(60), both).await;
        let both = both.expect("neither waits for the other").unwrap();
        assert_eq!(both, (1_000, 1_000));
    }
}
