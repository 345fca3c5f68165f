//! Hours with twenty servers, most of which misbehave, and nobody at the host: what it takes of memory, files,
//! processes and tasks must not grow.
//!
//! The load is kept modest on purpose, a few calls a second: what is looked for grows with time, not with load.
//! [`mischief`] says which servers there are and what is done to them, [`sample`] what is measured, [`page`] writes
//! it down for people.

pub(crate) mod mischief;
pub mod page;
pub mod sample;

use std::{
    fs::File,
    io::{BufWriter, Write as _},
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use portcullis_host::{Error, Host};

use crate::alone;
use mischief::Tally;
use sample::Sample;

/// Pause between two samples.
const EVERY: Duration = Duration::from_secs(10);

/// Runs for this long and writes a sample every ten seconds; the last one is taken after everything was turned off.
///
/// # Errors
/// When the host does not do what it must: start, add servers, close.
pub async fn run(minutes: u64, seed: u64, samples: &Path) -> Result<(), Error> {
    let file = File::create(samples).map_err(Error::internal)?;
    let mut out = BufWriter::new(file);
    writeln!(out, "{}", Sample::HEAD).map_err(Error::internal)?;
    let beside = std::env::current_exe().map_err(Error::internal)?;
    let folder = tempfile::tempdir_in(beside.parent().unwrap_or(Path::new("."))).map_err(Error::internal)?;
    let host = Host::start(alone::config(&folder.path().join("data"))).await?;
    let tally = Arc::new(Tally::default());
    let house = mischief::House::new(host.clone(), Arc::clone(&tally)).await?;
    house.fill().await?;
    let begun = Instant::now();
    let until = begun + Duration::from_secs(minutes * 60);
    let acting = house.act(seed);
    while Instant::now() < until {
        tokio::time::sleep(EVERY).await;
        let sample = Sample::take(&host, &tally, begun, folder.path());
        writeln!(out, "{}", sample.line()).map_err(Error::internal)?;
        out.flush().map_err(Error::internal)?;
    }
    drop(acting);
    host.stop_everything().await?;
    tokio::time::sleep(EVERY).await;
    let rest = Sample::take(&host, &tally, begun, folder.path());
    writeln!(out, "{}", rest.line()).map_err(Error::internal)?;
    out.flush().map_err(Error::internal)?;
    let checked = host.verify_record().await?;
    println!("{}", checked.sentence);
    host.close().await;
    println!("{}", tally.sentence());
    match checked.first_broken {
        None => Ok(()),
        Some(row) => Err(Error::internal(format!("the record breaks at row {row}"))),
    }
}
