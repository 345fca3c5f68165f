//! A turn of a model: from its provider's first byte to the words that the window is told, and from its last byte to the
//! first byte that a server gets of a tool that it wants and may use.
//!
//! The provider and the clock are in this process. Both times begin before the provider writes and so have its own work
//! in them, and that of the pipe over which the server says what it got.

use crate::recorded::Recorded;
use crate::times::{Times, within_ms};
use crate::{Anything, ROUNDS};
use portcullis_api::*;
use portcullis_host::host::Events;
use portcullis_host::limits;
use portcullis_tests::fake_provider::{FakeProvider, ProviderApi, Turn};
use portcullis_tests::hostile::Hostile;
use serde_json::json;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

const TURNS: usize = 20;

/// Measures and prints.
pub(crate) async fn measure() -> Anything<()> {
    let recorded = Recorded::start().await?;
    let pipe = recorded.folder.path().join("heard");
    let mut heard = listening(&pipe)?;
    let script = Hostile::new(json!({"tools": ["echo"], "record": pipe}));
    recorded
        .add_program("Echo", &Hostile::program(), &script.arguments())
        .await?;
    recorded.ready().await;
    let mind = FakeProvider::new(ProviderApi::Anthropic, &["m-1"]).await;
    recorded
        .host
        .add_provider(ProviderDraft {
            kind: ProviderKind::Anthropic,
            label: None,
            address: Some(mind.url()),
            key: None,
        })
        .await?;
    let mut events = recorded.host.events();
    let (mut words, mut tools) = (Times::default(), Times::default());
    // The first turn asks about the tool, and warms everything up.
    for turn in 0..=ROUNDS * TURNS {
        mind.does([
            Turn {
                waits: true,
                words: "I look at it.".to_owned(),
                ..Turn::wants(&[("echo__echo", json!({"text": "hello"}))])
            },
            Turn::says("Done."),
        ]);
        // A conversation of its own, so that what is measured does not grow.
        let talk = recorded.host.create_conversation().await?.summary.id;
        let asked = mind.asked().len();
        recorded.host.say(&talk, "Go on").await?;
        mind.was_asked(asked + 1).await;
        let began = Instant::now();
        mind.goes_on();
        said(&mut events, "I look").await;
        let first = began.elapsed();
        while heard.try_recv().is_ok() {}
        let began = Instant::now();
        mind.goes_on();
        if turn == 0 {
            recorded.allow_what_waits().await?;
        }
        let at = loop {
            let (at, line) = heard.recv().await.ok_or("the server is gone")?;
            if line.contains("tools/call") {
                break at;
            }
        };
        if turn > 0 {
            words.0.push(first);
            tools.0.push(at.duration_since(began));
        }
        said(&mut events, "Done.").await;
        ended(&mut events).await;
    }
    println!("{} turns; in milliseconds\n", ROUNDS * TURNS);
    println!("| | p50 | p95 | p99 |\n|---|---|---|---|");
    for (name, times) in [("first words", &words), ("tool to server", &tools)] {
        let [p50, p95, p99] = [0.5, 0.95, 0.99].map(|share| times.at(share) / 1e3);
        println!("| {name} | {p50:.2} | {p95:.2} | {p99:.2} |");
    }
    println!();
    let shown = limits::GROWS_EVERY.as_secs_f64() * 1e3;
    println!("Words that grow are shown every {shown:.0} ms; the first are not waited with.\n");
    within_ms(
        "provider's first byte to first words, p95",
        words.at(0.95) / 1e3,
        30.0,
    );
    within_ms(
        "model's last byte to server's first, p95",
        tools.at(0.95) / 1e3,
        5.0,
    );
    recorded.host.close().await;
    Ok(())
}

/// What a server says that it got, each line with the time at which it said so.
fn listening(pipe: &Path) -> Anything<mpsc::UnboundedReceiver<(Instant, String)>> {
    // A pipe with a name: the server opens it for each line, and waits for no reader.
    let made = std::process::Command::new("mkfifo").arg(pipe).status()?;
    if !made.success() {
        return Err("there is no pipe".into());
    }
    let file = std::fs::OpenOptions::new().read(true).write(true).open(pipe)?;
    let (tell, told) = mpsc::unbounded_channel();
    std::thread::spawn(move || {
        for line in BufReader::new(file).lines() {
            let Ok(line) = line else { return };
            if tell.send((Instant::now(), line)).is_err() {
                return;
            }
        }
    });
    Ok(told)
}

async fn said(events: &mut Events, wanted: &str) {
    let holds = |message: &Message| {
        message
            .parts
            .iter()
            .any(|part| matches!(part, Part::Words { text } if text.contains(wanted)))
    };
    loop {
        match events.next().await {
            Some((_, HostEvent::Message { message, .. })) if holds(&message) => return,
            Some((_, HostEvent::Words { text, .. })) if text.contains(wanted) => return,
            Some(_) => {}
            None => std::future::pending().await,
        }
    }
}

async fn ended(events: &mut Events) {
    loop {
        match events.next().await {
            Some((_, HostEvent::Conversations { conversations }))
                if conversations.iter().all(|conversation| !conversation.busy) =>
            {
                return;
            }
            Some(_) => {}
            None => tokio::time::sleep(Duration::MAX).await,
        }
    }
}
