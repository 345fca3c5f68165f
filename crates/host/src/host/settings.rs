//! The room Settings.

use super::{Host, Inner, locked};
use crate::limits;
use portcullis_api::{About, HostEvent, SettingsChange};
use portcullis_core::Result;
use portcullis_domain::{Locale, Settings};
use portcullis_storage::store::settings;
use rusqlite::Connection;

const KEY: &str = "settings";

/// Settings as saved, or as they are at first.
pub(super) fn load(db: &Connection) -> portcullis_storage::store::Result<Settings> {
    // Settings of another version that cannot be read are not worth a host that does not start.
    let saved: Settings = settings::get(db, KEY).ok().flatten().unwrap_or_else(fresh);
    Ok(Settings {
        zoom: within(saved.zoom),
        ..saved
    })
}

/// Larger or smaller, nothing could be read to take it back.
fn within(zoom: u16) -> u16 {
    zoom.clamp(limits::ZOOM.0, limits::ZOOM.1)
}

fn fresh() -> Settings {
    Settings {
        appearance: Default::default(),
        language: Default::default(),
        notify: true,
        keep_in_tray: true,
        welcomed: false,
        fence_new: true,
        zoom: 100,
    }
}

fn changed(before: Settings, change: SettingsChange) -> Settings {
    Settings {
        appearance: change.appearance.unwrap_or(before.appearance),
        language: change.language.unwrap_or(before.language),
        notify: change.notify.unwrap_or(before.notify),
        keep_in_tray: change.keep_in_tray.unwrap_or(before.keep_in_tray),
        welcomed: change.welcomed.unwrap_or(before.welcomed),
        fence_new: change.fence_new.unwrap_or(before.fence_new),
        zoom: within(change.zoom.unwrap_or(before.zoom)),
    }
}

impl Host {
    /// Settings.
    #[must_use]
    pub fn settings(&self) -> Settings {
        locked(&self.0.settings).clone()
    }

    /// Saves settings.
    ///
    /// # Errors
    /// `store.*`; nothing changed then.
    pub async fn set_settings(&self, settings: Settings) -> Result<Settings> {
        self.change_settings(SettingsChange {
            appearance: Some(settings.appearance),
            language: Some(settings.language),
            notify: Some(settings.notify),
            keep_in_tray: Some(settings.keep_in_tray),
            welcomed: Some(settings.welcomed),
            fence_new: Some(settings.fence_new),
            zoom: Some(settings.zoom),
        })
        .await
    }

    /// Saves what of the settings is given. The rest is taken from what is saved, within the same write: of two that are
    /// saved at once neither is lost.
    ///
    /// # Errors
    /// `store.*`; nothing changed then.
    pub async fn change_settings(&self, change: SettingsChange) -> Result<Settings> {
        // Held to the end, so that what is in memory and the last event are what was saved last.
        let _turn = self.0.saving_settings.lock().await;
        let settings = self
            .0
            .store
            .write(move |db| {
                let settings = changed(load(db)?, change);
                settings::set(db, KEY, &settings)?;
                Ok(settings)
            })
            .await?;
        locked(&self.0.settings).clone_from(&settings);
        self.0.emit(HostEvent::Settings {
            settings: settings.clone(),
        });
        Ok(settings)
    }

    /// About, with the keychain tried by a write.
    pub async fn about(&self) -> About {
        let tried = self.0.vault.check().await;
        *locked(&self.0.keychain) = tried.err().map(Into::into);
        self.0.about_now()
    }
}

impl Inner {
    pub(super) fn about_now(&self) -> About {
        About {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            data_dir: self.data_dir.to_string_lossy().into_owned(),
            keychain: locked(&self.keychain).clone(),
            secrets: self.secret_store(),
            store: self
                .store
                .problem()
                .or_else(|| self.remarks.first().cloned())
                .or_else(|| self.starts.problem()),
            restorable: self.restorable.clone(),
            system_language: Locale::of_system(),
            revisions: portcullis_mcp::client::REVISIONS.map(str::to_owned).to_vec(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use portcullis_core::clock::ManualClock;
    use portcullis_storage::store::Store;
    use std::sync::Arc;

    #[tokio::test]
    async fn a_zoom_that_was_put_into_the_file_leaves_the_page_readable() {
        let folder = tempfile::tempdir().unwrap();
        let opened = Store::open(folder.path(), Arc::new(ManualClock::at(0))).unwrap();
        let zoom = opened
            .store
            .write(|db| {
                settings::set(db, KEY, &Settings { zoom: 0, ..fresh() })?;
                Ok(load(db)?.zoom)
            })
            .await
            .unwrap();
        assert_eq!(zoom, limits::ZOOM.0);
        opened.store.close().await;
    }

    #[test]
    fn the_page_is_never_drawn_too_large_or_small_to_take_it_back() {
        for (wanted, zoom) in [
            (None, 100),
            (Some(125), 125),
            (Some(0), limits::ZOOM.0),
            (Some(u16::MAX), limits::ZOOM.1),
        ] {
            let change = SettingsChange {
                zoom: wanted,
                ..SettingsChange::default()
            };
            assert_eq!(changed(fresh(), change).zoom, zoom, "{wanted:?}");
        }
    }
}
