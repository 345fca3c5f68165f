//! Many calls at once, each allowed by a permission and each durably in the record before it goes out.

use crate::Anything;
use crate::bare::Bare;
use crate::recorded::{Recorded, hello};
use crate::times::{Goal, median, verdict};
use serde_json::json;
use std::sync::Arc;
use std::time::Instant;

const FLIGHT: usize = 64;
const CALLS: u64 = 6_400;
const ROUNDS: usize = 5;

/// Measures and prints.
pub(crate) async fn measure() -> Anything<()> {
    let mut bare = Bare::connect(&[]).await?;
    let recorded = Arc::new(Recorded::start().await?);
    let server = recorded.add("Echo", &[]).await?;
    recorded.ready().await;
    recorded.allow(&server, "echo", hello()).await?;
    let params = json!({"name": "echo", "arguments": hello()});
    let (mut theirs, mut ours) = (Vec::new(), Vec::new());
    for round in 0..=ROUNDS {
        let began = Instant::now();
        bare.pipeline("tools/call", &params, CALLS, FLIGHT).await?;
        let bare_rate = rate(began);
        let began = Instant::now();
        let workers: Vec<_> = (0..FLIGHT)
            .map(|_| {
                let (recorded, server) = (Arc::clone(&recorded), server.clone());
                tokio::spawn(async move {
                    for _ in 0..CALLS / FLIGHT as u64 {
                        recorded.call(&server, "echo", hello()).await?;
                    }
                    Anything::Ok(())
                })
            })
            .collect();
        for worker in workers {
            worker.await??;
        }
        let host_rate = rate(began);
        recorded.settled().await?;
        if round > 0 {
            theirs.push(bare_rate);
            ours.push(host_rate);
        }
    }
    let (theirs, ours) = (median(theirs), median(ours));
    println!(
        "{FLIGHT} calls in flight, {ROUNDS} rounds of {CALLS}, calls per second: bare client {theirs:.0}, host {ours:.0}\n"
    );
    verdict("recorded calls per second", ours, "", Goal::AtLeast(20_000.0));
    recorded.host.close().await;
    Ok(())
}

#[allow(clippy::cast_precision_loss)]
fn rate(began: Instant) -> f64 {
    CALLS as f64 / began.elapsed().as_secs_f64()
}
