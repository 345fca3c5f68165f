//! How programs end, from the polite to the deaf.

use super::*;
use crate::Exit;
use crate::limits::{STDERR_BYTES, STOP_AFTER_EOF, STOP_AFTER_TERM};
use std::time::Instant;
use tokio::io::AsyncWriteExt as _;

/// Closes standard input and stops; gives the end and how long it took.
async fn stop(running: Running) -> (Exit, Duration) {
    drop(running.stdin);
    let start = Instant::now();
    let exit = within(running.process.stop()).await;
    (exit, start.elapsed())
}

// Proves F-07.
#[tokio::test]
async fn one_that_ends_with_its_input_is_not_hurried() {
    let running = start_shell("cat >/dev/null; exit 7").await;
    let (exit, took) = stop(running).await;
    assert_eq!((exit.code, exit.signal), (Some(7), None));
    assert!(took < STOP_AFTER_EOF, "{took:?}");
}

// Proves F-07.
#[tokio::test]
async fn one_that_ignores_the_end_of_input_gets_sigterm() {
    let mut running = start_shell("echo $$; exec sleep 600").await;
    numbers(&mut running, 1).await;
    let (exit, took) = stop(running).await;
    assert_eq!((exit.code, exit.signal), (None, Some(15)));
    assert!(
        took >= STOP_AFTER_EOF && took < STOP_AFTER_EOF + STOP_AFTER_TERM,
        "{took:?}"
    );
}

// Proves F-07.
#[tokio::test]
async fn one_that_handles_sigterm_may_finish() {
    let mut running = start_shell("trap 'exit 3' TERM; echo $$; while :; do sleep 0.05; done").await;
    numbers(&mut running, 1).await;
    let (exit, _) = stop(running).await;
    assert_eq!((exit.code, exit.signal), (Some(3), None));
}

// Proves F-07.
#[tokio::test]
async fn one_that_ignores_everything_is_killed() {
    let mut running = start_shell("trap '' TERM HUP INT; echo $$; while :; do sleep 0.05; done").await;
    numbers(&mut running, 1).await;
    let (exit, took) = stop(running).await;
    assert_eq!((exit.code, exit.signal), (None, Some(9)));
    assert!(took >= STOP_AFTER_EOF + STOP_AFTER_TERM, "{took:?}");
}

// Proves F-07.
#[tokio::test]
async fn a_grandchild_ends_even_when_the_child_went_by_itself() {
    // Without the mark, so that only its group tells whose it is.
    let script = "trap '' TERM; env -i /bin/sh -c 'while :; do sleep 0.05; done' & echo $!; read line";
    let mut running = start_shell(script).await;
    let grandchild = numbers(&mut running, 1).await;
    assert!(lives(grandchild[0]));
    let (exit, took) = stop(running).await;
    assert_eq!(exit.code, Some(1));
    assert!(took < STOP_AFTER_EOF, "{took:?}");
    assert!(all_end(&grandchild).await);
}

// Proves F-07.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_daemon_that_left_its_session_ends_too() {
    let mut running = start_shell("setsid sh -c 'setsid sleep 600 & echo $!' & wait; read line").await;
    let daemon = numbers(&mut running, 1).await;
    assert!(lives(daemon[0]));
    stop(running).await;
    assert!(all_end(&daemon).await);
}

/// Forks, leaves its session, forks again, and runs with nothing of the environment, as a child of no process that it knows.
#[cfg(target_os = "linux")]
pub(super) const ESCAPE: &str =
    r#"setsid env -i /bin/sh -c 'setsid env -i /bin/sh -c "echo \$\$; exec sleep 600" &'"#;

// Proves F-07.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_daemon_without_a_mark_a_group_or_a_parent_ends_too() {
    let mut running = start_shell(&format!("{ESCAPE}; read line")).await;
    let daemon = numbers(&mut running, 1).await;
    assert!(lives(daemon[0]));
    let (exit, took) = stop(running).await;
    // `read` met the end of input.
    assert_eq!(exit.code, Some(1));
    assert!(took < STOP_AFTER_EOF, "{took:?}");
    assert!(!lives(daemon[0]), "it is gone when the server is said to be");
}

// Proves F-07.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_server_that_kills_its_guard_ends_with_all_it_started() {
    let script = format!("{ESCAPE}; echo $$; read line; kill -KILL $PPID; exec sleep 600");
    let mut running = start_shell(&script).await;
    let pids = numbers(&mut running, 2).await;
    running.stdin.write_all(b"now\n").await.unwrap();
    assert_eq!(within(running.process.exited()).await, Exit::UNKNOWN);
    assert!(all_end(&pids).await);
}

// Proves S-40.
#[tokio::test]
async fn a_server_leads_a_session_of_its_own_without_a_terminal() {
    let mut running = start_shell("echo $$; exec sleep 600").await;
    let own = numbers(&mut running, 1).await[0];
    assert_eq!(session_of(own), own);
    let mut held = start_shell("(: </dev/tty) 2>/dev/null && echo 1 || echo 0; exec sleep 600").await;
    assert_eq!(numbers(&mut held, 1).await, [0]);
}

// Proves F-07.
#[tokio::test]
async fn dropping_the_last_handle_kills_the_group() {
    let mut running = start_shell("trap '' TERM; sleep 600 & echo $!; echo $$; wait").await;
    let pids = numbers(&mut running, 2).await;
    let second = running.process.clone();
    drop(running);
    assert_eq!(second.exit(), None, "a handle is left");
    drop(second);
    assert!(all_end(&pids).await);
}

// Proves F-07.
#[test]
fn a_runtime_that_ends_takes_its_servers_along() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap();
    let (running, pids) = runtime.block_on(async {
        let mut running = start_shell("trap '' TERM; echo $$; while :; do sleep 0.05; done").await;
        let pids = numbers(&mut running, 1).await;
        (running, pids)
    });
    drop(runtime);
    let checker = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    assert!(checker.block_on(all_end(&pids)));
    drop(running.process);
}

// Proves F-01.
#[tokio::test]
async fn every_waiter_learns_how_it_ended() {
    for (script, words) in [
        ("exit 0", "exited with code 0"),
        ("kill -SEGV $$", "was killed by SIGSEGV (11)"),
    ] {
        let running = start_shell(&format!("echo why >&2; {script}")).await;
        let waiters = (running.process.exited(), running.process.exited());
        let (one, two) = within(async { tokio::join!(waiters.0, waiters.1) }).await;
        assert_eq!((one.words().as_str(), one), (words, two));
        within(running.process.stderr().finished()).await;
        assert_eq!(running.process.stderr().tail(5), ["why"]);
        assert_eq!(
            within(running.process.stop()).await,
            one,
            "stopping afterwards changes nothing"
        );
    }
}

// Proves F-05.
#[tokio::test]
async fn a_server_that_does_not_read_can_still_be_stopped() {
    let mut running = start_shell("exec sleep 600").await;
    // More than a pipe holds: it is written only when it is read, which never happens.
    let flood = vec![b'x'; 1 << 20];
    let both = async { tokio::join!(running.stdin.write_all(&flood), running.process.stop()) };
    let (sent, exit) = within(both).await;
    assert_eq!(sent.unwrap_err().kind(), std::io::ErrorKind::BrokenPipe);
    assert_eq!(exit.signal, Some(15));
}

// Proves F-06.
#[tokio::test]
async fn a_closed_output_does_not_keep_it_from_being_stopped() {
    let mut running = start_shell("trap '' TERM; exec >&-; while :; do sleep 0.05; done").await;
    let mut none = Vec::new();
    within(tokio::io::AsyncReadExt::read_to_end(
        &mut running.stdout,
        &mut none,
    ))
    .await
    .unwrap();
    assert_eq!(running.process.exit(), None);
    assert_eq!(stop(running).await.0.signal, Some(9));
}

// Proves F-08.
#[tokio::test]
async fn a_flood_on_standard_error_neither_blocks_nor_is_kept() {
    const FLOOD: u64 = 100 << 20;
    let running = start_shell(&format!(
        "yes 'the same line again and again' | head -c {FLOOD} >&2"
    ))
    .await;
    within(running.process.exited()).await;
    let stderr = running.process.stderr();
    within(stderr.finished()).await;
    assert_eq!(stderr.total_bytes(), FLOOD);
    assert!(
        stderr.kept_bytes() <= STDERR_BYTES + 2 * crate::limits::LOG_LINE_BYTES,
        "{}",
        stderr.kept_bytes()
    );
    assert!(
        stderr
            .tail(1_000)
            .iter()
            .any(|line| line == "the same line again and again")
    );
}

// Proves F-39.
#[tokio::test]
async fn thirty_deaf_servers_are_stopped_together() {
    let mut all = Vec::new();
    for _ in 0..30 {
        let mut running = start_shell("trap '' TERM; echo $$; while :; do sleep 0.5; done").await;
        numbers(&mut running, 1).await;
        all.push(running);
    }
    let start = Instant::now();
    futures::future::join_all(all.into_iter().map(stop)).await;
    assert!(start.elapsed() < crate::limits::QUIT, "{:?}", start.elapsed());
}
