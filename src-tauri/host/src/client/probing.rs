//! How a program is connected whose era nobody knows: the modern question first, in a process that can be lost. Some
//! old servers die of it and some fall silent for good, and some only take long to start; nobody can tell these
//! apart by waiting. So while one process is still silent, a second one is greeted in the older way, and whoever
//! answers first is the server (ERA-22, ERA-23, F-02). Neither is ever sent what the other was.

use super::connect::{Attempt, Connected, Raw, after_exit, only_legacy};
use super::handshake::{Discovered, Greeted, Line};
use super::{Era, Failed};
use crate::view::LogSource;
use crate::{Code, Error, limits};
use std::pin::pin;
use std::time::Instant;
use tokio::time::{timeout, timeout_at};

/// Programs that fetch a package before they start it. Two of them at once fetch it twice, into the same place.
const FETCHING: [&str; 10] = [
    "npx", "npm", "pnpm", "yarn", "bunx", "uvx", "uv", "pipx", "docker", "podman",
];

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
        match raw.line().initialize(self.setup.offers, limits::HANDSHAKE).await {
            Ok(greeted) => Ok(self.connected(raw, Era::Legacy, certain, &greeted, began)),
            Err(error) => Err(after_exit(raw, error).await),
        }
    }

    /// The modern question to a server that is believed to know it.
    async fn insist(&self, raw: Raw, began: Instant) -> Result<Connected, Failed> {
        let error = match raw.line().discover(self.setup.offers, limits::HANDSHAKE).await {
            Discovered::Modern(greeted) => {
                return Ok(self.connected(raw, Era::Modern, true, &greeted, began));
            }
            Discovered::Refused(error) | Discovered::Failed(error) => error,
            Discovered::Legacy => only_legacy(raw.wire.label()),
            Discovered::Silent => raw.line().silent(limits::HANDSHAKE),
        };
        Err(after_exit(raw, error).await)
    }

    async fn find_out(&self, raw: Raw, began: Instant) -> Result<Connected, Failed> {
        let (wire, outlet) = (raw.wire.clone(), raw.outlet.clone());
        let line = Line {
            wire: &wire,
            outlet: &outlet,
        };
        let alone = match raw.fetches {
            true => limits::PROBE,
            false => limits::PROBE_ALONE,
        };
        let mut question = pin!(line.discover(self.setup.offers, limits::PROBE_LONGEST));
        let found = match timeout(alone, &mut question).await {
            Ok(found) => found,
            Err(_) if raw.fetches => Discovered::Silent,
            Err(_) => match self.race(question.as_mut(), began).await {
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
        };
        match found {
            Discovered::Modern(greeted) => Ok(self.connected(raw, Era::Modern, true, &greeted, began)),
            Discovered::Legacy => self.greet(raw, true, began).await,
            Discovered::Refused(error) => Err(after_exit(raw, error).await),
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
        let mut greeting = pin!(line.initialize(self.setup.offers, limits::HANDSHAKE));
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

/// Whether a program fetches something before it starts.
pub(super) fn fetches(program: &std::path::Path) -> bool {
    let name = program
        .file_stem()
        .and_then(|name| name.to_str())
        .unwrap_or_default();
    FETCHING.contains(&name)
}

/// An attempt that was prepared for something else.
pub(super) fn unexpected(what: &str) -> Failed {
    Error::internal(format!("{what} was expected")).into()
}

#[cfg(test)]
mod tests {
    use super::fetches;
    use std::path::Path;

    #[test]
    fn era23_what_fetches_a_package_is_not_started_twice_at_once() {
        for program in ["/usr/bin/npx", "/opt/bin/uvx", "npx.cmd", "docker"] {
            assert!(fetches(Path::new(program)), "{program}");
        }
        for program in ["/usr/bin/node", "/usr/bin/python3", "npx-server", "/npx/server"] {
            assert!(!fetches(Path::new(program)), "{program}");
        }
    }
}
