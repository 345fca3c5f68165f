//! Reads a list from a server, page by page, however strangely it pages (F-19, PAG).

use super::{Connection, Deadlines};
use crate::catalog::Catalog;
use crate::{Code, Error, Result, limits};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::HashSet;
use tokio_util::sync::CancellationToken;

/// Reads all tools. A cursor that comes back ends the list.
pub(super) async fn tools(connection: &Connection) -> Result<Catalog> {
    let mut pages = Vec::new();
    let mut cursor: Option<String> = None;
    let mut seen = HashSet::new();
    let mut count = 0;
    for _ in 0..limits::PAGES {
        let page = page(connection, cursor.take()).await?;
        let (tools, next) = contents(connection, &page)?;
        count += tools;
        pages.push(page);
        match next {
            // Beyond the limit only the number matters, and one page more than needed was read for it.
            Some(next) if seen.insert(next.clone()) && count <= limits::TOOLS => cursor = Some(next),
            _ => break,
        }
    }
    Ok(Catalog::read(pages.iter().map(AsRef::as_ref)))
}

async fn page(connection: &Connection, cursor: Option<String>) -> Result<Box<RawValue>> {
    let mut params = serde_json::Map::new();
    if let Some(cursor) = cursor {
        params.insert("cursor".to_owned(), cursor.into());
    }
    let deadlines = Deadlines {
        idle: limits::LIST,
        total: limits::LIST,
    };
    let never = CancellationToken::new();
    connection
        .ask("tools/list", params.into(), deadlines, &never, |_| {})
        .await
}

/// How many tools a page holds, and where the next one starts.
fn contents(connection: &Connection, page: &RawValue) -> Result<(usize, Option<String>)> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Page<'a> {
        #[serde(borrow)]
        tools: Vec<&'a RawValue>,
        #[serde(default)]
        next_cursor: Option<String>,
    }
    let label = connection.wire().label();
    let page: Page<'_> = serde_json::from_str(page.get()).map_err(|error| {
        Error::new(
            Code::ProtocolBroken,
            format!("“{label}” sent a list of tools that cannot be read ({error}). It was not used."),
        )
    })?;
    Ok((page.tools.len(), page.next_cursor))
}
