//! Many servers: what they hold while nothing happens, and how long they take to be ready.

use crate::Anything;
use crate::bare::Bare;
use crate::memory::resident;
use crate::recorded::{self, Recorded};
use crate::times::{Goal, at_most, median, verdict};
use portcullis_api::Phase;
use std::time::{Duration, Instant};

const IDLE: usize = 50;
const STARTED: usize = 30;
const ROUNDS: usize = 5;

/// The word by which the program runs itself for `hold`.
pub(crate) const HOLD: &str = "hold";

/// How long idle servers may settle before memory is read.
const SETTLED: Duration = Duration::from_secs(2);

/// Measures and prints.
pub(crate) async fn measure() -> Anything<()> {
    let recorded = Recorded::start().await?;
    let mut servers = Vec::new();
    for number in 0..STARTED {
        servers.push(recorded.add(&format!("Echo {number}"), &[]).await?);
    }
    recorded.ready().await;
    let Recorded { host, folder } = recorded;
    host.close().await;
    drop(host);
    let (mut alone, mut bare, mut all) = (Vec::new(), Vec::new(), Vec::new());
    let mut opened = Vec::new();
    for _ in 0..ROUNDS {
        let began = Instant::now();
        drop(Bare::connect(&[]).await?);
        alone.push(began.elapsed().as_secs_f64() * 1e3);
        let began = Instant::now();
        let connecting: Vec<_> = (0..STARTED)
            .map(|_| tokio::spawn(async { Bare::connect(&[]).await }))
            .collect();
        let mut kept = Vec::new();
        for one in connecting {
            kept.push(one.await??);
        }
        bare.push(began.elapsed().as_secs_f64() * 1e3);
        drop(kept);
        let began = Instant::now();
        let host = recorded::open(folder.path()).await?;
        opened.push(began.elapsed().as_secs_f64() * 1e3);
        while host
            .servers()
            .iter()
            .any(|server| server.state.phase != Phase::Ready)
        {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        all.push(began.elapsed().as_secs_f64() * 1e3);
        host.close().await;
    }
    let (alone, bare, all, opened) = (median(alone), median(bare), median(all), median(opened));
    println!(
        "{STARTED} servers to ready, {ROUNDS} rounds, milliseconds: one by a bare client {alone:.1}, all of them at once by bare clients {bare:.1}, the host from its start {all:.1}, of which its data was open after {opened:.1}\n"
    );
    at_most(
        "all ready / (1.3 × one + all by bare clients)",
        all / (1.3 * alone + bare),
        1.0,
    );
    let mut held = Vec::new();
    for _ in 0..ROUNDS {
        held.push(held_with(1 + IDLE).await? - held_with(1).await?);
    }
    verdict(
        "memory of 50 idle servers",
        median(held),
        " MB",
        Goal::AtMost(12.0),
    );
    Ok(())
}

/// What a host with so many idle servers holds, in MB: one in a process of its own, which holds nothing of another
/// measure. A host with one server stands for an idle one, so that what is read of the program is the same.
async fn held_with(servers: usize) -> Anything<f64> {
    let ran = tokio::process::Command::new(std::env::current_exe()?)
        .args([HOLD, &servers.to_string()])
        .stderr(std::process::Stdio::inherit())
        .output()
        .await?;
    Ok(String::from_utf8(ran.stdout)?.trim().parse()?)
}

/// Prints what this process holds with so many idle servers, in MB.
pub(crate) async fn hold(servers: usize) -> Anything<()> {
    let recorded = Recorded::start().await?;
    for number in 0..servers {
        recorded.add(&format!("Echo {number}"), &[]).await?;
    }
    recorded.ready().await;
    tokio::time::sleep(SETTLED).await;
    #[allow(clippy::cast_precision_loss, reason = "megabytes")]
    let held = resident()? as f64 / 1e6;
    println!("{held}");
    recorded.host.close().await;
    Ok(())
}
