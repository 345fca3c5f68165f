//! Why a server does not start or connect, and which runtimes are there. What is known is gathered here and judged by
//! `portcullis-doctor`. Nothing is started, reached or changed for it: programs are looked for, and versions are read from files.

mod hidden;
mod looking;

use super::packages::package_in;
use super::{Entry, Host, blocking, locked, views};
use crate::limits;
use portcullis_api::{DiagnosisView, InstallView, ObservationView, RuntimeView};
use portcullis_core::text::shell_word;
use portcullis_core::{Clue, Code, Error, Result, TextSource};
use portcullis_doctor::{Diagnosis, Evidence, FailureCause, RepairAction, diagnose};
use portcullis_domain::{Endpoint, Foreign, LogSource, NamedValue, Phase, Problem, Request, ServerDraft};
use portcullis_l10n::say;
use portcullis_mcp::client::downloads;
use portcullis_programs::{InstallCommand, System};
use std::path::{Path, PathBuf};

/// How the last attempt to start went.
#[derive(Debug, Default)]
pub(crate) struct Attempted {
    /// Milliseconds since 1970.
    began: u64,
    /// Why it failed; `None` where it did not.
    pub failed: Option<Error>,
    /// The last diagnosis, which is shown while the server is started again.
    diagnosed: Option<TimedDiagnosis>,
}

/// A diagnosis and when the attempt failed that it is about.
#[derive(Debug, Clone)]
struct TimedDiagnosis {
    diagnosis: Diagnosis,
    /// Milliseconds since 1970; `None` where nothing failed.
    at: Option<u64>,
    /// Another attempt is under way since.
    earlier: bool,
}

impl Attempted {
    /// Another one begins.
    pub fn begins(&mut self, now: u64) {
        self.began = now;
        self.failed = None;
    }

    /// Something else is started from now on.
    pub fn forget(&mut self) {
        self.diagnosed = None;
    }
}

impl Host {
    /// Why a server does not start or connect: one cause, one remedy, and what was looked at. The cause is `nothing` where
    /// nothing failed.
    ///
    /// # Errors
    /// `not_found`.
    pub async fn diagnose(&self, id: &str) -> Result<DiagnosisView> {
        let entry = self.0.entry(id)?;
        let found = self.diagnosed(&entry).await?;
        Ok(shown(&entry, found))
    }

    /// Asks to do what the diagnosis of a server proposes: a change of its settings, or its start as it is now.
    ///
    /// # Errors
    /// `not_found`; `input.bad` where nothing is proposed; those of [`Host::propose_server`].
    pub async fn propose_repair(&self, id: &str) -> Result<Request> {
        let entry = self.0.entry(id)?;
        let Diagnosis {
            action,
            change,
            remedy,
            ..
        } = self.diagnosed(&entry).await?.diagnosis;
        if action == Some(RepairAction::Review) {
            return self.propose_start(id).await;
        }
        match change.and_then(|change| change.of(&entry.row().draft)) {
            Some(draft) => self.propose_server(draft, Some(id.to_owned())).await,
            None => {
                Err(Error::new(Code::BadInput, say!("repair-none", server = entry.label())).remedy(remedy))
            }
        }
    }

    /// The diagnosis of a server; while it is started again, that of the last attempt.
    async fn diagnosed(&self, entry: &Entry) -> Result<TimedDiagnosis> {
        let state = self.0.summary(entry).state;
        let last = locked(&entry.data).attempt.diagnosed.clone();
        if let (Phase::Starting, Some(last)) = (state.phase, last) {
            return Ok(TimedDiagnosis {
                earlier: true,
                ..last
            });
        }
        let diagnosis = self.examined(entry).await?;
        let failed = diagnosis.cause != FailureCause::Nothing;
        let found = TimedDiagnosis {
            diagnosis,
            at: failed.then_some(state.since),
            earlier: false,
        };
        locked(&entry.data).attempt.diagnosed = failed.then(|| found.clone());
        Ok(found)
    }

    async fn examined(&self, entry: &Entry) -> Result<Diagnosis> {
        let evidence = self.evidence(entry)?;
        let known = evidence.clone();
        let visible = entry.is_fenced().then(|| locked(&entry.denials).visible_paths());
        let data = self.0.data_dir.clone();
        let (packages, draft) = (self.0.packages_folder(), entry.row().draft);
        let looked = async {
            let search = self.0.search_path().await;
            let look = move || {
                let mut evidence = looking::look(evidence, &search);
                evidence.is_fetched = package_in(&packages, &draft).is_some();
                if let Some(visible) = visible {
                    evidence.hidden = hidden::among(&evidence, &visible, &data);
                    evidence.hidden_beside = hidden::beside(&evidence, &visible, &data);
                    evidence.is_fenced = true;
                }
                evidence
            };
            blocking(look).await
        };
        let looked = tokio::time::timeout(limits::DIAGNOSIS_LOOK, looked).await;
        // What was not seen in time is not part of the diagnosis.
        let evidence = match looked {
            Ok(looked) => looked?,
            Err(_) => known,
        };
        Ok(diagnose(&evidence))
    }

    /// The programs that start servers, and where they are. None of them is started.
    ///
    /// # Errors
    /// `internal`.
    pub async fn runtimes(&self) -> Result<Vec<RuntimeView>> {
        let search = self.0.search_path().await;
        blocking(move || looking::runtimes(&search)).await
    }

    /// What is known without a look at the disk.
    fn evidence(&self, entry: &Entry) -> Result<Evidence> {
        let draft = entry.row().draft;
        let state = self.0.summary(entry).state;
        let (began, failed) = {
            let data = locked(&entry.data);
            (data.attempt.began, data.attempt.failed.clone())
        };
        let problem = state.problem;
        let (stderr, stdout) = self.output(entry.id.as_str(), began)?;
        let mut stderr = complete(stderr, state.stderr_tail);
        // What a program said that was to start the server, such as the client of an engine that runs a gateway first.
        let said = failed.as_ref().and_then(|failed| failed.said.as_ref());
        let is_unterminated = |failed: &portcullis_core::Error| failed.clue == Some(Clue::UnterminatedLine);
        let unterminated = said.filter(|_| failed.as_ref().is_some_and(is_unterminated));
        let unterminated = unterminated.map(|said| self.0.redactor.hide(&said.text));
        let by_program = said.filter(|said| said.by == TextSource::Program);
        let more = by_program.filter(|said| !stderr.contains(&said.text));
        stderr.extend(more.map(|said| said.text.clone()));
        let set =
            |value: &&NamedValue| value.secret || value.value.as_deref().is_some_and(|it| !it.is_empty());
        let takes_sign_in = views::takes_sign_in(&draft);
        let own_authorization = {
            let mut headers = draft.headers.iter();
            headers.any(|header| header.name.eq_ignore_ascii_case("authorization"))
        };
        Ok(Evidence {
            code: problem
                .as_ref()
                .and_then(|problem| code(problem, failed.as_ref())),
            sentence: problem.map(|problem| problem.sentence),
            is_connected: state.phase == Phase::Ready,
            clue: failed.and_then(|failed| failed.clue),
            exit_code: state.exit_code,
            exit_signal: state.exit_signal,
            stderr,
            stdout,
            unterminated,
            variables: draft
                .environment
                .iter()
                .filter(set)
                .map(|value| value.name.clone())
                .collect(),
            kept_out: locked(&entry.denials).hosts_since(began),
            own_authorization,
            signed_in: takes_sign_in.then(|| entry.authority.view(true).account.is_some()),
            longer_start: longer_start(&draft),
            transport: draft.transport,
            era: draft.era,
            ..Evidence::of(draft.endpoint, System::Other)
        })
    }

    /// What the server wrote since a moment: on standard error, and on standard output besides messages. Secrets are masked.
    fn output(&self, id: &str, since: u64) -> Result<(Vec<String>, Vec<String>)> {
        let last = self
            .0
            .entry(id)?
            .client()
            .map_or(0, |client| *client.log().changes().borrow());
        let page = self.logs(id, last.saturating_sub(limits::DIAGNOSIS_LINES))?;
        let (mut stderr, mut stdout) = (Vec::new(), Vec::new());
        for line in page.lines.into_iter().filter(|line| line.at >= since) {
            match line.source {
                LogSource::Stderr => stderr.push(line.text.text),
                LogSource::Junk => stdout.push(line.text.text),
                LogSource::Host | LogSource::Message => {}
            }
        }
        Ok((stderr, stdout))
    }
}

/// What stands in the log, or the last lines that came with the failure: the log may be a moment behind.
fn complete(logged: Vec<String>, tail: Vec<Foreign>) -> Vec<String> {
    match tail.last() {
        Some(last) if !logged.contains(&last.text) => tail.into_iter().map(|line| line.text).collect(),
        _ => logged,
    }
}

/// The code of a problem. One that came too often hides behind another code.
fn code(problem: &Problem, failed: Option<&Error>) -> Option<Code> {
    let of = |text: &str| Code::ALL.iter().copied().find(|code| code.as_str() == text);
    match failed {
        Some(failed) => Some(failed.code),
        None => of(&problem.code),
    }
}

/// A longer start timeout than a server has now, in seconds.
fn longer_start(draft: &ServerDraft) -> Option<u32> {
    let usual = match &draft.endpoint {
        Endpoint::Address { .. } => limits::HANDSHAKE_HTTP,
        Endpoint::Command {
            program, arguments, ..
        } if downloads(Path::new(program), arguments) => limits::DOWNLOAD,
        Endpoint::Command { .. } | Endpoint::Demo {} => limits::HANDSHAKE,
    };
    let usual = u32::try_from(usual.as_secs()).unwrap_or(u32::MAX);
    let now = draft.limits.start_seconds.unwrap_or(usual);
    let longer = now.saturating_mul(2).min(limits::START_SECONDS.1);
    (longer > now).then_some(longer)
}

fn shown(entry: &Entry, found: TimedDiagnosis) -> DiagnosisView {
    let TimedDiagnosis {
        diagnosis,
        at,
        earlier,
    } = found;
    let draft = entry.row().draft;
    let changes = diagnosis
        .change
        .as_ref()
        .is_some_and(|change| change.of(&draft).is_some());
    let looked_at = diagnosis.looked_at.into_iter().map(|seen| ObservationView {
        kind: seen.kind.as_str().to_owned(),
        words: seen.words,
        said: seen.said,
    });
    let label = entry.label();
    // The rules do not know it, and a command of theirs is to be copied. Names of variables have no space in front of them.
    let named = format!(" {}", shell_word(&label));
    DiagnosisView {
        server: entry.id.0.clone(),
        label,
        cause: diagnosis.cause.as_str().to_owned(),
        sentence: diagnosis.sentence,
        remedy: diagnosis.remedy.replace(" LABEL", &named),
        install: diagnosis.install.map(install),
        action: diagnosis.action.map(|action| action.as_str().to_owned()),
        proposes: changes || diagnosis.action == Some(RepairAction::Review),
        variables: diagnosis.variables,
        at,
        earlier,
        said: diagnosis.said,
        looked_at: looked_at.collect(),
    }
}

pub(super) fn install(by: InstallCommand) -> InstallView {
    match by {
        InstallCommand::Run(command) => InstallView::Command {
            command: command.to_owned(),
        },
        InstallCommand::Page(url) => InstallView::Page { url: url.to_owned() },
    }
}

/// A path for a person.
fn path_text(path: PathBuf) -> String {
    portcullis_core::text::escape_line(&path.to_string_lossy()).text
}
