//! Pictures that servers name for themselves and for what they offer. They stand beside a name and prove nothing
//! (ICO-07): at the gate there are none. Fetched when they come into view, kept in memory by digest, and handed to the
//! window as the address of checked bytes.

use super::{Entry, Host, Inner, locked};
use crate::limits;
use portcullis_api::IconOf;
use portcullis_catalog::icons::{Icon, Icons, picture};
use portcullis_core::{Result, ids};
use portcullis_domain::Endpoint;
use portcullis_mcp::transport::icons::fetch;
use sha2::{Digest, Sha256};
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex};
use tokio::sync::{OnceCell, Semaphore};

/// A picture that was looked for once; nothing where it is not shown.
pub(super) type IconCell = Arc<OnceCell<Option<Arc<str>>>>;

/// Pictures by the digest of where they come from.
pub(crate) struct Pictures {
    kept: Mutex<IconCache>,
    /// No more are fetched at once.
    fetching: Semaphore,
}

#[derive(Default)]
struct IconCache {
    by_digest: HashMap<[u8; 32], IconCell>,
    /// The latest last.
    order: VecDeque<[u8; 32]>,
}

impl Default for Pictures {
    fn default() -> Self {
        Self {
            kept: Mutex::default(),
            fetching: Semaphore::new(limits::ICONS_AT_ONCE),
        }
    }
}

impl Pictures {
    /// The place of a picture: what comes from one place is never shown for another. The oldest are forgotten, and looked for again
    /// when they are shown.
    pub(super) fn place(&self, of: &str, source: &str) -> IconCell {
        let mut digest = Sha256::new();
        digest.update(of);
        digest.update([0]);
        digest.update(source);
        let digest: [u8; 32] = digest.finalize().into();
        let mut kept = locked(&self.kept);
        if let Some(shown) = kept.by_digest.get(&digest) {
            return Arc::clone(shown);
        }
        if kept.order.len() == limits::ICONS_KEPT
            && let Some(oldest) = kept.order.pop_front()
        {
            kept.by_digest.remove(&oldest);
        }
        kept.order.push_back(digest);
        Arc::clone(kept.by_digest.entry(digest).or_default())
    }
}

impl Host {
    /// The picture of something that a server offers, as a `data:` address; nothing where there is none that is
    /// shown.
    ///
    /// # Errors
    /// `not_found`, `server.not_ready`; those of reading a list.
    pub async fn icon(&self, server: &str, of: &IconOf, dark: bool) -> Result<Option<String>> {
        let entry = self.0.entry(server)?;
        let icons = self.0.icons(&entry, of).await?;
        let own = own_address(&entry);
        for icon in icons.by_fitness(dark).into_iter().take(limits::ICONS_TRIED) {
            if let Some(shown) = self.0.picture(&entry, icon, own.as_ref()).await {
                return Ok(Some(shown.to_string()));
            }
        }
        Ok(None)
    }
}

impl Inner {
    async fn icons(self: &Arc<Self>, entry: &Arc<Entry>, of: &IconOf) -> Result<Icons> {
        Ok(match of {
            IconOf::Server {} => entry.reached()?.server_info.icons,
            IconOf::Tool { name } => entry.tool(name)?.icons(),
            // A search goes through the list that is on the screen, and so does this.
            IconOf::Resource { uri } => {
                let listed = self.resources_of(entry, true).await?;
                let found = listed.list.resources.get(uri);
                found.map(|it| it.icons.clone()).unwrap_or_default()
            }
            IconOf::Template { template } => {
                let listed = self.resources_of(entry, true).await?;
                let found = listed.list.templates.get(template);
                found.map(|it| it.icons.clone()).unwrap_or_default()
            }
            IconOf::Prompt { name } => {
                let listed = self.prompts_of(entry, true).await?;
                let found = listed.list.get(name);
                found.map(|it| it.icons.clone()).unwrap_or_default()
            }
        })
    }

    async fn picture(&self, entry: &Entry, icon: &Icon, own: Option<&url::Url>) -> Option<Arc<str>> {
        let place = self.pictures.place(entry.id.as_str(), &icon.source);
        let looked_for = place.get_or_init(|| async {
            let found = match icon.inline() {
                Some(inline) => inline.map_err(str::to_owned),
                None => self.fetched(icon, own).await,
            };
            match found {
                Ok(shown) => Some(shown.into()),
                Err(why) => {
                    tracing::debug!(
                        server = ids::ServerId::as_str(&entry.id),
                        why,
                        "an icon is not shown"
                    );
                    None
                }
            }
        });
        looked_for.await.clone()
    }

    async fn fetched(&self, icon: &Icon, own: Option<&url::Url>) -> std::result::Result<String, String> {
        // A program has no address of its own: what it names elsewhere is never asked for (ICO-03).
        let own = own.ok_or("its server has no address")?;
        let source = url::Url::parse(&icon.source).map_err(|error| error.to_string())?;
        let _turn = self
            .pictures
            .fetching
            .acquire()
            .await
            .map_err(|error| error.to_string())?;
        let fetched = fetch(&source, own).await?;
        Ok(picture(&fetched.kind, &fetched.bytes)?)
    }
}

fn own_address(entry: &Entry) -> Option<url::Url> {
    match &locked(&entry.data).row.draft.endpoint {
        Endpoint::Address { url } => url::Url::parse(url).ok(),
        _ => None,
    }
}
