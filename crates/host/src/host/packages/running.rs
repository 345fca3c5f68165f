//! One command of a fetch, from its start to its end.

use super::super::Inner;
use super::{FetchPlan, home};
use crate::limits;
use portcullis_approval::consent::Permit;
use portcullis_core::text::ForeignText;
use portcullis_core::{Code, Error, Result, TextSource};
use portcullis_l10n::say;
use portcullis_process::{FenceSetup, Running, StartSetup, Traffic};
use portcullis_programs::Launch;
use std::sync::Arc;
use tokio::sync::mpsc;

impl Inner {
    /// Runs one command and waits for its end. Dropping this ends it with all that it started.
    pub(super) async fn run_step(self: &Arc<Self>, permit: Permit<Launch>, plan: &FetchPlan) -> Result<()> {
        let program = permit.effect().program.to_string_lossy().into_owned();
        let program = ForeignText::new(program.rsplit('/').next().unwrap_or_default())
            .shown()
            .text;
        let (denied, mut denials) = mpsc::channel(limits::FENCE_DENIALS);
        let setup = match permit.effect().fence {
            Some(_) => Some(StartSetup::Fence(FenceSetup {
                folders: Vec::new(),
                quiet: Vec::new(),
                names: Vec::new(),
                helper: self.fence_helper()?,
                home: home(&plan.folder),
                passing_home: false,
                hidden: Vec::new(),
                denied,
                traffic: Traffic::default(),
            })),
            None => None,
        };
        let running = portcullis_process::spawn(permit, Vec::new(), &plan.search, setup).await?;
        match finished(running, &plan.shown(), &program, 0).await {
            Ok(_) => Ok(()),
            Err(mut failed) => {
                while let Ok(denial) = denials.try_recv() {
                    failed.said.push(super::super::fence::in_words(&denial));
                }
                Err(failed.error(say!("fetch-failed-remedy")))
            }
        }
    }
}

/// A command of a fetch that failed.
pub(super) struct FailedStep {
    sentence: String,
    /// The last lines of its errors.
    said: Vec<String>,
}

impl FailedStep {
    pub(super) fn error(self, remedy: String) -> Error {
        let error = Error::new(Code::LaunchFailed, self.sentence).remedy(remedy);
        match self.said.is_empty() {
            true => error,
            false => error.said(TextSource::Program, &ForeignText::new(self.said.join("\n"))),
        }
    }
}

/// Waits for the end of a command, within the time of a fetch, and gives the first bytes of its output. Dropping this ends it with all
/// that it started.
pub(super) async fn finished(
    running: Running,
    package: &str,
    program: &str,
    kept: u64,
) -> std::result::Result<Vec<u8>, FailedStep> {
    let (process, output) = running.output(kept);
    let sentence = match tokio::time::timeout(limits::FETCH, process.exited()).await {
        Ok(exit) if exit.code == Some(0) => {
            // All of it was written before the end, unless something that it left behind goes on writing.
            let first = tokio::time::timeout(limits::FETCH_LAST_WORDS, output).await;
            return Ok(first.ok().and_then(std::result::Result::ok).unwrap_or_default());
        }
        Ok(_) => say!("fetch-failed", package, program),
        Err(_) => {
            process.stop().await;
            let minutes = limits::FETCH.as_secs() / 60;
            say!("fetch-too-long", package, program, minutes)
        }
    };
    let stderr = process.stderr();
    // All of it was written before the end, and is read soon after it.
    _ = tokio::time::timeout(limits::FETCH_LAST_WORDS, stderr.finished()).await;
    Err(FailedStep {
        sentence,
        said: stderr.tail(limits::FETCH_LINES),
    })
}
