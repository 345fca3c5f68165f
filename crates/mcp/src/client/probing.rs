//! How a program is connected whose era nobody knows: the modern question first, in a process that can be lost. Some
//! old servers die of it and some fall silent for good, and some only take long to start; nobody can tell these
//! apart by waiting. So while one process is still silent, a second one is greeted in the older way, and whoever
//! answers first is the server (ERA-22, ERA-23, F-02). Neither is ever sent what the other was.

use super::connect::{Attempt, Connected, Raw, after_exit, only_legacy};
use super::handshake::{Discovered, Greeted, Line};
use super::starting::{Patience, Quiet, too_slow};
use super::{Era, Failed};
use crate::limits;
use portcullis_core::{Code, Error};
use portcullis_domain::LogSource;
use std::pin::pin;
use std::time::{Duration, Instant};
use tokio::time::{timeout, timeout_at};

/// Which of two processes is the server.
enum Race {
    /// The one that was asked: what it said.
    Asked(Discovered),
    /// The other one.
    Greeted(Raw, Greeted),
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
    async fn greet(&self, raw: Raw, certain: bool, began: Instant) -> Result<Connected, Failed> {
        let patience = Patience::of(self.setup, raw.downloads);
        let line = raw.line();
        let greeting = line.initialize(self.setup.offers, patience.whole);
        let error = match self.answer(&raw, patience.asked, greeting).await {
            Ok(Ok(greeted)) => return Ok(self.connected(raw, Era::Legacy, certain, &greeted, began)),
            Ok(Err(error)) if error.code == Code::ServerSilent => silent(&raw, patience.whole),
            Ok(Err(error)) => error,
            Err(Quiet::Exited) => raw.line().ended(),
            Err(Quiet::Unanswered) => raw.line().silent(patience.asked),
        };
        Err(after_exit(raw, error).await)
    }

    /// The modern question to a server that is believed to know it.
    async fn insist(&self, raw: Raw, began: Instant) -> Result<Connected, Failed> {
        let patience = Patience::of(self.setup, raw.downloads);
        let line = raw.line();
        let question = line.discover(self.setup.offers, patience.whole);
        let error = match self.answer(&raw, patience.asked, question).await {
            Ok(Discovered::Modern(greeted)) => {
                return Ok(self.connected(raw, Era::Modern, true, &greeted, began));
            }
            Ok(Discovered::Refused(error) | Discovered::Failed(error)) => error,
            Ok(Discovered::Legacy) => only_legacy(raw.wire.label()),
            Ok(Discovered::Silent) => silent(&raw, patience.whole),
            Err(Quiet::Exited) => raw.line().ended(),
            Err(Quiet::Unanswered) => raw.line().silent(patience.asked),
        };
        Err(after_exit(raw, error).await)
    }

    async fn find_out(&self, raw: Raw, began: Instant) -> Result<Connected, Failed> {
        let patience = Patience::of(self.setup, raw.downloads);
        let (wire, outlet) = (raw.wire.clone(), raw.outlet.clone());
        let line = Line {
            wire: &wire,
            outlet: &outlet,
        };
        let found = if raw.downloads {
            let question = line.discover(self.setup.offers, patience.whole);
            match self.answer(&raw, limits::PROBE, question).await {
                Ok(Discovered::Silent) if raw.unread() => {
                    let error = too_slow(raw.wire.label(), patience.whole);
                    return Err(after_exit(raw, error).await);
                }
                Ok(found) => found,
                Err(Quiet::Exited) => Discovered::Failed(line.ended()),
                Err(Quiet::Unanswered) => Discovered::Silent,
            }
        } else {
            let mut question = pin!(line.discover(self.setup.offers, limits::PROBE_LONGEST));
            match timeout(limits::PROBE_ALONE, &mut question).await {
                Ok(found) => found,
                Err(_) => match self.race(question.as_mut(), patience, began).await {
                    Race::Asked(found) => found,
                    Race::Greeted(other, greeted) => {
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
            Discovered::Modern(greeted) => Ok(self.connected(raw, Era::Modern, true, &greeted, began)),
            Discovered::Legacy => self.greet(raw, true, began).await,
            Discovered::Refused(error) => Err(after_exit(raw, error).await),
            // It ended before it read anything, so the question was not what it ended of.
            Discovered::Failed(error) if raw.unread() => Err(after_exit(raw, error).await),
            // No answer, or a death: the question may have been too much for an old server.
            Discovered::Silent | Discovered::Failed(_) => {
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
        mut question: std::pin::Pin<&mut impl Future<Output = Discovered>>,
        patience: Patience,
        began: Instant,
    ) -> Race {
        // Whoever reads the log would wonder about the last words of a process that nobody spoke to.
        self.log.add(
            LogSource::Host,
            Some("info"),
            "It has not answered the first question yet. A second process of it is greeted in the older way; the one \
             that answers first stays, and what the other writes as it ends stands here too.",
        );
        let other = match self.start().await {
            Ok(other) => other,
            Err(failed) => return Race::Lost(failed),
        };
        let (wire, outlet) = (other.wire.clone(), other.outlet.clone());
        let line = Line {
            wire: &wire,
            outlet: &outlet,
        };
        let mut greeting = pin!(line.initialize(self.setup.offers, patience.whole));
        let answered = tokio::select! {
            // Whoever was asked first is listened to first.
            biased;
            found = question.as_mut() => match found {
                // It is of no use any more, and the other one goes on.
                Discovered::Silent | Discovered::Failed(_) => greeting.await.map_err(|error| (error, true)),
                found => {
                    other.discard();
                    return Race::Asked(found);
                }
            },
            greeted = &mut greeting => greeted.map_err(|error| (error, false)),
        };
        match answered {
            Ok(greeted) => Race::Greeted(other, greeted),
            Err((error, true)) => {
                self.follow(&other);
                Race::Lost(after_exit(other, error).await)
            }
            Err((error, false)) if error.code == Code::ServerSilent => {
                self.follow(&other);
                Race::Lost(after_exit(other, error).await)
            }
            // Some programs do not run beside themselves: the first one is heard out, and makes room.
            Err((error, false)) => {
                tracing::debug!(%error, "a second process beside the first was not greeted");
                other.stop().await;
                let until = tokio::time::Instant::from_std(began) + limits::PROBE;
                let found = timeout_at(until, question).await;
                Race::Asked(found.unwrap_or(Discovered::Silent))
            }
        }
    }
}

impl Raw {
    /// Ends it and waits for the end.
    async fn stop(mut self) {
        self.outlet.close().await;
        if let Some(process) = self.process.take() {
            process.stop().await;
        }
    }

    /// Ends it without waiting: it gets the same grace as every program, and nobody is held up by it.
    fn discard(self) {
        tokio::spawn(self.stop());
    }
}

/// An attempt that was prepared for something else.
pub(super) fn unexpected(what: &str) -> Failed {
    Error::internal(format!("{what} was expected")).into()
}

/// Why nothing came in all the time there was.
fn silent(raw: &Raw, after: Duration) -> Error {
    match raw.downloads && raw.unread() {
        true => too_slow(raw.wire.label(), after),
        false => raw.line().silent(after),
    }
}
