//! The room Resources: what servers offer to be read, and the reading itself. Only a person reads here, by hand
//! (RES-01). An address is opaque: whatever it looks like, it goes to its server and nowhere else (RES-07, RES-08,
//! RES-14).

use super::offers::{Reached, most};
use super::reading::{Handles, Readable, RecordedRequest, Replied};
use super::{Entry, Host, Inner, count, locked, milliseconds, views};
use crate::limits;
use portcullis_api::{
    ExpandedTemplate, HostEvent, ReadResource, ResourceEntry, ResourceList, TemplateEntry, TemplateVariable,
};
use portcullis_approval::consent::{Permit, ProposedRead};
use portcullis_catalog::content::BodyKind;
use portcullis_catalog::contents::read_contents;
use portcullis_catalog::freshness::fresh_for;
use portcullis_catalog::{Resource, Template};
use portcullis_core::text::{escape_line, shell_word};
use portcullis_core::{Code, Error, Result, ids};
use portcullis_domain::RecordKind;
use portcullis_l10n::say;
use serde_json::json;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How servers say that a resource is not there (RES-06).
const MISSING: [i64; 2] = [-32002, -32602];

impl Host {
    /// Resources and templates that match a search, the best [`limits::FOUND`] of each; all for an empty one. Reads
    /// the lists where they are not known or no longer hold.
    ///
    /// # Errors
    /// `not_found`, `server.not_ready`; those of a request when there is no older list to show.
    pub async fn resources(&self, server: &str, query: &str) -> Result<ResourceList> {
        let entry = self.0.entry(server)?;
        let said = entry.said_of_itself()?;
        let mut shown = ResourceList {
            offered: said.offers("resources"),
            can_subscribe: said.subscribes,
            completes: said.completes(),
            ..ResourceList::default()
        };
        if !shown.offered {
            return Ok(shown);
        }
        let listed = self.0.resources_of(&entry, !query.trim().is_empty()).await?;
        let (resources, templates) = (&listed.list.resources, &listed.list.templates);
        let (found, templates_found) = (resources.search(query), templates.search(query));
        shown.total = count(resources.entries.len());
        shown.found = count(found.len());
        shown.templates_total = count(templates.entries.len());
        shown.templates_found = count(templates_found.len());
        {
            let known = locked(&entry.offers.known);
            shown.resources = found
                .into_iter()
                .take(most(query))
                .map(|resource| {
                    let updated = known.marks.is_updated(&resource.uri);
                    resource_entry(resource, entry.offers.preferences.watches(&resource.uri), updated)
                })
                .collect();
        }
        shown.templates = templates_found
            .into_iter()
            .take(most(query))
            .map(|template| template_entry(template))
            .collect();
        shown.skipped = [resources.skipped.as_slice(), templates.skipped.as_slice()].concat();
        shown.beyond_limit = resources.beyond_limit.saturating_add(templates.beyond_limit);
        shown.listed_at = Some(listed.at);
        shown.problem = listed.problem;
        Ok(shown)
    }

    /// Forgets the lists of resources, templates and prompts, however long they were said to hold: they are read
    /// again when it is shown next (CCH-02).
    ///
    /// # Errors
    /// `not_found`, `server.not_ready`.
    pub fn refresh_offers(&self, server: &str) -> Result<()> {
        let entry = self.0.entry(server)?;
        entry.reached()?;
        self.0.offers_changed(&entry, true, true);
        Ok(())
    }

    /// The address that a template leads to with these values, to be looked at before it is read (RES-04).
    ///
    /// # Errors
    /// `not_found`; `input.bad` for something that is no template or values that are too long.
    pub fn expand_template(
        &self,
        server: &str,
        template: &str,
        values: &BTreeMap<String, String>,
    ) -> Result<ExpandedTemplate> {
        self.0.entry(server)?;
        let bad = |reason: String| Error::new(Code::BadInput, say!("resource-not-read", reason));
        if template.len() > limits::URI {
            return Err(bad(say!("resource-template-length")));
        }
        let parts = portcullis_catalog::UriTemplate::parse(template).map_err(bad)?;
        let uri = parts.expand(values).map_err(bad)?;
        let missing = parts
            .variables()
            .into_iter()
            .filter(|name| !values.contains_key(*name));
        Ok(ExpandedTemplate {
            missing: missing.map(variable).collect(),
            shown: escape_line(&uri),
            uri,
        })
    }

    /// A person's own reading of a resource. What its server said to hold is not asked for again unless `again`.
    ///
    /// # Errors
    /// `not_found`, `server.not_ready`, `server.not_offered`, `input.bad`; `resource.missing` when the server says
    /// that it is not there; those of a request; `store.*`, and then nothing was read.
    pub async fn read_resource(&self, server: &str, uri: &str, again: bool) -> Result<ReadResource> {
        let entry = self.0.entry(server)?;
        usable(uri)?;
        let _in_use = self.0.needed(&entry).await?;
        let reached = entry.offering("resources", &say!("offer-resources"))?;
        if !again && let Some(read) = self.0.remembered(&entry, uri) {
            return Ok(read);
        }
        let permit = Permit::<ProposedRead>::by_hand(ProposedRead {
            server: entry.id.clone(),
            uri: uri.to_owned(),
        });
        self.0
            .read_permitted(&entry, reached, permit)
            .await
            .map_err(|error| missing(&entry, uri, error))
    }

    /// Stops what is being read or fetched from a server at the moment.
    ///
    /// # Errors
    /// `not_found`.
    pub fn stop_reading(&self, server: &str) -> Result<()> {
        self.0.entry(server)?.offers.stop();
        Ok(())
    }

    /// Asks a server to say when a resource changes, or no longer to. It is asked again automatically after a
    /// reconnect, until Portcullis ends (RES-09).
    ///
    /// # Errors
    /// `not_found`, `server.not_ready`, `server.not_offered`, `input.bad`; those of a request; `store.*`.
    pub async fn subscribe_resource(&self, server: &str, uri: &str, on: bool) -> Result<()> {
        let entry = self.0.entry(server)?;
        usable(uri)?;
        let preferences = Arc::clone(&entry.offers.preferences);
        if preferences.watches(uri) == on {
            return Ok(());
        }
        let _in_use = self.0.needed(&entry).await?;
        let reached = entry.offering("resources", &say!("offer-resources"))?;
        if !reached.server_info.subscribes {
            return Err(Error::new(
                Code::NotOffered,
                say!("resource-no-watch", server = entry.label()),
            ));
        }
        if on && preferences.resources().borrow().len() >= limits::WATCHED {
            return Err(Error::new(Code::BadInput, say!("resource-watched-most"))
                .remedy(say!("resource-watched-most-remedy")));
        }
        let shown = escape_line(uri).text;
        let what = match on {
            true => say!("resource-watch-row", resource = shown),
            false => say!("resource-unwatch-row", resource = shown),
        };
        if reached.is_modern() {
            // The client itself tells the server, with everything else that is listened for.
            let row = views::row_by_you_about(&entry, RecordKind::Resource, what);
            self.0.audit.once(row).await?;
        } else {
            let exchange = RecordedRequest {
                method: if on {
                    "resources/subscribe"
                } else {
                    "resources/unsubscribe"
                },
                params: json!({ "uri": uri }),
                kind: RecordKind::Resource,
                what,
            };
            let settle = |_: &Inner, _: Replied| ((), "agreed".to_owned());
            self.0.exchange(&entry, reached, exchange, settle).await?;
        }
        preferences.watch(uri, on);
        self.0.emit(HostEvent::Resources {
            server: entry.id.0.clone(),
        });
        Ok(())
    }
}

fn variable(name: &str) -> TemplateVariable {
    TemplateVariable {
        name: name.to_owned(),
        shown: escape_line(name),
    }
}

fn resource_entry(resource: &Resource, subscribed: bool, updated: bool) -> ResourceEntry {
    ResourceEntry {
        uri: resource.uri.clone(),
        shown: escape_line(&resource.uri),
        name: resource.name.first_line(128),
        title: resource.title.as_ref().map(|title| title.first_line(128)),
        description: resource.description.shown(),
        mime: resource.mime.as_ref().map(|mime| mime.first_line(limits::MIME)),
        size: resource.size,
        annotations: resource.annotations.clone(),
        icon: !resource.icons.is_empty(),
        subscribed,
        updated,
    }
}

fn template_entry(template: &Template) -> TemplateEntry {
    TemplateEntry {
        template: template.template.clone(),
        shown: escape_line(&template.template),
        name: template.name.first_line(128),
        title: template.title.as_ref().map(|title| title.first_line(128)),
        description: template.description.shown(),
        mime: template.mime.as_ref().map(|mime| mime.first_line(limits::MIME)),
        annotations: template.annotations.clone(),
        icon: !template.icons.is_empty(),
        variables: template.parts.variables().into_iter().map(variable).collect(),
    }
}

/// An address that can be sent.
fn usable(uri: &str) -> Result<()> {
    if (1..=limits::URI).contains(&uri.len()) {
        return Ok(());
    }
    Err(Error::new(Code::BadInput, say!("resource-uri-length")))
}

impl Inner {
    /// What was read before, if its server said that it still holds (CCH-01, CCH-04).
    fn remembered(&self, entry: &Entry, uri: &str) -> Option<ReadResource> {
        let id = {
            let mut known = locked(&entry.offers.known);
            let now = self.now();
            known.fresh.retain(|_, (until, _)| now < *until);
            // What was announced while it was read is newer than what was read.
            if known.marks.is_updated(uri) {
                return None;
            }
            known.fresh.get(uri)?.1.clone()
        };
        match self.reading(&id)? {
            Readable::Resource(read) => Some(ReadResource {
                remembered: true,
                ..(*read).clone()
            }),
            Readable::Prompt(_) => None,
        }
    }

    async fn read_permitted(
        self: &Arc<Self>,
        entry: &Arc<Entry>,
        reached: Reached,
        permit: Permit<ProposedRead>,
    ) -> Result<ReadResource> {
        let ProposedRead { server, uri } = permit.spend();
        if server != entry.id {
            return Err(Error::internal("a permit is to read from another server"));
        }
        let (began, connection) = {
            let mut known = locked(&entry.offers.known);
            (known.marks.begin(), known.connection)
        };
        // Only the modern era has a word for how long an answer holds.
        let connection = reached.is_modern().then_some(connection);
        let exchange = RecordedRequest {
            method: "resources/read",
            params: json!({ "uri": uri }),
            kind: RecordKind::Resource,
            what: say!("resource-row", uri = escape_line(&uri).text),
        };
        let (at, asked) = (Arc::clone(entry), uri.clone());
        let settle =
            move |host: &Inner, replied: Replied| host.settle_reading(&at, &asked, connection, &replied);
        let read = self.exchange(entry, reached, exchange, settle).await?;
        let was_updated = {
            let marks = &mut locked(&entry.offers.known).marks;
            let was_updated = marks.is_updated(&uri);
            marks.read(&uri, began);
            was_updated
        };
        if was_updated {
            self.emit(HostEvent::Resources {
                server: entry.id.0.clone(),
            });
        }
        Ok(read)
    }

    /// Reads a reply, and remembers it for the connection that it came over, where that is given.
    fn settle_reading(
        &self,
        entry: &Entry,
        uri: &str,
        connection: Option<u64>,
        replied: &Replied,
    ) -> (ReadResource, String) {
        let mut kept = Handles::default();
        let mut keep = |kind: BodyKind, bytes: Cow<'_, [u8]>| self.keep(&mut kept, kind, bytes);
        let raw = keep(BodyKind::Json, Cow::Borrowed(replied.raw.get().as_bytes()));
        let found = read_contents(&replied.raw, uri, &mut keep);
        let (label, now) = (entry.label(), self.now());
        let read = ReadResource {
            id: ids::random(),
            server: entry.id.0.clone(),
            uri: uri.to_owned(),
            shown: escape_line(uri),
            read_at: now,
            contents: found.contents,
            more_contents: found.more,
            nothing: found.nothing.then(|| say!("resource-nothing", server = label)),
            remembered: false,
            raw,
            record: replied.seq,
            server_label: label,
        };
        self.keep_reading(Readable::Resource(Arc::new(read.clone())), kept);
        let holds = milliseconds(fresh_for(&replied.raw));
        let mut known = locked(&entry.offers.known);
        known.fresh.remove(uri);
        let still = connection == Some(known.connection);
        // As many are remembered as readings are kept.
        if still && !replied.asked_back && holds > 0 && known.fresh.len() < limits::READINGS.0 {
            let until = (now.saturating_add(holds), read.id.clone());
            known.fresh.insert(uri.to_owned(), until);
        }
        (read, found.outcome)
    }
}

/// A server that says that a resource is not there says so in one of two ways (RES-06).
fn missing(entry: &Entry, uri: &str, error: Error) -> Error {
    if !error.refused.is_some_and(|code| MISSING.contains(&code)) {
        return error;
    }
    let known = locked(&entry.offers.known).resources.with(None);
    let label = shell_word(&entry.label());
    Error {
        code: Code::ResourceMissing,
        sentence: say!("resource-missing", server = entry.label()),
        remedy: Some(match known {
            // A list that is read again does not name it either: it was typed, made from a template or linked.
            Some(known) if known.list.resources.get(uri).is_none() => say!("resource-unlisted-remedy", label),
            _ => say!("resource-missing-remedy", label),
        }),
        ..error
    }
}
