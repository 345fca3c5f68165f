//! Which hosts a fenced program reached or was kept from, and when last: what belongs to a call is told by its time.

use crate::denial::Denial;
use crate::limits::{MAX_DENIALS, MAX_HOSTS};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// Something that the fence saw its program do with the network.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Passage {
    /// A connection to a granted host was made and said which host it means.
    Reached {
        /// Its name, in small letters.
        name: String,
        /// The port.
        port: u16,
    },
    /// An attempt that was stopped.
    Stopped(Denial),
}

/// What was seen of one program, each with the moment at which it was seen last. Copies share it.
///
/// A connection counts when it was made: requests on one that is kept open are not seen, and one that a program leaves before it
/// was made counts after the call that opened it. Without a network of its own
/// ([`Reach::Anything`](crate::Reach::Anything)) nothing of a program is seen.
#[derive(Debug, Clone, Default)]
pub struct Traffic(Arc<Mutex<HashMap<Passage, Instant>>>);

impl Traffic {
    /// Bounded: hosts by what is granted, attempts by what is told.
    #[cfg_attr(not(target_os = "linux"), allow(dead_code))]
    pub(crate) fn saw(&self, passage: Passage) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_alike =
            |other: &&Passage| matches!(other, Passage::Stopped(_)) == matches!(passage, Passage::Stopped(_));
        let most = match passage {
            Passage::Reached { .. } => MAX_HOSTS,
            Passage::Stopped(_) => MAX_DENIALS,
        };
        if all.contains_key(&passage) || all.keys().filter(is_alike).count() < most {
            all.insert(passage, Instant::now());
        }
    }

    /// What was seen at or after a moment, in no order.
    #[must_use]
    pub fn since(&self, moment: Instant) -> Vec<Passage> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let late = all.iter().filter(|(_, at)| **at >= moment);
        late.map(|(passage, _)| passage.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Passage, Traffic};
    use crate::denial::Denial;
    use crate::limits::MAX_DENIALS;
    use std::time::Instant;

    fn reached(name: &str) -> Passage {
        Passage::Reached {
            name: name.to_owned(),
            port: 443,
        }
    }

    // Proves S-68.
    #[test]
    fn what_was_seen_is_told_by_its_last_moment_and_a_flood_hides_no_host() {
        let traffic = Traffic::default();
        traffic.saw(reached("a.example"));
        traffic.saw(reached("b.example"));
        let later = Instant::now();
        for number in 0..10 * MAX_DENIALS {
            traffic.saw(Passage::Stopped(Denial::Host {
                name: format!("host{number}.example"),
                port: None,
            }));
        }
        traffic.saw(reached("a.example"));
        let seen = traffic.since(later);
        assert_eq!(seen.len(), MAX_DENIALS + 1);
        assert!(seen.contains(&reached("a.example")) && !seen.contains(&reached("b.example")));
        assert!(traffic.since(Instant::now()).is_empty());
    }
}
