//! A sign-in from its request to the answer: discovery, the question at the gate, and a start only as it was shown.

use super::showing::{choice, notes, question};
use super::{address, blank, given_up, view};
use crate::host::blocking;
use crate::host::{Entry, Inner, locked, views};
use futures::FutureExt;
use portcullis_approval::consent::{Ask, Gate, ProposedSignIn, SignInOption, SignInPermit, Waiting};
use portcullis_core::text::{escape_line, shell_word};
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{Asked, OwnClient, Request, SignInReview};
use portcullis_l10n::say;
use portcullis_oauth::{Discovery, OpenBrowser, SignInChoice};
use portcullis_storage::audit::Intended;
use serde_json::json;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use url::Url;

/// A sign-in that was asked for and not answered yet.
pub(crate) struct PendingSignIn {
    /// Cancelled when it is given up, or when what was read is no longer so.
    over: CancellationToken,
    /// Cancelled, and `over` with it, when what was read is no longer so.
    outdated: CancellationToken,
    /// The question, once it was put.
    request: Option<Request>,
}

/// What a sign-in takes, and what it was found out for.
pub(super) struct FoundSignIn {
    discovery: Discovery,
    address: Url,
    document: Option<Url>,
    own_client: Option<OwnClient>,
}

impl Entry {
    /// Begins to ask, in place of an attempt that was not put to the person yet.
    ///
    /// # Errors
    /// The question that waits already.
    pub(super) fn begins_asking(&self, gate: &Gate) -> std::result::Result<CancellationToken, Box<Request>> {
        let mut pending = locked(&self.pending_sign_in);
        if let Some(before) = pending.take() {
            let waits = before
                .request
                .as_ref()
                .is_some_and(|it| gate.waiting().iter().any(|other| other.id == it.id));
            if waits && let Some(request) = before.request.clone() {
                *pending = Some(before);
                return Err(Box::new(request));
            }
            before.over.cancel();
        }
        let outdated = CancellationToken::new();
        let over = outdated.child_token();
        *pending = Some(PendingSignIn {
            over: over.clone(),
            outdated,
            request: None,
        });
        Ok(over)
    }

    /// It failed, or it was answered; another one may have begun meanwhile.
    pub(super) fn asking_over(&self, over: &CancellationToken) {
        over.cancel();
        locked(&self.pending_sign_in).take_if(|pending| pending.over.is_cancelled());
    }

    /// Takes a question about a sign-in back: what was read is no longer so.
    pub(in crate::host) fn withdraw_sign_in(&self) {
        if let Some(pending) = locked(&self.pending_sign_in).take() {
            pending.outdated.cancel();
        }
    }

    /// The same where the person does not want it any more.
    pub(super) fn give_up_sign_in(&self) {
        if let Some(pending) = locked(&self.pending_sign_in).take() {
            pending.over.cancel();
        }
    }
}

impl Inner {
    /// Finds out what a sign-in takes. No browser opens and nothing is registered.
    pub(super) async fn find_sign_in(&self, entry: &Entry) -> Result<FoundSignIn> {
        let address = address(entry)?;
        let document = locked(&self.document).clone();
        let own_client = view(entry).own_client;
        let discovery = entry.authority.find_out(&address, document.as_ref()).await?;
        check_usable(&discovery, &entry.label())?;
        Ok(FoundSignIn {
            discovery,
            address,
            document,
            own_client,
        })
    }

    /// Puts it to the person.
    pub(super) fn ask_to_sign_in(
        self: &Arc<Self>,
        entry: &Arc<Entry>,
        found: FoundSignIn,
        over: &CancellationToken,
    ) -> Result<Request> {
        let mut pending = locked(&entry.pending_sign_in);
        // Under the lock: the code that withdraws it later finds the question.
        let pending = pending.as_mut().filter(|_| !over.is_cancelled());
        let pending = pending.ok_or_else(given_up)?;
        let waiting = self.gate.ask(proposed(entry, &found))?;
        let request = waiting.request.clone();
        pending.request = Some(request.clone());
        let (host, entry, over) = (Arc::clone(self), Arc::clone(entry), over.clone());
        let outdated = pending.outdated.clone();
        // Closing the host waits for the row of what was still open.
        self.calls.tasks.spawn(async move {
            host.after_sign_in_answer(&entry, waiting, found, (over, outdated))
                .await;
        });
        Ok(request)
    }

    async fn after_sign_in_answer(
        self: &Arc<Self>,
        entry: &Arc<Entry>,
        mut waiting: Waiting<ProposedSignIn>,
        found: FoundSignIn,
        (over, outdated): (CancellationToken, CancellationToken),
    ) {
        let decided = tokio::select! {
            biased;
            // Closing denies what waits; that is not an answer of the user and must not be recorded as one.
            () = self.closing.cancelled() => Err(Error::new(
                Code::Closing,
                say!("sign-in-closed"),
            )),
            () = over.cancelled() => Err(match outdated.is_cancelled() {
                true => Error::new(Code::ConsentStale, say!("sign-in-outdated")),
                false => given_up(),
            }),
            decided = waiting.decided() => decided,
        };
        let shown = waiting.request.digest.clone();
        // It is gone from the gate before the next one can be put.
        drop(waiting);
        entry.asking_over(&over);
        let (answered, permit) = match decided {
            Ok(decision) => (Some(decision.answered), decision.permit),
            Err(error) => (None, Err(error)),
        };
        let permit = match permit {
            Ok(permit) => permit.spend(),
            Err(error) => return self.not_signed_in(entry, shown, &error).await,
        };
        // From here on the account says how it goes, also when it fails at once.
        let sign_in = entry.authority.begin_sign_in();
        let chosen = match self.as_read(entry, found, &permit) {
            Ok(chosen) => chosen,
            Err(error) => {
                self.not_signed_in(entry, shown, &error).await;
                return sign_in.end(Err(&error));
            }
        };
        let seq = match self.audit.intend(row(entry, &chosen, shown)).await {
            Ok(seq) => seq,
            // Nothing happens that cannot be recorded (S-91).
            Err(error) => return sign_in.end(Err(&error)),
        };
        drop(answered);
        let cancel = sign_in.token().clone();
        let signing =
            cancel.run_until_cancelled(Box::pin(entry.authority.sign_in(chosen, self.opens_once(permit))));
        let outcome = self
            .closing
            .run_until_cancelled(signing)
            .await
            .flatten()
            .unwrap_or_else(|| Err(given_up()));
        self.signed_in(entry, seq, &outcome).await;
        sign_in.end(outcome.as_ref().map(|_| ()));
        if outcome.is_ok() {
            entry.offers.forget_answers();
            self.offers_changed(entry, true, true);
            entry.take_up().await;
            // What is written down for when it sleeps is of the sign-in before.
            self.keep_soon(entry);
        }
    }

    /// Opens the page that was read, once.
    fn opens_once(&self, permit: SignInPermit) -> OpenBrowser {
        let opener = Arc::clone(&self.opener);
        Box::new(move |link| {
            async move {
                let permit = permit.open(&link)?;
                blocking(move || opener.open(permit)).await?
            }
            .boxed()
        })
    }

    /// What was chosen, unless anything that was read is no longer so.
    fn as_read(&self, entry: &Entry, found: FoundSignIn, permit: &SignInPermit) -> Result<SignInChoice> {
        let same = address(entry)? == found.address
            && *locked(&self.document) == found.document
            && view(entry).own_client == found.own_client;
        let chosen =
            same.then(|| SignInChoice::from(found.discovery, permit.issuer(), found.address, found.document));
        chosen.flatten().ok_or_else(|| {
            Error::new(
                Code::ConsentStale,
                say!("sign-in-changed", server = entry.label()),
            )
            .remedy(say!("sign-in-changed-remedy"))
        })
    }

    /// Why no sign-in took place, in the record.
    async fn not_signed_in(&self, entry: &Entry, shown: String, error: &Error) {
        let words = match error.code {
            Code::ConsentDenied => say!("sign-in-cancelled"),
            code => code.in_words(),
        };
        let row = Intended {
            why: error.sentence.clone(),
            shown: Some(shown),
            outcome: Some((views::refused(error.code), words)),
            ..blank(entry, say!("account-sign-in-row"))
        };
        if let Err(error) = self.audit.once(row).await {
            tracing::error!(%error, "a sign-in that was not wanted was not recorded");
        }
    }
}

/// What would be done, with all that a person reads of it.
fn proposed(entry: &Entry, found: &FoundSignIn) -> Ask<ProposedSignIn> {
    let server = views::server_ref(entry);
    let FoundSignIn {
        discovery,
        address,
        own_client,
        ..
    } = found;
    let before = entry.authority.before(address);
    let unattended = own_client.as_ref().is_some_and(|own| own.unattended);
    let review = SignInReview {
        resource: escape_line(&discovery.resource).text,
        why: entry.authority.why(),
        issuers: discovery
            .offers
            .iter()
            .map(|offer| choice(offer, before.as_ref(), unattended))
            .collect(),
        moved_from: before
            .filter(|(issuer, _)| !discovery.offers.iter().any(|offer| offer.id == *issuer))
            .map(|(issuer, _)| escape_line(&issuer)),
        unattended,
        own_client: own_client.clone(),
        notes: notes(&server.label, discovery),
    };
    let usable = discovery.offers.iter().filter(|offer| offer.problem().is_none());
    let options = usable.filter_map(|offer| {
        Some(SignInOption {
            issuer: offer.id.clone(),
            page: offer
                .page()
                .filter(|_| !unattended)
                .map(|page| page.as_str().to_owned()),
            registration: offer.registration?,
            scopes: offer.scopes.clone(),
        })
    });
    let proposal = ProposedSignIn {
        server: server.id.clone(),
        resource: discovery.resource.clone(),
        unattended,
        client_id: own_client.as_ref().map(|own| own.client_id.clone()),
        options: options.collect(),
    };
    let question = question(&server.label, &review.why);
    views::ask_by_you(question, server, Asked::SignIn { review }, proposal)
}

/// A question that can only be denied is not asked: what is missing is said instead.
fn check_usable(found: &Discovery, label: &str) -> Result<()> {
    let mut possible = found.offers.iter().filter(|offer| offer.problem().is_none());
    if possible.clone().any(|offer| offer.registration.is_some()) {
        return Ok(());
    }
    let problem = found.offers.iter().find_map(|offer| offer.problem());
    match (possible.next(), problem) {
        (None, Some(problem)) => Err(problem.clone()),
        (offer, _) => {
            let host = offer.and_then(|offer| Url::parse(&offer.id).ok());
            let host = host.map(|url| portcullis_oauth::host(&url)).unwrap_or_default();
            let sentence = say!("sign-in-no-client", host);
            Err(Error::new(Code::AuthNoClient, sentence)
                .remedy(say!("sign-in-no-client-remedy", label = shell_word(label))))
        }
    }
}

/// What is about to be sent to whom, without any credential.
fn row(entry: &Entry, chosen: &SignInChoice, shown: String) -> Intended {
    Intended {
        why: say!("sign-in-why"),
        sent: Some(json!({
            "authorization server": chosen.offer.id,
            "for": chosen.resource,
            "permissions": chosen.offer.scopes,
        })),
        shown: Some(shown),
        outcome: None,
        ..blank(entry, say!("account-sign-in-row"))
    }
}
