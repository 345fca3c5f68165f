//! Ten thousand tools: listed, digested and searchable.

use crate::Anything;
use crate::bare::Bare;
use crate::memory::resident;
use crate::recorded::Recorded;
use crate::times::{Goal, Times, median, verdict, within_ms};
use serde_json::json;
use std::time::{Duration, Instant};

const TOOLS: &str = "10000";
const ROUNDS: usize = 5;

/// Measures and prints.
pub(crate) async fn measure() -> Anything<()> {
    let recorded = Recorded::start().await?;
    let plain = recorded.add("Few", &[]).await?;
    recorded.ready().await;
    let before = resident()?;
    let server = recorded.add("Many", &["--tools", TOOLS]).await?;
    recorded.ready().await;
    let whole = |found: u32| found.to_string() == TOOLS;
    while !whole(recorded.host.tools(&server, "")?.total) {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    // The window's list of all of them is not part of what stays.
    let memory = resident()?.saturating_sub(before);
    let (mut read, mut listed, mut new) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..=ROUNDS {
        // The server makes its list when it starts, whether or not it is read.
        let began = Instant::now();
        drop(Bare::connect(&[]).await?);
        let without = began.elapsed();
        let began = Instant::now();
        let mut bare = Bare::connect(&["--tools", TOOLS]).await?;
        let made = began.elapsed().saturating_sub(without);
        let began = Instant::now();
        bare.request("tools/list", &json!({})).await?;
        let bare_time = began.elapsed();
        let large = recorded.start_again(&server).await?;
        // What starting a program and shaking hands takes without a long list.
        let small = recorded.start_again(&plain).await?;
        // The same of servers that the host has never seen: every definition is new.
        let many = format!("Many {round}");
        let new_large = recorded.add_timed(&many, &["--tools", TOOLS]).await?;
        remove(&recorded, &many).await?;
        let few = format!("Few {round}");
        let new_small = recorded.add_timed(&few, &[]).await?;
        remove(&recorded, &few).await?;
        if round > 0 {
            read.push(bare_time.as_secs_f64() * 1e3);
            listed.push((large - small - made.as_secs_f64()) * 1e3);
            new.push((new_large - new_small - made.as_secs_f64()) * 1e3);
        }
    }
    let mut keys = Times::default();
    for query in [
        "t",
        "to",
        "too",
        "tool",
        "tool 77",
        "tool 7777",
        "row",
        "rowz",
        "number",
        "seven",
    ] {
        let began = Instant::now();
        _ = recorded.host.tools(&server, query)?;
        keys.0.push(began.elapsed());
    }
    let (read, listed, new) = (median(read), median(listed), median(new));
    println!(
        "{TOOLS} tools, {ROUNDS} rounds, milliseconds: read as a tree by a bare client {read:.1}; ready and searchable in the host later than a server of two tools, without the time in which the server makes the list: the first list of a server {new:.1}, the same list again {listed:.1}\n"
    );
    within_ms("the first list, more than reading the bytes", new - read, 30.0);
    within_ms(
        "the same list again, more than reading the bytes",
        listed - read,
        30.0,
    );
    #[allow(clippy::cast_precision_loss)]
    verdict(
        "memory of the list",
        memory as f64 / 1e6,
        " MB",
        Goal::AtMost(60.0),
    );
    within_ms("a key to results, slowest", keys.at(1.0) / 1e3, 16.0);
    recorded.host.close().await;
    Ok(())
}

/// Removes the server with this label, so that what comes after is not measured beside it.
async fn remove(recorded: &Recorded, label: &str) -> Anything<()> {
    let servers = recorded.host.servers();
    let server = servers.iter().find(|it| it.label == label).ok_or("no server")?;
    Ok(recorded.host.remove_server(&server.id).await?)
}
