//! A large result, to the host.

use crate::bare::Bare;
use crate::recorded::Recorded;
use crate::times::{Rounds, Times, at_most};
use crate::{Anything, ROUNDS};
use serde_json::json;
use std::time::Instant;

const BYTES: u64 = 10_000_000;
const CALLS: usize = 5;

/// Measures and prints.
pub(crate) async fn measure() -> Anything<()> {
    let mut bare = Bare::connect(&[]).await?;
    let recorded = Recorded::start().await?;
    let server = recorded.add("Echo", &[]).await?;
    recorded.ready().await;
    let arguments = json!({"bytes": BYTES});
    recorded.allow(&server, "fill", arguments.clone()).await?;
    let params = json!({"name": "fill", "arguments": arguments});
    let mut rounds = Rounds::<2>::default();
    for round in 0..=ROUNDS {
        let mut times: [Times; 2] = Default::default();
        for _ in 0..CALLS {
            let began = Instant::now();
            bare.request("tools/call", &params).await?;
            times[0].0.push(began.elapsed());
            let began = Instant::now();
            recorded.call(&server, "fill", arguments.clone()).await?;
            times[1].0.push(began.elapsed());
            recorded.settled().await?;
        }
        if round > 0 {
            rounds.add(&times);
        }
    }
    let [bare, host] = rounds.medians();
    println!(
        "{BYTES} bytes of text, {ROUNDS} rounds of {CALLS}, milliseconds at p50: bare client {:.1}, host {:.1}\n",
        bare.0 / 1e3,
        host.0 / 1e3
    );
    at_most("large result, host / bare", host.0 / bare.0, 1.5);
    recorded.host.close().await;
    Ok(())
}
