//! After a page was opened: whether the person is done there, and what waits for it may be tried again (ELI-25).

use super::row;
use crate::host::questions::unanswered;
use crate::host::{Entry, Inner, views};
use crate::limits;
use portcullis_approval::consent::{Ask, Decision, ProposedRetry};
use portcullis_catalog::links::Link;
use portcullis_core::{Code, Result};
use portcullis_domain::{Asked, AskedBy, Cause, Outcome};
use portcullis_l10n::say;
use portcullis_mcp::client::UrlElicitationVisit;
use portcullis_storage::audit::{Decided, Ended, Intended};
use std::sync::Arc;
use tokio::time::Instant;

impl Inner {
    /// Asks the person. `true` when they say that they are done. In a task of its own: the caller may go away, and
    /// the row gets its end all the same.
    pub(in crate::host) async fn url_elicitation_done(
        self: &Arc<Self>,
        entry: &Arc<Entry>,
        visit: UrlElicitationVisit,
    ) -> bool {
        let (host, entry) = (Arc::clone(self), Arc::clone(entry));
        let asked = self
            .calls
            .tasks
            .spawn(async move { host.ask_and_record(&entry, visit).await });
        asked.await.unwrap_or_else(|error| {
            tracing::error!(%error, "a question about a page panicked");
            false
        })
    }

    async fn ask_and_record(self: &Arc<Self>, entry: &Arc<Entry>, visit: UrlElicitationVisit) -> bool {
        let hosts: Vec<String> = visit
            .urls
            .iter()
            .filter_map(|url| Link::read(url).ok())
            .map(|link| link.parts.host)
            .collect();
        let intended = Intended {
            what: say!("page-row"),
            why: say!("page-why", server = entry.label()),
            ..row(entry)
        };
        let seq = match self.audit.intend(intended).await {
            Ok(seq) => seq,
            // Nothing is asked that cannot be recorded (S-91).
            Err(error) => {
                tracing::error!(%error, "a question about a page was not recorded, and not asked");
                return false;
            }
        };
        let cause = self.cause_of(visit.cause);
        let done = self.ask_whether_done(entry, &visit, hosts, cause).await;
        let (again, ended) = match &done {
            Ok(decision) if decision.permit.is_ok() => {
                let decided = Decided {
                    why: say!("page-done-why"),
                    shown: Some(decision.answered.digest().to_owned()),
                    ..Decided::default()
                };
                match self.audit.decide(seq, decided).await {
                    Ok(_) => (true, Ended::new(Outcome::Done, say!("page-again"))),
                    Err(error) => (false, Ended::failed(&error)),
                }
            }
            Ok(decision) => {
                let ended = Ended {
                    shown: Some(decision.answered.digest().to_owned()),
                    why: Some(decision.answered.in_record(say!("page-given-up-why"))),
                    ..Ended::new(Outcome::Denied, say!("page-given-up"))
                };
                (false, ended)
            }
            Err(error) => (false, unanswered(error)),
        };
        self.question_ended(seq, ended, done.ok().map(|decision| decision.answered));
        again
    }

    /// A person may take longer on a page than a question waits at the gate: it is put again, within a limit.
    async fn ask_whether_done(
        self: &Arc<Self>,
        entry: &Arc<Entry>,
        visit: &UrlElicitationVisit,
        hosts: Vec<String>,
        cause: Option<Cause>,
    ) -> Result<Decision<ProposedRetry>> {
        let until = Instant::now() + limits::URL_ELICITATION_TIMEOUT;
        let server = views::server_ref(entry);
        loop {
            let ask = Ask {
                question: say!("page-question", server = server.label),
                server: server.clone(),
                asked_by: AskedBy::Server {},
                asked: Asked::Page {
                    hosts: hosts.clone(),
                    cause: cause.clone(),
                },
                proposal: ProposedRetry {
                    server: server.id.clone(),
                },
                edit: None,
                // The person opened the page for it.
                pressed_for: true,
            };
            match self.put_question(ask, &visit.over).await {
                Err(error) if error.code == Code::ConsentExpired && Instant::now() < until => {}
                done => return done,
            }
        }
    }
}
