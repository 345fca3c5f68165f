//! One command of a fetch, from its start to its end.

use super::super::Inner;
use super::{FetchPlan, home};
use crate::limits;
use portcullis_approval::consent::Permit;
use portcullis_core::text::ForeignText;
use portcullis_core::{Code, Error, Result};
use portcullis_l10n::say;
use portcullis_process::FenceSetup;
use portcullis_programs::Launch;
use std::sync::Arc;
use tokio::io::AsyncReadExt as _;
use tokio::sync::mpsc;

impl Inner {
    /// Runs one command and waits for its end. Dropping this ends it with all that it started.
    pub(super) async fn run_step(self: &Arc<Self>, permit: Permit<Launch>, plan: &FetchPlan) -> Result<()> {
        let program = permit.effect().program.to_string_lossy().into_owned();
        let program = ForeignText::new(program.rsplit('/').next().unwrap_or_default())
            .shown()
            .text;
        let (denied, mut denials) = mpsc::channel(limits::FENCE_DENIALS);
        let fence = match permit.effect().fence {
            Some(_) => Some(FenceSetup {
                folders: Vec::new(),
                helper: self.fence_helper()?,
                home: home(&plan.folder),
                denied,
            }),
            None => None,
        };
        let search = self.search_path().await;
        let running = portcullis_process::spawn(permit, Vec::new(), &search, fence).await?;
        drop(running.stdin);
        let mut stdout = running.stdout;
        // Read, so that it never waits for somebody to do so; what it says there is for people at a terminal.
        tokio::spawn(async move {
            let mut chunk = vec![0; 16 << 10];
            while stdout.read(&mut chunk).await.is_ok_and(|read| read > 0) {}
        });
        let process = running.process;
        let exit = tokio::time::timeout(limits::FETCH, process.exited()).await;
        let failed = match exit {
            Ok(exit) if exit.code == Some(0) => return Ok(()),
            Ok(_) => say!("fetch-failed", package = plan.shown(), program = program),
            Err(_) => {
                process.stop().await;
                let minutes = limits::FETCH.as_secs() / 60;
                say!(
                    "fetch-too-long",
                    package = plan.shown(),
                    program = program,
                    minutes = minutes
                )
            }
        };
        let stderr = process.stderr();
        // All of it was written before the end, and is read soon after it.
        _ = tokio::time::timeout(limits::FETCH_LAST_WORDS, stderr.finished()).await;
        let mut said = stderr.tail(limits::FETCH_LINES);
        while let Ok(denial) = denials.try_recv() {
            said.push(super::super::fence::in_words(&denial));
        }
        let error = Error::new(Code::LaunchFailed, failed).remedy(say!("fetch-failed-remedy"));
        Err(match said.is_empty() {
            true => error,
            false => error.said(&ForeignText::new(said.join("\n"))),
        })
    }
}
