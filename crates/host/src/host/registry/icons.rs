//! Icons of registry entries. Publishers host them, and the host of an icon learns the IP address of this computer and which entry is
//! viewed. So none is fetched before the person turns icons on, only for names in the copy, and only so many an hour: a page that was
//! taken over could leak data through its choice of icons. The bytes are decoded and encoded again here.

use super::super::icons::{IconCell, Pictures};
use super::super::{Host, Inner, locked};
use super::{on_copy, shown};
use crate::limits;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use portcullis_api::HostEvent;
use portcullis_catalog::bitmap::{REDRAWN, redraw_icon};
use portcullis_core::recent::Recent;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::RecordKind;
use portcullis_l10n::say;
use portcullis_registry::{EntryIcon, IconCopy, RegistryCache, RegistryClient, icons};
use std::sync::{Arc, Mutex};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use url::Url;

/// What was fetched, and how much recently.
pub(super) struct RegistryIcons {
    pictures: Mutex<Arc<Pictures>>,
    /// No more are fetched at once.
    fetching: Semaphore,
    /// When the last fetches began.
    begun: Mutex<Recent>,
}

impl Default for RegistryIcons {
    fn default() -> Self {
        Self {
            pictures: Mutex::default(),
            fetching: Semaphore::new(limits::ICONS_AT_ONCE),
            begun: Mutex::default(),
        }
    }
}

impl RegistryIcons {
    /// Forgets what is in memory. What was fetched counts all the same.
    pub(super) fn forget(&self) {
        *locked(&self.pictures) = Arc::default();
    }

    fn place(&self, address: &Url, icon: &EntryIcon) -> IconCell {
        let pictures = Arc::clone(&locked(&self.pictures));
        pictures.place(address.as_str(), icon.source.as_str())
    }
}

/// Whether another one may be fetched now.
fn may_fetch(begun: &mut Recent) -> bool {
    let (most, within) = limits::REGISTRY_ICONS;
    let may = begun.within(within) < most;
    if may {
        begun.add();
    }
    may
}

impl Host {
    /// Shows icons of entries from now on, or no longer. Those that were fetched are forgotten then.
    ///
    /// # Errors
    /// `not_found` where no registry is on; `store.*`.
    pub async fn set_registry_icons(&self, shown: bool) -> Result<()> {
        let _turn = self.0.registry.turning.lock().await;
        let address = self.0.registry_address()?;
        let header = {
            let used = locked(&self.0.registry.used);
            if used.icons.is_some() == shown {
                return Ok(());
            }
            used.header.clone()
        };
        let row = match shown {
            true => say!("registry-icons-on-row"),
            false => say!("registry-icons-off-row"),
        };
        self.0
            .save_registry(Some(address.to_string()), header, shown)
            .await?;
        let next = shown.then(CancellationToken::new);
        let before = std::mem::replace(&mut locked(&self.0.registry.used).icons, next);
        if let Some(before) = before {
            before.cancel();
        }
        self.0.note(RecordKind::Host, row).await?;
        self.0.registry.icons.forget();
        let forgotten = match shown {
            true => Ok(()),
            false => self.0.in_copy(RegistryCache::forget_icons).await,
        };
        self.0.emit(HostEvent::Registry {});
        forgotten
    }

    /// The icon of an entry of the copy, as a `data:` address; nothing where icons are not shown, or there is none that can be.
    ///
    /// # Errors
    /// `not_found`, also where no registry is on; `store.*`.
    pub async fn registry_icon(&self, name: &str, dark: bool) -> Result<Option<String>> {
        let inner = &self.0;
        let entry = inner.registry_entry(name, None).await?;
        let Some(shown) = locked(&inner.registry.used).icons.clone() else {
            return Ok(None);
        };
        if !shown::has_icon(&entry) {
            return Ok(None);
        }
        let (address, copy) = inner.registry_copy().await?;
        for icon in icons(&entry.document, dark).into_iter().take(limits::ICONS_TRIED) {
            let place = inner.registry.icons.place(&address, &icon);
            let looked_for = place.get_or_try_init(|| inner.entry_icon(&address, &copy, &icon, &shown));
            match looked_for.await {
                Ok(Some(picture)) => return Ok(Some(picture.to_string())),
                Ok(None) => {}
                // It is fetched again when the entry is next in view.
                Err(error) => tracing::debug!(%error, "an icon of the registry is not shown"),
            }
        }
        Ok(None)
    }
}

impl Inner {
    /// From the copy, or fetched. A failure of the network is an error and is not kept.
    async fn entry_icon(
        &self,
        address: &Url,
        copy: &Arc<RegistryCache>,
        icon: &EntryIcon,
        shown: &CancellationToken,
    ) -> Result<Option<Arc<str>>> {
        let now = self.now();
        let source = icon.source.to_string();
        let kept = on_copy(copy, move |copy| copy.icon(&source, now)).await?;
        match kept {
            IconCopy::Shown(image) => return Ok(Some(as_address(&image))),
            IconCopy::NotShown => return Ok(None),
            IconCopy::Unknown => {}
        }
        let fetched = shown.run_until_cancelled(self.fetched_icon(address, icon)).await;
        let image = fetched.ok_or_else(|| Error::internal("icons are no longer shown"))??;
        if shown.is_cancelled() {
            return Ok(None);
        }
        let (source, keep) = (icon.source.to_string(), image.clone());
        on_copy(copy, move |copy| copy.keep_icon(&source, keep.as_deref(), now)).await?;
        Ok(image.map(|image| as_address(&image)))
    }

    /// `None` for what is no icon, or must not be visited.
    async fn fetched_icon(&self, address: &Url, icon: &EntryIcon) -> Result<Option<Vec<u8>>> {
        let icons = &self.registry.icons;
        let _turn = icons.fetching.acquire().await.map_err(Error::internal)?;
        if !may_fetch(&mut locked(&icons.begun)) {
            return Err(Error::internal("enough icons were fetched for now"));
        }
        // Without the header of the registry: an icon is elsewhere as a rule.
        let bytes = match RegistryClient::new(address).icon(icon).await {
            Ok(bytes) => bytes,
            Err(error) if is_for_now(error.code) => return Err(error),
            Err(error) => {
                tracing::debug!(%error, "an icon of the registry cannot be fetched");
                return Ok(None);
            }
        };
        let drawn = tokio::task::spawn_blocking(move || redraw_icon(&bytes)).await;
        match drawn {
            Ok(Ok(image)) => Ok(Some(image)),
            Ok(Err(why)) => {
                tracing::debug!(why, "an icon of the registry cannot be shown");
                Ok(None)
            }
            // A decoder that gave up on it does so again.
            Err(error) => {
                tracing::warn!(%error, "an icon of the registry was not decoded");
                Ok(None)
            }
        }
    }
}

/// Whether it may be otherwise soon.
fn is_for_now(code: Code) -> bool {
    matches!(
        code,
        Code::NetworkFault | Code::NetworkTls | Code::NetworkUnreachable
    )
}

fn as_address(image: &[u8]) -> Arc<str> {
    format!("data:{REDRAWN};base64,{}", STANDARD.encode(image)).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[tokio::test(start_paused = true)]
    async fn only_so_many_icons_are_fetched_within_a_time() {
        const MOMENT: Duration = Duration::from_millis(1);
        let (most, within) = limits::REGISTRY_ICONS;
        let mut begun = Recent::default();
        assert!(may_fetch(&mut begun));
        tokio::time::advance(MOMENT).await;
        assert!((1..most).all(|_| may_fetch(&mut begun)));
        assert!(!may_fetch(&mut begun));
        // One is free again when the first is old enough, and the others after it.
        tokio::time::advance(within).await;
        assert!(may_fetch(&mut begun));
        assert!(!may_fetch(&mut begun));
        tokio::time::advance(MOMENT).await;
        assert!(may_fetch(&mut begun));
    }
}
