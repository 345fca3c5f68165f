//! What is known of what a server offers besides tools, for as long as one connection lasts: its lists of
//! resources, templates and prompts, what changed since it was read, and what a person wants of it.
//!
//! Lists are read when they are shown, never on a timer (CCH-03), and again after the server announced a change or
//! the time is over for which it said that they hold. Everything belongs to one server and one connection, so
//! nothing of one is ever an answer of another (CCH-06, CCH-08).

mod follow;
mod kept;
mod marks;

pub(super) use follow::send;
pub(super) use kept::{CachedList, ListReading};
pub(super) use marks::ChangeMarks;

use super::demand::{KeptLists, ListPages};
use super::{Entry, Inner, blocking, locked};
use crate::limits;
use portcullis_api::{HostEvent, Suggestions};
use portcullis_catalog::freshness::fresh_for;
use portcullis_catalog::{Listing, Prompt, Resource, Template};
use portcullis_core::text::shell_word;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{Foreign, SkippedEntry};
use portcullis_l10n::say;
use portcullis_mcp::client::{Connection, Era, ServerInfo, ServerPreferences, pages};
use portcullis_storage::store::catalogs::CatalogPart;
use serde_json::value::RawValue;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// JSON-RPC code of a method that is not there.
pub(super) const METHOD_NOT_FOUND: i64 = -32601;

/// What a server offers besides tools, as far as it is known.
#[derive(Default)]
pub(crate) struct Offers {
    /// What a person wants; outlives connections.
    pub preferences: Arc<ServerPreferences>,
    pub(super) known: Mutex<ConnectionCache>,
    /// Ends what is being read or fetched at the moment.
    stop: Mutex<CancellationToken>,
    /// Ends the suggestions that are being asked for: what is typed next takes their place.
    pub(super) suggesting: Mutex<CancellationToken>,
}

/// Both lists of resources.
#[derive(Default)]
pub(super) struct Resources {
    pub resources: Listing<Resource>,
    pub templates: Listing<Template>,
}

/// What one connection brought.
#[derive(Default)]
pub(super) struct ConnectionCache {
    /// Counts connections, and sign-ins on one of them: what comes late from an older one is not kept.
    pub connection: u64,
    pub resources: CachedList<Resources>,
    pub prompts: CachedList<Listing<Prompt>>,
    pub marks: ChangeMarks,
    /// Readings that hold until a moment, by raw address.
    pub fresh: HashMap<String, (u64, String)>,
    /// Suggestions by what was asked, newest last.
    pub suggestions: VecDeque<(String, Suggestions)>,
    /// The server does not know what suggestions are (CAP-09).
    pub no_suggestions: bool,
}

impl Offers {
    /// A token that ends with the next [`Self::stop`].
    pub fn stoppable(&self) -> CancellationToken {
        locked(&self.stop).child_token()
    }

    /// Ends what is being read or fetched.
    pub fn stop(&self) {
        std::mem::take(&mut *locked(&self.stop)).cancel();
    }

    /// Another connection, or none: nothing of the last one holds any more.
    fn forget(&self) {
        let mut known = locked(&self.known);
        *known = ConnectionCache {
            connection: known.connection + 1,
            ..ConnectionCache::default()
        };
    }

    /// Somebody signed in on a connection that goes on: what was answered to the account before, or to fewer permissions,
    /// is not an answer for this one (CCH-06). What the server said to have changed has still changed.
    pub fn forget_answers(&self) {
        let mut known = locked(&self.known);
        let marks = std::mem::take(&mut known.marks);
        *known = ConnectionCache {
            connection: known.connection + 1,
            marks,
            ..ConnectionCache::default()
        };
    }
}

impl ConnectionCache {
    /// Keeps suggestions, the oldest making room, unless what they were asked on is over (CCH-06).
    pub fn keep_suggestions(&mut self, connection: u64, asked: String, suggestions: &Suggestions) {
        if self.connection != connection {
            return;
        }
        if self.suggestions.len() >= limits::SUGGESTIONS_KEPT {
            self.suggestions.pop_front();
        }
        self.suggestions.push_back((asked, suggestions.clone()));
    }
}

/// A server that can be asked now.
#[derive(Clone)]
pub(super) struct Reached {
    pub connection: Connection,
    pub server_info: ServerInfo,
}

impl Reached {
    /// In the modern era a server says how long its answers hold, and is told what is wanted along with requests.
    pub fn is_modern(&self) -> bool {
        self.server_info.era == Era::Modern
    }
}

impl Entry {
    /// The connection and what the server said about itself.
    ///
    /// # Errors
    /// `server.not_ready`.
    pub(super) fn reached(&self) -> Result<Reached> {
        let snapshot = self.client().map(|client| client.snapshot());
        let found = snapshot
            .as_ref()
            .and_then(|snapshot| Some((snapshot.connection.clone()?, snapshot.server_info.clone()?)));
        match found {
            Some((connection, server_info)) => Ok(Reached {
                connection,
                server_info,
            }),
            None => {
                let words =
                    snapshot.map_or_else(|| "off".to_owned(), |snapshot| snapshot.state.words.clone());
                Err(Error::new(
                    Code::ServerNotReady,
                    say!("offer-not-ready", server = self.label(), state = words),
                )
                .remedy(say!("offer-not-ready-remedy", label = shell_word(&self.label()))))
            }
        }
    }

    /// The same, if it said that it has this (CAP-09).
    ///
    /// # Errors
    /// `server.not_ready`, `server.not_offered`.
    pub(super) fn offering(&self, capability: &str, what: &str) -> Result<Reached> {
        let reached = self.reached()?;
        if reached.server_info.offers(capability) {
            return Ok(reached);
        }
        Err(Error::new(
            Code::NotOffered,
            say!("offer-not-offered", server = self.label(), what),
        ))
    }
}

/// How a list is read: everything that tells one kind from another.
trait CachedKind: Send + Sync + Sized + 'static {
    /// Where it is kept.
    fn kept(known: &mut ConnectionCache) -> &mut CachedList<Self>;
    /// As it was when the server ran last, and when that was.
    fn remembered(lists: &KeptLists) -> Option<(Arc<Self>, u64)>;
    /// Reads it whole; also says for how long it holds.
    fn read(
        connection: Connection,
        cancelled: CancellationToken,
        kept: &mut ListPages,
    ) -> impl Future<Output = Result<(Self, Duration)>> + Send;
}

impl CachedKind for Resources {
    fn kept(known: &mut ConnectionCache) -> &mut CachedList<Self> {
        &mut known.resources
    }

    fn remembered(lists: &KeptLists) -> Option<(Arc<Self>, u64)> {
        lists.resources.clone()
    }

    async fn read(
        connection: Connection,
        cancelled: CancellationToken,
        kept: &mut ListPages,
    ) -> Result<(Self, Duration)> {
        let resources = listing::<Resource>(
            &connection,
            ("resources/list", CatalogPart::Resources),
            &cancelled,
            kept,
        )
        .await?;
        let templates = ("resources/templates/list", CatalogPart::Templates);
        let templates = match listing::<Template>(&connection, templates, &cancelled, kept).await {
            // Many servers have resources and no templates, and say so with an error.
            Err(error) if error.refused == Some(METHOD_NOT_FOUND) => {
                kept.add(CatalogPart::Templates, None);
                (Listing::default(), resources.1)
            }
            // One list that cannot be read does not hide the other.
            Err(error) if error.refused.is_some() || error.code == Code::ProtocolBroken => {
                let mut none = Listing::default();
                none.skipped.push(SkippedEntry {
                    shown: Foreign {
                        text: say!("offer-all-templates"),
                        ..Foreign::default()
                    },
                    reason: error.sentence,
                });
                (none, Duration::ZERO)
            }
            read => read?,
        };
        let holds = resources.1.min(templates.1);
        let both = Self {
            resources: resources.0,
            templates: templates.0,
        };
        Ok((both, holds))
    }
}

impl CachedKind for Listing<Prompt> {
    fn kept(known: &mut ConnectionCache) -> &mut CachedList<Self> {
        &mut known.prompts
    }

    fn remembered(lists: &KeptLists) -> Option<(Arc<Self>, u64)> {
        lists.prompts.clone()
    }

    async fn read(
        connection: Connection,
        cancelled: CancellationToken,
        kept: &mut ListPages,
    ) -> Result<(Self, Duration)> {
        listing::<Prompt>(
            &connection,
            ("prompts/list", CatalogPart::Prompts),
            &cancelled,
            kept,
        )
        .await
    }
}

/// A whole list. Its pages are one look at the server, so it holds as long as the page that holds shortest, and is
/// then read again from the start (CCH-10).
async fn listing<T: portcullis_catalog::ListEntry + Send + Sync + 'static>(
    connection: &Connection,
    (method, part): (&'static str, CatalogPart),
    cancelled: &CancellationToken,
    kept: &mut ListPages,
) -> Result<(Listing<T>, Duration)> {
    let pages = pages(connection, method, T::MEMBER, cancelled).await?;
    kept.add(part, Some(&pages));
    let read = move || {
        let listing = Listing::read(pages.iter().map(AsRef::<RawValue>::as_ref));
        (listing, shortest(&pages))
    };
    // Ten thousand entries are a moment's work, and no other server waits for it.
    blocking(read).await
}

/// For how long all of these pages hold.
fn shortest(pages: &[Box<RawValue>]) -> Duration {
    let holds = pages.iter().map(|page| fresh_for(page)).min();
    holds.unwrap_or_default()
}

impl Inner {
    /// Resources and templates, read where they are not known or no longer hold. A caller that is `searching` has
    /// the list in front of them already.
    pub(super) async fn resources_of(
        self: &Arc<Self>,
        entry: &Arc<Entry>,
        searching: bool,
    ) -> Result<ListReading<Resources>> {
        self.list_of(entry, ("resources", &say!("offer-resources")), searching)
            .await
    }

    /// The same for prompts.
    pub(super) async fn prompts_of(
        self: &Arc<Self>,
        entry: &Arc<Entry>,
        searching: bool,
    ) -> Result<ListReading<Listing<Prompt>>> {
        self.list_of(entry, ("prompts", &say!("offer-prompts")), searching)
            .await
    }

    /// Reads both lists of a connection, where it offers them and they are not known.
    pub(super) async fn read_offers(self: &Arc<Self>, entry: &Arc<Entry>, reached: Reached) -> Result<()> {
        if reached.server_info.offers("resources") {
            self.listed_of::<Resources>(entry, reached.clone(), false).await?;
        }
        if reached.server_info.offers("prompts") {
            self.listed_of::<Listing<Prompt>>(entry, reached, false).await?;
        }
        Ok(())
    }

    /// As it was when the server ran last, where it is asleep; a server is started only for a list that is not known.
    async fn list_of<T: CachedKind>(
        self: &Arc<Self>,
        entry: &Arc<Entry>,
        (capability, what): (&str, &str),
        searching: bool,
    ) -> Result<ListReading<T>> {
        let lists = entry.lists_while_asleep();
        if let Some((list, at)) = lists.as_deref().and_then(T::remembered) {
            return Ok(ListReading {
                list,
                at,
                problem: None,
            });
        }
        let _in_use = self.needed(entry).await?;
        let reached = entry.offering(capability, what)?;
        self.listed_of(entry, reached, searching).await
    }

    async fn listed_of<T: CachedKind>(
        self: &Arc<Self>,
        entry: &Arc<Entry>,
        reached: Reached,
        searching: bool,
    ) -> Result<ListReading<T>> {
        let (reading, epoch) = {
            let mut known = locked(&entry.offers.known);
            let epoch = known.connection;
            let kept = T::kept(&mut known);
            if let Some(listed) = kept.holding(self.now(), searching) {
                return Ok(listed);
            }
            let modern = reached.is_modern();
            let (host, at) = (Arc::downgrade(self), Arc::clone(entry));
            // A caller that asks meanwhile waits for the same answer.
            let reading = kept.join(move || async move {
                let cancelled = at.offers.stoppable();
                let mut pages = ListPages::of(&at);
                let read = T::read(reached.connection, cancelled, &mut pages).await;
                let host = host.upgrade();
                // What an older connection or sign-in brought is not written down either.
                let is_current = locked(&at.offers.known).connection == epoch;
                if let (Some(host), Ok(_), true) = (&host, &read, is_current) {
                    host.keep_pages(&at, pages).await;
                }
                let now = host.map_or(0, |host| host.now());
                let mut known = locked(&at.offers.known);
                if known.connection != epoch {
                    return read.map(|(list, _)| Arc::new(list));
                }
                T::kept(&mut known).received(read, now, modern)
            });
            (reading, epoch)
        };
        let read = reading.await;
        let mut known = locked(&entry.offers.known);
        if known.connection == epoch
            && let Some(listed) = T::kept(&mut known).with(read.as_ref().err())
        {
            return Ok(listed);
        }
        read.map(|list| ListReading {
            list,
            at: self.now(),
            problem: None,
        })
    }

    /// What is known of the lists of a server no longer holds.
    pub(super) fn offers_changed(&self, entry: &Entry, resources: bool, prompts: bool) {
        {
            let mut known = locked(&entry.offers.known);
            if resources {
                known.resources.outdate();
            }
            if prompts {
                known.prompts.outdate();
            }
            if resources || prompts {
                known.suggestions.clear();
            }
        }
        let server = entry.id.0.clone();
        if resources {
            self.emit(HostEvent::Resources {
                server: server.clone(),
            });
        }
        if prompts {
            self.emit(HostEvent::Prompts { server });
        }
    }
}

/// How many hits of a search are handed over.
pub(super) fn most(query: &str) -> usize {
    if query.trim().is_empty() {
        usize::MAX
    } else {
        limits::FOUND
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Proves CCH-10.
    #[test]
    fn a_list_holds_as_long_as_the_page_that_holds_shortest() {
        let page = |json: &str| RawValue::from_string(json.to_owned()).unwrap();
        let (long, short) = (page(r#"{"ttlMs":60000}"#), page(r#"{"ttlMs":5000}"#));
        assert_eq!(shortest(&[long.clone(), short.clone()]), Duration::from_secs(5));
        assert_eq!(shortest(&[short, page("{}"), long]), Duration::ZERO);
        assert_eq!(shortest(&[]), Duration::ZERO);
    }

    // Proves CCH-06.
    #[test]
    fn what_was_answered_to_one_sign_in_is_no_answer_to_the_next() {
        let offers = Offers::default();
        {
            let mut known = locked(&offers.known);
            let reading = (u64::MAX, "reading".to_owned());
            known.fresh.insert("notes://a".to_owned(), reading);
            known.marks.change("notes://a");
        }
        offers.forget_answers();
        let mut known = locked(&offers.known);
        assert!(known.fresh.is_empty());
        assert_eq!(known.connection, 1, "a reading that is under way is not kept");
        for (asked_on, kept) in [(0, 0), (1, 1)] {
            known.keep_suggestions(asked_on, "notes".to_owned(), &Suggestions::default());
            assert_eq!(known.suggestions.len(), kept);
        }
        assert!(known.marks.is_updated("notes://a"));
    }
}
