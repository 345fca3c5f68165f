//! Adding, changing and approving a server: a draft becomes a question, and only its answer becomes a server
//! (S-01, S-02). Until then nothing is saved, started or reached.

use super::bundles::bundle_in;
use super::carried::{self, EndedApprovals as EndedItems, Item, Items};
use super::client_host::secrets;
use super::packages::{missing_to_fetch, package_in};
use super::{Entry, Host, Inner, blocking, locked, marks, views};
use futures::future::BoxFuture;
use portcullis_approval::consent::{Ask, Permit, ProposedServer, RecordedAnswer, SaveServer, Waiting};
use portcullis_core::ids::ServerId;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{
    Answer, Asked, Foreign, NamedValue, Outcome, RecordKind, Request, ReviewRow, ServerDraft, ServerLocation,
    ServerRef, Warning,
};
use portcullis_install::{Purpose, Review};
use portcullis_l10n::say;
use portcullis_packages::PackageRequest;
use portcullis_storage::audit::{Ended, Intended};
use portcullis_storage::store::servers::{self, Approval, label_key};
use std::sync::Arc;

/// Where a draft comes from that the person did not type, and what its review says of that.
#[derive(Default, Clone)]
pub(super) struct DraftOrigin {
    /// The folder of an unpacked bundle, which is deleted unless the answer is yes.
    pub(super) bundle: Option<String>,
    /// The folder of a fetched package, which is deleted unless the answer is yes.
    pub(super) package: Option<String>,
    /// Rows, before all others.
    pub(super) rows: Vec<ReviewRow>,
    /// Warnings, before all others.
    pub(super) warnings: Vec<Warning>,
}

impl DraftOrigin {
    /// It is the person's own: nothing else has to be said in the review that follows a fetch.
    fn is_typed(&self) -> bool {
        self.bundle.is_none() && self.package.is_none() && self.rows.is_empty() && self.warnings.is_empty()
    }
}

impl Host {
    /// Asks to add a server, or to change the one named in `changes`.
    ///
    /// # Errors
    /// `input.bad`, `server.label_taken`, `launch.*`, `consent.busy`.
    pub async fn propose_server(&self, draft: ServerDraft, changes: Option<String>) -> Result<Request> {
        let entry = changes.as_deref().map(|id| self.0.entry(id)).transpose()?;
        self.0.propose(draft, entry, None, DraftOrigin::default()).await
    }

    /// Asks to start a server that is no longer what was approved. Where the files of its fetched package changed, it asks to fetch
    /// that version again, and the review follows.
    ///
    /// # Errors
    /// `not_found`, `launch.*`.
    pub async fn propose_start(&self, id: &str) -> Result<Request> {
        let entry = self.0.entry(id)?;
        if let Some(fetch) = self.0.propose_mended(&entry).await? {
            return Ok(fetch);
        }
        let row = entry.row();
        let because = match row.approved {
            Some(_) => say!("launch-changed-state"),
            None if row.restored => say!("launch-restored-state"),
            None => say!("launch-new-state"),
        };
        self.0
            .propose(row.draft, Some(entry), Some(because), DraftOrigin::default())
            .await
    }
}

impl Inner {
    /// Asks to fetch one version of what a review showed, where that was the answer to it. Its future is named, because the review
    /// that follows may be answered the same way.
    fn propose_pinned(
        self: &Arc<Self>,
        draft: ServerDraft,
        entry: Option<Arc<Entry>>,
    ) -> BoxFuture<'static, Result<Request>> {
        let host = Arc::clone(self);
        let draft = match &entry {
            None => without_registry_hosts(draft),
            // What was approved with these hosts keeps them.
            Some(_) => draft,
        };
        Box::pin(async move { host.propose_fetch(draft, entry, DraftOrigin::default()).await })
    }

    /// Asks to add or change the server of a bundle, which is deleted unless the answer is yes.
    pub(super) async fn propose_bundled(
        self: &Arc<Self>,
        draft: ServerDraft,
        entry: Option<Arc<Entry>>,
        origin: DraftOrigin,
    ) -> Result<Request> {
        let bundle = origin.bundle.clone();
        let asked = self.propose(draft, entry, None, origin).await;
        if let Some(bundle) = bundle.filter(|_| asked.is_err()) {
            self.forget_bundle(&bundle).await;
        }
        asked
    }

    pub(super) async fn propose(
        self: &Arc<Self>,
        draft: ServerDraft,
        entry: Option<Arc<Entry>>,
        because: Option<String>,
        origin: DraftOrigin,
    ) -> Result<Request> {
        self.check_label(&draft.label, entry.as_deref())?;
        // What is shown, approved and saved is what the parser made of it, not what was typed.
        let draft = portcullis_install::as_parsed(keep_kept_secrets(draft, entry.as_deref())?);
        self.learn_proposed([&draft]);
        let row = entry.as_ref().map(|entry| entry.row());
        let approval = row.as_ref().and_then(|row| row.approved.clone());
        let approved = approval.as_ref().map(|approval| approval.digest.clone());
        let before = row.map(|row| row.draft);
        let start = because.is_some();
        let (packages, bundles) = (self.packages_folder(), self.bundles_folder());
        let (search, demo, looked_at) = (self.search_path().await, self.demo.clone(), draft.clone());
        let (mut reviewed, missing) = blocking(move || {
            let purpose = match &before {
                _ if start => Purpose::Start,
                Some(before) => Purpose::Change(before),
                None => Purpose::Add,
            };
            let package = package_in(&packages, &looked_at);
            let bundle = bundle_in(&bundles, &looked_at);
            let request = package_request(&looked_at);
            let missing = request.and_then(|request| missing_to_fetch(&request, &search));
            let reviewed = portcullis_install::review(
                &looked_at,
                purpose,
                &search,
                demo.as_ref(),
                package.as_ref(),
                bundle.as_deref(),
            )?;
            Ok::<_, Error>((reviewed, missing))
        })
        .await??;
        reviewed
            .refusals
            .extend(self.fence_refusal(reviewed.start.built()).await);
        let container = self.container_refusal(&reviewed);
        reviewed.refusals.extend(container);
        let changed = approval.and_then(|approval| reviewed.compare(&approval.launch));
        let because = because.map(|because| changed.unwrap_or(because));
        let items = match &entry {
            Some(entry) => self.carried(entry, &draft, &reviewed).await?,
            None => Items::new(),
        };
        let row = server_row(&draft, entry.as_deref(), &reviewed);
        let can_be_pinned = can_be_pinned(&draft, &reviewed);
        let pinnable = origin.is_typed() && can_be_pinned && missing.is_none();
        if can_be_pinned && !pinnable {
            not_pinned_now(&draft, missing, &mut reviewed.warnings);
        }
        let pinned = pinnable.then(|| draft.clone());
        let carried = items.iter().map(|(_, shown)| shown.clone()).collect();
        let proposal = ProposedServer {
            changes: entry.as_ref().map(|entry| entry.id.0.clone()),
            draft,
            start: reviewed.start,
            approved,
            carried,
        };
        let DraftOrigin {
            bundle,
            package,
            mut rows,
            mut warnings,
        } = origin;
        rows.extend(reviewed.rows);
        warnings.extend(reviewed.warnings);
        let shown = Sheet {
            because,
            rows,
            warnings,
            refusals: reviewed.refusals,
            inherited: reviewed.inherited,
            built_in: reviewed.built_in,
            pinnable,
        };
        let mut ask = question(proposal, shown);
        ask.server.mark = entry.as_ref().map(|entry| marks::of(&entry.row()));
        let waiting = self.gate.ask(ask)?;
        let request = waiting.request.clone();
        let host = Arc::clone(self);
        // It may fail where two reviews are about one label, of which the first was accepted.
        self.when_answered(&request, async move {
            let carried_out = host.after_answer(waiting, entry, row, items, pinned).await;
            if let Some(bundle) = bundle {
                host.forget_bundle(&bundle).await;
            }
            if let Some(package) = package {
                host.forget_package(&package).await;
            }
            carried_out
        });
        Ok(request)
    }

    pub(super) fn check_label(&self, label: &str, own: Option<&Entry>) -> Result<()> {
        let key = label_key(label);
        let taken = self
            .entries()
            .iter()
            .any(|other| own.is_none_or(|own| own.id != other.id) && label_key(&other.label()) == key);
        let shown = portcullis_core::text::escape_line(label).text;
        if taken {
            return Err(Error::new(Code::LabelTaken, say!("label-taken", server = shown))
                .remedy(say!("label-taken-remedy")));
        }
        let alike = self.entries().into_iter().find(|other| {
            own.is_none_or(|own| own.id != other.id)
                && portcullis_core::text::look_alike(&other.label(), label)
        });
        match alike {
            None => Ok(()),
            Some(other) => Err(Error::new(
                Code::LabelTaken,
                say!("label-similar", name = shown, other = other.label()),
            )
            .remedy(say!("label-similar-remedy"))),
        }
    }

    async fn after_answer(
        self: &Arc<Self>,
        mut waiting: Waiting<ProposedServer>,
        entry: Option<Arc<Entry>>,
        mut row: Intended,
        items: Items,
        pinned: Option<ServerDraft>,
    ) -> Result<()> {
        let closing = self.closing.clone();
        let decided = tokio::select! {
            biased;
            // Closing denies what waits; that is not an answer of the user and must not be recorded as one.
            () = closing.cancelled() => Err(Error::new(
                Code::Closing,
                say!("launch-closed"),
            )),
            decided = waiting.decided() => decided,
        };
        // An argument may hold what is a secret of another server.
        self.secrets_known().await;
        row.shown = Some(waiting.request.digest.clone());
        let label = waiting.request.server.label.clone();
        // Held until the rows are written.
        let (answered, permit): (Option<RecordedAnswer>, _) = match decided {
            Ok(decision) => (Some(decision.answered), decision.permit),
            Err(error) => (None, Err(error)),
        };
        let permit = match permit {
            Ok(permit) => permit,
            Err(error) => {
                row.why = error.sentence;
                row.outcome = Some(match error.code {
                    Code::ConsentDenied => (Outcome::Denied, say!("launch-cancelled")),
                    code => (views::refused(code), code.in_words()),
                });
                self.audit.once(row).await?;
                let is_pinned = matches!(
                    answered.as_ref().map(RecordedAnswer::answer),
                    Some(Answer::PinVersion {})
                );
                return match pinned.filter(|_| is_pinned) {
                    Some(draft) => self.propose_pinned(draft, entry).await.map(drop),
                    None => Ok(()),
                };
            }
        };
        row.why = match permit.effect().turned_on {
            true => say!("launch-why"),
            false => say!("launch-off-why"),
        };
        let id = entry.as_ref().map_or_else(
            || self.new_id(&label, std::iter::empty()),
            |entry| entry.id.clone(),
        );
        row.server = Some((id.clone(), label));
        let seq = self.audit.intend(row).await?;
        let saved = self.save(&id, entry, permit, &items).await;
        let ended = match &saved {
            Ok(ended) => Ended::new(Outcome::Done, ended.words()),
            Err(error) => Ended::failed(error),
        };
        self.audit.end(seq, ended).await?;
        let ended = saved?;
        match self.entry(id.as_str()) {
            Ok(entry) => self.note_ended(&entry, ended).await,
            // It was removed meanwhile, with everything that it had.
            Err(_) => Ok(()),
        }
    }

    /// `items` are what would go on, in the order in which they were shown.
    async fn save(
        self: &Arc<Self>,
        id: &ServerId,
        entry: Option<Arc<Entry>>,
        permit: Permit<SaveServer>,
        items: &Items,
    ) -> Result<EndedItems> {
        let SaveServer {
            changes,
            carried,
            mut draft,
            start: approved_start,
            approved,
            turned_on: start,
            keep,
        } = permit.spend();
        // The permit says which server this is about and what was shown; neither is the caller's to say.
        let is_shown = items.iter().map(|(_, shown)| shown).eq(&carried);
        if changes.as_deref() != entry.as_ref().map(|entry| entry.id.as_str()) || !is_shown {
            return Err(Error::internal("a permit to save is for another server"));
        }
        // Another one may have been saved under a name like it while this one was read.
        self.check_label(&draft.label, entry.as_deref())?;
        let kept: Vec<Item> = keep
            .iter()
            .filter_map(|at| items.get(*at).map(|(item, _)| item.clone()))
            .collect();
        let fresh = self.keep_secrets(id, &mut draft).await?;
        let now = self.now();
        let approval = Approval {
            digest: approved_start.digest().to_owned(),
            at: now,
            launch: approved_start.canonical().clone(),
        };
        let _turn = match &entry {
            Some(entry) => Some(entry.turn.lock().await),
            None => None,
        };
        let saved = {
            let (id, draft, fresh, kept) = (id.clone(), draft.clone(), fresh.clone(), kept);
            let is_new = entry.is_none();
            self.store
                .write(move |db| {
                    let before = servers::get(db, &id)?;
                    let was = before.as_ref().and_then(|before| before.approved.as_ref());
                    if was.map(|was| &was.digest) != approved.as_ref() {
                        return Err(changed_meanwhile(&draft.label).into());
                    }
                    let other =
                        was.is_none_or(|was| portcullis_install::is_other(&was.launch, &approval.launch));
                    let places = secrets::places_of_draft(&draft, &fresh, before.as_ref())?;
                    let mut ended = EndedItems::default();
                    if is_new {
                        servers::insert(db, &id, &draft, start, now)?;
                    } else {
                        servers::update(db, &id, &draft)?;
                        servers::set_enabled(db, &id, start)?;
                        // Another program may speak another era.
                        servers::set_era(db, &id, None, None)?;
                        if other {
                            ended = carried::end(db, &id, &kept, now)?;
                        }
                    }
                    servers::set_secrets(db, &id, &places)?;
                    servers::set_approval(db, &id, Some(&approval))?;
                    Ok((servers::get(db, &id)?, before, ended))
                })
                .await
        };
        let (row, before, ended) = match saved {
            Ok((Some(row), before, ended)) => (row, before, ended),
            Ok((None, ..)) => return Err(Error::internal("a server was saved and is not there")),
            Err(error) => {
                // Nothing half-saved: the row still names the old values, and nothing names these.
                self.forget_secrets(&draft.label, fresh.into_values()).await;
                return Err(error);
            }
        };
        let current = secrets::places(&row);
        let superseded = before.iter().flat_map(secrets::places);
        let superseded: Vec<_> = superseded.filter(|place| !current.contains(place)).collect();
        match &entry {
            None => {
                self.install(row).await;
            }
            Some(entry) => {
                {
                    let mut data = locked(&entry.data);
                    data.row = row;
                    data.attempt.forget();
                }
                entry.withdraw_sign_in();
                // What ended must not count for what starts now.
                self.reload_grants().await?;
                if let Some(old) = self.renew_client(entry, start) {
                    old.close().await;
                }
                if start {
                    entry.start().await;
                }
                self.emit_server(entry);
            }
        }
        self.forget_secrets(&draft.label, superseded.into_iter()).await;
        if let (Some(entry), Some(before)) = (&entry, &before) {
            Box::pin(self.leave_account(entry, &before.draft)).await;
        }
        Ok(ended)
    }
}

/// What a review shows beside what is proposed.
struct Sheet {
    because: Option<String>,
    rows: Vec<ReviewRow>,
    warnings: Vec<Warning>,
    refusals: Vec<Warning>,
    inherited: Vec<Foreign>,
    built_in: Option<String>,
    pinnable: bool,
}

/// Whether it runs its newest version at each start, and one version of it can be fetched.
fn can_be_pinned(draft: &ServerDraft, reviewed: &Review) -> bool {
    let is_open = reviewed
        .warnings
        .iter()
        .any(|warning| warning.code == portcullis_install::NEWEST_VERSION);
    let command = draft.endpoint.command().filter(|_| is_open);
    command.is_some_and(|(program, arguments)| Host::is_fetchable(program, arguments))
}

/// A review that cannot be answered with that says where a version is pinned afterwards, or which program is missing for it.
fn not_pinned_now(draft: &ServerDraft, missing: Option<&str>, warnings: &mut [Warning]) {
    let remarks = warnings
        .iter_mut()
        .filter(|warning| warning.code == portcullis_install::NEWEST_VERSION);
    let remarks: Vec<_> = remarks.collect();
    if let (Some(request), Ok([remark])) = (package_request(draft), <[_; 1]>::try_from(remarks)) {
        let name = portcullis_core::text::escape_line(&request.name).text;
        remark.sentence = match missing {
            None => say!("launch-newest-later", name),
            Some(program) => say!("launch-newest-lacks", name, program),
        };
    }
}

/// The package manager needs the hosts of its registry at each start, and what was fetched runs without it.
fn without_registry_hosts(mut draft: ServerDraft) -> ServerDraft {
    let request = package_request(&draft);
    if let Some((request, fence)) = request.zip(draft.fence.as_mut()) {
        let hosts = request.ecosystem.hosts();
        fence
            .hosts
            .retain(|host| !hosts.iter().any(|registry| *registry == host.name));
    }
    draft
}

/// The package that its command fetches and runs.
pub(super) fn package_request(draft: &ServerDraft) -> Option<PackageRequest> {
    let (program, arguments) = draft.endpoint.command()?;
    PackageRequest::of(program, arguments)
}

/// The row of a review, but for what was shown and what became of it.
fn server_row(draft: &ServerDraft, entry: Option<&Entry>, reviewed: &Review) -> Intended {
    let what = match entry {
        Some(_) => say!("server-changed-row"),
        None => say!("server-added-row"),
    };
    Intended {
        server: entry.map(|entry| (entry.id.clone(), draft.label.clone())),
        sent: Some(reviewed.start.canonical().clone()),
        outcome: None,
        ..views::row_by_you(RecordKind::Server, what)
    }
}

/// What a person said yes to was about something that is another now.
fn changed_meanwhile(label: &str) -> Error {
    Error::new(Code::ConsentStale, say!("launch-stale", server = label)).remedy(say!("launch-stale-remedy"))
}

/// A secret without a value must be one that is in the keychain already.
fn keep_kept_secrets(draft: ServerDraft, entry: Option<&Entry>) -> Result<ServerDraft> {
    let (variables, headers) = match entry.map(|entry| entry.row().draft) {
        Some(before) => (before.environment, before.headers),
        None => (Vec::new(), Vec::new()),
    };
    let missing = |values: &[NamedValue], before: &[NamedValue]| {
        let is_kept = |value: &NamedValue| before.iter().any(|it| it.secret && it.name == value.name);
        let mut empty = values
            .iter()
            .filter(|value| value.secret && value.value.as_deref().is_none_or(str::is_empty));
        empty
            .find(|value| !is_kept(value))
            .map(|value| value.name.clone())
    };
    let missing = missing(&draft.environment, &variables).or_else(|| missing(&draft.headers, &headers));
    match missing {
        Some(name) => {
            let name = portcullis_core::text::escape_line(&name).text;
            Err(Error::new(Code::BadInput, say!("secret-empty", name)))
        }
        None => Ok(ServerDraft {
            environment: without_empty(draft.environment),
            headers: without_empty(draft.headers),
            ..draft
        }),
    }
}

fn without_empty(values: Vec<NamedValue>) -> Vec<NamedValue> {
    let kept = |value: NamedValue| match value.secret {
        true => NamedValue {
            value: value.value.filter(|text| !text.is_empty()),
            ..value
        },
        false => value,
    };
    values.into_iter().map(kept).collect()
}

fn question(proposal: ProposedServer, shown: Sheet) -> Ask<ProposedServer> {
    let draft = &proposal.draft;
    let label = draft.label.clone();
    let whereabouts = views::whereabouts(draft);
    let local = whereabouts == ServerLocation::Local;
    let then = match whereabouts {
        ServerLocation::Local if shown.built_in.is_some() => say!("launch-then-built-in"),
        ServerLocation::Local if draft.fence.is_some() => say!("launch-then-fenced"),
        ServerLocation::Local => say!("launch-then-local"),
        ServerLocation::Loopback => say!("launch-then-loopback"),
        ServerLocation::Remote | ServerLocation::Provider | ServerLocation::Registry => {
            say!("launch-then-remote")
        }
    };
    let question = match (&proposal.changes, &shown.because) {
        (_, Some(_)) if local => say!("launch-question-start", server = label, then),
        (_, Some(_)) => say!("launch-question-connect", server = label),
        (Some(_), None) if local => say!("launch-question-save", server = label, then),
        (Some(_), None) => say!("launch-question-save-url", server = label),
        (None, None) => say!("launch-question-add", server = label, then),
    };
    views::ask_by_you(
        question,
        ServerRef {
            id: proposal.changes.clone().unwrap_or_default(),
            label,
            whereabouts,
            origin: views::origin(draft),
            mark: None,
        },
        Asked::Launch {
            changes: proposal.changes.clone(),
            because: shown.because,
            rows: shown.rows,
            inherited: shown.inherited,
            built_in: shown.built_in,
            warnings: shown.warnings,
            refusals: shown.refusals,
            carried: proposal.carried.clone(),
            pinnable: shown.pinnable,
        },
        proposal,
    )
}

#[cfg(test)]
pub(super) mod tests;
