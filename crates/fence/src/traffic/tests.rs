use super::{ChangeSource, ConnectionQueue, Traffic, TrafficEvent};
use crate::denial::Denial;
use crate::limits::{MAX_CHANGES, MAX_DENIALS};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};

fn reached(name: &str) -> TrafficEvent {
    TrafficEvent::Reached {
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
        traffic.opening().was(TrafficEvent::Stopped(Denial::Host {
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
    assert_eq!(traffic.since(start), [TrafficEvent::Changed("/b".into())]);
    let later = traffic.now();
    for number in 0..10 * MAX_CHANGES {
        told.0.lock().unwrap().push(format!("/{number}").into());
    }
    let seen = traffic.since(later);
    assert_eq!(seen.len(), MAX_CHANGES);
    let last = format!("/{}", 10 * MAX_CHANGES - 1);
    assert!(seen.contains(&TrafficEvent::Changed(last.into())));
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
    assert_eq!(seen, [TrafficEvent::Changed("/a".into())]);
}

// Proves S-38, S-68.
#[test]
fn a_call_that_begins_during_a_look_is_not_told_a_change_before_it() {
    let (traffic, sent) = during_a_look(|traffic, _| traffic.now());
    assert!(traffic.since(sent).is_empty());
}

struct Queue(AtomicBool);

impl ConnectionQueue for Queue {
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
    let connections: Arc<dyn ConnectionQueue> = queue.clone();
    traffic.watch_queue(Arc::downgrade(&connections));
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
    drop((queue, connections));
    traffic.settled(Instant::now(), LONG).await;
}
