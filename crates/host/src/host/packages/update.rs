//! What an update changes of the tools, before a person accepts it: the new version is started once, in a fence that lets nothing
//! through, and its list is compared with what was approved. Nothing else of that start is kept, and it approves nothing.

use super::super::client_host::{notation, seen_definitions};
use super::super::fence::make_private;
use super::super::{Entry, Inner};
use super::{FetchPlan, blocking, home, package_in, tree};
use crate::limits;
use futures::FutureExt as _;
use futures::future::BoxFuture;
use portcullis_approval::consent::{PLACEHOLDER, Permit, StartTarget, TrialStart};
use portcullis_catalog::{Catalog, named_changes};
use portcullis_core::text::ForeignText;
use portcullis_core::{Error, Result};
use portcullis_domain::{
    Endpoint, EraChoice, FenceGrants, NamedValue, ReviewRow, ReviewValue, ServerDraft, TransportChoice,
    Warning,
};
use portcullis_install::Purpose;
use portcullis_l10n::say;
use portcullis_mcp::client::{
    Client, ClientCapabilities, ClientHost, Era, PreparedStart, Refusal, ServerInfo, ServerPreferences,
    ServerRequest, Setup, UrlElicitationVisit,
};
use portcullis_process::{FenceSetup, Traffic};
use portcullis_programs::Launch;
use portcullis_storage::store::pins::{self, SeenDefinition, Subject};
use serde_json::Value;
use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::mpsc;

/// What a review says of the tools of an update.
#[derive(Default)]
pub(super) struct UpdateReview {
    pub(super) rows: Vec<ReviewRow>,
    pub(super) warnings: Vec<Warning>,
}

/// What a version offers.
struct ListedTools {
    catalog: Arc<Catalog>,
    instructions: Option<String>,
}

/// That tools were not read, and why.
pub(super) fn unread(why: &str) -> Warning {
    Warning::new("fetch.tools_unread", say!("update-unread", why = why))
}

impl Inner {
    /// Whether something is known that tools can be compared with.
    pub(super) async fn has_tools(&self, entry: &Entry) -> Result<bool> {
        let id = entry.id.clone();
        let known = self.store.read(move |db| pins::list(db, &id)).await?;
        Ok(!known.is_empty())
    }

    /// Compares the tools of what was fetched with what is known of its server.
    pub(super) async fn review_update(
        self: &Arc<Self>,
        trial: Option<Permit<TrialStart>>,
        draft: &ServerDraft,
        plan: &FetchPlan,
    ) -> Result<UpdateReview> {
        let Some(entry) = plan.entry.as_ref().filter(|_| plan.compares) else {
            return Ok(UpdateReview::default());
        };
        let read = match (trial, &plan.unfenced) {
            (Some(permit), _) => self.read_tools(permit, draft, entry, plan).await?,
            (None, why) => Err(say!("update-unread-fence", why = why.clone().unwrap_or_default())),
        };
        Ok(match read {
            Ok(listed) => UpdateReview {
                rows: self.tool_rows(entry, listed).await?,
                warnings: Vec::new(),
            },
            Err(why) => UpdateReview {
                rows: Vec::new(),
                warnings: vec![unread(&why)],
            },
        })
    }

    /// Starts it and reads its tools; why not, where it cannot be done. The program is gone when this ends.
    async fn read_tools(
        self: &Arc<Self>,
        permit: Permit<TrialStart>,
        draft: &ServerDraft,
        entry: &Arc<Entry>,
        plan: &FetchPlan,
    ) -> Result<std::result::Result<ListedTools, String>> {
        let launch = match self.trial_launch(draft, plan).await {
            Ok(launch) => launch,
            Err(error) => return Ok(Err(say!("update-unread-refused", why = error.sentence))),
        };
        let permit = permit.launch(launch)?;
        let (folder, made) = (home(&plan.folder), home(&plan.folder));
        blocking(move || make_private(&made).map_err(Error::internal)).await?;
        // What it tried is nobody's to grant yet.
        let (denied, _denials) = mpsc::channel(limits::FENCE_DENIALS);
        let start = PreparedStart::Command {
            permit,
            secrets: Vec::new(),
            search: self.search_path().await,
            fence: Some(Box::new(FenceSetup {
                helper: self.fence_helper()?,
                home: folder.clone(),
                folders: Vec::new(),
                quiet: Vec::new(),
                denied,
                traffic: Traffic::default(),
            })),
        };
        let (told, mut listed) = mpsc::channel(1);
        let host = Arc::new(TrialHost {
            host: Arc::clone(self),
            entry: Arc::clone(entry),
            start: Mutex::new(Some(start)),
            told,
        });
        let client = Client::new(
            trial_setup(entry),
            host,
            Arc::clone(&self.clock),
            self.system_watch.clone(),
        );
        client.start().await;
        let read = tokio::time::timeout(limits::TRIAL, listed.recv()).await;
        client.close().await;
        blocking(move || std::fs::remove_dir_all(folder).map_err(Error::internal)).await?;
        Ok(match read {
            Ok(Some(Ok(listed))) => Ok(listed),
            Ok(Some(Err(error))) => Err(say!("update-unread-failed", why = error.sentence)),
            Ok(None) | Err(_) => Err(say!("update-unread-time", seconds = limits::TRIAL.as_secs())),
        })
    }

    /// As it would start, without anything of the person's.
    async fn trial_launch(&self, draft: &ServerDraft, plan: &FetchPlan) -> Result<Launch> {
        let Endpoint::Command {
            program, arguments, ..
        } = &draft.endpoint
        else {
            return Err(Error::internal("a package runs a program"));
        };
        let blank = |value: &NamedValue| NamedValue {
            name: value.name.clone(),
            value: Some(PLACEHOLDER.to_owned()),
            secret: false,
        };
        let draft = ServerDraft {
            endpoint: Endpoint::Command {
                program: program.clone(),
                arguments: arguments.clone(),
                folder: None,
            },
            environment: draft.environment.iter().map(blank).collect(),
            fence: Some(FenceGrants::default()),
            ..draft.clone()
        };
        let (search, packages, tree) = (
            self.search_path().await,
            self.packages_folder(),
            tree(&plan.folder),
        );
        blocking(move || {
            let package = package_in(&packages, &draft);
            let reviewed =
                portcullis_install::review(&draft, Purpose::Start, &search, None, package.as_ref())?;
            if let Some(refusal) = reviewed.refusals.into_iter().next() {
                return Err(Error::new(portcullis_core::Code::LaunchFailed, refusal.sentence));
            }
            let StartTarget::Command(launch) = reviewed.start.built() else {
                return Err(Error::internal("a package runs a program"));
            };
            let (whole, mut launch) = (launch, launch.clone());
            if let Some(fence) = launch.fence.as_deref_mut() {
                // An argument may name a file of the person, which its own start may see.
                fence.own.retain(|own| TrialStart::holds(&tree, &whole, own));
            }
            Ok(launch)
        })
        .await
    }

    /// The changes, a row for each kind.
    async fn tool_rows(&self, entry: &Entry, listed: ListedTools) -> Result<Vec<ReviewRow>> {
        let ListedTools {
            catalog,
            instructions,
        } = listed;
        let seen = Arc::new(seen_definitions(&catalog, instructions));
        let proven: HashSet<Subject> = notation::proven(self, entry, &seen)
            .await?
            .into_iter()
            .map(|proven| proven.subject)
            .collect();
        let (id, offered) = (entry.id.clone(), Arc::clone(&seen));
        let (known, differing) = self
            .store
            .read(move |db| {
                let known = pins::list(db, &id)?;
                let differing = pins::differing(db, &id, &offered)?.into_iter();
                let differing: Vec<_> = differing.map(|(pin, item)| (pin, item.clone())).collect();
                Ok((known, differing))
            })
            .await?;
        // What is pinned stays when it is not offered any more, so the last list says what goes.
        let last = entry
            .client()
            .map(|client| Arc::clone(&client.snapshot().catalog));
        let last = last.filter(|last| !last.tools.is_empty());
        let before: HashSet<String> = match last {
            Some(last) => last.tools.iter().map(|tool| tool.name.clone()).collect(),
            None => known.iter().filter_map(|pin| tool_name(&pin.subject)).collect(),
        };
        let now: HashSet<String> = seen.iter().filter_map(|item| tool_name(&item.subject)).collect();
        let pinned: HashSet<&Subject> = known.iter().map(|pin| &pin.subject).collect();
        blocking({
            let new = seen.iter().filter(|item| !pinned.contains(&item.subject));
            let new: Vec<_> = new.cloned().collect();
            let mut gone: Vec<_> = before.difference(&now).cloned().collect();
            gone.sort();
            move || {
                let changed = differing
                    .into_iter()
                    .filter(|(pin, _)| !proven.contains(&pin.subject))
                    .map(|(pin, item)| {
                        let read = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_default();
                        let words = match item.subject {
                            Subject::Tool(_) => {
                                named_changes(&read(&pin.definition), &read(&item.definition))
                            }
                            Subject::Instructions => Vec::new(),
                        };
                        let words = match words.is_empty() {
                            true => say!("update-rewritten"),
                            false => words.join(" "),
                        };
                        value(&item.subject, Some(words))
                    });
                let kinds = [
                    (say!("update-tools-new"), new.iter().map(described).collect()),
                    (say!("update-tools-changed"), changed.collect()),
                    (
                        say!("update-tools-gone"),
                        gone.into_iter()
                            .map(|name| value(&Subject::Tool(name), None))
                            .collect::<Vec<_>>(),
                    ),
                ];
                let mut rows: Vec<_> = kinds
                    .into_iter()
                    .filter(|(_, values)| !values.is_empty())
                    .map(|(field, values)| row(field, bounded(values)))
                    .collect();
                if rows.is_empty() {
                    rows.push(row(say!("update-tools"), vec![words(say!("update-tools-same"))]));
                }
                Ok(rows)
            }
        })
        .await
    }
}

fn tool_name(subject: &Subject) -> Option<String> {
    match subject {
        Subject::Tool(name) => Some(name.clone()),
        Subject::Instructions => None,
    }
}

fn row(field: String, values: Vec<ReviewValue>) -> ReviewRow {
    ReviewRow {
        kind: None,
        field,
        values,
        before: None,
        usual: false,
    }
}

/// A name of the server's, and our words about it.
fn value(subject: &Subject, note: Option<String>) -> ReviewValue {
    let Subject::Tool(name) = subject else {
        return ReviewValue {
            note,
            ..words(say!("update-instructions"))
        };
    };
    ReviewValue {
        text: ForeignText::new(name.as_str()).shown(),
        note,
        bytes: name.len() as u64,
        literal: true,
    }
}

fn described(item: &SeenDefinition) -> ReviewValue {
    value(&item.subject, None)
}

fn words(text: String) -> ReviewValue {
    ReviewValue {
        bytes: text.len() as u64,
        text: ForeignText::new(text).shown(),
        note: None,
        literal: false,
    }
}

fn bounded(mut values: Vec<ReviewValue>) -> Vec<ReviewValue> {
    if let Some(more) = values
        .len()
        .checked_sub(limits::UPDATE_TOOLS)
        .filter(|more| *more > 0)
    {
        values.truncate(limits::UPDATE_TOOLS);
        values.push(words(say!("update-more", count = more)));
    }
    values
}

/// In the era that its server speaks: to find out another takes a second start.
fn trial_setup(entry: &Entry) -> Setup {
    let row = entry.row();
    Setup {
        offers: ClientCapabilities {
            roots: false,
            elicitation: false,
            sampling: false,
            signs_in: None,
        },
        label: row.draft.label.clone(),
        local: true,
        era: row.draft.era,
        remembered: match row.era_found {
            Some(EraChoice::Modern) => Some(Era::Modern),
            Some(EraChoice::Legacy | EraChoice::Auto) | None => Some(Era::Legacy),
        },
        message_bytes: (row.draft.limits.message_mib as usize) << 20,
        start_seconds: None,
        transport: TransportChoice::Auto,
        preferences: Arc::new(ServerPreferences::default()),
    }
}

/// The host of a version that only lists its tools: one start, no answer to anything, and the first list is the end.
struct TrialHost {
    host: Arc<Inner>,
    entry: Arc<Entry>,
    start: Mutex<Option<PreparedStart>>,
    told: mpsc::Sender<Result<ListedTools>>,
}

impl TrialHost {
    /// What comes first counts.
    fn tell(&self, listed: Result<ListedTools>) {
        if self.told.try_send(listed).is_err() {
            tracing::debug!("a start that reads tools went on after its list");
        }
    }
}

impl ClientHost for TrialHost {
    fn prepare(&self) -> BoxFuture<'_, Result<PreparedStart>> {
        let start = self.start.lock().unwrap_or_else(PoisonError::into_inner).take();
        let start = start.ok_or_else(|| Error::internal("a version is started once to read its tools"));
        std::future::ready(start).boxed()
    }

    fn settled(&self, outcome: Result<ServerInfo>) -> BoxFuture<'_, ()> {
        match outcome {
            Err(error) => self.tell(Err(error)),
            Ok(info) if !info.offers_tools() => self.tell(Ok(ListedTools {
                catalog: Arc::default(),
                instructions: None,
            })),
            Ok(_) => {}
        }
        std::future::ready(()).boxed()
    }

    fn held(&self, catalog: Catalog) -> BoxFuture<'_, Result<Catalog>> {
        self.host.held(&self.entry, catalog).boxed()
    }

    fn listed(&self, catalog: Arc<Catalog>, instructions: Option<String>) -> BoxFuture<'_, Result<bool>> {
        self.tell(Ok(ListedTools {
            catalog,
            instructions,
        }));
        std::future::ready(Ok(false)).boxed()
    }

    fn published(&self) {}

    fn changed(&self) {}

    fn asked(&self, _: ServerRequest) -> BoxFuture<'_, std::result::Result<Value, Refusal>> {
        std::future::ready(Err(Refusal::UNKNOWN)).boxed()
    }

    fn url_elicitation_done(&self, _: UrlElicitationVisit) -> BoxFuture<'_, bool> {
        std::future::ready(false).boxed()
    }
}
