//! Conversations: opening one of 2,000 messages, going back in it, and searching 100,000 messages.

use crate::Anything;
use crate::memory::resident;
use crate::recorded::open;
use crate::times::{Goal, Times, verdict, within_ms};
use portcullis_api::{Message, Part, Speaker};
use portcullis_core::clock::SystemClock;
use portcullis_storage::store::Store;
use portcullis_storage::store::conversations::{self, ConversationRow};
use std::sync::Arc;
use std::time::Instant;

const LONG: u32 = 2_000;
const CONVERSATIONS: u32 = 196;
const EACH: u32 = 500;
const TIMES: usize = 30;

/// Measures and prints.
pub(crate) async fn measure() -> Anything<()> {
    let folder = tempfile::tempdir_in(std::env::current_exe()?.parent().ok_or("no folder")?)?;
    fill(folder.path()).await?;
    let host = open(folder.path()).await?;
    // Once for what is opened with the first look.
    host.conversation("conversation 1").await?;

    let before = resident()?;
    let mut opens = Times::default();
    for _ in 0..TIMES {
        let began = Instant::now();
        let opened = host.conversation("long").await?;
        opens.0.push(began.elapsed());
        if opened.messages.len() >= LONG as usize || !opened.earlier {
            return Err("all of it was handed over".into());
        }
    }
    #[allow(clippy::cast_precision_loss)]
    let grew = resident()?.saturating_sub(before) as f64 / f64::from(1 << 20);

    let (mut back, mut pages) = (Times::default(), 0_u32);
    let mut page = host.conversation("long").await?;
    while page.earlier
        && let Some(first) = page.messages.first()
    {
        let began = Instant::now();
        let earlier = host.messages("long", first.seq, None).await?;
        back.0.push(began.elapsed());
        (page.messages, page.earlier) = (earlier.messages, earlier.earlier);
        pages += 1;
    }
    let began = Instant::now();
    host.messages("long", LONG - 10, Some(20)).await?;
    let far = began.elapsed();

    let mut searches = Times::default();
    for words in [
        "weather",
        "the",
        "th",
        "number77777",
        "harbour numb",
        "the harbour weather",
        "nowhere",
        "\"harbour\" OR *",
    ] {
        for _ in 0..3 {
            let began = Instant::now();
            let found = host.find_chats(words, None).await?;
            searches.0.push(began.elapsed());
            std::hint::black_box(found);
        }
        println!(
            "“{words}”: {:.1} ms",
            searches.0.last().map_or(0.0, |time| time.as_secs_f64() * 1e3)
        );
    }
    println!("{LONG} messages in {} pages\n", pages + 1);
    within_ms("opening a conversation, p50", opens.at(0.5) / 1e3, 20.0);
    within_ms("opening a conversation, slowest", opens.at(1.0) / 1e3, 50.0);
    verdict("memory that stays of it", grew, " MiB", Goal::AtMost(8.0));
    within_ms("a page further back, slowest", back.at(1.0) / 1e3, 50.0);
    within_ms("all the way back to a hit", far.as_secs_f64() * 1e3, 150.0);
    within_ms("a search, slowest", searches.at(1.0) / 1e3, 50.0);
    host.close().await;
    Ok(())
}

/// 100,000 messages, one conversation of them long.
async fn fill(folder: &std::path::Path) -> Anything<()> {
    let store = Store::open(folder, Arc::new(SystemClock))?.store;
    let began = Instant::now();
    let mut number = 0;
    let short = (1..=CONVERSATIONS).map(|which| (format!("conversation {which}"), EACH));
    for (id, messages) in short.chain([("long".to_owned(), LONG)]) {
        store
            .write(move |db| {
                let row = ConversationRow::new(&id, format!("About {id}"), ("demo", "demo"), 1);
                conversations::put(db, &row)?;
                for seq in 1..=messages {
                    conversations::put_message(db, &id, &said(seq, number + seq))?;
                }
                Ok(())
            })
            .await?;
        number += messages;
    }
    println!(
        "{number} messages written in {:.0} s",
        began.elapsed().as_secs_f64()
    );
    store.close().await;
    Ok(())
}

/// A message of about the size that people and models write.
fn said(seq: u32, number: u32) -> Message {
    let words = format!(
        "This is number{number} of the messages. The harbour lies still, the weather is fine, and nobody knows why \
         the boats of {} came back so early. ",
        number % 977
    );
    let (speaker, text) = match seq % 2 {
        1 => (Speaker::Person, words),
        _ => (Speaker::Model, words.repeat(6)),
    };
    Message {
        seq,
        speaker,
        at: u64::from(number),
        parts: vec![Part::Words { text }],
        streaming: false,
        by: None,
        parent: (seq > 1).then(|| seq - 1),
        branch: None,
    }
}
