use super::*;
use crate::client::states;
use crate::client::tests::{NeverPrepared, Panics, connected, setup};
use portcullis_core::clock::SystemClock;
use serde_json::json;

fn supervisor(orders: mpsc::Receiver<ControlMessage>) -> Supervisor {
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let first = states::nothing_yet(&*clock);
    Supervisor {
        setup: setup(),
        host: Arc::new(Panics(mpsc::channel(1).0)),
        clock: Arc::clone(&clock),
        orders,
        frames: Frames::default(),
        log: Log::new(clock),
        health: Arc::default(),
        snapshot: watch::channel(Arc::new(first)).0,
        era: None,
        failures: Recent::default(),
        changes: Arc::default(),
        system_watch: SystemWatch::inert(),
        known: false,
        misses: 0,
        turn: None,
    }
}

// Proves S-85, F-04.
#[tokio::test(start_paused = true)]
async fn a_minute_with_too_many_lines_that_are_no_messages_ends_the_connection() {
    let (mut server, mut connected) = connected(&Arc::default());
    let rpc = connected.connection.rpc.clone();
    let (_orders, received) = mpsc::channel(1);
    let mut supervisor = supervisor(received);
    let most = limits::JUNK_PER_MINUTE;
    let says = async {
        for lines in [most, most, most + 1] {
            tokio::time::sleep(Duration::from_secs(30)).await;
            assert!(rpc.failure().is_none());
            for _ in 0..lines {
                server.writes(&json!("no message")).await;
            }
            tokio::time::sleep(Duration::from_secs(30)).await;
        }
    };
    // Without an end, the paused clock is at the end of this wait at once.
    let end = tokio::time::timeout(Duration::from_secs(600), supervisor.until_end(&mut connected));
    let (end, ()) = tokio::join!(end, says);
    assert!(matches!(end, Ok(ConnectionEnd::Lost)));
    assert_eq!(rpc.failure().unwrap().code, Code::ProtocolBroken);
    assert_eq!(rpc.junk(), 3 * most + 1);
}

#[tokio::test(start_paused = true)]
async fn a_restart_ordered_before_a_start_begins_joins_it_and_a_stop_ends_it() {
    let (orders, received) = mpsc::channel(4);
    let (told, mut attempts) = mpsc::channel(4);
    let mut supervisor = supervisor(received);
    supervisor.host = Arc::new(NeverPrepared(told));
    for order in [
        ControlMessage::Restart,
        ControlMessage::Start,
        ControlMessage::Restart,
    ] {
        assert!(orders.try_send(order).is_ok());
    }
    let started = tokio::time::timeout(Duration::from_secs(1), supervisor.try_once()).await;
    assert!(started.is_err(), "one start is under way");
    assert_eq!(attempts.try_recv(), Ok(()));
    assert!(attempts.try_recv().is_err(), "and only one was begun");
    assert!(orders.try_send(ControlMessage::Restart).is_ok());
    assert!(orders.try_send(ControlMessage::Stop).is_ok());
    assert!(matches!(supervisor.try_once().await, NextStep::Rest));
    assert!(attempts.try_recv().is_err(), "nothing is begun");
    assert_eq!(supervisor.snapshot.borrow().state.phase, Phase::Off);
}
