//! One call: a bare client, rmcp, and the host that decides and records.

use crate::bare::Bare;
use crate::recorded::{Recorded, hello};
use crate::rows::{Durable, Row};
use crate::times::{Rounds, Times, at_most};
use crate::{Anything, ROUNDS};
use portcullis_tests::programs;
use rmcp::ServiceExt;
use rmcp::model::CallToolRequestParams;
use rmcp::transport::TokioChildProcess;
use serde_json::json;
use std::time::Instant;
use tokio::process::Command;

const CALLS: usize = 300;

/// Measures and prints.
pub(crate) async fn measure() -> Anything<()> {
    let mut bare = Bare::connect(&[]).await?;
    let plain = ()
        .serve(TokioChildProcess::new(Command::new(programs::beside(
            "echo_server",
        )))?)
        .await?;
    let recorded = Recorded::start().await?;
    let server = recorded.add("Echo", &[]).await?;
    recorded.ready().await;
    recorded.allow(&server, "echo", hello()).await?;
    let durable = Durable::open()?;
    let row = Row::open()?;
    let params = json!({"name": "echo", "arguments": hello()});
    let names = [
        "bare client",
        "rmcp alone",
        "one durable write",
        "one row of the record",
        "host, recorded",
    ];
    let mut rounds = Rounds::<5>::default();
    for round in 0..=ROUNDS {
        let mut times: [Times; 5] = Default::default();
        for _ in 0..CALLS {
            let began = Instant::now();
            bare.request("tools/call", &params).await?;
            times[0].0.push(began.elapsed());
            let began = Instant::now();
            let arguments = hello().as_object().cloned().unwrap_or_default();
            plain
                .peer()
                .call_tool(CallToolRequestParams::new("echo").with_arguments(arguments))
                .await?;
            times[1].0.push(began.elapsed());
            let began = Instant::now();
            durable.write()?;
            times[2].0.push(began.elapsed());
            let began = Instant::now();
            row.write().await?;
            times[3].0.push(began.elapsed());
            let began = Instant::now();
            recorded.call(&server, "echo", hello()).await?;
            times[4].0.push(began.elapsed());
            recorded.settled().await?;
        }
        // The first round warms up.
        if round > 0 {
            rounds.add(&times);
        }
    }
    println!("{ROUNDS} rounds of {CALLS} calls each, interleaved; medians of the rounds, in microseconds\n");
    println!("| | p50 | p99 | p50 to bare |\n|---|---|---|---|");
    let medians = rounds.medians();
    let base = medians[0];
    for (name, (p50, p99)) in names.into_iter().zip(medians) {
        println!("| {name} | {p50:.0} | {p99:.0} | {:.2} |", p50 / base.0);
    }
    println!();
    let [_, _, write, own, host] = medians;
    let ratio = |times: f64, write: f64| host.0 / (times * base.0 + write);
    at_most(
        "recorded call / (2 × bare + one durable write), p50",
        ratio(2.0, write.0),
        1.0,
    );
    at_most(
        "recorded call / (2 × bare + one row of the record), p50",
        ratio(2.0, own.0),
        1.0,
    );
    at_most(
        "recorded call / (1.5 × bare + one durable write), p50",
        ratio(1.5, write.0),
        1.0,
    );
    at_most(
        "recorded call / (3 × bare + one durable write), p99",
        host.1 / (3.0 * base.1 + write.1),
        1.0,
    );
    let check = recorded.host.verify_record().await?;
    println!("{}", check.sentence);
    recorded.host.close().await;
    plain.cancel().await?;
    match check.first_broken {
        Some(row) => Err(format!("the record is broken at row {row}").into()),
        None => Ok(()),
    }
}
