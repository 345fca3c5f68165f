//! What servers give and send out, as a person says it, and what conversations have met (S-78).

use crate::command::FlowsChange;
use crate::failure::Failure;
use crate::output::{self, table};
use crate::session::Session;
use crate::setting;
use portcullis_host::view::{
    ConversationFlows, FlowClass, FlowMark, FlowSource, RecordKind, Say, ServerFlows,
};

/// `flows LABEL`: shows, and changes where something was said.
pub async fn of_server(session: &Session, label: &str, change: FlowsChange) -> Result<(), Failure> {
    // Tools are known while the server is there.
    let server = match &change.tool {
        Some(_) => session.reach(label).await?,
        None => session.find(label)?,
    };
    if change.says.is_empty() {
        let flows = session.host.flows(&server.id)?;
        session.output.result(&flows, || words(&server.label, &flows));
        return Ok(());
    }
    let now = session.host.flows(&server.id)?;
    let mut class = match &change.tool {
        None => now.class,
        Some(tool) => now
            .tools
            .iter()
            .find(|it| it.tool == *tool)
            .map(|it| it.class)
            .unwrap_or_default(),
    };
    for (what, say) in change.says {
        match what {
            FlowMark::Private => class.private = say,
            FlowMark::Strangers => class.strangers = say,
            FlowMark::Sends => class.sends = say,
        }
    }
    let mut events = session.host.events();
    let after = session.newest(RecordKind::Server).await?;
    let asked = session.host.set_class(&server.id, change.tool, class).await?;
    if let Some(request) = asked {
        let answered = setting::answer(session, &request, change.yes).await;
        session
            .carried_out(after, RecordKind::Server, &mut events)
            .await?;
        answered?;
    }
    let flows = session.host.flows(&server.id)?;
    session.output.result(&flows, || words(&server.label, &flows));
    Ok(())
}

fn words(label: &str, flows: &ServerFlows) -> String {
    let row = |name: String, class: FlowClass, more: &str| {
        vec![
            name,
            say(class.private).to_owned(),
            say(class.strangers).to_owned(),
            say(class.sends).to_owned(),
            more.to_owned(),
        ]
    };
    let changed = |outdated: bool| {
        if outdated {
            "changed since: a “no” counts no more"
        } else {
            ""
        }
    };
    let mut rows = vec![row(format!("“{label}”"), flows.class, changed(flows.outdated))];
    for tool in &flows.tools {
        let more = match tool.claims_open {
            true => "says that it reaches out, which counts",
            false => changed(tool.outdated),
        };
        rows.push(row(tool.shown.text.clone(), tool.class, more));
    }
    table(&["", "PRIVATE", "STRANGERS", "SENDS", ""], &rows)
}

fn say(say: Say) -> &'static str {
    match say {
        Say::Unsaid => "not said",
        Say::Yes => "yes",
        Say::No => "no",
    }
}

/// `flows`: what each conversation has met.
pub async fn of_conversations(session: &Session) -> Result<(), Failure> {
    let mut found: Vec<(String, ConversationFlows)> = Vec::new();
    for conversation in session.host.conversations().await? {
        let flows = session.host.conversation_flows(&conversation.id).await?;
        if !flows.sources.is_empty() {
            found.push((conversation.title, flows));
        }
    }
    session.output.result(&found, || {
        if found.is_empty() {
            return "No conversation has met private data, text of strangers or a way out.".to_owned();
        }
        let rows: Vec<Vec<String>> = found
            .iter()
            .flat_map(|(title, flows)| flows.sources.iter().map(move |source| line(title, source)))
            .collect();
        table(&["CONVERSATION", "WHAT", "FROM", "BY", "SINCE"], &rows)
    });
    Ok(())
}

fn line(title: &str, source: &FlowSource) -> Vec<String> {
    let what = match source.mark {
        FlowMark::Private => "private data",
        FlowMark::Strangers => "text of strangers",
        FlowMark::Sends => "a way out",
    };
    vec![
        title.to_owned(),
        match source.known {
            true => what.to_owned(),
            false => format!("{what}, for all anybody said"),
        },
        match source.server {
            Some(_) => source.label.clone(),
            None => "you".to_owned(),
        },
        source.what.text.clone(),
        source.at.map(output::time).unwrap_or_default(),
    ]
}
