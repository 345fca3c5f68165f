//! What a person says of servers and tools: whether what they give is private or written by strangers, and whether they send
//! out. What is stricter than before counts at once; what is looser is asked at the gate.

use crate::host::calls::named;
use crate::host::{Entry, Host, Inner, locked, views};
use portcullis_api::{HostEvent, ServerFlows, ToolFlows};
use portcullis_approval::consent::{Ask, Permit, ProposedClass, Waiting};
use portcullis_approval::policy::data_flow::{DataTraits, Knowledge};
use portcullis_catalog::Tool;
use portcullis_core::ids::ServerId;
use portcullis_core::text::escape_line;
use portcullis_core::{Code, Error, Result, ids};
use portcullis_domain::{
    Asked, Claim, Endpoint, FlowClass, Outcome, RecordKind, Request, ReviewRow, ReviewValue, Tristate,
};
use portcullis_l10n::{list, say};
use portcullis_storage::audit::Intended;
use portcullis_storage::store::flows::{self as rows, ClassRow};
use sha2::{Digest, Sha256};
use std::sync::Arc;

impl Host {
    /// What a person says of a server and of those of its tools that differ.
    ///
    /// # Errors
    /// `not_found`.
    pub fn flows(&self, server: &str) -> Result<ServerFlows> {
        let entry = self.0.entry(server)?;
        let classes = locked(&self.0.classes).clone();
        let of = |tool: &str| {
            classes
                .iter()
                .find(|row| row.server == entry.id && row.tool == tool)
        };
        let catalog = entry.catalog();
        let mut tools: Vec<ToolFlows> = catalog
            .tools
            .iter()
            .map(|tool| (tool, self.0.hosts_of_tool(&entry, tool)))
            .filter(|(tool, seen)| claims_open(tool) || of(&tool.name).is_some() || !seen.is_empty())
            .map(|(tool, seen)| ToolFlows {
                seen,
                tool: tool.name.clone(),
                shown: escape_line(&tool.name),
                class: of(&tool.name).map(|row| row.class).unwrap_or_default(),
                outdated: of(&tool.name).is_some_and(|row| is_outdated(row, &tool.digest)),
                claims_open: claims_open(tool),
            })
            .collect();
        // Of tools that are not there now, what was said stands here all the same.
        let gone = classes.iter().filter(|row| {
            row.server == entry.id && !row.tool.is_empty() && tools.iter().all(|it| it.tool != row.tool)
        });
        let gone: Vec<_> = gone
            .map(|row| ToolFlows {
                tool: row.tool.clone(),
                shown: escape_line(&row.tool),
                class: row.class,
                outdated: false,
                seen: Vec::new(),
                claims_open: false,
            })
            .collect();
        tools.extend(gone);
        Ok(ServerFlows {
            class: of("").map(|row| row.class).unwrap_or_default(),
            outdated: of("").is_some_and(|row| is_outdated(row, &place(&entry))),
            tools,
        })
    }

    /// Says what a server, or one of its tools, gives and does. What is stricter than before counts at once; what is
    /// looser is asked at the gate, and the request comes back.
    ///
    /// # Errors
    /// `not_found`, `tool.unknown`, `consent.busy`, `consent.stale`, `store.*`.
    pub async fn set_class(
        &self,
        server: &str,
        tool: Option<String>,
        class: FlowClass,
    ) -> Result<Option<Request>> {
        let entry = self.0.entry(server)?;
        let found = tool.as_deref().map(|tool| entry.tool(tool)).transpose()?;
        let kept = self.0.said(&entry.id, tool.as_deref().unwrap_or_default());
        let (about, before) = match &found {
            Some(tool) => (tool.digest.clone(), self.0.class_of(&entry, Some(tool))),
            None => (place(&entry), self.0.class_of(&entry, None)),
        };
        if kept.as_ref().map(|row| row.class).unwrap_or_default() == class
            && kept.as_ref().is_none_or(|row| row.about == about)
        {
            return Ok(None);
        }
        let proposed = ProposedClass {
            server: entry.id.clone(),
            said: class,
            class,
            before,
            tool,
            about,
        };
        let weighed = ProposedClass {
            // What is unsaid of a tool is as for its server.
            class: match &found {
                Some(_) => over(class, self.0.class_of(&entry, None)),
                None => class,
            },
            ..proposed.clone()
        };
        if !weighed.loosens() {
            let permit = Permit::<ProposedClass>::stricter(weighed)?;
            self.0.keep_class(&entry, permit, None, kept).await?;
            return Ok(None);
        }
        let ask = question(&entry, found.as_deref(), (&proposed, weighed), kept.as_ref());
        let asked = self.0.ask_then(ask, async move |host, waiting| {
            host.after_class(&entry, waiting, (proposed, kept)).await
        });
        asked.map(Some)
    }
}

impl Inner {
    pub(in crate::host) async fn reload_classes(&self) -> Result<()> {
        // One after the other: what was read before a change must not replace what was read after it.
        let _turn = self.reloading.lock().await;
        let classes = self.store.read(rows::classes).await?;
        *locked(&self.classes) = Arc::new(classes);
        Ok(())
    }

    /// What a person says of a server or a tool, and of which definition.
    fn said(&self, server: &ServerId, tool: &str) -> Option<ClassRow> {
        let classes = locked(&self.classes).clone();
        classes
            .iter()
            .find(|row| row.server == *server && row.tool == tool)
            .cloned()
    }

    /// What they say that still counts: a “does not” was about what it was said of.
    fn counts(&self, server: &ServerId, tool: &str, about: impl FnOnce() -> String) -> FlowClass {
        // What it is about is worked out where something was said alone: of most servers nothing ever is.
        match self.said(server, tool) {
            Some(row) if row.about == about() => row.class,
            Some(row) => without_noes(row.class),
            None => FlowClass::default(),
        }
    }

    pub(super) fn class_of(&self, entry: &Entry, tool: Option<&Tool>) -> FlowClass {
        let whole = self.counts(&entry.id, "", || place(entry));
        match tool {
            Some(tool) => over(self.counts(&entry.id, &tool.name, || tool.digest.clone()), whole),
            None => whole,
        }
    }

    /// What counts of a tool that its server does not offer now. A “does not” for the whole server is said of its tools, whichever
    /// they are; one about this tool was about a definition that is not there to be compared.
    pub(super) fn class_of_absent(&self, entry: &Entry, tool: &str) -> FlowClass {
        let said = self.said(&entry.id, tool).map(|row| without_noes(row.class));
        over(said.unwrap_or_default(), self.class_of(entry, None))
    }

    pub(super) fn nature_of(&self, entry: &Entry, tool: &Tool) -> DataTraits {
        DataTraits::new(self.class_of(entry, Some(tool)), claims_open(tool))
    }

    /// What text of a server is that a person put in: nothing leaves by reading it.
    pub(super) fn nature_of_text(&self, entry: &Entry) -> DataTraits {
        DataTraits {
            sends: Knowledge::RuledOut,
            ..DataTraits::new(self.class_of(entry, None), false)
        }
    }

    async fn after_class(
        &self,
        entry: &Entry,
        mut waiting: Waiting<ProposedClass>,
        (proposed, kept): (ProposedClass, Option<ClassRow>),
    ) -> Result<()> {
        let shown = waiting.request.digest.clone();
        // Held until it is kept.
        let (_answered, permit) = self.setting_decided(&mut waiting).await;
        let row = Intended {
            shown: Some(shown.clone()),
            ..class_row(entry, &proposed)
        };
        match permit {
            Ok(permit) => match self.keep_class(entry, permit, Some(shown), kept).await {
                Err(error) if error.code == Code::ConsentStale => {
                    let mut row = views::refused_row(row, &error);
                    row.outcome = Some((Outcome::Failed, error.code.in_words()));
                    self.audit.once(row).await?;
                    Err(error)
                }
                done => done,
            },
            Err(error) => self.audit.once(views::refused_row(row, &error)).await.map(drop),
        }
    }

    /// Saves a setting that was compared with the one before it. If the stored one has changed since, nothing is saved: it may
    /// be stricter now, and the request did not show that.
    async fn keep_class(
        &self,
        entry: &Entry,
        permit: Permit<ProposedClass>,
        shown: Option<String>,
        before: Option<ClassRow>,
    ) -> Result<()> {
        let said = permit.spend();
        let row = Intended {
            why: match shown {
                Some(_) => say!("flow-approved-why"),
                None => say!("flow-stricter-why"),
            },
            shown,
            ..class_row(entry, &said)
        };
        let kept = ClassRow {
            server: said.server,
            tool: said.tool.unwrap_or_default(),
            class: said.said,
            about: said.about,
            said_at: self.now(),
        };
        let label = entry.label();
        self.audit
            .once_with(move |db| {
                let mut now = rows::classes(db)?.into_iter();
                let now = now.find(|row| row.server == kept.server && row.tool == kept.tool);
                if now != before {
                    let stale = Error::new(Code::ConsentStale, say!("flow-stale", server = label));
                    return Err(stale.remedy(say!("flow-stale-remedy")).into());
                }
                rows::put_class(db, &kept)?;
                Ok(((), Some(row)))
            })
            .await?;
        self.reload_classes().await?;
        // What waits is looked at again with it.
        self.grants_changed.send_modify(|count| *count += 1);
        self.emit(HostEvent::Flows {});
        Ok(())
    }
}

fn claims_open(tool: &Tool) -> bool {
    tool.claims.contains(&Claim::OpenWorld)
}

/// Digest of where a server is: what was said of one program or address is not said of another.
fn place(entry: &Entry) -> String {
    place_of(&entry.row().draft.endpoint)
}

pub(in crate::host) fn place_of(endpoint: &Endpoint) -> String {
    let endpoint = serde_json_canonicalizer::to_vec(endpoint);
    // An endpoint can always be written; should it ever not, nothing that was said of it fits.
    endpoint.map_or_else(|_| ids::random(), |bytes| ids::hex(&Sha256::digest(&bytes)))
}

fn is_outdated(row: &ClassRow, about: &str) -> bool {
    row.about != about && without_noes(row.class) != row.class
}

pub(in crate::host) fn without_noes(class: FlowClass) -> FlowClass {
    let each = |say: Tristate| match say {
        Tristate::No => Tristate::Unsaid,
        say => say,
    };
    FlowClass {
        private: each(class.private),
        strangers: each(class.strangers),
        sends: each(class.sends),
    }
}

/// What is said of a tool; what is not, as for its server.
fn over(tool: FlowClass, server: FlowClass) -> FlowClass {
    let each = |tool: Tristate, server: Tristate| if tool == Tristate::Unsaid { server } else { tool };
    FlowClass {
        private: each(tool.private, server.private),
        strangers: each(tool.strangers, server.strangers),
        sends: each(tool.sends, server.sends),
    }
}

fn class_row(entry: &Entry, said: &ProposedClass) -> Intended {
    let what = match &said.tool {
        Some(tool) => say!(
            "flow-set-tool",
            tool = escape_line(tool).text,
            what = in_words(said.said)
        ),
        None => say!("flow-set", what = in_words(said.said)),
    };
    Intended {
        tool: said.tool.clone(),
        outcome: Some((Outcome::Done, say!("outcome-saved"))),
        ..views::row_by_you_about(entry, RecordKind::Server, what)
    }
}

fn in_words(class: FlowClass) -> String {
    let each = |say: Tristate, yes: String, no: String| match say {
        Tristate::Yes => Some(yes),
        Tristate::No => Some(no),
        Tristate::Unsaid => None,
    };
    let words: Vec<String> = [
        each(class.private, say!("flow-gives-private"), say!("flow-no-private")),
        each(
            class.strangers,
            say!("flow-gives-untrusted"),
            say!("flow-no-untrusted"),
        ),
        each(class.sends, say!("flow-sends"), say!("flow-no-sends")),
    ]
    .into_iter()
    .flatten()
    .collect();
    match words.is_empty() {
        true => say!("flow-none"),
        false => list(&words),
    }
}

/// Shows what is said, and proposes what counts then.
fn question(
    entry: &Entry,
    tool: Option<&Tool>,
    (to, counts): (&ProposedClass, ProposedClass),
    kept: Option<&ClassRow>,
) -> Ask<ProposedClass> {
    let server = views::server_ref(entry);
    let before = kept.map(|row| row.class).unwrap_or_default();
    let value = |say: Tristate| {
        let text = match say {
            Tristate::Yes => say!("flow-yes"),
            Tristate::No => say!("flow-no"),
            Tristate::Unsaid => say!("flow-not-set"),
        };
        vec![ReviewValue::words(&text)]
    };
    let row = |field: String, now: Tristate, before: Tristate| ReviewRow {
        before: (now != before).then(|| value(before)),
        ..ReviewRow::new(field, value(now))
    };
    let named = match tool {
        Some(tool) => say!("flow-tool-of", tool = named(&tool.name), server = server.label),
        None => format!("“{}”", server.label),
    };
    views::ask_by_you(
        say!("flow-question", what = named),
        server,
        Asked::Setting {
            rows: vec![
                row(say!("flow-row-private"), to.class.private, before.private),
                row(say!("flow-row-untrusted"), to.class.strangers, before.strangers),
                row(say!("flow-row-sends"), to.class.sends, before.sends),
            ],
            notes: vec![say!("flow-note-permissions"), say!("flow-note-past")],
            warnings: Vec::new(),
        },
        counts,
    )
}
