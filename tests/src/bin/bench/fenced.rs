//! What a fence costs: a start, a call, a download through the host, and the memory of those that do nothing.

use crate::memory::{proportional, resident};
use crate::recorded::{Recorded, hello};
use crate::times::{Goal, Rounds, Times, at_most, median, verdict, within_ms};
use crate::{Anything, ROUNDS};
use portcullis_api::{CallView, FenceGrants, FenceHost};
use portcullis_tests::programs;
use serde_json::json;
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

const STARTS: usize = 15;
const CALLS: usize = 300;
const IDLE: usize = 50;
const DOWNLOADED: usize = 100 << 20;
/// What is written at once.
const CHUNK: usize = 64 << 10;
/// Bytes per second of a fast line: 1 Gbit/s.
const LINE: f64 = 125e6;
/// How long idle servers may settle before memory is read.
const SETTLED: Duration = Duration::from_secs(2);

/// The word by which the program runs itself for `hold`.
pub(crate) const HOLD: &str = "hold-fenced";

/// Measures and prints.
pub(crate) async fn measure() -> Anything<()> {
    let recorded = Recorded::start().await?;
    let (as_it_comes, at_a_pace) = (serve(None)?, serve(Some(LINE))?);
    let hosts = [as_it_comes, at_a_pace].map(|port| FenceHost::new("localhost", port));
    let grants = FenceGrants {
        hosts: hosts.to_vec(),
        ..FenceGrants::default()
    };
    let bare = recorded.add("Unfenced", &[]).await?;
    let fenced = recorded.add_fenced("Fenced", grants).await?;
    recorded.ready().await;

    let (mut without, mut with) = (Vec::new(), Vec::new());
    for _ in 0..STARTS {
        without.push(recorded.start_again(&bare).await? * 1e3);
        with.push(recorded.start_again(&fenced).await? * 1e3);
    }
    let (without, with) = (median(without), median(with));
    println!(
        "{STARTS} starts each, interleaved, milliseconds to ready: unfenced {without:.1}, fenced {with:.1}\n"
    );
    within_ms(
        "start of a fenced server, more than unfenced",
        with - without,
        15.0,
    );

    for server in [&bare, &fenced] {
        recorded.allow(server, "echo", hello()).await?;
        let nothing = json!({"port": as_it_comes, "bytes": 1});
        recorded.allow(server, "download", nothing).await?;
    }
    let mut rounds = Rounds::<2>::default();
    for round in 0..=ROUNDS {
        let mut times: [Times; 2] = Default::default();
        for call in 0..CALLS {
            let mut pairs: Vec<_> = [&bare, &fenced].into_iter().zip(&mut times).collect();
            // Each is as often the first, which finds colder caches.
            pairs.rotate_left(call % 2);
            for (server, times) in pairs {
                let began = Instant::now();
                recorded.call(server, "echo", hello()).await?;
                times.0.push(began.elapsed());
                recorded.settled().await?;
            }
        }
        // The first round warms up.
        if round > 0 {
            rounds.add(&times);
        }
    }
    let [without, with] = rounds.medians();
    println!(
        "\ncalls, microseconds: unfenced {:.0}, fenced {:.0} (p50)",
        without.0, with.0
    );
    at_most(
        "call of a fenced server / unfenced, p50",
        with.0 / without.0,
        1.05,
    );

    for (how, port) in [("as fast as it comes", as_it_comes), ("at 1 Gbit/s", at_a_pace)] {
        let (mut direct, mut relayed) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            direct.push(download(&recorded, &bare, port).await?);
            relayed.push(download(&recorded, &fenced, port).await?);
        }
        let what = format!("100 MB through the fence / direct, {how}");
        verdict(&what, median(direct) / median(relayed), "", Goal::AtLeast(0.8));
    }
    recorded.host.close().await;

    let (mut host, mut helpers) = (Vec::new(), Vec::new());
    for _ in 0..3 {
        let ([one, of_one], [all, of_all]) = (held_with(1).await?, held_with(1 + IDLE).await?);
        host.push(all - one);
        helpers.push(of_all - of_one);
    }
    let (host, helpers) = (median(host), median(helpers));
    println!(
        "\n{IDLE} idle fenced servers: {host:.1} MB in the host, {helpers:.1} MB in the programs that hold them"
    );
    verdict(
        "memory of 50 idle fenced servers, without their own",
        host + helpers,
        " MB",
        Goal::AtMost(25.0),
    );
    Ok(())
}

/// A download by the server itself, in the seconds that it says.
async fn download(recorded: &Recorded, server: &str, port: u16) -> Anything<f64> {
    let arguments = json!({"port": port, "bytes": DOWNLOADED});
    let ended = recorded.call(server, "download", arguments).await?;
    said(&ended).ok_or_else(|| format!("no time of a download: {ended:?}").into())
}

fn said(ended: &CallView) -> Option<f64> {
    let blocks = serde_json::to_value(&ended.result.as_ref()?.blocks).ok()?;
    blocks.get(0)?.get("text")?.get("text")?.as_str()?.parse().ok()
}

/// Serves as many bytes as the client's first line says, at this pace. Gives the port.
fn serve(pace: Option<f64>) -> Anything<u16> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let port = listener.local_addr()?.port();
    std::thread::spawn(move || {
        for client in listener.incoming() {
            // A reader that stops before the end has what it wanted.
            if let Err(error) = client.and_then(|client| serve_one(client, pace)) {
                eprintln!("a download ended early: {error}");
            }
        }
    });
    Ok(port)
}

fn serve_one(mut client: TcpStream, pace: Option<f64>) -> std::io::Result<()> {
    let mut wanted = [0; 8];
    client.read_exact(&mut wanted)?;
    let mut left = usize::try_from(u64::from_be_bytes(wanted)).unwrap_or(usize::MAX);
    let (chunk, began, mut sent) = (vec![b'x'; CHUNK], Instant::now(), 0.0);
    while left > 0 {
        let now = left.min(CHUNK);
        client.write_all(&chunk[..now])?;
        left -= now;
        #[allow(clippy::cast_precision_loss, reason = "a pace")]
        if let Some(pace) = pace {
            sent += now as f64;
            let due = Duration::from_secs_f64(sent / pace);
            std::thread::sleep(due.saturating_sub(began.elapsed()));
        }
    }
    Ok(())
}

/// What a host with so many idle fenced servers holds in a process of its own, and what the programs that hold them do, in MB.
async fn held_with(servers: usize) -> Anything<[f64; 2]> {
    let ran = tokio::process::Command::new(std::env::current_exe()?)
        .args([HOLD, &servers.to_string()])
        .stderr(std::process::Stdio::inherit())
        .output()
        .await?;
    let said = String::from_utf8(ran.stdout)?;
    let (host, helpers) = said.trim().split_once(' ').ok_or("nothing was measured")?;
    Ok([host.parse()?, helpers.parse()?])
}

/// Prints both.
pub(crate) async fn hold(servers: usize) -> Anything<()> {
    let recorded = Recorded::start().await?;
    for number in 0..servers {
        let label = format!("Echo {number}");
        recorded.add_fenced(&label, FenceGrants::default()).await?;
    }
    recorded.ready().await;
    tokio::time::sleep(SETTLED).await;
    #[allow(clippy::cast_precision_loss, reason = "megabytes")]
    let [host, helpers] =
        [resident()?, proportional(&programs::beside("portcullis-fence"))?].map(|bytes| bytes as f64 / 1e6);
    println!("{host} {helpers}");
    recorded.host.close().await;
    Ok(())
}
