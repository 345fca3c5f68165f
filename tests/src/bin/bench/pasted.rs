//! From a pasted command to a ready server, without the time that a person takes to read, beside starting the same server by hand.

use crate::Anything;
use crate::bare::Bare;
use crate::recorded::{Recorded, looked_at};
use crate::times::{at_most, median};
use portcullis_api::Answer;
use portcullis_tests::packages;
use std::time::Instant;

const ROUNDS: usize = 5;

/// Measures and prints.
pub(crate) async fn measure() -> Anything<()> {
    let program = packages::everything();
    let line = std::iter::once(program.path.to_str().ok_or("no plain name")?)
        .chain(program.arguments.iter().map(String::as_str))
        .collect::<Vec<_>>()
        .join(" ");
    // Interleaved, and once before, so that its files are in memory for both.
    drop(Bare::start(&program.path, &program.arguments).await?);
    let (mut bare, mut pasted) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        let began = Instant::now();
        drop(Bare::start(&program.path, &program.arguments).await?);
        bare.push(began.elapsed().as_secs_f64() * 1e3);
        let recorded = Recorded::start().await?;
        pasted.push(once(&recorded, &line, round).await?);
        recorded.host.close().await;
    }
    let (bare, pasted) = (median(bare), median(pasted));
    println!("a server of npm that is installed: by hand {bare:.0} ms, pasted {pasted:.0} ms");
    at_most("paste to ready / by hand", pasted / bare, 1.2);
    Ok(())
}

async fn once(recorded: &Recorded, line: &str, round: usize) -> Anything<f64> {
    let host = &recorded.host;
    let began = Instant::now();
    let found = host.read_servers(line).await?;
    let mut draft = found
        .into_iter()
        .next()
        .and_then(|found| found.draft)
        .ok_or("no server in the line")?;
    draft.label = format!("Pasted {round}");
    let request = host.propose_server(draft.clone(), None).await?;
    let asked = began.elapsed();
    let reply = looked_at(host, &request, Answer::AddAndStart {}).await?;
    let began = Instant::now();
    host.answer(&reply).await?;
    recorded.is_ready(&draft.label).await;
    Ok((asked + began.elapsed()).as_secs_f64() * 1e3)
}
