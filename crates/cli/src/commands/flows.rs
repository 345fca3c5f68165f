//! What servers give and send out, as a person says it, and what conversations have met (S-78).

use super::tools::unfound;
use crate::failure::CliFailure;
use crate::output::{self, table};
use crate::requests::setting;
use crate::session::CommandContext;
use clap::Args;
use portcullis_api::{FlowClass, FlowMark, FlowSource, RecordKind, ServerFlows, Tristate};
use portcullis_core::text::escape_line;
use portcullis_l10n::say;
use serde::Serialize;

/// `flows`.
#[derive(Debug, Args)]
#[command(
    override_usage = "portcullis-cli flows\n       \
        portcullis-cli flows [OPTIONS] <LABEL> [TOOL] [private=yes|no|unset] [untrusted=…] [sends=…]",
    after_help = "  private     it returns private data\n  \
        untrusted   its content may be untrusted\n  \
        sends       it can send data out (external communication)\n\n\
        Examples:\n  portcullis-cli flows mail private=yes untrusted=yes\n  portcullis-cli flows mail send_message sends=yes"
)]
pub struct Flows {
    /// The server
    pub label: Option<String>,
    /// One of its tools, and the values to set for it or for the server
    #[arg(value_name = "TOOL|KIND=VALUE", value_parser = word)]
    pub words: Vec<Word>,
    /// Approve what is shown
    #[arg(long, short)]
    pub yes: bool,
}

/// A word after the label.
#[derive(Debug, Clone, PartialEq)]
pub enum Word {
    /// The name of a tool.
    Tool(String),
    /// What is said.
    Said(FlowMark, Tristate),
}

fn word(typed: &str) -> Result<Word, String> {
    let Some((mark, say)) = typed.split_once('=') else {
        return Ok(Word::Tool(typed.to_owned()));
    };
    let mark = match mark {
        "private" => FlowMark::Private,
        "untrusted" | "strangers" => FlowMark::Strangers,
        "sends" => FlowMark::Sends,
        _ => return Err(say!("flow-mark-unknown")),
    };
    match say {
        "yes" => Ok(Word::Said(mark, Tristate::Yes)),
        "no" => Ok(Word::Said(mark, Tristate::No)),
        "unset" | "unsaid" => Ok(Word::Said(mark, Tristate::Unsaid)),
        _ => Err(say!("flow-value-unknown")),
    }
}

impl Flows {
    /// A tool stands before what is said of it.
    pub fn check(&self) -> Result<(), String> {
        let second_tool = self.words.iter().skip(1).find_map(|word| match word {
            Word::Tool(tool) => Some(tool),
            Word::Said(..) => None,
        });
        match second_tool {
            Some(word) => Err(say!("word-too-many", word = escape_line(word).text)),
            None => Ok(()),
        }
    }

    pub async fn run(self, session: &CommandContext) -> Result<(), CliFailure> {
        match self.label {
            None => of_conversations(session).await,
            Some(label) => of_server(session, &label, self.words, self.yes).await,
        }
    }
}

/// Shows, and changes where something was said.
async fn of_server(
    session: &CommandContext,
    label: &str,
    words: Vec<Word>,
    yes: bool,
) -> Result<(), CliFailure> {
    let (mut tool, mut said) = (None, Vec::new());
    for word in words {
        match word {
            Word::Tool(name) => tool = Some(name),
            Word::Said(mark, say) => said.push((mark, say)),
        }
    }
    // Tools are known while the server is there.
    let server = match &tool {
        Some(_) => session.connect(label).await?,
        None => session.find(label)?,
    };
    let now = session.host.flows(&server.id)?;
    if let Some(tool) = &tool
        && !now.tools.iter().any(|it| it.tool == *tool)
    {
        let found = session.host.tool(&server.id, tool).await;
        found.map_err(|error| unfound(error, &server.label))?;
    }
    if said.is_empty() {
        session.output.result(&now, || described(&server.label, &now));
        return Ok(());
    }
    let mut class = match &tool {
        None => now.class,
        Some(tool) => now
            .tools
            .iter()
            .find(|it| it.tool == *tool)
            .map(|it| it.class)
            .unwrap_or_default(),
    };
    for (what, say) in said {
        match what {
            FlowMark::Private => class.private = say,
            FlowMark::Strangers => class.strangers = say,
            FlowMark::Sends => class.sends = say,
        }
    }
    let mut events = session.host.events();
    let after = session.newest(RecordKind::Server).await?;
    let set = session.host.set_class(&server.id, tool, class).await;
    let asked = set.map_err(|error| unfound(error, &server.label))?;
    if let Some(request) = asked {
        let answered = setting::answer(session, &request, yes).await;
        session
            .carried_out(after, RecordKind::Server, &mut events)
            .await?;
        answered?;
    }
    let flows = session.host.flows(&server.id)?;
    session.output.result(&flows, || described(&server.label, &flows));
    Ok(())
}

fn described(label: &str, flows: &ServerFlows) -> String {
    let row = |name: String, class: FlowClass, more: String| {
        vec![
            name,
            say(class.private),
            say(class.strangers),
            say(class.sends),
            more,
        ]
    };
    let changed = |outdated: bool| {
        if outdated {
            say!("flow-outdated")
        } else {
            String::new()
        }
    };
    let mut rows = vec![row(format!("“{label}”"), flows.class, changed(flows.outdated))];
    for tool in &flows.tools {
        let more = match tool.seen.first() {
            _ if tool.claims_open => say!("flow-claims-open"),
            Some(seen) if !tool.outdated => say!("flow-seen", what = seen.what.text),
            _ => changed(tool.outdated),
        };
        rows.push(row(tool.shown.text.clone(), tool.class, more));
    }
    table(
        &[
            String::new(),
            say!("heading-private"),
            say!("heading-strangers"),
            say!("heading-sends"),
            String::new(),
        ],
        &rows,
    )
}

fn say(say: Tristate) -> String {
    match say {
        Tristate::Unsaid => say!("flow-unset"),
        Tristate::Yes => say!("yes"),
        Tristate::No => say!("no"),
    }
}

/// What a conversation has met.
#[derive(Serialize)]
struct ShownConversationFlows {
    id: String,
    title: String,
    sources: Vec<FlowSource>,
}

/// What each conversation has met.
async fn of_conversations(session: &CommandContext) -> Result<(), CliFailure> {
    let mut found = Vec::new();
    for conversation in session.host.conversations().await? {
        let flows = session.host.conversation_flows(&conversation.id).await?;
        if !flows.sources.is_empty() {
            found.push(ShownConversationFlows {
                id: conversation.id,
                title: conversation.title,
                sources: flows.sources,
            });
        }
    }
    session.output.result(&found, || {
        if found.is_empty() {
            return say!("flows-none");
        }
        let rows: Vec<Vec<String>> = found
            .iter()
            .flat_map(|chat| chat.sources.iter().map(move |source| line(&chat.title, source)))
            .collect();
        table(
            &[
                say!("heading-conversation"),
                say!("heading-what"),
                say!("heading-from"),
                say!("heading-by"),
                say!("heading-since"),
            ],
            &rows,
        )
    });
    Ok(())
}

fn line(title: &str, source: &FlowSource) -> Vec<String> {
    let what = match source.mark {
        FlowMark::Private => say!("flow-private"),
        FlowMark::Strangers => say!("flow-strangers"),
        FlowMark::Sends => say!("flow-sends"),
    };
    vec![
        title.to_owned(),
        match source.known {
            true => what,
            false => say!("flow-source-unset", what),
        },
        match source.server {
            Some(_) => source.label.clone(),
            None => say!("you"),
        },
        source.what.text.clone(),
        source.at.map(output::time).unwrap_or_default(),
    ]
}
