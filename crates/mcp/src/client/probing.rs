//! Detects the era of a program: `server/discover` first, in a process that can be lost. Some old servers exit on it,
//! some stop answering, and some only start slowly; waiting cannot tell these apart. So while the first process is
//! silent, a second one gets `initialize`, and the first to answer is the server (ERA-22, ERA-23, F-02). Neither is
//! ever sent what the other was.

use super::connect::{Attempt, Connected, RawConnection, after_exit, only_legacy};
use super::handshake::{DiscoverOutcome, Handshake, HandshakeResult};
use super::start_timeout::{NoAnswer, StartTimeouts, too_slow};
use super::{Era, Failed};
use crate::limits;
use portcullis_core::{Code, Error};
use portcullis_domain::LogSource;
use portcullis_l10n::say;
use std::pin::pin;
use std::time::{Duration, Instant};
use tokio::time::{timeout, timeout_at};

/// Which of two processes is the server.
enum Race {
    /// The one that was asked: what it said.
    Asked(DiscoverOutcome),
    /// The other one.
    HandshakeResult(RawConnection, HandshakeResult),
    /// Neither: the reason of the other one.
    Lost(Failed),
}

impl Attempt<'_> {
    /// Starts a program and connects to it, in its era if that is known.
    pub(super) async fn connect_program(&self, known: Option<Era>) -> Result<Connected, Failed> {
        let began = Instant::now();
        let raw = self.start().await?;
        self.follow(&raw);
        match known {
            Some(Era::Legacy) => self.greet(raw, true, began).await,
            Some(Era::Modern) => self.insist(raw, began).await,
            None => self.find_out(raw, began).await,
        }
    }

    /// The older handshake, with a process that was asked nothing before or answered what it was asked.
    async fn greet(&self, raw: RawConnection, certain: bool, began: Instant) -> Result<Connected, Failed> {
        let patience = StartTimeouts::of(self.setup, raw.downloads);
        let handshake = raw.handshake();
        let greeting = handshake.initialize(self.setup.offers, patience.whole);
        let error = match self.answer(&raw, patience.asked, greeting).await {
            Ok(Ok(greeted)) => return Ok(self.connected(raw, Era::Legacy, certain, &greeted, began)),
            Ok(Err(error)) if error.code == Code::ServerSilent => silent(&raw, patience.whole),
            Ok(Err(error)) => error,
            Err(NoAnswer::Exited) => raw.handshake().ended(),
            Err(NoAnswer::Unanswered) => raw.handshake().silent(patience.asked),
        };
        Err(after_exit(raw, error).await)
    }

    /// The modern question to a server that is believed to know it.
    async fn insist(&self, raw: RawConnection, began: Instant) -> Result<Connected, Failed> {
        let patience = StartTimeouts::of(self.setup, raw.downloads);
        let handshake = raw.handshake();
        let question = handshake.discover(self.setup.offers, patience.whole);
        let error = match self.answer(&raw, patience.asked, question).await {
            Ok(DiscoverOutcome::Modern(greeted)) => {
                return Ok(self.connected(raw, Era::Modern, true, &greeted, began));
            }
            Ok(DiscoverOutcome::Refused(error) | DiscoverOutcome::Failed(error)) => error,
            Ok(DiscoverOutcome::Legacy) => only_legacy(raw.rpc.label()),
            Ok(DiscoverOutcome::Silent) => silent(&raw, patience.whole),
            Err(NoAnswer::Exited) => raw.handshake().ended(),
            Err(NoAnswer::Unanswered) => raw.handshake().silent(patience.asked),
        };
        Err(after_exit(raw, error).await)
    }

    async fn find_out(&self, raw: RawConnection, began: Instant) -> Result<Connected, Failed> {
        let patience = StartTimeouts::of(self.setup, raw.downloads);
        let (rpc, transport) = (raw.rpc.clone(), raw.transport.clone());
        let handshake = Handshake {
            rpc: &rpc,
            transport: &transport,
        };
        let found = if raw.downloads {
            let question = handshake.discover(self.setup.offers, patience.whole);
            match self.answer(&raw, limits::PROBE, question).await {
                Ok(DiscoverOutcome::Silent) if raw.unread() => {
                    let error = too_slow(raw.rpc.label(), patience.whole);
                    return Err(after_exit(raw, error).await);
                }
                Ok(found) => found,
                Err(NoAnswer::Exited) => DiscoverOutcome::Failed(handshake.ended()),
                Err(NoAnswer::Unanswered) => DiscoverOutcome::Silent,
            }
        } else {
            let mut question = pin!(handshake.discover(self.setup.offers, limits::PROBE_LONGEST));
            match timeout(limits::PROBE_ALONE, &mut question).await {
                Ok(found) => found,
                Err(_) => match self.race(question.as_mut(), patience, began).await {
                    Race::Asked(found) => found,
                    Race::HandshakeResult(other, greeted) => {
                        raw.discard();
                        self.follow(&other);
                        // That it was silent may have had other reasons.
                        return Ok(self.connected(other, Era::Legacy, false, &greeted, began));
                    }
                    Race::Lost(failed) => {
                        raw.discard();
                        return Err(failed);
                    }
                },
            }
        };
        match found {
            DiscoverOutcome::Modern(greeted) => Ok(self.connected(raw, Era::Modern, true, &greeted, began)),
            DiscoverOutcome::Legacy => self.greet(raw, true, began).await,
            DiscoverOutcome::Refused(error) => Err(after_exit(raw, error).await),
            // It ended before it read anything, so the question was not what it ended of.
            DiscoverOutcome::Failed(error) if raw.unread() => Err(after_exit(raw, error).await),
            // No answer, or a death: the question may have been too much for an old server.
            DiscoverOutcome::Silent | DiscoverOutcome::Failed(_) => {
                raw.stop().await;
                let raw = self.start().await?;
                self.follow(&raw);
                self.greet(raw, false, began).await
            }
        }
    }

    /// Greets a second process beside the one that has been silent so far.
    async fn race(
        &self,
        mut question: std::pin::Pin<&mut impl Future<Output = DiscoverOutcome>>,
        patience: StartTimeouts,
        began: Instant,
    ) -> Race {
        // Without this, the log would end with the last words of an unused process.
        self.log
            .add(LogSource::Host, Some("info"), &say!("second-process"));
        let other = match self.start().await {
            Ok(other) => other,
            Err(failed) => return Race::Lost(failed),
        };
        let (rpc, transport) = (other.rpc.clone(), other.transport.clone());
        let handshake = Handshake {
            rpc: &rpc,
            transport: &transport,
        };
        let mut greeting = pin!(handshake.initialize(self.setup.offers, patience.whole));
        let answered = tokio::select! {
            // The process that was asked first is listened to first.
            biased;
            found = question.as_mut() => match found {
                // It is of no use any more, and the other one goes on.
                DiscoverOutcome::Silent | DiscoverOutcome::Failed(_) => greeting.await.map_err(|error| (error, true)),
                found => {
                    other.discard();
                    return Race::Asked(found);
                }
            },
            greeted = &mut greeting => greeted.map_err(|error| (error, false)),
        };
        match answered {
            Ok(greeted) => Race::HandshakeResult(other, greeted),
            Err((error, alone)) if alone || error.code == Code::ServerSilent => {
                self.follow(&other);
                Race::Lost(after_exit(other, error).await)
            }
            // Some programs do not run beside themselves: the first one is heard out, and makes room.
            Err((error, _)) => {
                tracing::debug!(%error, "a second process beside the first was not greeted");
                other.stop().await;
                let until = tokio::time::Instant::from_std(began) + limits::PROBE;
                let found = timeout_at(until, question).await;
                Race::Asked(found.unwrap_or(DiscoverOutcome::Silent))
            }
        }
    }
}

impl RawConnection {
    /// Ends it and waits for the end.
    async fn stop(mut self) {
        self.transport.close().await;
        if let Some(process) = self.process.take() {
            process.stop().await;
        }
    }

    /// Ends it without waiting: it gets the same grace as every program, and nothing is held up by it.
    fn discard(self) {
        tokio::spawn(self.stop());
    }
}

/// An attempt that was prepared for something else.
pub(super) fn unexpected(what: &str) -> Failed {
    Error::internal(format!("{what} was expected")).into()
}

/// Why nothing came in all the time there was.
fn silent(raw: &RawConnection, after: Duration) -> Error {
    match raw.downloads && raw.unread() {
        true => too_slow(raw.rpc.label(), after),
        false => raw.handshake().silent(after),
    }
}
