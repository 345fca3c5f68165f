//! Pagination: reads all pages of a list (F-19, PAG).
//!
//! A cursor is opaque and goes back byte for byte. An empty one is one in the modern era (PAG-04), and the end before it,
//! where servers write it in place of none. One that comes back ends the list. One that the server no longer takes begins
//! it again, once (PAG-06).

use super::{Connection, Deadlines};
use crate::limits;
use portcullis_catalog::Catalog;
use portcullis_core::text::shell_word;
use portcullis_core::{Code, Error, Result};
use portcullis_l10n::say;
use serde_json::json;
use serde_json::value::RawValue;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// JSON-RPC code of parameters that are not taken.
const INVALID_PARAMS: i64 = -32602;

const DEADLINES: Deadlines = Deadlines::within(limits::LIST);

/// Reads all tools. What is as it was in the list before is taken from there.
pub(super) async fn tools(connection: &Connection, before: Arc<Catalog>) -> Result<Catalog> {
    let never = CancellationToken::new();
    let pages = read(connection, "tools/list", "tools", limits::TOOLS, &never).await?;
    let long = pages.iter().map(|page| page.get().len()).sum::<usize>() > limits::LIST_IN_PLACE;
    let read = move || Catalog::read_again(pages.iter().map(AsRef::as_ref), &before);
    match long {
        false => Ok(read()),
        // Parsing a long list would block the async workers.
        true => tokio::task::spawn_blocking(read).await.map_err(Error::internal),
    }
}

impl Connection {
    /// Has the tools read again, as if the server had said that they changed.
    pub fn list_again(&self) {
        self.rpc().notifications().tools_changed();
    }
}

/// Reads every page of another list: the `result` object of each reply. `member` holds the entries of a page.
///
/// # Errors
/// Those of [`Connection::ask`]; `protocol.broken` for a page that is no list.
pub async fn pages(
    connection: &Connection,
    method: &'static str,
    member: &'static str,
    cancelled: &CancellationToken,
) -> Result<Vec<Box<RawValue>>> {
    read(connection, method, member, limits::OFFERS, cancelled).await
}

async fn read(
    connection: &Connection,
    method: &'static str,
    member: &'static str,
    limit: usize,
    cancelled: &CancellationToken,
) -> Result<Vec<Box<RawValue>>> {
    let list = List {
        label: connection.rpc().label(),
        member,
        limit,
        bytes: limits::LIST_BYTES,
        is_modern: connection.is_modern(),
    };
    list.read(|cursor| {
        let params = cursor.map_or_else(|| json!({}), |cursor| json!({ "cursor": cursor }));
        connection.ask(method, params, DEADLINES, cancelled, |_| {})
    })
    .await
}

/// A list to read.
struct List<'a> {
    label: &'a str,
    member: &'static str,
    /// Entries read at most.
    limit: usize,
    /// Bytes read at most.
    bytes: usize,
    /// It is read in the modern era.
    is_modern: bool,
}

impl List<'_> {
    async fn read<F>(&self, mut page: impl FnMut(Option<String>) -> F) -> Result<Vec<Box<RawValue>>>
    where
        F: Future<Output = Result<Box<RawValue>>>,
    {
        let mut pages = Vec::new();
        let mut cursor: Option<String> = None;
        let (mut seen, mut count, mut begun_again) = (HashSet::new(), 0, false);
        let mut bytes = 0;
        for _ in 0..limits::PAGES {
            let read = match page(cursor.clone()).await {
                Err(error) if cursor.is_some() && !begun_again && error.refused == Some(INVALID_PARAMS) => {
                    begun_again = true;
                    (cursor, count, bytes) = (None, 0, 0);
                    seen.clear();
                    pages.clear();
                    continue;
                }
                read => read?,
            };
            let (entries, next) = self.contents(&read)?;
            count += entries;
            bytes += read.get().len();
            if bytes > self.bytes {
                return Err(self.too_long());
            }
            pages.push(read);
            match next {
                // Beyond the limit only the number matters, and one page more than needed was read for it.
                Some(next) if seen.insert(next.clone()) && count <= self.limit => cursor = Some(next),
                _ => break,
            }
        }
        Ok(pages)
    }

    fn too_long(&self) -> Error {
        Error::new(
            Code::MessageTooLarge,
            say!(
                "list-too-large",
                server = self.label,
                mebibytes = self.bytes >> 20
            ),
        )
        .remedy(say!("server-bug", label = shell_word(self.label)))
    }

    /// How many entries a page holds, and where the next one starts.
    fn contents(&self, page: &RawValue) -> Result<(usize, Option<String>)> {
        let broken = |cause: String| {
            Error::new(
                Code::ProtocolBroken,
                say!("list-invalid", server = self.label, cause),
            )
        };
        let members: BTreeMap<String, &RawValue> =
            serde_json::from_str(page.get()).map_err(|_| broken(say!("list-not-object")))?;
        let entries = members
            .get(self.member)
            .ok_or_else(|| broken(say!("list-without", name = self.member)))?;
        let entries: Vec<&RawValue> = serde_json::from_str(entries.get())
            .map_err(|_| broken(say!("list-not-array", name = self.member)))?;
        // Absent and `null` are the end.
        let next: Option<String> = match members.get("nextCursor") {
            Some(next) => serde_json::from_str(next.get()).map_err(|_| broken(say!("list-cursor")))?,
            None => None,
        };
        let next = next.filter(|next| self.is_modern || !next.is_empty());
        Ok((entries.len(), next))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    /// Reads a list from replies that are given in their order; says what was asked for each time.
    async fn reads(replies: Vec<Result<Value>>) -> (Result<usize>, Vec<Option<String>>) {
        reads_in(true, replies).await
    }

    /// The same in one era.
    async fn reads_in(is_modern: bool, replies: Vec<Result<Value>>) -> (Result<usize>, Vec<Option<String>>) {
        let list = List {
            label: "Notes",
            member: "things",
            limit: 5,
            bytes: 1_000,
            is_modern,
        };
        let (mut replies, mut asked) = (replies.into_iter(), Vec::new());
        let pages = list
            .read(|cursor| {
                asked.push(cursor);
                let reply = replies.next().unwrap_or_else(|| Ok(json!({"things": []})));
                std::future::ready(reply.map(|reply| serde_json::value::to_raw_value(&reply).unwrap()))
            })
            .await;
        (pages.map(|pages| pages.len()), asked)
    }

    fn page(entries: usize, next: Value) -> Result<Value> {
        Ok(json!({"things": vec![7; entries], "nextCursor": next}))
    }

    fn stale() -> Result<Value> {
        Err(Error::new(Code::ProtocolError, "no").refused(INVALID_PARAMS))
    }

    fn texts(asked: &[Option<String>]) -> Vec<Option<&str>> {
        asked.iter().map(Option::as_deref).collect()
    }

    #[tokio::test]
    async fn a_list_of_another_form_is_told_in_our_words() {
        for (page, why) in [
            (json!([]), "it is not an object"),
            (json!({"things": 1}), "“things” is not an array"),
            (json!({"things": [], "nextCursor": 7}), "“nextCursor” is not text"),
        ] {
            let error = reads(vec![Ok(page)]).await.0.unwrap_err();
            let sentence = format!("“Notes” sent an invalid list: {why}.");
            assert_eq!(error.sentence, sentence);
        }
    }

    // Proves PAG-01, PAG-02, PAG-04.
    #[tokio::test]
    async fn an_empty_cursor_is_one_and_goes_back_as_it_came() {
        let odd = "{\"a\": 1} \u{1f980}";
        let (pages, asked) = reads(vec![
            page(1, json!("")),
            page(0, json!(odd)),
            page(1, json!(null)),
        ])
        .await;
        assert_eq!(pages, Ok(3));
        assert_eq!(texts(&asked), [None, Some(""), Some(odd)]);
    }

    // Proves PAG-03.
    #[tokio::test]
    async fn an_empty_cursor_is_the_end_before_the_modern_era() {
        let (pages, asked) = reads_in(false, vec![page(1, json!("a")), page(1, json!("")), stale()]).await;
        assert_eq!(pages, Ok(2));
        assert_eq!(texts(&asked), [None, Some("a")]);
    }

    // Proves PAG-06.
    #[tokio::test]
    async fn a_cursor_that_is_no_longer_taken_begins_the_list_again_once() {
        let (pages, asked) = reads(vec![
            page(1, json!("a")),
            stale(),
            page(1, json!("a")),
            page(1, json!(null)),
        ])
        .await;
        assert_eq!((pages, asked.len()), (Ok(2), 4));
        let (pages, asked) = reads(vec![page(1, json!("a")), stale(), page(1, json!("a")), stale()]).await;
        assert_eq!(
            (pages.unwrap_err().refused, asked.len()),
            (Some(INVALID_PARAMS), 4)
        );
        let (pages, asked) = reads(vec![stale()]).await;
        assert!(pages.is_err());
        assert_eq!(asked.len(), 1, "without a cursor there is nothing to begin again");
    }

    // Proves PAG-06.
    #[tokio::test]
    async fn a_cursor_that_comes_back_and_a_list_without_end_end() {
        let (pages, _) = reads(vec![
            page(1, json!("a")),
            page(1, json!("b")),
            page(1, json!("a")),
        ])
        .await;
        assert_eq!(pages, Ok(3));
        let (pages, _) = reads(vec![
            page(4, json!("a")),
            page(4, json!("b")),
            page(4, json!("c")),
        ])
        .await;
        assert_eq!(pages, Ok(2), "beyond the limit nothing more is asked for");
    }

    // Proves S-43, F-19.
    #[tokio::test]
    async fn a_list_of_endless_bytes_is_refused_and_not_cut() {
        let long =
            |at: usize| Ok(json!({"things": [], "filler": "x".repeat(400), "nextCursor": at.to_string()}));
        let (pages, asked) = reads((0..10).map(long).collect()).await;
        assert_eq!(pages.unwrap_err().code, Code::MessageTooLarge);
        assert_eq!(asked.len(), 3);
    }

    // Proves F-19.
    #[tokio::test]
    async fn a_page_that_is_no_list_is_an_error_in_words() {
        for reply in [
            json!({}),
            json!({"things": 7}),
            json!([]),
            json!({"things": [], "nextCursor": 7}),
        ] {
            let (pages, _) = reads(vec![Ok(reply.clone())]).await;
            assert_eq!(pages.unwrap_err().code, Code::ProtocolBroken, "{reply}");
        }
    }
}
