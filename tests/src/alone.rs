//! A host without a user: for programs that run for long and answer what it asks without a user, by the same way
//! as a person does.

use std::{path::Path, sync::Arc, time::Duration};

use portcullis_api::{Answer, Asked, CallView, Outcome, Phase, Request, ServerDraft};
use portcullis_core::{Code, Error, clock::SystemClock};
use portcullis_host::{Config, Host, limits, opener::MemoryOpener};
use portcullis_install::DemoProgram;
use portcullis_llm::DemoModel;
use portcullis_programs::SearchPath;
use portcullis_secrets::MemoryKeystore;

use crate::programs;

/// How often something is looked at that is waited for.
pub const LOOK: Duration = Duration::from_millis(3);

/// A host on this folder as shipped, with secrets in memory.
pub fn config(data: &Path) -> Config {
    Config {
        data_dir: data.to_owned(),
        keystore: Arc::new(MemoryKeystore::default()),
        clock: Arc::new(SystemClock),
        demo: Some(DemoProgram {
            program: programs::beside("portcullis-demo"),
            arguments: Vec::new(),
        }),
        search: Some(SearchPath::from_value("/usr/bin:/bin")),
        model: Arc::new(DemoModel),
        opener: Arc::new(MemoryOpener::default()),
        fence: Some(programs::beside("portcullis-fence")),
        other_hosts: None,
    }
}

/// The id of the server with this label; adds it through the review where there is none.
pub async fn server(host: &Host, draft: ServerDraft) -> Result<String, Error> {
    let label = draft.label.clone();
    let find = || host.servers().into_iter().find(|server| server.label == label);
    if let Some(server) = find() {
        // Off after starts that ended badly (F-41): a host that was killed often turns it on again.
        if !server.enabled {
            host.set_enabled(&server.id, true).await?;
        }
        return Ok(server.id);
    }
    let request = host.propose_server(draft, None).await?;
    if let Asked::Launch { refusals, .. } = &request.asked
        && let Some(refusal) = refusals.first()
    {
        return Err(Error::new(Code::BadInput, refusal.sentence.clone()));
    }
    answers(host, &request, Answer::AddAndStart {}).await?;
    loop {
        if let Some(server) = find() {
            return Ok(server.id);
        }
        tokio::time::sleep(LOOK).await;
    }
}

/// Looks at a request for as long as the guard wants, and answers.
pub async fn answers(host: &Host, request: &Request, answer: Answer) -> Result<(), Error> {
    host.attend(&request.id, &request.nonce)?;
    tokio::time::sleep(limits::GUARD + Duration::from_millis(20)).await;
    host.answer(&request.reply(answer)).await
}

/// The question about a call, once it is there; nothing where the call ended without one.
pub async fn question(host: &Host, call: &CallView) -> Option<Request> {
    loop {
        let about =
            |request: &Request| matches!(&request.asked, Asked::Tool { call: id, .. } if *id == call.id);
        if let Some(request) = host.waiting().into_iter().find(about) {
            return Some(request);
        }
        if host.call(&call.id).ok()?.ended_at.is_some() {
            return None;
        }
        tokio::time::sleep(LOOK).await;
    }
}

/// Waits for a phase of a server.
pub async fn becomes(host: &Host, server: &str, phase: Phase) -> Result<(), Error> {
    while host.server(server)?.summary.state.phase != phase {
        tokio::time::sleep(LOOK).await;
    }
    Ok(())
}

/// Waits until the record says how a call ended, and says so.
pub async fn outcome(host: &Host, call: &CallView) -> Result<(u64, Outcome), Error> {
    let ended = host.finished_call(&call.id).await?;
    let seq = ended
        .record
        .ok_or_else(|| Error::internal("a call ended without a row"))?;
    loop {
        match host.record_detail(seq).await?.row.outcome {
            Outcome::Waiting => tokio::time::sleep(LOOK).await,
            outcome => return Ok((seq, outcome)),
        }
    }
}
