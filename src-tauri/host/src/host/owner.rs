//! What the host does for each client: allow a start, remember how it went, compare a fresh list of tools with
//! what was approved.

use super::{Definition, Entry, Inner, locked, views};
use crate::audit::{Ended, Intended};
use crate::catalog::{Catalog, instructions_digest};
use crate::client::{Facts, Owner, Prepared};
use crate::consent::LaunchPermit;
use crate::install::{self, Built};
use crate::store::pins::{self, Observed, Seen, Subject};
use crate::store::servers;
use crate::vault::Secret;
use crate::view::{DefinitionState, HostEvent, Outcome, RecordKind};
use crate::wire::HttpConfig;
use crate::{Code, Error, Result};
use futures::FutureExt;
use futures::future::BoxFuture;
use std::collections::HashMap;
use std::sync::{Arc, Weak};

/// The host as one client sees it. Weak: a client never keeps its host alive.
pub(super) struct EntryOwner {
    pub host: Weak<Inner>,
    pub entry: Weak<Entry>,
}

impl EntryOwner {
    fn both(&self) -> Result<(Arc<Inner>, Arc<Entry>)> {
        let gone = || {
            Error::new(
                Code::ServerNotReady,
                "Portcullis is closing. Nothing was started.",
            )
        };
        Ok((
            self.host.upgrade().ok_or_else(gone)?,
            self.entry.upgrade().ok_or_else(gone)?,
        ))
    }
}

impl Owner for EntryOwner {
    fn prepare(&self) -> BoxFuture<'_, Result<Prepared>> {
        async move {
            let (host, entry) = self.both()?;
            host.prepare(&entry).await
        }
        .boxed()
    }

    fn settled(&self, outcome: Result<Facts>) -> BoxFuture<'_, ()> {
        async move {
            let Ok((host, entry)) = self.both() else { return };
            if let Err(error) = host.settled(&entry, outcome).await {
                tracing::error!(%error, "how a start went was not recorded");
            }
        }
        .boxed()
    }

    fn listed(&self, catalog: Arc<Catalog>, instructions: Option<String>) -> BoxFuture<'_, Result<()>> {
        async move {
            let (host, entry) = self.both()?;
            host.listed(&entry, &catalog, instructions).await
        }
        .boxed()
    }

    fn published(&self) {
        if let Ok((host, entry)) = self.both() {
            // Somebody relied on these, so the changes are put before them without waiting for the next call.
            for tool in std::mem::take(&mut locked(&entry.data).to_ask) {
                host.show_change(entry.id.0.clone(), tool);
            }
            host.emit(HostEvent::Tools {
                server: entry.id.0.clone(),
            });
            host.emit_server(&entry);
        }
    }

    fn changed(&self) {
        if let Ok((host, entry)) = self.both() {
            host.emit_server(&entry);
        }
    }
}

/// Name of a secret of a server in the keychain.
pub(super) fn secret_name(server: &str, kind: &str, name: &str) -> String {
    format!("server/{server}/{kind}/{name}")
}

impl Inner {
    /// Resolves what would start now, compares it with what was approved, and records the start before it
    /// happens (S-13, S-14, S-90).
    async fn prepare(&self, entry: &Entry) -> Result<Prepared> {
        let row = entry.row();
        let (draft, search, demo) = (row.draft.clone(), self.search_path().await, self.demo.clone());
        let path = search.clone();
        let reviewed =
            tokio::task::spawn_blocking(move || install::review(&draft, None, &path, demo.as_ref()))
                .await
                .map_err(Error::internal)??;
        let label = row.draft.label.as_str();
        if let Some(refusal) = reviewed.refusals.first() {
            return Err(Error::new(
                Code::LaunchHiddenHook,
                format!("“{label}” was not started. {}", refusal.sentence),
            ));
        }
        let approved = row.approved.as_ref().map(|approval| approval.digest.as_str());
        let (resolved, prepared) = match reviewed.built {
            Built::Command(launch) => {
                let resolved = launch.program.to_string_lossy().into_owned();
                let names = launch.secret_names.clone();
                let permit = LaunchPermit::for_approved(label, launch, &reviewed.digest, approved)?;
                let secrets = self.secrets(entry, "env", &names).await?;
                (
                    resolved,
                    Prepared::Command {
                        permit,
                        secrets,
                        search,
                    },
                )
            }
            Built::Address {
                url,
                headers,
                secret_names,
            } => {
                if approved != Some(reviewed.digest.as_str()) {
                    return Err(Error::new(
                        Code::LaunchChanged,
                        format!("“{label}” is not what you approved. It was not reached."),
                    )
                    .remedy("Review it on the server's page."));
                }
                let secrets = self.secrets(entry, "header", &secret_names).await?;
                let plain = headers
                    .into_iter()
                    .map(|(name, value)| (name, Secret::from(value)));
                (
                    url.to_string(),
                    Prepared::Address(HttpConfig {
                        headers: plain.chain(secrets).collect(),
                        url,
                    }),
                )
            }
        };
        locked(&entry.data).resolved = Some(resolved);
        self.record_start(entry, reviewed.launch, &reviewed.digest)
            .await?;
        Ok(prepared)
    }

    async fn record_start(&self, entry: &Entry, launch: serde_json::Value, digest: &str) -> Result<()> {
        if locked(&entry.data).starting.is_some() {
            // A probe and the start that follows it are one attempt.
            return Ok(());
        }
        let row = Intended {
            kind: RecordKind::Launch,
            what: "Start".to_owned(),
            server: Some((entry.id.clone(), entry.label())),
            asked_by: "you".to_owned(),
            why: "It is on, and it is what you approved.".to_owned(),
            sent: Some(launch),
            shown: Some(digest.to_owned()),
            outcome: None,
            ..views::blank_row()
        };
        let seq = self.audit.intend(row).await?;
        locked(&entry.data).starting = Some(seq);
        Ok(())
    }

    async fn secrets(&self, entry: &Entry, kind: &str, names: &[String]) -> Result<Vec<(String, Secret)>> {
        let mut secrets = Vec::with_capacity(names.len());
        for name in names {
            let found = self
                .vault
                .get(&secret_name(entry.id.as_str(), kind, name))
                .await
                .map_err(|error| Error {
                    sentence: format!("“{}” was not started: {}", entry.label(), error.sentence),
                    ..error
                })?;
            let secret = found.ok_or_else(|| {
                Error::new(
                    Code::VaultMissing,
                    format!(
                        "“{}” was not started: its secret “{name}” is not in the keychain.",
                        entry.label()
                    ),
                )
                .remedy("Enter it again in the server's settings.")
            })?;
            self.redactor.learn(secret.expose());
            secrets.push((name.clone(), secret));
        }
        Ok(secrets)
    }

    async fn settled(&self, entry: &Entry, outcome: Result<Facts>) -> Result<()> {
        let starting = locked(&entry.data).starting.take();
        if let Ok(facts) = &outcome {
            // Silence is no answer: a server that was only guessed to be old is asked again next time.
            let sure = facts.era_certain || facts.revision.as_str() < "2025-06-18";
            let (era, revision, id) = (
                sure.then(|| facts.era.choice()),
                facts.revision.clone(),
                entry.id.clone(),
            );
            locked(&entry.data).row.era_found = era;
            self.store
                .write(move |db| servers::set_era(db, &id, era, Some(&revision)))
                .await?;
        }
        let Some(seq) = starting else { return Ok(()) };
        let ended = match outcome {
            Ok(facts) => {
                let words = format!("ready in {:.1} s", facts.took as f64 / 1000.0);
                Ended {
                    came_back: Some(format!("Revision {}", facts.revision)),
                    duration: Some(facts.took),
                    ..Ended::new(Outcome::Done, words)
                }
            }
            Err(error) => Ended {
                came_back: Some(error.sentence),
                ..Ended::new(Outcome::Failed, error.code.in_words())
            },
        };
        self.audit.end(seq, ended).await.map(drop)
    }

    /// Compares a fresh list with the pins (S-46, S-47, S-49). The first list after a person added the server
    /// is what they approved with it; what shows up later is new, what differs is changed.
    async fn listed(&self, entry: &Entry, catalog: &Catalog, instructions: Option<String>) -> Result<()> {
        let mut seen: Vec<Seen> = catalog
            .tools
            .iter()
            .map(|tool| Seen {
                subject: Subject::Tool(tool.name.clone()),
                digest: tool.digest.clone(),
                definition: tool.definition.to_string(),
            })
            .collect();
        if let Some(text) = instructions {
            let digest = instructions_digest(&text);
            seen.push(Seen {
                subject: Subject::Instructions,
                digest,
                definition: serde_json::Value::String(text).to_string(),
            });
        }
        let (id, now) = (entry.id.clone(), self.now());
        let (observed, pins) = self
            .store
            .write(move |db| {
                let first = pins::list(db, &id)?.is_empty();
                let observed = pins::observe(db, &id, &seen, now)?;
                if first {
                    for item in &seen {
                        pins::approve(db, &id, &item.subject, &item.digest, now)?;
                    }
                }
                Ok((observed, pins::list(db, &id)?))
            })
            .await?;
        let states = pins.iter().filter_map(|pin| match &pin.subject {
            Subject::Tool(name) => Some((name.clone(), definition(pin))),
            Subject::Instructions => None,
        });
        locked(&entry.data).definitions = Arc::new(states.collect::<HashMap<_, _>>());
        entry.definitions_changed.send_modify(|count| *count += 1);
        self.record_changes(entry, observed).await?;
        Ok(())
    }

    async fn record_changes(&self, entry: &Entry, observed: Observed) -> Result<()> {
        for subject in observed.changed {
            let name = match &subject {
                Subject::Tool(name) => crate::text::escape_line(name).text,
                Subject::Instructions => "instructions".to_owned(),
            };
            let held = match &subject {
                Subject::Tool(name) => self.grants_on(&entry.id, name),
                Subject::Instructions => 0,
            };
            let words = match held {
                0 => "blocked until you look at it".to_owned(),
                1 => "1 permission on hold".to_owned(),
                more => format!("{more} permissions on hold"),
            };
            let row = Intended {
                kind: RecordKind::Definition,
                what: format!("Definition changed: {name}"),
                server: Some((entry.id.clone(), entry.label())),
                asked_by: "the server".to_owned(),
                tool: match subject {
                    Subject::Tool(name) => Some(name),
                    Subject::Instructions => None,
                },
                why: "What the server offers is not what you approved.".to_owned(),
                outcome: Some((Outcome::Attention, words)),
                ..views::blank_row()
            };
            if held > 0 {
                locked(&entry.data).to_ask.extend(row.tool.clone());
            }
            self.audit.once(row).await?;
        }
        Ok(())
    }
}

/// What is offered under a pin, and what it means for policy.
pub(super) fn definition(pin: &pins::Pin) -> Definition {
    let offered = pin
        .changed
        .as_ref()
        .map_or(&pin.digest, |changed| &changed.digest);
    Definition {
        offered: offered.clone(),
        state: state(pin),
    }
}

/// What a pin means for policy.
fn state(pin: &pins::Pin) -> DefinitionState {
    match (&pin.changed, pin.approved_at) {
        (Some(changed), _) => DefinitionState::Changed { since: changed.at },
        (None, Some(since)) => DefinitionState::Known { since },
        (None, None) => DefinitionState::New {
            since: pin.first_seen_at,
        },
    }
}
