//! Many servers: what they hold while nothing happens, and how long they take to be ready.

use crate::Anything;
use crate::bare::Bare;
use crate::memory::resident;
use crate::recorded::{self, Recorded};
use crate::times::{Goal, median, verdict};
use portcullis_host::view::Phase;
use std::time::{Duration, Instant};

const IDLE: usize = 50;
const STARTED: usize = 30;
const ROUNDS: usize = 5;

/// Measures and prints.
pub(crate) async fn measure() -> Anything<()> {
    let recorded = Recorded::start().await?;
    let idle = resident()?;
    let mut servers = Vec::new();
    for number in 0..STARTED {
        servers.push(recorded.add(&format!("Echo {number}"), &[]).await?);
    }
    recorded.ready().await;
    let Recorded { host, folder } = recorded;
    host.close().await;
    drop(host);
    let (mut alone, mut bare, mut all) = (Vec::new(), Vec::new(), Vec::new());
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
    let (alone, bare, all) = (median(alone), median(bare), median(all));
    println!(
        "{STARTED} servers to ready, {ROUNDS} rounds, milliseconds: one by a bare client {alone:.1}, all of them at once by bare clients {bare:.1}, the host from its start {all:.1}\n"
    );
    verdict(
        "all ready / (1.3 × one + all by bare clients)",
        all / (1.3 * alone + bare),
        "",
        Goal::AtMost(1.0),
    );
    let host = Recorded {
        host: recorded::open(folder.path()).await?,
        folder,
    };
    for number in STARTED..IDLE {
        host.add(&format!("Echo {number}"), &[]).await?;
    }
    host.ready().await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    #[allow(clippy::cast_precision_loss)]
    let more = resident()?.saturating_sub(idle) as f64 / 1e6;
    verdict("memory of 50 idle servers", more, " MB", Goal::AtMost(12.0));
    host.host.close().await;
    Ok(())
}
