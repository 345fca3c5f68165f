//! What the host does for each client: allow a start, remember how it went, compare a fresh list of tools with
//! what was approved.

mod changes;
pub(super) mod notation;
pub(super) mod secrets;

use super::bundles::bundle_in;
use super::packages::package_in;
use super::{Definition, Definitions, Entry, Inner, blocking, locked, views};
use crate::limits;
use changes::Changes;
use futures::FutureExt;
use futures::future::BoxFuture;
use portcullis_api::HostEvent;
use portcullis_approval::consent::ApprovedStart;
use portcullis_catalog::{Catalog, instructions_digest};
use portcullis_core::ids::ServerId;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{DefinitionState, Outcome, RecordKind, ServerLocation};
use portcullis_install::{Purpose, Review};
use portcullis_l10n::say;
use portcullis_mcp::client::{
    ClientHost, PreparedStart, Refusal, ServerInfo, ServerRequest, UrlElicitationVisit,
};
use portcullis_mcp::transport::HttpConfig;
use portcullis_process::StartSetup;
use portcullis_programs::SearchPath;
use portcullis_storage::audit::{Ended, Intended};
use portcullis_storage::store::pins::{self, SeenDefinition, Subject};
use portcullis_storage::store::servers::{self, ServerRow};
use rusqlite::Connection;
use serde_json::Value;
use serde_json::value::RawValue;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Weak};
use tokio_util::sync::CancellationToken;

/// The host as one client sees it. Weak: a client never keeps its host alive.
pub(super) struct EntryClientHost {
    pub host: Weak<Inner>,
    pub entry: Weak<Entry>,
    /// Programs started or addresses reached in the attempt that is under way.
    pub starts: AtomicU32,
}

impl EntryClientHost {
    pub fn new(host: &Arc<Inner>, entry: &Arc<Entry>) -> Self {
        Self {
            host: Arc::downgrade(host),
            entry: Arc::downgrade(entry),
            starts: AtomicU32::new(0),
        }
    }

    fn both(&self) -> Result<(Arc<Inner>, Arc<Entry>)> {
        let gone = || Error::new(Code::ServerNotReady, say!("start-closing"));
        Ok((
            self.host.upgrade().ok_or_else(gone)?,
            self.entry.upgrade().ok_or_else(gone)?,
        ))
    }
}

impl ClientHost for EntryClientHost {
    fn prepare(&self) -> BoxFuture<'_, Result<PreparedStart>> {
        async move {
            let (host, entry) = self.both()?;
            // A probe and the start after it are one attempt.
            if self.starts.load(Ordering::Relaxed) == 0 {
                locked(&entry.data).attempt.begins(host.now());
            }
            let prepared = host.prepare(&entry).await?;
            self.starts.fetch_add(1, Ordering::Relaxed);
            Ok(prepared)
        }
        .boxed()
    }

    fn settled(&self, outcome: Result<ServerInfo>) -> BoxFuture<'_, ()> {
        async move {
            let starts = self.starts.swap(0, Ordering::Relaxed);
            let Ok((host, entry)) = self.both() else { return };
            if let Err(error) = host.settled(&entry, outcome, starts).await {
                tracing::error!(%error, "how a start went was not recorded");
            }
        }
        .boxed()
    }

    fn held(&self, catalog: Catalog) -> BoxFuture<'_, Result<Catalog>> {
        async move {
            let (host, entry) = self.both()?;
            host.held(&entry, catalog).await
        }
        .boxed()
    }

    fn listed(&self, catalog: Arc<Catalog>, instructions: Option<String>) -> BoxFuture<'_, Result<bool>> {
        async move {
            let (host, entry) = self.both()?;
            host.listed(&entry, &catalog, instructions).await
        }
        .boxed()
    }

    fn published(&self) {
        if let Ok((host, entry)) = self.both() {
            // A permission relies on these, so the changes are put before them without waiting for the next call.
            for tool in std::mem::take(&mut locked(&entry.data).to_ask) {
                host.show_change(entry.id.0.clone(), tool);
            }
            host.emit(HostEvent::Tools {
                server: entry.id.0.clone(),
            });
            host.emit_server(&entry);
            if entry.starts_when_needed() {
                tokio::spawn(async move { host.keep_tools(&entry).await });
            }
        }
    }

    fn changed(&self) {
        if let Ok((host, entry)) = self.both() {
            host.emit_server(&entry);
        }
    }

    fn url_elicitation_done(&self, visit: UrlElicitationVisit) -> BoxFuture<'_, bool> {
        async move {
            match self.both() {
                Ok((host, entry)) => host.url_elicitation_done(&entry, visit).await,
                Err(_) => false,
            }
        }
        .boxed()
    }

    fn asked(&self, server_request: ServerRequest) -> BoxFuture<'_, std::result::Result<Value, Refusal>> {
        async move {
            let (host, entry) = self.both().map_err(|_| Refusal::INTERNAL)?;
            host.answer_server_request(&entry, server_request).await
        }
        .boxed()
    }
}

impl Inner {
    /// Resolves what would start now, compares it with what was approved, and records the start before it
    /// happens (S-13, S-14, S-90).
    async fn prepare(self: &Arc<Self>, entry: &Arc<Entry>) -> Result<PreparedStart> {
        if self.closing.is_cancelled() {
            // Closing has taken every client that was there; one that came later would never be closed.
            return Err(Error::new(Code::Closing, say!("start-closing")));
        }
        let row = entry.row();
        let (reviewed, search) = self.review_start(&row).await?;
        let label = row.draft.label.as_str();
        let fence = self.fence_refusal(reviewed.start.built()).await;
        let fence = fence.or_else(|| self.container_refusal(&reviewed));
        if let Some(refusal) = reviewed.refusals.first().or(fence.as_ref()) {
            return Err(Error::new(
                Code::LaunchHiddenHook,
                say!("start-refused", server = label, reason = refusal.sentence),
            ));
        }
        let approved = row.approved.as_ref().map(|approval| approval.digest.as_str());
        let launch = reviewed.start.canonical().clone();
        let digest = reviewed.start.digest().to_owned();
        let contained = reviewed.container;
        let (resolved, prepared) = match reviewed.start.permit(label, approved)? {
            ApprovedStart::Command(permit) => {
                let launch = permit.effect();
                let secrets = self
                    .secrets(entry, secrets::VARIABLE, &launch.secret_names)
                    .await?;
                let resolved = launch.program.to_string_lossy().into_owned();
                let setup = match (&launch.fence, &contained) {
                    (Some(fence), _) => {
                        Some(StartSetup::Fence(self.fence_setup(entry, launch, fence).await?))
                    }
                    (None, sees) if portcullis_install::is_container(&row.draft.endpoint) => {
                        let setup = self.container_setup(entry, sees.as_ref(), launch).await?;
                        Some(StartSetup::Container(setup))
                    }
                    (None, _) => None,
                };
                (
                    resolved,
                    PreparedStart::Command {
                        permit,
                        secrets,
                        search,
                        setup: setup.map(Box::new),
                    },
                )
            }
            ApprovedStart::Address(permit) => {
                let address = permit.effect();
                let secrets = self
                    .secrets(entry, secrets::HEADER, &address.secret_names)
                    .await?;
                let authorization = views::takes_sign_in(&row.draft)
                    .then(|| entry.authority.for_address(label.to_owned(), address.url.clone()));
                (
                    address.url.to_string(),
                    PreparedStart::Address(HttpConfig::new(permit, secrets, authorization)),
                )
            }
        };
        locked(&entry.data).resolved = Some(resolved);
        self.record_start(entry, launch, &digest).await?;
        Ok(prepared)
    }

    /// What would start now, and where programs are found for it.
    pub(super) async fn review_start(&self, row: &ServerRow) -> Result<(Review, SearchPath)> {
        let (draft, search, demo) = (row.draft.clone(), self.search_path().await, self.demo.clone());
        let (path, packages, bundles) = (search.clone(), self.packages_folder(), self.bundles_folder());
        let reviewed = blocking(move || {
            let package = package_in(&packages, &draft);
            let bundle = bundle_in(&bundles, &draft);
            portcullis_install::review(
                &draft,
                Purpose::Start,
                &path,
                demo.as_ref(),
                package.as_ref(),
                bundle.as_deref(),
            )
        })
        .await??;
        Ok((reviewed, search))
    }

    async fn record_start(
        self: &Arc<Self>,
        entry: &Arc<Entry>,
        launch: serde_json::Value,
        digest: &str,
    ) -> Result<()> {
        if locked(&entry.data).starting.is_some() {
            // A probe and the start that follows it are one attempt; its end says how many starts it took.
            return Ok(());
        }
        let row = Intended {
            why: say!("start-why"),
            sent: Some(launch),
            shown: Some(digest.to_owned()),
            outcome: None,
            ..views::row_by_you_about(entry, RecordKind::Launch, say!("start-row"))
        };
        let given_up = CancellationToken::new();
        let guard = given_up.clone().drop_guard();
        let (host, at) = (Arc::clone(self), Arc::clone(entry));
        // A task of its own: an attempt that is given up meanwhile leaves no start without an end in the record.
        let recorded = self.calls.tasks.spawn(async move {
            let seq = host.audit.intend(row).await?;
            let is_given_up = {
                // The end of the attempt takes the number under the same lock, after it was given up.
                let mut data = locked(&at.data);
                let is_given_up = given_up.is_cancelled();
                if !is_given_up {
                    data.starting = Some(seq);
                }
                is_given_up
            };
            if is_given_up {
                let ended = Ended::new(Outcome::Failed, Code::CallCancelled.in_words());
                host.record_end(seq, ended).await;
            }
            Ok::<_, Error>(())
        });
        recorded.await.map_err(Error::internal)??;
        guard.disarm();
        Ok(())
    }

    async fn settled(&self, entry: &Entry, outcome: Result<ServerInfo>, starts: u32) -> Result<()> {
        let starting = {
            let mut data = locked(&entry.data);
            data.attempt.failed = outcome.as_ref().err().cloned();
            data.starting.take()
        };
        if let Ok(server_info) = &outcome {
            // Silence is no answer: a server that was only guessed to be old is asked again next time.
            let sure = server_info.era_certain || server_info.revision.as_str() < "2025-06-18";
            let (era, revision, id) = (
                sure.then(|| server_info.era.choice()),
                server_info.revision.clone(),
                entry.id.clone(),
            );
            locked(&entry.data).row.era_found = era;
            // Who offers no tools has shown all there is: tools that come one day were not approved with it.
            let (listless, now) = (!server_info.offers_tools(), self.now());
            self.store
                .write(move |db| {
                    if listless {
                        servers::first_list(db, &id, now)?;
                    }
                    servers::set_era(db, &id, era, Some(&revision))
                })
                .await?;
        }
        let Some(seq) = starting else { return Ok(()) };
        let local = views::whereabouts(&entry.row().draft) == ServerLocation::Local;
        let with = |words: String| with_starts(words, starts, local);
        let ended = match outcome {
            Ok(server_info) => {
                let words = with(match server_info.took {
                    took @ ..100 => say!("start-ready-soon", milliseconds = took),
                    took => say!("start-ready", seconds = format!("{:.1}", took as f64 / 1000.0)),
                });
                Ended {
                    came_back: Some(say!("start-version", version = server_info.revision)),
                    duration: Some(server_info.took),
                    ..Ended::new(Outcome::Done, words)
                }
            }
            Err(error) => Ended {
                came_back: Some(error.sentence),
                ..Ended::new(Outcome::Failed, with(error.code.in_words()))
            },
        };
        self.audit.end(seq, ended).await.map(drop)
    }

    /// Compares a fresh list with the pins (S-46, S-47, S-49). The first list after a person added the server
    /// is what they approved with it, also when it is empty; what shows up later is new, what differs is
    /// changed. Says whether something changed.
    async fn listed(&self, entry: &Entry, catalog: &Catalog, instructions: Option<String>) -> Result<bool> {
        let (id, label, now) = (entry.id.clone(), entry.label(), self.now());
        let seen = Arc::new(seen_definitions(catalog, instructions));
        let proven = notation::proven(self, entry, &seen).await?;
        let comparing = entry.comparing.lock().await;
        let grants = locked(&self.grants).clone();
        // The comparison and what is said of it stand together: a change that is pinned is a change that was told.
        let (pins, approved, changes) = self
            .audit
            .once_with(move |db| {
                let first = servers::first_list(db, &id, now)?;
                let (observed, pins) = pins::observe(db, &id, &seen, now, first, &proven)?;
                let approved = approved_texts(db, &id, &pins)?;
                let changes = Changes::of(&id, observed, &grants);
                let row = changes.row(&id, &label);
                Ok(((pins, approved, changes), row))
            })
            .await?;
        let changed = changes.any();
        if changes.rewritten() {
            // Permissions are bound to the new notation from here on.
            self.reload_grants().await?;
        }
        let approved = approved_catalog(approved).await?;
        {
            let mut data = locked(&entry.data);
            data.definitions = definitions(pins, approved);
            data.to_ask.extend(changes.relied_on);
        }
        drop(comparing);
        entry.definitions_changed.send_modify(|count| *count += 1);
        Ok(changed)
    }
}

/// What a list is compared by.
pub(super) fn seen_definitions(catalog: &Catalog, instructions: Option<String>) -> Vec<SeenDefinition> {
    let tools = catalog.tools.iter().map(|tool| SeenDefinition {
        subject: Subject::Tool(tool.name.clone()),
        digest: tool.digest.clone(),
        definition: Arc::clone(&tool.text),
    });
    let instructions = instructions.map(|text| SeenDefinition {
        subject: Subject::Instructions,
        digest: instructions_digest(&text),
        definition: serde_json::Value::from(text).to_string().into(),
    });
    tools.chain(instructions).collect()
}

/// An outcome, and that it took more than one start.
fn with_starts(words: String, starts: u32, local: bool) -> String {
    match (starts, local) {
        (0 | 1, _) => words,
        (more, true) => say!("start-outcome-starts", outcome = words, count = more),
        (more, false) => say!("start-outcome-attempts", outcome = words, count = more),
    }
}

/// The approved definitions of changed tools, of which models are told until the changes are accepted. They are read only where
/// there is a change.
pub(super) fn approved_texts(
    db: &Connection,
    server: &ServerId,
    pins: &[pins::PinStatus],
) -> portcullis_storage::store::Result<Vec<String>> {
    let is_changed = |pin: &pins::PinStatus| matches!(pin.subject, Subject::Tool(_)) && pin.changed.is_some();
    match pins.iter().any(is_changed) {
        true => pins::approved_of_changed(db, server, limits::APPROVED_KEPT),
        false => Ok(Vec::new()),
    }
}

/// The same as tools. One that cannot be read is left out.
pub(super) async fn approved_catalog(texts: Vec<String>) -> Result<Catalog> {
    if texts.is_empty() {
        return Ok(Catalog::default());
    }
    blocking(move || {
        // Each is a page of its own, so that one that is no JSON takes no other with it.
        let page = |text: &String| RawValue::from_string(format!("{{\"tools\":[{text}]}}")).ok();
        let pages: Vec<Box<RawValue>> = texts.iter().filter_map(page).collect();
        Catalog::read(pages.iter().map(|page| &**page))
    })
    .await
}

/// What is offered of the tools of a server, by its pins, and what was approved of those that changed.
pub(super) fn definitions(pins: Vec<pins::PinStatus>, approved: Catalog) -> Definitions {
    let tools = pins.into_iter().filter_map(|mut pin| match &mut pin.subject {
        Subject::Tool(name) => Some((std::mem::take(name), definition(pin))),
        Subject::Instructions => None,
    });
    tools.collect::<Definitions>().with_approved(approved)
}

/// What is offered under a pin, and what it means for policy.
pub(super) fn definition(pin: pins::PinStatus) -> Definition {
    Definition {
        state: state(&pin),
        offered: pin.changed.map_or(pin.digest, |(digest, _)| digest),
    }
}

/// What a pin means for policy.
fn state(pin: &pins::PinStatus) -> DefinitionState {
    match (&pin.changed, pin.approved_at) {
        (Some((_, since)), _) => DefinitionState::Changed { since: *since },
        (None, Some(since)) => DefinitionState::Known {
            since,
            reviewed: pin.reviewed_at,
        },
        (None, None) => DefinitionState::New {
            since: pin.first_seen_at,
            reviewed: pin.reviewed_at,
        },
    }
}

#[cfg(test)]
mod tests;
