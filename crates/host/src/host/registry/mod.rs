//! The registry of servers that the person turned on: its copy on this computer, and keeping that up to date. No registry is visited
//! before a yes at the gate said which (S-26), and a search asks none.

mod adding;
mod choosing;
mod icons;
mod shown;

use super::{Host, Inner, blocking, locked, milliseconds};
use crate::host::client_host::secrets::places_for_url;
use crate::limits;
use portcullis_api::{HostEvent, RegistrySearch, RegistryState};
use portcullis_core::{Code, Error, Result};
use portcullis_domain::Problem;
use portcullis_l10n::say;
use portcullis_registry::{PUBLIC, RegistryCache, RegistryClient};
use portcullis_storage::store::{self, settings};
use rusqlite::Connection;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use url::Url;

/// The key of what was chosen, among the settings.
const KEY: &str = "registry";
/// The file of the copy, in the data folder.
const FILE: &str = "registry.db";

/// What was chosen.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct ChosenRegistry {
    address: Option<String>,
    #[serde(default)]
    header: Option<SavedHeader>,
    /// Icons of its entries are fetched and shown.
    #[serde(default)]
    icons: bool,
}

/// The header that signs in to the registry: its value is in the keychain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct SavedHeader {
    name: String,
    /// Where its value is.
    place: String,
}

impl SavedHeader {
    /// Whether it was saved for this URL. One of a row that was changed in the file may name any entry of the keychain.
    fn is_for(&self, address: &Url) -> bool {
        self.place.starts_with(&places_for_url(KEY, address.as_str()))
    }
}

/// The registry that is on, if one is.
pub(super) struct RegistryRoom {
    used: Mutex<RegistryUse>,
    /// Opened when it is first asked for.
    copy: tokio::sync::Mutex<Option<Arc<RegistryCache>>>,
    /// Held while one is turned on or off.
    turning: tokio::sync::Mutex<()>,
    icons: icons::RegistryIcons,
}

/// The registry that was on when Portcullis was last closed.
pub(super) struct SavedRegistry {
    address: Url,
    header: Option<SavedHeader>,
    icons: bool,
}

#[derive(Default)]
struct RegistryUse {
    address: Option<Url>,
    header: Option<SavedHeader>,
    /// Icons are shown; ended when they no longer are.
    icons: Option<CancellationToken>,
    updating: Option<CancellationToken>,
    /// The bundle that is downloaded.
    downloading: Option<CancellationToken>,
    /// When the last update began.
    tried_at: Option<u64>,
    problem: Option<Problem>,
}

/// The registry that was saved.
pub(super) fn load(db: &Connection) -> store::Result<Option<SavedRegistry>> {
    // One that another version wrote and that cannot be read is no registry.
    let chosen: Option<ChosenRegistry> = settings::get(db, KEY).ok().flatten();
    Ok(chosen.and_then(|chosen| {
        let address = choosing::read_address(&chosen.address?).ok()?;
        Some(SavedRegistry {
            address,
            header: chosen.header,
            icons: chosen.icons,
        })
    }))
}

impl RegistryRoom {
    pub(super) fn new(saved: Option<SavedRegistry>) -> Self {
        let used = saved.map(|saved| RegistryUse {
            address: Some(saved.address),
            header: saved.header,
            icons: saved.icons.then(CancellationToken::new),
            ..RegistryUse::default()
        });
        Self {
            used: Mutex::new(used.unwrap_or_default()),
            copy: tokio::sync::Mutex::default(),
            turning: tokio::sync::Mutex::default(),
            icons: icons::RegistryIcons::default(),
        }
    }
}

impl Host {
    /// The registry that is on, and how its copy is.
    ///
    /// # Errors
    /// `store.*`.
    pub async fn registry(&self) -> Result<RegistryState> {
        let inner = &self.0;
        let copy = match inner.registry_address() {
            Ok(_) => Some(inner.in_copy(RegistryCache::state).await?),
            Err(_) => None,
        };
        let used = locked(&inner.registry.used);
        Ok(RegistryState {
            address: used.address.as_ref().map(Url::to_string),
            header: used.header.as_ref().map(|header| header.name.clone()),
            public: PUBLIC.to_owned(),
            icons: used.icons.is_some(),
            servers: copy.map_or(0, |copy| copy.servers),
            updated_at: copy.and_then(|copy| copy.updated_at),
            updating: used.updating.is_some(),
            problem: used.problem.clone(),
        })
    }

    /// Brings the copy up to date, in the background. How it goes is in [`Host::registry`].
    ///
    /// # Errors
    /// `not_found` where no registry is on.
    pub async fn update_registry(&self) -> Result<()> {
        self.0.registry_address()?;
        self.0.start_update();
        Ok(())
    }

    /// Searches the copy. The words stay on this computer. A copy that is old is updated in the background.
    ///
    /// # Errors
    /// `not_found` where no registry is on; `store.*`.
    pub async fn search_registry(&self, words: &str) -> Result<RegistrySearch> {
        let asked = words.to_owned();
        let searched = self
            .0
            .in_copy(move |copy| Ok((copy.search(&asked)?, copy.state()?)));
        let (found, state) = searched.await?;
        self.0.update_if_old(state.updated_at);
        Ok(shown::search(words, &found))
    }
}

impl Inner {
    fn registry_file(&self) -> PathBuf {
        self.data_dir.join(FILE)
    }

    /// The address that is on.
    fn registry_address(&self) -> Result<Url> {
        let address = locked(&self.registry.used).address.clone();
        address.ok_or_else(registry_off)
    }

    /// A client of the registry that is on, if that is still the one at this address.
    async fn registry_client_of(&self, address: &Url) -> Result<RegistryClient> {
        let header = {
            let used = locked(&self.registry.used);
            match &used.address {
                Some(on) if on == address => used.header.clone(),
                _ => return Err(registry_off()),
            }
        };
        let client = RegistryClient::new(address);
        let Some(header) = header else {
            return Ok(client);
        };
        let value = match header.is_for(address) {
            true => self.vault.get_in_background(&header.place).await?,
            false => None,
        };
        let value = value.ok_or_else(|| {
            Error::new(
                Code::AuthRequired,
                say!("registry-header-gone", header = header.name.clone()),
            )
            .remedy(say!("registry-header-gone-remedy"))
        })?;
        self.redactor.learn(value.expose());
        client.signed_in(&header.name, &value)
    }

    async fn registry_copy(&self) -> Result<(Url, Arc<RegistryCache>)> {
        let mut copy = self.registry.copy.lock().await;
        let address = self.registry_address()?;
        if let Some(open) = &*copy {
            return Ok((address, Arc::clone(open)));
        }
        let (path, name) = (self.registry_file(), address.to_string());
        let opened = blocking(move || RegistryCache::open(&path, &name));
        let opened = Arc::new(opened.await??);
        *copy = Some(Arc::clone(&opened));
        Ok((address, opened))
    }

    /// Looks into the copy. One that turns out to be damaged is deleted, and made again when it is next looked at.
    async fn in_copy<T: Send + 'static>(
        &self,
        look: impl FnOnce(&RegistryCache) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let (_, copy) = self.registry_copy().await?;
        let looked = on_copy(&copy, look).await;
        if let Err(error) = &looked
            && error.code == Code::StoreCorrupt
        {
            self.delete_copy().await?;
        }
        looked
    }

    async fn delete_copy(&self) -> Result<()> {
        let mut copy = self.registry.copy.lock().await;
        drop(copy.take());
        let path = self.registry_file();
        let deleted = blocking(move || RegistryCache::delete(&path));
        deleted.await?
    }

    /// A registry that was turned off leaves no copy, however Portcullis ended then.
    pub(super) async fn sweep_registry(&self) {
        if self.registry_address().is_err()
            && let Err(error) = self.delete_copy().await
        {
            tracing::warn!(%error, "the copy of a registry that is off was not deleted");
        }
    }

    fn update_if_old(self: &Arc<Self>, updated_at: Option<u64>) {
        let now = self.now();
        let passed = |since: Option<u64>, age: Duration| {
            since.is_none_or(|since| since.saturating_add(milliseconds(age)) <= now)
        };
        let (old, pause) = limits::REGISTRY_AGE;
        let tried_at = locked(&self.registry.used).tried_at;
        if passed(updated_at, old) && passed(tried_at, pause) {
            self.start_update();
        }
    }

    /// Begins an update, unless one is running.
    fn start_update(self: &Arc<Self>) {
        let token = self.closing.child_token();
        {
            let mut used = locked(&self.registry.used);
            if used.address.is_none() || used.updating.is_some() {
                return;
            }
            used.updating = Some(token.clone());
            used.tried_at = Some(self.now());
        }
        self.emit(HostEvent::Registry {});
        let host = Arc::clone(self);
        self.calls.tasks.spawn(async move {
            let update = Box::pin(host.update_copy());
            // The code that stopped it said so already.
            let Some(updated) = token.run_until_cancelled(update).await else {
                return;
            };
            if let Err(error) = &updated {
                tracing::warn!(%error, "the registry was not copied");
            }
            {
                let mut used = locked(&host.registry.used);
                if token.is_cancelled() {
                    return;
                }
                used.updating = None;
                used.problem = updated.err().map(Into::into);
            }
            host.emit(HostEvent::Registry {});
        });
    }

    async fn update_copy(self: &Arc<Self>) -> Result<()> {
        let (address, copy) = self.registry_copy().await?;
        let client = self.registry_client_of(&address).await?;
        let taken = || self.emit(HostEvent::Registry {});
        let updated = portcullis_registry::update(&client, &copy, self.now(), taken).await;
        drop(copy);
        if let Err(error) = &updated
            && error.code == Code::StoreCorrupt
        {
            self.delete_copy().await?;
        }
        updated
    }
}

fn registry_off() -> Error {
    Error::new(Code::NotFound, say!("registry-off")).remedy(say!("registry-off-remedy"))
}

/// Work with a copy, which may wait for the disk.
async fn on_copy<T: Send + 'static>(
    copy: &Arc<RegistryCache>,
    work: impl FnOnce(&RegistryCache) -> Result<T> + Send + 'static,
) -> Result<T> {
    let copy = Arc::clone(copy);
    blocking(move || work(&copy)).await?
}
