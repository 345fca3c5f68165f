//! What may leave with a call: whether private data, untrusted content and external communication meet in it (S-78, ARC-03).
//!
//! A conversation is one context: whatever a model has read may be in the arguments that it writes next, and the author of a
//! part of it may have told it to. So a call is looked at together with everything that its conversation has read:
//!
//! - What came from **another** server than the one that is called counts unless a person ruled it out. The user need not
//!   classify anything to be asked before one server gets what another one gave.
//! - What the called server **itself** gave counts each time where the user says that all three are there. Where it is
//!   not classified, another of its tools that may send it out is asked about **once** in a conversation: a server alone
//!   there would be asked about forever otherwise, though nothing leaves it.
//! - A server's own words about a tool only ever make this stricter, but for one: it has nothing to gain from a lie about
//!   what it gave itself, so a tool that claims a closed world is not asked about once.

use portcullis_core::ids::ServerId;
use portcullis_core::text::{escape_line, shell_word};
use portcullis_domain::{FlowClass, FlowMark, FlowMeeting, FlowSource, Foreign, Tristate};
use portcullis_l10n::{list, say};

/// How much is known of one trait of a tool, from least to most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Knowledge {
    /// A person says that it does not.
    RuledOut,
    /// It is not classified.
    Unknown,
    /// A person says that it does.
    Said,
    /// The server says so itself; no person can take that back.
    Claimed,
}

impl Knowledge {
    /// The user or the server says so.
    #[must_use]
    pub fn is_certain(self) -> bool {
        self >= Self::Said
    }

    /// It was not ruled out.
    #[must_use]
    pub fn is_possible(self) -> bool {
        self > Self::RuledOut
    }
}

/// Data-flow traits of a tool or an attachment: private data, untrusted content, exfiltration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DataTraits {
    /// What it gives is private.
    pub private: Knowledge,
    /// What it gives may be written by strangers.
    pub strangers: Knowledge,
    /// It can send out what it is given.
    pub sends: Knowledge,
}

impl DataTraits {
    /// Which is not classified.
    pub const UNKNOWN: Self = Self {
        private: Knowledge::Unknown,
        strangers: Knowledge::Unknown,
        sends: Knowledge::Unknown,
    };

    /// As it is kept.
    #[must_use]
    pub fn numbers(self) -> [u8; 3] {
        [self.private, self.strangers, self.sends].map(|known| match known {
            Knowledge::RuledOut => 0,
            Knowledge::Unknown => 1,
            Knowledge::Said => 2,
            Knowledge::Claimed => 3,
        })
    }

    /// As it was kept. An unknown number is read as the most.
    #[must_use]
    pub fn of_numbers(numbers: [u8; 3]) -> Self {
        let [private, strangers, sends] = numbers.map(|number| match number {
            0 => Knowledge::RuledOut,
            1 => Knowledge::Unknown,
            2 => Knowledge::Said,
            _ => Knowledge::Claimed,
        });
        Self {
            private,
            strangers,
            sends,
        }
    }

    /// Whether nothing of it is more than another one says already.
    #[must_use]
    pub fn is_within(self, other: Self) -> bool {
        self.private <= other.private && self.strangers <= other.strangers && self.sends <= other.sends
    }

    /// By what a person says of a tool, and whether its server says that it reaches out.
    #[must_use]
    pub fn new(class: FlowClass, claims_open: bool) -> Self {
        let by = |say: Tristate| match say {
            Tristate::No => Knowledge::RuledOut,
            Tristate::Unsaid => Knowledge::Unknown,
            Tristate::Yes => Knowledge::Said,
        };
        let open = if claims_open {
            Knowledge::Claimed
        } else {
            Knowledge::RuledOut
        };
        Self {
            private: by(class.private),
            strangers: by(class.strangers).max(open),
            sends: by(class.sends).max(open),
        }
    }

    /// What was known at one time and what is known now: a claim stays, and else the person has the last word. Where they
    /// say nothing any more, what was known then does, but for a no: that was theirs to take back.
    #[must_use]
    pub fn and_now(self, now: Self) -> Self {
        let each = |then: Knowledge, now: Knowledge| match (then, now) {
            (Knowledge::Claimed, _) | (_, Knowledge::Claimed) => Knowledge::Claimed,
            (then, Knowledge::Unknown) => then.max(Knowledge::Unknown),
            (_, now) => now,
        };
        Self {
            private: each(self.private, now.private),
            strangers: each(self.strangers, now.strangers),
            sends: each(self.sends, now.sends),
        }
    }
}

/// A tool or attachment whose content entered a conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadSource {
    /// The server; `None` for what the person put in.
    pub server: Option<ServerId>,
    /// The person's label of it.
    pub label: String,
    /// The tool, or what was put in.
    pub what: Foreign,
    /// When first.
    pub at: u64,
    /// What is known of it.
    pub nature: DataTraits,
    /// Raw name of the tool that it was a call of; `None` for what was put in.
    pub tool: Option<String>,
}

/// The tool that a call would send data to.
#[derive(Debug, Clone, Copy)]
pub struct CallTarget<'a> {
    /// The server.
    pub server: &'a ServerId,
    /// The person's label of it.
    pub label: &'a str,
    /// What is known of the tool.
    pub nature: DataTraits,
    /// Its raw name.
    pub tool: &'a str,
    /// Its server says that it reaches nothing outside.
    pub claims_closed: bool,
    /// A person was asked about it in this conversation, after its server had given something, and said yes.
    pub asked: bool,
}

/// What meets in a call, so that no permission counts for it; `None` where not all three meet.
#[must_use]
pub fn meet(reads: &[ReadSource], to: &CallTarget<'_>) -> Option<FlowMeeting> {
    let own = |read: &ReadSource| read.server.as_ref() == Some(to.server);
    let nature = &to.nature;
    // Out of another server, into this one.
    let crosses = nature.sends.is_possible()
        && reads
            .iter()
            .any(|read| !own(read) && read.nature.private.is_possible())
        && (nature.strangers.is_possible() || reads.iter().any(|read| read.nature.strangers.is_possible()));
    // Out of this server itself, into the world.
    let leaves = nature.sends.is_certain()
        && (nature.private.is_certain()
            || reads
                .iter()
                .any(|read| own(read) && read.nature.private.is_certain()))
        && (nature.strangers.is_certain()
            || reads.iter().any(|read| {
                let strangers = read.nature.strangers;
                strangers.is_certain() || (!own(read) && strangers.is_possible())
            }));
    // Nothing leaves yet, but from here on everything is together.
    let before = certain(reads.iter().map(|read| &read.nature));
    let after = certain(reads.iter().map(|read| &read.nature).chain([nature]));
    let completes = after == [true; 3] && before != after;
    if !(crosses || leaves || completes) {
        return may_leave(reads, to).then(|| once(reads, to));
    }
    let sources = sources(reads, to, crosses || leaves, false);
    Some(FlowMeeting {
        once: false,
        sentence: match crosses || leaves {
            true => leaving(&sources, to),
            false => say!("flow-completes", server = to.label),
        },
        sources,
        remedy: say!("flow-completes-remedy"),
    })
}

/// Whether what this server gave by another of its tools may leave by this one, which is not classified and about
/// which the user was not asked yet.
fn may_leave(reads: &[ReadSource], to: &CallTarget<'_>) -> bool {
    let nature = &to.nature;
    let sends = nature.sends.is_certain() || (nature.sends.is_possible() && !to.claims_closed);
    let gave = |read: &ReadSource| {
        read.server.as_ref() == Some(to.server)
            && read.tool.as_deref() != Some(to.tool)
            && read.nature.private.is_possible()
    };
    !to.asked
        && sends
        && reads.iter().any(gave)
        && (nature.strangers.is_possible() || reads.iter().any(|read| read.nature.strangers.is_possible()))
}

fn once(reads: &[ReadSource], to: &CallTarget<'_>) -> FlowMeeting {
    FlowMeeting {
        once: true,
        sentence: say!("flow-may-leave", server = to.label),
        sources: sources(reads, to, true, true),
        remedy: say!("flow-may-leave-remedy", label = shell_word(to.label)),
    }
}

fn certain<'a>(natures: impl Iterator<Item = &'a DataTraits>) -> [bool; 3] {
    natures.fold([false; 3], |[private, strangers, sends], nature| {
        [
            private || nature.private.is_certain(),
            strangers || nature.strangers.is_certain(),
            sends || nature.sends.is_certain(),
        ]
    })
}

/// What a person should see of it: of each server one line for each mark, the certain ones first.
fn sources(reads: &[ReadSource], to: &CallTarget<'_>, leaves: bool, own: bool) -> Vec<FlowSource> {
    let mut sources: Vec<FlowSource> = Vec::new();
    for mark in [FlowMark::Private, FlowMark::Strangers] {
        // What goes back to where it came from does not leave that server, unless it was classified as private.
        let comes_home = |read: &&ReadSource| {
            !own && mark == FlowMark::Private
                && read.server.as_ref() == Some(to.server)
                && !read.nature.private.is_certain()
        };
        let of_reads = reads
            .iter()
            .filter(|read| !comes_home(read))
            .filter_map(|read| source(read, mark));
        let itself = match mark {
            FlowMark::Private => to.nature.private,
            _ => to.nature.strangers,
        };
        let of_call = FlowSource {
            mark,
            server: Some(to.server.0.clone()),
            label: to.label.to_owned(),
            what: escape_line(""),
            at: None,
            known: itself.is_certain(),
        };
        let mut found: Vec<FlowSource> = of_reads.chain(itself.is_certain().then_some(of_call)).collect();
        found.sort_by_key(|source| !source.known);
        sources.extend(once_per_server(found));
    }
    if !leaves {
        let ways = reads.iter().filter_map(|read| source(read, FlowMark::Sends));
        sources.extend(once_per_server(ways.collect()));
    }
    sources
}

/// A mark of something that was read, where it has it.
#[must_use]
pub fn source(read: &ReadSource, mark: FlowMark) -> Option<FlowSource> {
    let known = match mark {
        FlowMark::Private => read.nature.private,
        FlowMark::Strangers => read.nature.strangers,
        FlowMark::Sends => read.nature.sends,
    };
    known.is_possible().then(|| FlowSource {
        mark,
        server: read.server.as_ref().map(|server| server.0.clone()),
        label: read.label.clone(),
        what: read.what.clone(),
        at: Some(read.at),
        known: known.is_certain(),
    })
}

fn once_per_server(found: Vec<FlowSource>) -> Vec<FlowSource> {
    let mut once: Vec<FlowSource> = Vec::new();
    for source in found {
        // What a person put in is several things, and each is named.
        let told = |it: &FlowSource| it.server.is_some() && it.server == source.server;
        if !once.iter().any(told) {
            once.push(source);
        }
    }
    once
}

fn leaving(sources: &[FlowSource], to: &CallTarget<'_>) -> String {
    let names = |mark: FlowMark| {
        let mut names: Vec<String> = Vec::new();
        for source in sources.iter().filter(|source| source.mark == mark) {
            let name = match &source.server {
                Some(_) => format!("“{}”", source.label),
                None => say!("flow-you"),
            };
            if !names.contains(&name) {
                names.push(name);
            }
        }
        match names.is_empty() {
            true => format!("“{}”", to.label),
            false => list(&names),
        }
    };
    say!(
        "flow-leaves",
        private = names(FlowMark::Private),
        server = to.label,
        untrusted = names(FlowMark::Strangers),
    )
}

#[cfg(test)]
mod tests;
