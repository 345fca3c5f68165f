//! The room Prompts: messages that servers have ready. A person chooses one, fills it in, looks at the result
//! and then uses it (PRO-01, PRO-04); no model does.

use super::offers::{Reached, most};
use super::reading::{Handles, Readable, RecordedRequest, Replied};
use super::{Entry, Host, Inner, count};
use crate::limits;
use portcullis_api::{FetchedPrompt, PromptArgument, PromptEntry, PromptList};
use portcullis_approval::consent::{Permit, ProposedPrompt};
use portcullis_catalog::Prompt;
use portcullis_catalog::content::BodyKind;
use portcullis_catalog::messages::read_messages;
use portcullis_core::text::escape_line;
use portcullis_core::{Code, Error, Result, ids};
use portcullis_domain::RecordKind;
use portcullis_l10n::say;
use serde_json::json;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

impl Host {
    /// Prompts that match a search, the best [`limits::FOUND`]; all for an empty one. Reads the list where it is
    /// not known or no longer holds.
    ///
    /// # Errors
    /// `not_found`, `server.not_ready`; those of a request when there is no older list to show.
    pub async fn prompts(&self, server: &str, query: &str) -> Result<PromptList> {
        let entry = self.0.entry(server)?;
        let said = entry.said_of_itself()?;
        let mut shown = PromptList {
            offered: said.offers("prompts"),
            completes: said.completes(),
            ..PromptList::default()
        };
        if !shown.offered {
            return Ok(shown);
        }
        let listed = self.0.prompts_of(&entry, !query.trim().is_empty()).await?;
        let found = listed.list.search(query);
        shown.total = count(listed.list.entries.len());
        shown.found = count(found.len());
        let listed_entries = found.into_iter().take(most(query));
        shown.prompts = listed_entries.map(|prompt| prompt_entry(prompt)).collect();
        shown.skipped = listed.list.skipped.clone();
        shown.beyond_limit = listed.list.beyond_limit;
        shown.listed_at = Some(listed.at);
        shown.problem = listed.problem;
        Ok(shown)
    }

    /// Fetches a prompt to look at. Nothing of it goes anywhere before [`Host::use_prompt`].
    ///
    /// # Errors
    /// `not_found`, `server.not_ready`, `server.not_offered`, `prompt.unknown`; `call.bad_arguments` when a required
    /// argument has no value or one is not known (PRO-03), and then nothing was sent; those of a request;
    /// `store.*`.
    pub async fn get_prompt(
        &self,
        server: &str,
        name: &str,
        arguments: BTreeMap<String, String>,
    ) -> Result<FetchedPrompt> {
        let entry = self.0.entry(server)?;
        let prompt = self.0.prompt_of(&entry, name).await?;
        check(&entry.label(), &prompt, &arguments)?;
        let _in_use = self.0.needed(&entry).await?;
        let reached = entry.offering("prompts", &say!("offer-prompts"))?;
        let permit = Permit::<ProposedPrompt>::by_hand(ProposedPrompt {
            server: entry.id.clone(),
            prompt: prompt.name.clone(),
            arguments,
        });
        self.0.fetch_permitted(&entry, reached, &prompt, permit).await
    }
}

fn prompt_entry(prompt: &Prompt) -> PromptEntry {
    let arguments = prompt.arguments.iter().map(|argument| PromptArgument {
        name: argument.name.clone(),
        shown: escape_line(&argument.name),
        title: argument.title.as_ref().map(|title| title.first_line(128)),
        description: argument.description.shown(),
        required: argument.required,
    });
    PromptEntry {
        name: prompt.name.clone(),
        shown: escape_line(&prompt.name),
        title: prompt.title.as_ref().map(|title| title.first_line(128)),
        description: prompt.description.shown(),
        icon: !prompt.icons.is_empty(),
        arguments: arguments.collect(),
    }
}

/// Checks arguments before anything is sent (PRO-03). An empty text is no value for what is required.
fn check(label: &str, prompt: &Prompt, arguments: &BTreeMap<String, String>) -> Result<()> {
    let bad = |what: String| {
        Error::new(
            Code::CallBadArguments,
            say!("prompt-arguments", server = label, problem = what),
        )
    };
    let missing = prompt
        .arguments
        .iter()
        .find(|argument| argument.required && arguments.get(&argument.name).is_none_or(String::is_empty));
    if let Some(missing) = missing {
        return Err(bad(say!(
            "prompt-argument-missing",
            name = escape_line(&missing.name).text
        )));
    }
    for (name, value) in arguments {
        if prompt.argument(name).is_none() {
            return Err(bad(say!(
                "prompt-argument-unknown",
                name = escape_line(name).text
            )));
        }
        if value.len() > limits::ARGUMENT {
            return Err(bad(say!("prompt-argument-length", name = escape_line(name).text)));
        }
    }
    Ok(())
}

impl Inner {
    /// The prompt of exactly this raw name.
    pub(super) async fn prompt_of(self: &Arc<Self>, entry: &Arc<Entry>, name: &str) -> Result<Arc<Prompt>> {
        let listed = self.prompts_of(entry, true).await?;
        listed.list.get(name).cloned().ok_or_else(|| {
            let (label, shown) = (entry.label(), escape_line(name).text);
            Error::new(
                Code::PromptUnknown,
                say!("prompt-none", server = label, name = shown),
            )
        })
    }

    async fn fetch_permitted(
        self: &Arc<Self>,
        entry: &Arc<Entry>,
        reached: Reached,
        prompt: &Arc<Prompt>,
        permit: Permit<ProposedPrompt>,
    ) -> Result<FetchedPrompt> {
        let wanted = permit.spend();
        if wanted.server != entry.id || wanted.prompt != prompt.name {
            return Err(Error::internal("a permit is for another prompt"));
        }
        let mut params = json!({ "name": wanted.prompt });
        if !wanted.arguments.is_empty() {
            params["arguments"] = json!(wanted.arguments);
        }
        let exchange = RecordedRequest {
            method: "prompts/get",
            params,
            kind: RecordKind::Prompt,
            what: say!("prompt-row", name = escape_line(&prompt.name).text),
        };
        let (at, prompt) = (Arc::clone(entry), Arc::clone(prompt));
        let settle = move |host: &Inner, replied: Replied| host.settle_prompt(&at, &prompt, &replied);
        self.exchange(entry, reached, exchange, settle).await
    }

    fn settle_prompt(&self, entry: &Entry, prompt: &Prompt, replied: &Replied) -> (FetchedPrompt, String) {
        let mut kept = Handles::default();
        let mut keep = |kind: BodyKind, bytes: Cow<'_, [u8]>| self.keep(&mut kept, kind, bytes);
        let raw = keep(BodyKind::Json, Cow::Borrowed(replied.raw.get().as_bytes()));
        let found = read_messages(&replied.raw, &mut keep);
        let fetched = FetchedPrompt {
            id: ids::random(),
            server: entry.id.0.clone(),
            server_label: entry.label(),
            name: prompt.name.clone(),
            shown: prompt.called().first_line(128),
            description: found.description,
            messages: found.messages,
            more_messages: found.more,
            fetched_at: self.now(),
            raw,
            record: replied.seq,
        };
        self.keep_reading(Readable::Prompt(Arc::new(fetched.clone())), kept);
        (fetched, found.outcome)
    }
}
