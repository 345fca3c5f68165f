//! What a server offers, written down while it runs and read again for the time in which it does not. It is kept with the
//! approval of the start. A list in which a secret is found, or that is too long, is not kept.

use super::{Entry, Inner, locked};
use crate::host::blocking;
use crate::host::client_host::{approved_catalog, approved_texts, definitions};
use crate::host::offers::Resources;
use crate::host::{Definitions, views};
use crate::limits;
use portcullis_catalog::{Catalog, ListEntry, Listing, Prompt};
use portcullis_core::{Error, Result};
use portcullis_domain::{DefinitionState, EraChoice, ServerLocation, Transport};
use portcullis_l10n::say;
use portcullis_mcp::client::{Era, LastRun, ServerInfo};
use portcullis_storage::store::catalogs::{self, CatalogPart, KeptPart};
use portcullis_storage::store::pins::{self, PinStatus, Subject};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::collections::HashMap;
use std::sync::Arc;

/// What a server offered besides tools when it ran last, each list with the time when it was read.
pub(in crate::host) struct KeptLists {
    pub(in crate::host) resources: Option<(Arc<Resources>, u64)>,
    pub(in crate::host) prompts: Option<(Arc<Listing<Prompt>>, u64)>,
}

/// Pages of lists that are being read, where they are to be kept.
#[derive(Default)]
pub(in crate::host) struct ListPages {
    wanted: bool,
    parts: Vec<(CatalogPart, Option<String>)>,
}

impl ListPages {
    /// Of this server.
    pub(in crate::host) fn of(entry: &Entry) -> Self {
        Self {
            wanted: entry.starts_when_needed(),
            parts: Vec::new(),
        }
    }

    /// The pages of a whole list; `None` where there is no list.
    pub(in crate::host) fn add(&mut self, part: CatalogPart, pages: Option<&[Box<RawValue>]>) {
        if self.wanted {
            let pages = pages.map(|pages| pages.iter().map(|page| page.get()));
            self.parts.push((part, pages.map(array)));
        }
    }
}

/// JSON texts as one array.
fn array<'a>(texts: impl Iterator<Item = &'a str>) -> String {
    let texts: Vec<&str> = texts.collect();
    format!("[{}]", texts.join(","))
}

/// What a server said about itself, as far as it is of use while it does not run.
#[derive(Serialize, Deserialize)]
struct KeptServer {
    era: EraChoice,
    revision: String,
    transport: Transport,
    name: Option<String>,
    version: Option<String>,
    instructions: Option<String>,
    capabilities: Vec<String>,
    subscribes: bool,
}

impl KeptServer {
    fn of(server_info: &ServerInfo) -> Self {
        Self {
            era: server_info.era.choice(),
            revision: server_info.revision.clone(),
            transport: server_info.transport,
            name: server_info.name.clone(),
            version: server_info.version.clone(),
            instructions: server_info.instructions.clone(),
            capabilities: server_info.capabilities.clone(),
            subscribes: server_info.subscribes,
        }
    }

    fn server_info(self) -> ServerInfo {
        ServerInfo {
            era: match self.era {
                EraChoice::Modern => Era::Modern,
                EraChoice::Legacy | EraChoice::Auto => Era::Legacy,
            },
            era_certain: false,
            revision: self.revision,
            transport: self.transport,
            name: self.name,
            icons: portcullis_catalog::icons::Icons::default(),
            version: self.version,
            instructions: self.instructions,
            capabilities: self.capabilities,
            announces_tools: false,
            announces_resources: false,
            announces_prompts: false,
            subscribes: self.subscribes,
            tasks: portcullis_mcp::client::TaskCapabilities::default(),
            pid: None,
            took: 0,
        }
    }
}

/// Everything that is there for the time in which a server sleeps.
pub(super) struct RememberedRun {
    pub(super) last_run: LastRun,
    pub(super) lists: KeptLists,
    pub(super) definitions: Definitions,
}

impl Inner {
    /// Writes down what a server that starts when it is needed offers, reading what was not read yet.
    pub(in crate::host) async fn keep_catalog(self: &Arc<Self>, entry: &Arc<Entry>) {
        if !entry.starts_when_needed() {
            return;
        }
        let Ok(reached) = entry.reached() else { return };
        self.keep_tools(entry).await;
        // What is read is kept where it is read.
        if let Err(error) = self.read_offers(entry, reached).await {
            tracing::debug!(%error, "lists of a server were not kept");
        }
    }

    /// The same for its tools and what it says about itself.
    pub(in crate::host) async fn keep_tools(&self, entry: &Entry) {
        let Some(snapshot) = entry.client().map(|client| client.snapshot()) else {
            return;
        };
        let Some(server_info) = snapshot
            .server_info
            .as_ref()
            .filter(|_| entry.starts_when_needed() && snapshot.connection.is_some())
        else {
            return;
        };
        let said = serde_json::to_string(&KeptServer::of(server_info)).map_err(Error::internal);
        let said = match said {
            Ok(said) => said,
            Err(error) => return tracing::error!(%error, "a server was not kept"),
        };
        let mut parts = vec![(CatalogPart::Server, Some(said))];
        // A list that could not be read is no list without tools.
        if snapshot.unlisted.is_none() {
            let texts = snapshot.catalog.tools.iter().map(|tool| &*tool.text);
            parts.push((CatalogPart::Tools, Some(array(texts))));
        }
        for (capability, gone) in [
            ("resources", &[CatalogPart::Resources, CatalogPart::Templates][..]),
            ("prompts", &[CatalogPart::Prompts][..]),
        ] {
            if !server_info.offers(capability) {
                parts.extend(gone.iter().map(|part| (*part, None)));
            }
        }
        self.keep_parts(entry, parts).await;
    }

    /// Keeps lists that were read.
    pub(in crate::host) async fn keep_pages(&self, entry: &Entry, pages: ListPages) {
        if !pages.parts.is_empty() {
            self.keep_parts(entry, pages.parts).await;
        }
    }

    async fn keep_parts(&self, entry: &Entry, mut parts: Vec<(CatalogPart, Option<String>)>) {
        let Some(approved) = entry.row().approved.map(|approval| approval.digest) else {
            return;
        };
        // A secret is not written down, wherever it came from (S-67).
        self.secrets_known().await;
        for (_, content) in &mut parts {
            let fits =
                |text: &String| text.len() <= limits::KEPT_LIST && self.redactor.hide_known(text) == *text;
            *content = content.take().filter(fits);
        }
        let (id, now) = (entry.id.clone(), self.now());
        let kept = self
            .store
            .write(move |db| catalogs::put(db, &id, &approved, &parts, now))
            .await;
        if let Err(error) = kept {
            // It is started with Portcullis next time, as if nothing were known of it.
            tracing::warn!(%error, "what a server offers was not kept");
        }
    }

    /// What is known of the last run of a server under its approval; `None` where that is not enough to offer it.
    ///
    /// # Errors
    /// `store.*`.
    pub(super) async fn last_run(&self, entry: &Entry) -> Result<Option<RememberedRun>> {
        let row = entry.row();
        let Some(approved) = row.approved.map(|approval| approval.digest) else {
            return Ok(None);
        };
        let id = entry.id.clone();
        let (parts, pins, texts) = self
            .store
            .read(move |db| {
                let pins = pins::list(db, &id)?;
                let texts = approved_texts(db, &id, &pins)?;
                Ok((catalogs::get(db, &id, &approved)?, pins, texts))
            })
            .await?;
        let read = blocking(move || read(&parts));
        let Some((server, tools, lists)) = read.await? else {
            return Ok(None);
        };
        let mut server_info = server.server_info();
        let tools = self.held(entry, tools).await?;
        let elsewhere = views::whereabouts(&row.draft) != ServerLocation::Local;
        let tools = match elsewhere && server_info.era == Era::Modern {
            true => tools.for_modern_http(),
            false => tools,
        };
        // Instructions that were not approved are not its own any more.
        let unchanged = |pin: &PinStatus| pin.approved_at.is_some() && pin.changed.is_none();
        if !pins
            .iter()
            .any(|pin| pin.subject == Subject::Instructions && unchanged(pin))
        {
            server_info.instructions = None;
        }
        let definitions = definitions(pins, approved_catalog(texts).await?);
        // What was not approved, and what is not what was compared, is offered once the server itself offers it.
        let catalog = tools.without(|tool| {
            let known = definitions
                .get(&tool.name)
                .filter(|known| known.offered == tool.digest);
            let approved = known.is_some_and(|known| !matches!(known.state, DefinitionState::New { .. }));
            (!approved).then(|| say!("demand-not-approved"))
        });
        Ok(Some(RememberedRun {
            last_run: LastRun {
                catalog: Arc::new(catalog),
                server_info,
            },
            lists,
            definitions,
        }))
    }
}

/// The parts as they are used. Nothing where something that has to be there is missing or cannot be read.
fn read(parts: &HashMap<CatalogPart, KeptPart>) -> Option<(KeptServer, Catalog, KeptLists)> {
    let server: KeptServer = serde_json::from_str(&parts.get(&CatalogPart::Server)?.content).ok()?;
    let offers = |capability: &str| server.capabilities.iter().any(|it| it == capability);
    let tools = match offers("tools") {
        true => {
            let page = format!("{{\"tools\":{}}}", parts.get(&CatalogPart::Tools)?.content);
            let page = RawValue::from_string(page).ok()?;
            Catalog::read([&*page])
        }
        false => Catalog::default(),
    };
    let resources = listing(parts, CatalogPart::Resources).map(|(resources, at)| {
        let templates = listing(parts, CatalogPart::Templates).map(|(templates, _)| templates);
        let both = Resources {
            resources,
            templates: templates.unwrap_or_default(),
        };
        (Arc::new(both), at)
    });
    let prompts = listing(parts, CatalogPart::Prompts).map(|(prompts, at)| (Arc::new(prompts), at));
    Some((server, tools, KeptLists { resources, prompts }))
}

fn listing<T: ListEntry>(
    parts: &HashMap<CatalogPart, KeptPart>,
    part: CatalogPart,
) -> Option<(Listing<T>, u64)> {
    let kept = parts.get(&part)?;
    let pages: Vec<&RawValue> = serde_json::from_str(&kept.content).ok()?;
    Some((Listing::read(pages), kept.at))
}

impl Entry {
    pub(super) fn put_lists(&self, lists: KeptLists) {
        *locked(&self.demand.lists) = Some(Arc::new(lists));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(content: &str) -> KeptPart {
        KeptPart {
            content: content.to_owned(),
            at: 7,
        }
    }

    fn server(capabilities: &[&str]) -> KeptPart {
        kept(
            &serde_json::json!({
                "era": "modern", "revision": "2026-07-28", "transport": "stdio", "name": null, "version": null,
                "instructions": null, "capabilities": capabilities, "subscribes": false,
            })
            .to_string(),
        )
    }

    #[test]
    fn what_a_server_offered_is_read_as_it_was_written() {
        let page = |text: &str| RawValue::from_string(text.to_owned()).unwrap();
        let mut pages = ListPages {
            wanted: true,
            parts: Vec::new(),
        };
        let prompts = [
            page(r#"{"prompts": [{"name": "a"}]}"#),
            page(r#"{"prompts": [{"name": "b"}]}"#),
        ];
        pages.add(CatalogPart::Prompts, Some(&prompts));
        let written = pages.parts.pop().unwrap().1.unwrap();
        let parts = HashMap::from([
            (CatalogPart::Server, server(&["tools", "prompts"])),
            (
                CatalogPart::Tools,
                kept(r#"[{"name": "x", "inputSchema": {"type": "object"}}]"#),
            ),
            (CatalogPart::Prompts, kept(&written)),
        ]);
        let (server, tools, lists) = read(&parts).unwrap();
        assert_eq!(server.server_info().era, Era::Modern);
        assert!(tools.get("x").is_some());
        let (prompts, at) = lists.prompts.unwrap();
        assert_eq!((prompts.entries.len(), at), (2, 7));
        assert!(lists.resources.is_none());
    }

    #[test]
    fn a_server_without_its_tools_is_not_known() {
        let without = HashMap::from([(CatalogPart::Server, server(&["tools"]))]);
        assert!(read(&without).is_none());
        let broken = HashMap::from([
            (CatalogPart::Server, server(&["tools"])),
            (CatalogPart::Tools, kept("[{")),
        ]);
        assert!(read(&broken).is_none());
        let none_offered = HashMap::from([(CatalogPart::Server, server(&["prompts"]))]);
        assert!(read(&none_offered).is_some());
    }
}
