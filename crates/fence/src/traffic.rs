//! Which hosts a fenced program reached or was kept from, what changed where it may change things, and when: what belongs to a call
//! is told by its time.

use crate::denial::Denial;
use crate::limits::{LOOK_AGAIN, MAX_CHANGES, MAX_DENIALS, MAX_HOSTS};
use std::collections::{HashMap, VecDeque};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

/// Something that the fence saw of its program.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum TrafficEvent {
    /// A connection to a granted host was made or tried.
    Reached {
        /// Its name, in small letters.
        name: String,
        /// The port.
        port: u16,
    },
    /// An attempt that was stopped.
    Stopped(Denial),
    /// A file or folder changed that the program may change. Another program may have done it.
    Changed(PathBuf),
}

/// What tells of changed files.
pub(crate) trait ChangeSource: Send + Sync {
    /// What changed since it was asked last. Does not wait.
    fn take(&self) -> Vec<PathBuf>;
}

/// The queue of connections that the program opened.
pub(crate) trait ConnectionQueue: Send + Sync {
    /// Whether a connection waits in it.
    fn is_waiting(&self) -> bool;
}

/// What was seen of one program, each with the moment at which it began last. Copies share it.
///
/// A connection counts from when the program opened it, also where it is still being made or was left before it was. Requests on
/// one that is kept open are not seen. Without a network of its own ([`Reach::Anything`](crate::Reach::Anything)) nothing of a
/// program is seen.
#[derive(Debug, Clone, Default)]
pub struct Traffic(Arc<TrafficState>);

#[derive(Debug, Default)]
struct TrafficState {
    records: Mutex<TrafficRecords>,
    changes: Mutex<ChangeRecords>,
}

/// What changed. Behind a lock of its own, which is held from taking changes from their source until they have their moment: others
/// see a change there or here, and no moment of theirs lies between the two.
#[derive(Debug, Default)]
struct ChangeRecords {
    source: Option<Weak<dyn ChangeSource>>,
    /// Each once, the latest at the end.
    changed: VecDeque<(PathBuf, Instant)>,
}

impl ChangeRecords {
    fn look(&mut self) {
        let Some(source) = self.source.as_ref().and_then(Weak::upgrade) else {
            return;
        };
        let paths = source.take();
        // After taking them, so that none is told of a moment before it was made.
        let now = Instant::now();
        for path in paths {
            self.changed.retain(|(known, _)| *known != path);
            self.changed.push_back((path, now));
            if self.changed.len() > MAX_CHANGES {
                self.changed.pop_front();
            }
        }
    }
}

#[derive(Debug, Default)]
struct TrafficRecords {
    seen: HashMap<TrafficEvent, Instant>,
    /// Bounded by the connections and queries that are served at the same time.
    opening: HashMap<u64, (Instant, Option<TrafficEvent>)>,
    next: u64,
    queue: Option<Weak<dyn ConnectionQueue>>,
}

impl TrafficRecords {
    /// Bounded: hosts by what is granted, attempts by what is told.
    fn saw(&mut self, event: TrafficEvent, began: Instant) {
        let is_alike = |other: &&TrafficEvent| {
            matches!(other, TrafficEvent::Stopped(_)) == matches!(event, TrafficEvent::Stopped(_))
        };
        let most = match event {
            TrafficEvent::Reached { .. } => MAX_HOSTS,
            TrafficEvent::Stopped(_) => MAX_DENIALS,
            // Remembered in another way.
            TrafficEvent::Changed(_) => 0,
        };
        if let Some(last) = self.seen.get_mut(&event) {
            *last = (*last).max(began);
        } else if self.seen.keys().filter(is_alike).count() < most {
            self.seen.insert(event, began);
        }
    }
}

#[cfg_attr(not(target_os = "linux"), allow(dead_code))]
impl Traffic {
    fn records(&self) -> MutexGuard<'_, TrafficRecords> {
        self.0.records.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn changes(&self) -> MutexGuard<'_, ChangeRecords> {
        self.0.changes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Connections of the program wait in this queue, as long as it exists.
    pub(crate) fn watch_queue(&self, queue: Weak<dyn ConnectionQueue>) {
        self.records().queue = Some(queue);
    }

    /// Changes are told here, as long as it is there.
    pub(crate) fn changes_at(&self, changes: Weak<dyn ChangeSource>) {
        self.changes().source = Some(changes);
    }

    /// Remembers what changed until now.
    pub(crate) fn look(&self) {
        self.changes().look();
    }

    /// Now, after all that was seen before.
    #[must_use]
    pub fn now(&self) -> Instant {
        let mut changes = self.changes();
        changes.look();
        // Before another look can begin.
        Instant::now()
    }

    /// Something begins. To be called before it is taken from the queue, so that it is always seen in one of the two.
    pub(crate) fn opening(&self) -> Opening {
        let mut records = self.records();
        let number = records.next;
        records.next += 1;
        records.opening.insert(number, (Instant::now(), None));
        Opening {
            traffic: self.clone(),
            number,
        }
    }

    /// What began at or after a moment, in no order.
    #[must_use]
    pub fn since(&self, moment: Instant) -> Vec<TrafficEvent> {
        let changed = self.changed_since(moment);
        let records = self.records();
        let late = records.seen.iter().filter(|(_, at)| **at >= moment);
        let mut events: Vec<TrafficEvent> = late.map(|(event, _)| event.clone()).collect();
        for (at, event) in records.opening.values() {
            if let Some(event) = event.as_ref().filter(|_| *at >= moment)
                && !events.contains(event)
            {
                events.push(event.clone());
            }
        }
        events.extend(changed.into_iter().map(TrafficEvent::Changed));
        events
    }

    fn changed_since(&self, moment: Instant) -> Vec<PathBuf> {
        let mut changes = self.changes();
        changes.look();
        let late = changes.changed.iter().filter(|(_, at)| *at >= moment);
        late.map(|(path, _)| path.clone()).collect()
    }

    /// Waits until it is known what came of everything that began since a moment, and at most so long. What is not known by then
    /// is told by [`Traffic::since`] as what it was meant to be.
    pub async fn settled(&self, moment: Instant, most: Duration) {
        let end = Instant::now() + most;
        while self.is_settling(moment) && Instant::now() < end {
            tokio::time::sleep(LOOK_AGAIN).await;
        }
    }

    fn is_settling(&self, moment: Instant) -> bool {
        let queue = self.records().queue.as_ref().and_then(Weak::upgrade);
        // In this order: what is taken from there was counted here before.
        queue.is_some_and(|queue| queue.is_waiting())
            || self.records().opening.values().any(|(at, _)| *at >= moment)
    }
}

/// A connection or a query of which is not known yet what comes of it.
#[derive(Debug)]
#[cfg_attr(not(target_os = "linux"), allow(dead_code))]
pub(crate) struct Opening {
    traffic: Traffic,
    number: u64,
}

#[cfg_attr(not(target_os = "linux"), allow(dead_code))]
impl Opening {
    /// From here on the host may be told something: unless it turns out to be another one, this is what was seen, whether the
    /// program waits for it or not.
    pub(crate) fn toward(&self, name: &str, port: u16) {
        let name = name.to_owned();
        if let Some((_, event)) = self.traffic.records().opening.get_mut(&self.number) {
            *event = Some(TrafficEvent::Reached { name, port });
        }
    }

    /// What came of it.
    pub(crate) fn was(&self, what: TrafficEvent) {
        let mut records = self.traffic.records();
        if let Some((began, event)) = records.opening.get_mut(&self.number) {
            let began = *began;
            *event = None;
            records.saw(what, began);
        }
    }
}

impl Drop for Opening {
    fn drop(&mut self) {
        let mut records = self.traffic.records();
        if let Some((began, Some(event))) = records.opening.remove(&self.number) {
            records.saw(event, began);
        }
    }
}

#[cfg(test)]
mod tests;
