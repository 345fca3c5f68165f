//! What is left when the host is killed: nothing.

use super::*;
#[cfg(target_os = "linux")]
use crate::keeper as guardian;
#[cfg(not(target_os = "linux"))]
use crate::watchdog as guardian;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

/// Ignores all it can. Where a guard finds it, one child forks twice and leaves for a session of its own with nothing in
/// its environment; the rest stays in the group.
const STUBBORN: &str = r#"trap '' TERM HUP INT
    if [ -d /proc/self ]; then
      setsid env -i /bin/sh -c 'setsid env -i /bin/sh -c "echo \$\$; exec sleep 600" &'
    else echo $$; fi
    exec env -i /bin/sh -c '(while :; do sleep 0.05; done) & echo $!; echo $$; while :; do sleep 0.05; done'"#;

/// Runs only inside the tests below, which kill it.
#[tokio::test]
#[ignore = "is the host of another test"]
async fn host_to_be_killed() {
    if std::env::var_os("HOST_TO_BE_KILLED").is_none() {
        return;
    }
    let mut first = start_shell(STUBBORN).await;
    let mut pids = numbers(&mut first, 3).await;
    // The guard itself may be killed before; the next launch starts another one that knows all.
    guardian::kill_for_test();
    let mut second = start_shell(STUBBORN).await;
    pids.extend(numbers(&mut second, 3).await);
    // One that could not start must leave nothing to kill behind.
    let absent = Launch {
        program: "/nowhere/program".into(),
        ..shell("", Path::new("/"))
    };
    assert!(spawn(permit(absent), Vec::new(), &search(), None).await.is_err());
    let list = pids.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
    use std::io::Write as _;
    writeln!(std::io::stdout(), "\nstarted {list}").unwrap();
    std::future::pending::<()>().await;
}

fn host() -> (Child, Vec<u32>) {
    let mut host = Command::new(std::env::current_exe().unwrap());
    host.args([
        "--exact",
        "tests::survivors::host_to_be_killed",
        "--ignored",
        "--nocapture",
    ]);
    host.env("HOST_TO_BE_KILLED", "1").stdout(Stdio::piped());
    let mut host = host.spawn().unwrap();
    let lines = BufReader::new(host.stdout.take().unwrap())
        .lines()
        .map(Result::unwrap);
    let mut said = lines.filter_map(|line| Some(line.strip_prefix("started ")?.to_owned()));
    let pids = said
        .next()
        .expect("the host did not start")
        .split(' ')
        .map(|pid| pid.parse().unwrap())
        .collect();
    (host, pids)
}

// Proves F-07.
#[tokio::test]
async fn nothing_is_left_after_the_host_was_killed() {
    let (mut host, pids) = host();
    assert_eq!(pids.len(), 6);
    assert!(
        pids.iter().copied().all(lives),
        "they should run while the host does"
    );
    host.kill().unwrap();
    host.wait().unwrap();
    assert!(
        all_end(&pids).await,
        "left: {:?}",
        pids.iter().filter(|pid| lives(**pid))
    );
}
