//! A record of a million rows: a page, a search, and the check of its chain.

use crate::Anything;
use crate::rows::Row;
use crate::times::{Goal, Times, verdict, within_ms};
use portcullis_api::RecordFilter;
use portcullis_storage::audit::{Audit, KeychainHead};
use std::time::Instant;
use tokio::task::JoinSet;

const ROWS: u64 = 1_000_000;
const AT_ONCE: u64 = 500;

/// Measures and prints.
pub(crate) async fn measure() -> Anything<()> {
    let row = Row::open()?;
    let began = Instant::now();
    let mut written = 0;
    while written < ROWS {
        let mut crowd = JoinSet::new();
        for number in written..written + AT_ONCE {
            let audit = row.audit.clone();
            crowd.spawn(async move { audit.once(Row::numbered(number)).await });
        }
        for done in crowd.join_all().await {
            done?;
        }
        written += AT_ONCE;
    }
    println!("{ROWS} rows written in {:.0} s", began.elapsed().as_secs_f64());
    // What was written last is indexed by the first search.
    search(&row.audit, "seven").await?;
    let (mut pages, mut searches) = (Times::default(), Times::default());
    for place in [None, Some(900_000), Some(500_000), Some(10_000), Some(200)] {
        let began = Instant::now();
        row.audit.page(RecordFilter::default(), place).await?;
        pages.0.push(began.elapsed());
    }
    for words in ["echo", "hello", "number777777", "hello number123456", "nowhere"] {
        let began = Instant::now();
        search(&row.audit, words).await?;
        searches.0.push(began.elapsed());
        println!("“{words}”: {:.1} ms", began.elapsed().as_secs_f64() * 1e3);
    }
    let began = Instant::now();
    let check = row
        .audit
        .verify(
            KeychainHead::Closed {
                name: "the keychain".to_owned(),
            },
            None,
        )
        .await?;
    #[allow(clippy::cast_precision_loss)]
    let rate = check.rows as f64 / began.elapsed().as_secs_f64();
    println!("{}\n", check.sentence);
    within_ms("a page, slowest", pages.at(1.0) / 1e3, 50.0);
    within_ms("a search, slowest", searches.at(1.0) / 1e3, 50.0);
    verdict("rows checked per second", rate, "", Goal::AtLeast(300_000.0));
    Ok(())
}

async fn search(audit: &Audit, words: &str) -> Anything<()> {
    let filter = RecordFilter {
        text: Some(words.to_owned()),
        ..RecordFilter::default()
    };
    audit.page(filter, None).await?;
    Ok(())
}
