//! What a server offers: its tools, read leniently, fingerprinted, searchable, and compared with what was approved; its
//! resources and prompts, which a person chooses by hand; the forms and addresses that it asks for; and what comes back of a
//! call.
//!
//! Everything here is a pure function of what a server sent. It has no I/O, stores nothing and decides nothing, and knows
//! no connection, no database and no gate. The crates that read catalogs, check arguments and show results use it.

portcullis_l10n::catalogue!();

mod annotations;
pub mod bitmap;
mod changes;
pub mod compare;
pub mod content;
pub mod contents;
mod contradictions;
mod digest;
pub mod exact;
mod fields;
pub mod forms;
pub mod freshness;
mod headers;
pub mod icons;
pub mod limits;
pub mod links;
mod listing;
pub mod measured;
mod media;
pub mod messages;
pub mod names;
pub mod notation;
pub mod notes;
mod offered;
mod outline;
mod prompt;
mod resource;
pub mod schema;
mod search;
mod template;
mod tool;
mod unescaped;
mod uri_template;
pub mod varying;

use limits::TOOLS;
use portcullis_core::text::ForeignText;
use portcullis_domain::ExcludedTool;
use portcullis_l10n::say;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use sha2::{Digest as _, Sha256};
use std::collections::HashMap;
use std::num::NonZero;
use std::sync::Arc;

pub use changes::named_changes;
pub use digest::{digest, instructions_digest};
pub use headers::HeaderParams;
pub use listing::{ListEntry, Listing};
pub use offered::OfferedTool;
pub use prompt::Prompt;
pub use resource::Resource;
pub use template::Template;
pub use tool::{TaskSupport, Tool};
pub use uri_template::UriTemplate;

/// Definitions that are not worth a thread of their own.
const PART: usize = 1_000;

/// Longest name shown of a tool that is left out, in characters.
const EXCLUDED_NAME: usize = 128;

/// The tools of one server, as of one complete listing.
#[derive(Debug, Default)]
pub struct Catalog {
    /// Usable tools in the server's order. No two have the same name, byte for byte.
    pub tools: Vec<Arc<Tool>>,
    /// Tools left out, each with its reason (TOL-03, S-43).
    pub excluded: Vec<ExcludedTool>,
    /// Tools beyond [`TOOLS`] that were not read (F-19).
    pub beyond_limit: u32,
    index: HashMap<String, usize>,
}

impl Catalog {
    /// Reads every page of a listing: the `result` object of each `tools/list` reply, in order. One malformed
    /// tool never hides the others, and a page that is malformed as a whole counts as one tool left out. Each
    /// tool is parsed separately, so that one nested too deeply (F-20) costs only itself.
    #[must_use]
    pub fn read<'a>(pages: impl IntoIterator<Item = &'a RawValue>) -> Self {
        Self::read_again(pages, &Self::default())
    }

    /// The same, where there was a list before: a tool whose definition is the same in every byte is taken from there.
    /// Blocks: a long list takes a while.
    #[must_use]
    pub fn read_again<'a>(pages: impl IntoIterator<Item = &'a RawValue>, before: &Self) -> Self {
        #[derive(Deserialize)]
        struct Page<'a> {
            #[serde(borrow)]
            tools: Vec<&'a RawValue>,
        }
        let known = before.tools.iter().filter_map(|tool| Some((tool.bytes?, tool)));
        let known: HashMap<[u8; 32], &Arc<Tool>> = known.collect();
        let mut catalog = Self::default();
        for page in pages {
            let Ok(Page { tools }) = serde_json::from_str::<Page<'_>>(page.get()) else {
                catalog.add(Err((None, say!("list-part-unreadable"))));
                continue;
            };
            let room = TOOLS.saturating_sub(catalog.tools.len() + catalog.excluded.len());
            let (read, beyond) = tools.split_at(room.min(tools.len()));
            for tool in in_parts(read, |tool| read_tool(tool, &known)) {
                catalog.add(tool);
            }
            let beyond = u32::try_from(beyond.len()).unwrap_or(u32::MAX);
            catalog.beyond_limit = catalog.beyond_limit.saturating_add(beyond);
        }
        catalog
    }

    /// The tool of exactly this raw name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Arc<Tool>> {
        self.tools.get(*self.index.get(name)?)
    }

    /// The same, with the parts of tools left out of their digests that may vary, by raw name.
    #[must_use]
    pub fn holding(mut self, varying: &HashMap<String, Vec<String>>) -> Self {
        for tool in &mut self.tools {
            if let Some(held) = varying.get(&tool.name).and_then(|parts| tool.holding(parts)) {
                *tool = Arc::new(held);
            }
        }
        self
    }

    /// The same without the tools for which there is a reason to leave them out.
    #[must_use]
    pub fn without(mut self, why: impl Fn(&Tool) -> Option<String>) -> Self {
        let excluded = &mut self.excluded;
        self.tools.retain(|tool| match why(tool) {
            None => true,
            Some(reason) => {
                let shown = ForeignText::from(tool.name.as_str()).shown_within(EXCLUDED_NAME);
                excluded.push(ExcludedTool { shown, reason });
                false
            }
        });
        let places = self.tools.iter().enumerate();
        self.index = places.map(|(at, tool)| (tool.name.clone(), at)).collect();
        self
    }

    /// Why the tool of this raw name is left out, if it is.
    #[must_use]
    pub fn left_out(&self, name: &str) -> Option<&str> {
        let shown = ForeignText::from(name).shown_within(EXCLUDED_NAME);
        let excluded = self.excluded.iter().find(|tool| tool.shown == shown)?;
        Some(&excluded.reason)
    }

    /// The usable tool whose name is most like this one, where one is.
    #[must_use]
    pub fn nearest(&self, name: &str) -> Option<&str> {
        portcullis_core::near::nearest(name, self.tools.iter().map(|tool| tool.name.as_str()))
    }

    /// Tools that match every word of a query, best first; all in the server's order for an empty one.
    #[must_use]
    pub fn search(&self, query: &str) -> Vec<&Arc<Tool>> {
        search::search(&self.tools, query)
    }

    fn add(&mut self, read: Result<Arc<Tool>, LeftOut>) {
        let position = self.tools.len() + self.excluded.len();
        if position >= TOOLS {
            self.beyond_limit = self.beyond_limit.saturating_add(1);
            return;
        }
        let (name, reason) = match read {
            Ok(tool) if self.index.contains_key(&tool.name) => (
                Some(ForeignText::from(tool.name.as_str())),
                say!("list-twice-tool"),
            ),
            Ok(tool) => {
                self.index.insert(tool.name.clone(), self.tools.len());
                self.tools.push(tool);
                return;
            }
            Err(left_out) => left_out,
        };
        let name = name.filter(|name| !name.raw().is_empty());
        let name = name.unwrap_or_else(|| ForeignText::new(say!("list-number", number = position + 1)));
        self.excluded.push(ExcludedTool {
            shown: name.shown_within(EXCLUDED_NAME),
            reason,
        });
    }
}

/// Does the same with each, in their order; with many of them on every processor. A long list of definitions is what a
/// person waits for when a server is new.
fn in_parts<T: Sync, R: Send>(all: &[T], each: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
    let part = all.len().div_ceil(processors).max(PART);
    std::thread::scope(|scope| {
        let mut parts = all.chunks(part);
        let first = parts.next().unwrap_or_default();
        let others: Vec<_> = parts
            .map(|part| scope.spawn(|| part.iter().map(&each).collect::<Vec<_>>()))
            .collect();
        let mut done: Vec<R> = first.iter().map(&each).collect();
        for other in others {
            done.extend(
                other
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            );
        }
        done
    })
}

/// The name of a tool that is left out, where it has one, and why.
type LeftOut = (Option<ForeignText>, String);

/// Reads a definition, unless there is one of exactly these bytes.
fn read_tool(raw: &RawValue, known: &HashMap<[u8; 32], &Arc<Tool>>) -> Result<Arc<Tool>, LeftOut> {
    let bytes = Sha256::digest(raw.get()).into();
    if let Some(tool) = known.get(&bytes) {
        return Ok(Arc::clone(tool));
    }
    let definition: Value = serde_json::from_str(raw.get()).map_err(|_| (None, unreadable()))?;
    let name = definition
        .get("name")
        .and_then(Value::as_str)
        .map(ForeignText::from);
    let mut tool = Tool::read(definition).map_err(|reason| (name, reason))?;
    tool.bytes = Some(bytes);
    Ok(Arc::new(tool))
}

/// The checked type of bytes that do not say what they are, if a window shows or plays it. Nothing that could run is one.
#[must_use]
pub fn picture_or_sound(bytes: &[u8]) -> Option<&'static str> {
    // Sounds of layer III begin with two bytes that other files have too, unless they have a tag.
    let tagged = bytes.starts_with(b"ID3").then_some("audio/mpeg");
    let sounds = ["audio/wav", "audio/ogg", "audio/flac"];
    media::sniff(bytes)
        .or_else(|| {
            sounds
                .into_iter()
                .find(|mime| media::check(media::Kind::Audio, mime, bytes).is_ok())
        })
        .or(tagged)
}

/// The same of bytes that were checked before they were kept: also of sounds that begin as other files do.
#[must_use]
pub fn kept_media(bytes: &[u8]) -> Option<&'static str> {
    picture_or_sound(bytes).or_else(|| {
        ["audio/mpeg", "audio/mp4", "audio/webm"]
            .into_iter()
            .find(|mime| media::check(media::Kind::Audio, mime, bytes).is_ok())
    })
}

/// The checked type of an image or a sound that is said to be of this one.
///
/// # Errors
/// Why it is not shown, in words.
pub fn checked(claimed: &str, bytes: &[u8]) -> std::result::Result<&'static str, String> {
    let kind = match media::essence(claimed) {
        essence if essence.starts_with("image/") => media::Kind::Image,
        essence if essence.starts_with("audio/") => media::Kind::Audio,
        _ => return Err(say!("media-type")),
    };
    media::check(kind, claimed, bytes)
}

/// Bytes of Base64, with or without its padding.
///
/// # Errors
/// Why there are none, in words.
pub fn from_base64(text: &str) -> std::result::Result<Vec<u8>, String> {
    content::decoded(text)
}

fn unreadable() -> String {
    say!("tool-unreadable")
}

#[cfg(test)]
mod tests;
