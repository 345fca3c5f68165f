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
pub enum Passage {
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

/// Where connections of the program arrive.
pub(crate) trait Entrance: Send + Sync {
    /// Whether something arrived there and was not taken yet.
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
    seen: HashMap<Passage, Instant>,
    /// Bounded by the connections and queries that are served at the same time.
    opening: HashMap<u64, (Instant, Option<Passage>)>,
    next: u64,
    entrance: Option<Weak<dyn Entrance>>,
}

impl TrafficRecords {
    /// Bounded: hosts by what is granted, attempts by what is told.
    fn saw(&mut self, passage: Passage, began: Instant) {
        let is_alike =
            |other: &&Passage| matches!(other, Passage::Stopped(_)) == matches!(passage, Passage::Stopped(_));
        let most = match passage {
            Passage::Reached { .. } => MAX_HOSTS,
            Passage::Stopped(_) => MAX_DENIALS,
            // Remembered in another way.
            Passage::Changed(_) => 0,
        };
        if let Some(last) = self.seen.get_mut(&passage) {
            *last = (*last).max(began);
        } else if self.seen.keys().filter(is_alike).count() < most {
            self.seen.insert(passage, began);
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

    /// Connections arrive here, as long as it is there.
    pub(crate) fn arrives_at(&self, entrance: Weak<dyn Entrance>) {
        self.records().entrance = Some(entrance);
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

    /// Something begins. To be called before it is taken from the entrance, so that it is always seen in one of the two.
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
    pub fn since(&self, moment: Instant) -> Vec<Passage> {
        let changed = self.changed_since(moment);
        let records = self.records();
        let late = records.seen.iter().filter(|(_, at)| **at >= moment);
        let mut passages: Vec<Passage> = late.map(|(passage, _)| passage.clone()).collect();
        for (at, passage) in records.opening.values() {
            if let Some(passage) = passage.as_ref().filter(|_| *at >= moment)
                && !passages.contains(passage)
            {
                passages.push(passage.clone());
            }
        }
        passages.extend(changed.into_iter().map(Passage::Changed));
        passages
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
        let entrance = self.records().entrance.as_ref().and_then(Weak::upgrade);
        // In this order: what is taken from there was counted here before.
        entrance.is_some_and(|entrance| entrance.is_waiting())
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
        if let Some((_, passage)) = self.traffic.records().opening.get_mut(&self.number) {
            *passage = Some(Passage::Reached { name, port });
        }
    }

    /// What came of it.
    pub(crate) fn was(&self, what: Passage) {
        let mut records = self.traffic.records();
        if let Some((began, passage)) = records.opening.get_mut(&self.number) {
            let began = *began;
            *passage = None;
            records.saw(what, began);
        }
    }
}

impl Drop for Opening {
    fn drop(&mut self) {
        let mut records = self.traffic.records();
        if let Some((began, Some(passage))) = records.opening.remove(&self.number) {
            records.saw(passage, began);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ChangeSource, Entrance, Passage, Traffic};
    use crate::denial::Denial;
    use crate::limits::{MAX_CHANGES, MAX_DENIALS};
    use std::path::PathBuf;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Arc, Mutex, mpsc};
    use std::time::{Duration, Instant};

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
        traffic.opening().was(reached("a.example"));
        traffic.opening().was(reached("b.example"));
        let later = Instant::now();
        for number in 0..10 * MAX_DENIALS {
            traffic.opening().was(Passage::Stopped(Denial::Host {
                name: format!("host{number}.example"),
                port: None,
            }));
        }
        traffic.opening().was(reached("a.example"));
        let seen = traffic.since(later);
        assert_eq!(seen.len(), MAX_DENIALS + 1);
        assert!(seen.contains(&reached("a.example")) && !seen.contains(&reached("b.example")));
        assert!(traffic.since(Instant::now()).is_empty());
    }

    // Proves S-68.
    #[test]
    fn a_connection_counts_from_its_beginning_and_before_it_is_made() {
        let traffic = Traffic::default();
        let start = Instant::now();
        let opening = traffic.opening();
        assert!(traffic.since(start).is_empty(), "it may come to nothing");
        opening.toward("a.example", 443);
        assert_eq!(traffic.since(start), [reached("a.example")]);
        let next_call = Instant::now();
        // Two names may have one address: which was meant is known later.
        opening.was(reached("b.example"));
        drop(opening);
        assert_eq!(traffic.since(start), [reached("b.example")]);
        assert!(traffic.since(next_call).is_empty(), "it is of the call before");

        let left = traffic.opening();
        left.toward("a.example", 443);
        drop(left);
        assert_eq!(traffic.since(next_call), [reached("a.example")]);
        drop(traffic.opening());
        assert_eq!(traffic.since(next_call).len(), 1, "nothing came of it");
    }

    #[test]
    fn an_older_beginning_does_not_hide_a_later_one() {
        let traffic = Traffic::default();
        let slow = traffic.opening();
        let start = Instant::now();
        traffic.opening().was(reached("a.example"));
        slow.was(reached("a.example"));
        assert_eq!(traffic.since(start), [reached("a.example")]);
    }

    struct Told(Mutex<Vec<PathBuf>>);

    impl ChangeSource for Told {
        fn take(&self) -> Vec<PathBuf> {
            std::mem::take(&mut *self.0.lock().unwrap())
        }
    }

    // Proves S-38, S-68.
    #[test]
    fn a_change_counts_from_when_it_was_told_and_the_latest_are_remembered() {
        let traffic = Traffic::default();
        let told = Arc::new(Told(Mutex::default()));
        let source: Arc<dyn ChangeSource> = told.clone();
        traffic.changes_at(Arc::downgrade(&source));
        told.0.lock().unwrap().push("/a".into());
        let start = traffic.now();
        assert!(traffic.since(start).is_empty(), "it was before");
        told.0.lock().unwrap().push("/b".into());
        assert_eq!(traffic.since(start), [Passage::Changed("/b".into())]);
        let later = traffic.now();
        for number in 0..10 * MAX_CHANGES {
            told.0.lock().unwrap().push(format!("/{number}").into());
        }
        let seen = traffic.since(later);
        assert_eq!(seen.len(), MAX_CHANGES);
        let last = format!("/{}", 10 * MAX_CHANGES - 1);
        assert!(seen.contains(&Passage::Changed(last.into())));
    }

    /// Gives a change, but only long after it was taken.
    struct SlowSource {
        told: Told,
        taken: mpsc::SyncSender<()>,
    }

    impl ChangeSource for SlowSource {
        fn take(&self) -> Vec<PathBuf> {
            let paths = self.told.take();
            if !paths.is_empty() {
                self.taken.send(()).unwrap();
                std::thread::sleep(Duration::from_millis(100));
            }
            paths
        }
    }

    /// Does something while a look of the background took a change and has not remembered it.
    fn during_a_look<T>(during: impl FnOnce(&Traffic, Instant) -> T) -> (Traffic, T) {
        let traffic = Traffic::default();
        let (taken, waiting) = mpsc::sync_channel(1);
        let told = Told(Mutex::new(vec!["/a".into()]));
        let source: Arc<dyn ChangeSource> = Arc::new(SlowSource { told, taken });
        let start = traffic.now();
        traffic.changes_at(Arc::downgrade(&source));
        let result = std::thread::scope(|scope| {
            scope.spawn(|| traffic.look());
            waiting.recv().unwrap();
            during(&traffic, start)
        });
        (traffic, result)
    }

    // Proves S-38, S-68.
    #[test]
    fn a_call_that_ends_during_a_look_is_told_its_change() {
        let (_, seen) = during_a_look(Traffic::since);
        assert_eq!(seen, [Passage::Changed("/a".into())]);
    }

    // Proves S-38, S-68.
    #[test]
    fn a_call_that_begins_during_a_look_is_not_told_a_change_before_it() {
        let (traffic, sent) = during_a_look(|traffic, _| traffic.now());
        assert!(traffic.since(sent).is_empty());
    }

    struct Queue(AtomicBool);

    impl Entrance for Queue {
        fn is_waiting(&self) -> bool {
            self.0.load(Ordering::SeqCst)
        }
    }

    // Proves S-68.
    #[tokio::test]
    async fn the_end_waits_for_what_was_not_taken_yet_and_not_for_ever() {
        const LONG: Duration = Duration::from_secs(60);
        const SHORT: Duration = Duration::from_millis(40);
        let traffic = Traffic::default();
        let start = Instant::now();
        traffic.settled(start, LONG).await;
        let queue = Arc::new(Queue(AtomicBool::new(true)));
        let entrance: Arc<dyn Entrance> = queue.clone();
        traffic.arrives_at(Arc::downgrade(&entrance));
        let waited = Instant::now();
        traffic.settled(start, SHORT).await;
        assert!(waited.elapsed() >= SHORT);

        let (taken, taking) = (traffic.clone(), queue.clone());
        tokio::spawn(async move {
            tokio::time::sleep(SHORT).await;
            let opening = taken.opening();
            taking.0.store(false, Ordering::SeqCst);
            tokio::time::sleep(SHORT).await;
            opening.was(reached("a.example"));
        });
        traffic.settled(start, LONG).await;
        assert_eq!(traffic.since(start), [reached("a.example")]);

        // What was there before is not waited for, and neither is a program that ended.
        let _silent = traffic.opening();
        traffic.settled(Instant::now(), LONG).await;
        queue.0.store(true, Ordering::SeqCst);
        drop((queue, entrance));
        traffic.settled(Instant::now(), LONG).await;
    }
}
