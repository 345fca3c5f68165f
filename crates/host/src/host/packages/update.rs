//! What an update changes of the tools, before a person accepts it: the new version is started once, in a fence that lets nothing
//! through, and its list is compared with what was approved. Nothing else of that start is kept, and it approves nothing.

use super::super::client_host::{notation, seen_definitions};
use super::super::decided::ended_by;
use super::super::fence::make_private;
use super::super::{Entry, Inner, blocking, locked, views};
use super::described::text_row;
use super::{FetchPlan, fetch_stopped, home, package_in, remove_whole, tree};
use crate::limits;
use futures::FutureExt as _;
use futures::future::BoxFuture;
use portcullis_approval::consent::{PLACEHOLDER, Permit, Start, StartTarget, TrialStart};
use portcullis_catalog::{Catalog, named_changes};
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{
    Endpoint, EraChoice, FenceGrants, NamedValue, Outcome, RecordKind, ReviewRow, ReviewValue, ServerDraft,
    TransportChoice, Warning,
};
use portcullis_install::Purpose;
use portcullis_l10n::say;
use portcullis_mcp::client::{
    Client, ClientCapabilities, ClientHost, ClientSnapshot, PreparedStart, Refusal, ServerInfo,
    ServerPreferences, ServerRequest, Setup, UrlElicitationVisit,
};
use portcullis_process::{FenceSetup, StartSetup, Traffic};
use portcullis_programs::Launch;
use portcullis_storage::audit::{Ended, Intended};
use portcullis_storage::store::pins::{self, Pin, PinStatus, SeenDefinition, Subject};
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

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

/// That there is nothing to compare tools with.
pub(super) fn unknown_tools() -> ReviewRow {
    let unknown = vec![ReviewValue::words(&say!("update-tools-unknown"))];
    ReviewRow::new(say!("update-tools"), unknown)
}

/// That tools were not read, and why.
pub(super) fn unread(why: &str) -> Warning {
    Warning::new("fetch.tools_unread", say!("update-unread", why))
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
        stopped: &CancellationToken,
    ) -> Result<UpdateReview> {
        let Some(entry) = plan.entry.as_ref().filter(|_| plan.again.is_none()) else {
            return Ok(UpdateReview::default());
        };
        if !plan.compares {
            return Ok(UpdateReview {
                rows: vec![unknown_tools()],
                warnings: Vec::new(),
            });
        }
        let read = match (trial, &plan.unfenced) {
            (Some(permit), _) => self.read_tools(permit, draft, entry, plan, stopped).await?,
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

    /// Starts it and reads its tools; why not, where it cannot be done. It is written down before and afterwards (S-91).
    async fn read_tools(
        self: &Arc<Self>,
        permit: Permit<TrialStart>,
        draft: &ServerDraft,
        entry: &Arc<Entry>,
        plan: &FetchPlan,
        stopped: &CancellationToken,
    ) -> Result<std::result::Result<ListedTools, String>> {
        let launch = match self.trial_launch(draft, plan).await {
            Ok(launch) => launch,
            Err(error) => return Ok(Err(say!("update-unread-refused", why = error.sentence))),
        };
        let start = Start::new(StartTarget::Command(launch.clone()))?;
        let permit = permit.launch(launch)?;
        let what = say!("trial-row", package = plan.shown());
        let row = Intended {
            why: say!("trial-why"),
            sent: Some(start.canonical().clone()),
            outcome: None,
            ..views::row_by_you_about(entry, RecordKind::Launch, what)
        };
        let seq = self.audit.intend(row).await?;
        let read = self.start_and_read(permit, entry, plan, stopped).await;
        let failed = |outcome: Outcome, why: &str| Ended {
            came_back: Some(why.to_owned()),
            ..Ended::new(outcome, Code::LaunchFailed.in_words())
        };
        let ended = match &read {
            Ok(Ok(listed)) => {
                let words = say!("trial-read", count = listed.catalog.tools.len());
                Ended::new(Outcome::Done, words)
            }
            Ok(Err(why)) => failed(Outcome::Failed, why),
            Err(error) => ended_by(error),
        };
        self.audit.end(seq, ended).await?;
        read
    }

    /// The program is gone when this ends, also where it is stopped.
    async fn start_and_read(
        self: &Arc<Self>,
        permit: Permit<Launch>,
        entry: &Arc<Entry>,
        plan: &FetchPlan,
        stopped: &CancellationToken,
    ) -> Result<std::result::Result<ListedTools, String>> {
        let (folder, made) = (home(&plan.folder), home(&plan.folder));
        blocking(move || make_private(&made))
            .await?
            .map_err(Error::internal)?;
        // What it tries is not offered as a grant: it was not accepted yet.
        let (denied, _denials) = mpsc::channel(limits::FENCE_DENIALS);
        let start = PreparedStart::Command {
            permit,
            secrets: Vec::new(),
            search: plan.search.clone(),
            setup: Some(Box::new(StartSetup::Fence(FenceSetup {
                helper: self.fence_helper()?,
                home: folder.clone(),
                passing_home: true,
                hidden: Vec::new(),
                folders: Vec::new(),
                quiet: Vec::new(),
                names: Vec::new(),
                denied,
                traffic: Traffic::default(),
            }))),
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
        let mut shown = client.snapshots();
        // A list that fails is asked for again after a pause, but not here.
        let unlisted = async {
            let failed = shown
                .wait_for(|snapshot| snapshot.unlisted.is_some())
                .await
                .ok()?;
            failed
                .unlisted
                .as_ref()
                .map(|unlisted| unlisted.problem.sentence.clone())
        };
        let read = tokio::time::timeout(limits::TRIAL, async {
            tokio::select! {
                biased;
                () = stopped.cancelled() => Some(Err(say!("fetch-stopped"))),
                told = listed.recv() => told.map(|told| {
                    told.map_err(|error| say!("update-unread-failed", why = error.sentence))
                }),
                why = unlisted => why.map(Err),
            }
        });
        let read = read.await;
        client.close().await;
        let removed = blocking(move || remove_whole(&folder).map_err(Error::internal));
        if let Err(error) = removed.await.and_then(|removed| removed) {
            tracing::warn!(%error, "the home folder of a start that reads tools stayed");
        }
        if stopped.is_cancelled() {
            return Err(fetch_stopped());
        }
        Ok(match read {
            Ok(Some(read)) => read,
            Ok(None) => Err(say!("update-unread-ended")),
            Err(_) => Err(say!("update-unread-time", seconds = limits::TRIAL.as_secs())),
        })
    }

    /// As it would start, without anything of the person's.
    async fn trial_launch(&self, draft: &ServerDraft, plan: &FetchPlan) -> Result<Launch> {
        let Some((program, arguments)) = draft.endpoint.command() else {
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
                arguments: arguments.to_vec(),
                folder: None,
            },
            environment: draft.environment.iter().map(blank).collect(),
            fence: Some(FenceGrants::default()),
            ..draft.clone()
        };
        let (search, packages, tree) = (plan.search.clone(), self.packages_folder(), tree(&plan.folder));
        let launch = blocking(move || {
            let package = package_in(&packages, &draft);
            let reviewed =
                portcullis_install::review(&draft, Purpose::Start, &search, None, package.as_ref(), None)?;
            if let Some(refusal) = reviewed.refusals.into_iter().next() {
                return Err(Error::new(Code::LaunchFailed, refusal.sentence));
            }
            let StartTarget::Command(launch) = reviewed.start.built() else {
                return Err(Error::internal("a package runs a program"));
            };
            let (whole, mut launch) = (launch, launch.clone());
            if let Some(fence) = launch.fence.as_deref_mut() {
                // An argument may name a file of the person, which its own start may see.
                fence.own.retain(|own| TrialStart::holds(&tree, whole, own));
            }
            Ok(launch)
        });
        let launch = launch.await??;
        if let Some(fence) = &launch.fence {
            self.check_grants(fence)?;
        }
        Ok(launch)
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
        let before = entry
            .client()
            .and_then(|client| LastOffered::of(&client.snapshot()));
        let id = entry.id.clone();
        let (compared, pinned) = self
            .store
            .read(move |db| {
                let compared = ComparedTools::new(&pins::list(db, &id)?, &seen, &proven, before);
                // Definitions are large: only those that are shown.
                let shown = compared.changed.iter().take(limits::UPDATE_TOOLS);
                let pinned: Vec<Option<Pin>> = shown
                    .map(|item| pins::get(db, &id, &item.subject))
                    .collect::<std::result::Result<_, _>>()?;
                Ok((compared, pinned))
            })
            .await?;
        blocking(move || {
            let ComparedTools { new, changed, gone } = compared;
            let [new_many, changed_many, gone_many] = [new.len(), changed.len(), gone.len()];
            let texts = changed.iter().zip(&pinned).filter_map(|(item, pin)| {
                let pin = pin.as_ref()?;
                text_row(&item.subject, &pin.definition, &item.definition)
            });
            let texts: Vec<_> = texts.take(limits::UPDATE_TEXTS).collect();
            let changed = changed.iter().zip(pinned).map(|(item, pin)| {
                let words = pin.map(|pin| change_in_words(&pin, item)).unwrap_or_default();
                let words = match words.is_empty() {
                    true => say!("update-rewritten"),
                    false => words,
                };
                value(&item.subject, Some(words))
            });
            let new = new.iter().map(|item| value(&item.subject, None));
            let gone = gone.iter().map(|subject| value(subject, None));
            let mut rows = vec![
                ReviewRow::new(say!("update-tools-new"), bounded(new, new_many)),
                ReviewRow::new(say!("update-tools-changed"), bounded(changed, changed_many)),
                ReviewRow::new(say!("update-tools-gone"), bounded(gone, gone_many)),
            ];
            rows.splice(2..2, texts);
            rows.retain(|row| !row.values.is_empty());
            if rows.is_empty() {
                let same = ReviewValue::words(&say!("update-tools-same"));
                rows.push(ReviewRow::new(say!("update-tools"), vec![same]));
            }
            rows
        })
        .await
    }
}

/// What a version offers, beside what is pinned of its server, approved or not.
struct ComparedTools {
    new: Vec<SeenDefinition>,
    changed: Vec<SeenDefinition>,
    gone: Vec<Subject>,
}

/// What a server offered last. What is pinned stays when it is not offered any more, so this says what goes.
struct LastOffered(HashSet<Subject>);

impl LastOffered {
    /// `None` where it has not listed anything yet.
    fn of(snapshot: &ClientSnapshot) -> Option<Self> {
        let tools = snapshot.catalog.tools.iter();
        let tools: HashSet<_> = tools.map(|tool| Subject::Tool(tool.name.clone())).collect();
        let info = snapshot.server_info.as_ref();
        let said = info.and_then(|info| info.instructions.as_ref());
        let said = said.map(|_| Subject::Instructions);
        (!tools.is_empty()).then(|| Self(tools.into_iter().chain(said).collect()))
    }
}

impl ComparedTools {
    /// `before` is what was last offered, where that is known.
    fn new(
        known: &[PinStatus],
        seen: &[SeenDefinition],
        proven: &HashSet<Subject>,
        before: Option<LastOffered>,
    ) -> Self {
        let before = before.map_or_else(
            || known.iter().map(|pin| pin.subject.clone()).collect(),
            |LastOffered(before)| before,
        );
        let pins: HashMap<&Subject, &PinStatus> = known.iter().map(|pin| (&pin.subject, pin)).collect();
        let (mut new, mut changed) = (Vec::new(), Vec::new());
        for item in seen {
            let was_offered = item.subject == Subject::Instructions || before.contains(&item.subject);
            match pins.get(&item.subject) {
                None => new.push(item.clone()),
                // It was never approved, and not offered last.
                Some(pin) if pin.approved_at.is_none() && !was_offered => new.push(item.clone()),
                Some(pin) if pin.digest != item.digest && !proven.contains(&item.subject) => {
                    changed.push(item.clone());
                }
                Some(_) => {}
            }
        }
        let now: HashSet<_> = seen.iter().map(|item| item.subject.clone()).collect();
        let mut gone: Vec<_> = before.difference(&now).cloned().collect();
        gone.sort();
        Self { new, changed, gone }
    }
}

/// Nothing where the meaning is not known to differ.
fn change_in_words(pin: &Pin, item: &SeenDefinition) -> String {
    let read = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_default();
    match item.subject {
        Subject::Tool(_) => named_changes(&read(&pin.definition), &read(&item.definition)).join(" "),
        Subject::Instructions => String::new(),
    }
}

/// A name of the server's, and our words about it.
fn value(subject: &Subject, note: Option<String>) -> ReviewValue {
    match subject {
        Subject::Tool(name) => ReviewValue::lines(name, note),
        Subject::Instructions => ReviewValue {
            note,
            ..ReviewValue::words(&say!("update-instructions"))
        },
    }
}

/// The first values, and how many more there are.
fn bounded(values: impl Iterator<Item = ReviewValue>, many: usize) -> Vec<ReviewValue> {
    let mut values: Vec<_> = values.take(limits::UPDATE_TOOLS).collect();
    if many > limits::UPDATE_TOOLS {
        let more = many - limits::UPDATE_TOOLS;
        values.push(ReviewValue::words(&say!("update-more", count = more)));
    }
    values
}

/// In the era that its server speaks: to find out another takes a second start.
fn trial_setup(entry: &Entry) -> Setup {
    let row = entry.row();
    Setup {
        offers: ClientCapabilities::default(),
        label: row.draft.label.clone(),
        local: true,
        era: match (row.draft.era, row.era_found) {
            (EraChoice::Auto, Some(EraChoice::Modern)) => EraChoice::Modern,
            (EraChoice::Auto, _) => EraChoice::Legacy,
            (chosen, _) => chosen,
        },
        remembered: None,
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
        let start = locked(&self.start).take();
        let start = start.ok_or_else(|| Error::new(Code::ServerNotReady, say!("update-unread-ended")));
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

#[cfg(test)]
mod tests {
    use super::*;

    fn tool_name(subject: &Subject) -> Option<String> {
        match subject {
            Subject::Tool(name) => Some(name.clone()),
            Subject::Instructions => None,
        }
    }

    fn tool(name: &str, digest: &str) -> SeenDefinition {
        SeenDefinition {
            subject: Subject::Tool(name.to_owned()),
            digest: digest.to_owned(),
            definition: "{}".into(),
        }
    }

    fn pin(name: &str, approved_at: Option<u64>) -> PinStatus {
        PinStatus {
            subject: Subject::Tool(name.to_owned()),
            digest: "one".to_owned(),
            first_seen_at: 1,
            approved_at,
            reviewed_at: None,
            changed: None,
        }
    }

    // Proves S-46.
    #[test]
    fn a_tool_that_nobody_approved_is_compared_too() {
        let known = [pin("own", Some(1)), pin("added", None), pin("left", None)];
        let names = |items: &[SeenDefinition]| -> Vec<_> {
            items.iter().filter_map(|item| tool_name(&item.subject)).collect()
        };
        let compare = |seen: &[SeenDefinition]| {
            let before = ["own", "added"].map(|name| Subject::Tool(name.to_owned()));
            let before = LastOffered(HashSet::from(before));
            let compared = ComparedTools::new(&known, seen, &HashSet::new(), Some(before));
            let gone: Vec<_> = compared.gone.iter().filter_map(tool_name).collect();
            (names(&compared.new), names(&compared.changed), gone)
        };
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        assert_eq!(
            compare(&[tool("own", "one"), tool("added", "two"), tool("left", "one")]),
            (names(&["left"]), names(&["added"]), names(&[]))
        );
        assert_eq!(
            compare(&[tool("own", "one")]),
            (names(&[]), names(&[]), names(&["added"]))
        );
        let many: Vec<_> = (0..1000).map(|at| pin(&at.to_string(), Some(1))).collect();
        let seen: Vec<_> = (0..1000).map(|at| tool(&at.to_string(), "two")).collect();
        let compared = ComparedTools::new(&many, &seen, &HashSet::new(), None);
        assert_eq!(compared.changed.len(), 1000);
    }
}
