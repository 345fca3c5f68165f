//! The commands about tools: what there is, and calling one. The call is the person's own: a tool they know and
//! that is unchanged runs; one they have not seen is shown first; one that changed is compared word by word.

use crate::command::{Arguments, Call};
use crate::failure::{Exit, Failure};
use crate::output::{self, remark, table};
use crate::review;
use crate::sampling;
use crate::session::Session;
use crate::tasks;
use crate::terminal::Terminal;
use portcullis_host::catalog::exact::{self, Inexact};
use portcullis_host::host::{CallRequest, Caller};
use portcullis_host::view::{
    Answer, Asked, Block, CallResult, CallState, CallView, DefinitionState, HostEvent, Payload, RecordKind,
    ServerSummary, ToolEntry, VaryingPart,
};
use portcullis_host::{Host, limits};
use serde_json::Value;

/// `tools`.
pub async fn tools(session: &Session, label: &str, search: &str) -> Result<(), Failure> {
    let server = session.reach(label).await?;
    let list = session.host.tools(&server.id, search)?;
    session.output.result(&list, || {
        let row = |tool: &ToolEntry| {
            let state = match tool.state {
                DefinitionState::Known { .. } => "known",
                DefinitionState::New { .. } => "new",
                DefinitionState::Changed { .. } => "changed",
            };
            vec![
                tool.shown.text.clone(),
                state.to_owned(),
                tool.summary.text.clone(),
            ]
        };
        let rows: Vec<_> = list.tools.iter().map(row).collect();
        let mut words = match rows.is_empty() {
            true if list.problem.is_some() => {
                format!("The tools of “{}” could not be listed.\n", server.label)
            }
            true if search.is_empty() => format!("“{}” offers no tools.\n", server.label),
            true => format!("No tool of “{}” matches.\n", server.label),
            false => table(&["TOOL", "STATE", "WHAT THE SERVER SAYS"], &rows),
        };
        for tool in &list.excluded {
            words.push_str(&format!("Left out: {}: {}\n", tool.shown.text, tool.reason));
        }
        match list.beyond_limit {
            0 => {}
            1 => words.push_str("1 more was not read.\n"),
            many => words.push_str(&format!("{many} more were not read.\n")),
        }
        words
    });
    match list.problem {
        // Why was said when the server was ready.
        Some(_) => Err(Failure::silent(Exit::Unreached)),
        None => Ok(()),
    }
}

/// `call`. A signal before the call is sent ends it here; later it stops the call, down to the server. What its server
/// goes on with as a task is left to it, and can be found again.
pub async fn call(session: &Session, wanted: Call) -> Result<(), Failure> {
    let arguments = arguments(&wanted.arguments)?;
    let prepared = async {
        let server = session.reach(&wanted.label).await?;
        let seen = known(session, &server, &wanted).await?;
        Ok::<_, Failure>((server, seen))
    };
    let (server, seen) = tokio::select! {
        prepared = Box::pin(prepared) => prepared?,
        () = session.stopped() => return Err(Failure::interrupted()),
    };
    let mut events = session.host.events();
    let mut answering = Box::pin(sampling::answer_all(session, &server.id));
    let started = session
        .host
        .start_call(CallRequest {
            server: server.id.clone(),
            tool: wanted.tool,
            arguments,
            by: Caller::Person,
            idle: wanted.timeout,
            seen: Some(seen),
        })
        .await
        .map_err(failed)?;
    let mut stopped = Box::pin(session.stopped());
    let (mut stopping, mut a_task) = (false, false);
    let mut ended = Box::pin(session.host.finished_call(&started.id));
    let done = loop {
        tokio::select! {
            biased;
            // The outcome of an answer is printed before the outcome of the call.
            never = &mut answering => match never {},
            done = &mut ended => break done?,
            () = &mut stopped, if !stopping => {
                stopping = true;
                let now = session.host.call(&started.id)?;
                if now.task.is_some() {
                    remark(&tasks::found_again(&now));
                    return Err(Failure::silent(Exit::Failed));
                }
                session.host.cancel_call(&started.id)?;
            }
            event = events.next() => {
                if let Some((_, HostEvent::Call { call })) = event && call.id == started.id {
                    if call.task.is_some() && !a_task {
                        a_task = true;
                        remark(&tasks::found_again(&call));
                    }
                    progress(&call);
                }
            }
        }
    };
    show(session, &done)
}

/// Whatever stops a call before or while it runs is a failed call, unless it was refused.
fn failed(error: portcullis_host::Error) -> Failure {
    let mut failure = Failure::from(error);
    if failure.exit != Exit::Refused {
        failure.exit = Exit::Failed;
    }
    failure
}

fn arguments(source: &Arguments) -> Result<Value, Failure> {
    let read = |result: std::io::Result<String>, what: &str| {
        result
            .map_err(|error| Failure::usage(format!("{what} cannot be read ({error}). Nothing was called.")))
    };
    let text = match source {
        Arguments::Text(text) => text.clone(),
        Arguments::File(path) => read(std::fs::read_to_string(path), &format!("“{}”", path.display()))?,
        Arguments::Input => read(std::io::read_to_string(std::io::stdin().lock()), "Standard input")?,
    };
    match exact::parse(&text) {
        Ok(Value::Object(object)) => Ok(Value::Object(object)),
        Ok(_) => Err(Failure::usage("Arguments are a JSON object. Nothing was called.")),
        Err(Inexact::Syntax(error)) => Err(Failure::usage(format!(
            "The arguments are not JSON ({error}). Nothing was called."
        ))),
        Err(fault @ Inexact::Number(_)) => Err(Failure::usage(format!(
            "The arguments cannot be sent: {fault}. Nothing was called."
        ))),
    }
}

/// Makes sure that the person knows the definition, and says by its digest which one that is.
async fn known(session: &Session, server: &ServerSummary, wanted: &Call) -> Result<String, Failure> {
    let detail = session
        .host
        .tool(&server.id, &wanted.tool)
        .await
        .map_err(failed)?;
    match detail.entry.state {
        DefinitionState::Known { .. } => return Ok(detail.digest),
        DefinitionState::Changed { .. } => {
            changed(session, server, &wanted.tool).await?;
            return Ok(detail.digest);
        }
        DefinitionState::New { .. } if wanted.yes => return Ok(detail.digest),
        DefinitionState::New { .. } => {}
    }
    let shown = &detail.entry.shown.text;
    let Some(mut terminal) = Terminal::find().await else {
        return Err(Failure::nobody(
            format!(
                "You have not seen “{shown}” of “{}” before, and nobody is here to ask. Nothing was called.",
                server.label
            ),
            "Run it on a terminal, or add --yes.",
        ));
    };
    let mut sheet = format!(
        "“{}” offers a tool that you have not seen before: “{shown}”\n",
        server.label
    );
    sheet.push_str(&format!(
        "\n  It says:\n    {}\n",
        detail.description.text.replace('\n', "\n    ")
    ));
    sheet.push_str(&format!(
        "\n  Arguments:\n    {}\n",
        output::json(&detail.input_schema).replace('\n', "\n    ")
    ));
    for note in &detail.notes {
        sheet.push_str(&format!("\n  Note: {note}"));
    }
    terminal.show(&sheet)?;
    if !terminal.yes("Call it?").await? {
        return Err(Failure::denied(format!("You said no. “{shown}” was not called.")));
    }
    Ok(detail.digest)
}

/// Asks about a definition that is not the one that was approved (S-46). No option answers this.
async fn changed(session: &Session, server: &ServerSummary, tool: &str) -> Result<(), Failure> {
    let request = session.host.review_tool(&server.id, tool).await?;
    let Asked::Changed {
        shown,
        diff,
        notes,
        on_hold,
        varying,
        ..
    } = &request.asked
    else {
        return Ok(());
    };
    let mut sheet = format!("{}: “{}”\n{}", request.question, shown.text, review::diff(diff));
    for note in notes {
        sheet.push_str(&format!("\n  Note: {note}"));
    }
    if *on_hold > 0 {
        sheet.push_str(&format!("\n  Permissions on hold until you decide: {on_hold}"));
    }
    let Some(mut terminal) = Terminal::find().await else {
        remark(&sheet);
        return Err(Failure::nobody(
            format!(
                "“{}” changed “{}” and nobody is here to ask. Nothing was called.",
                server.label, shown.text
            ),
            "Run it on a terminal and read what changed.",
        ));
    };
    terminal.show(&sheet)?;
    session.host.attend(&request.id, &request.nonce)?;
    tokio::time::sleep(limits::GUARD).await;
    let yes = terminal.yes("Accept the new definition and call it?").await?;
    let vary = yes && may_vary(&mut terminal, varying).await?;
    let mut events = session.host.events();
    let after = session.newest(RecordKind::Definition).await?;
    let answer = match (yes, vary) {
        (false, _) => Answer::Deny {},
        (true, false) => Answer::AllowOnce {},
        (true, true) => Answer::AcceptVarying {
            parts: (0..).take(varying.len()).collect(),
        },
    };
    review::reply(session, &request, answer).await?;
    if !yes {
        session
            .carried_out(after, RecordKind::Definition, &mut events)
            .await?;
        return Err(Failure::denied(format!(
            "You kept “{}” blocked. Nothing was called.",
            shown.text
        )));
    }
    while !matches!(
        session.host.tool(&server.id, tool).await?.entry.state,
        DefinitionState::Known { .. }
    ) {
        match events.next().await {
            Some((_, HostEvent::Problem { problem })) => return Err(Failure::told(problem)),
            Some(_) => {}
            None => return Err(Failure::interrupted()),
        }
    }
    Ok(())
}

/// Asks whether the parts that differ may be different each time.
async fn may_vary(terminal: &mut Terminal, varying: &[VaryingPart]) -> Result<bool, Failure> {
    if varying.is_empty() {
        return Ok(false);
    }
    let mut sheet =
        "These parts differ, and may vary from now on if you say so. Of a part that may vary only the kind \
                     and the length are checked, and a model reads what it says. All else is still held to.\n"
            .to_owned();
    for part in varying {
        sheet.push_str(&format!(
            "\n  {}\n    before: {}\n    now:    {}",
            part.place.text, part.before.text, part.after.text
        ));
    }
    terminal.show(&sheet)?;
    terminal.yes("Let these parts vary without asking?").await
}

fn progress(call: &CallView) {
    let Some(progress) = call
        .progress
        .as_ref()
        .filter(|_| call.state == CallState::Running)
    else {
        return;
    };
    let total = progress
        .total
        .map_or_else(String::new, |total| format!(" of {total}"));
    let message = progress
        .message
        .as_ref()
        .map_or("", |message| message.text.as_str());
    remark(&format!("{}{total}  {message}", progress.value));
}

/// What a call came to.
pub fn show(session: &Session, call: &CallView) -> Result<(), Failure> {
    let unfit = call
        .result
        .as_ref()
        .is_some_and(|result| result.matches_schema == Some(false));
    let exit = match call.state {
        CallState::Done if unfit => Exit::Failed,
        CallState::Done => Exit::Done,
        CallState::Refused => Exit::Refused,
        _ => Exit::Failed,
    };
    if session.output.json {
        output::print(&output::json(&document(session, call)));
    } else if let Some(result) = &call.result {
        let words = words(&session.host, result)?;
        output::print(&portcullis_host::text::escape(&words).text);
    }
    if let Some(problem) = &call.problem {
        remark(&output::sentence(problem));
    } else if call.state == CallState::ToolError {
        remark(&format!("“{}” says that it failed.", call.tool_shown.text));
    }
    if unfit {
        remark("The structured result does not match what the tool says it returns.");
    }
    match exit {
        Exit::Done => Ok(()),
        exit => Err(Failure::silent(exit)),
    }
}

/// A call as one document, the same for every end: without a result `result` and `reply` are `null`.
fn document(session: &Session, call: &CallView) -> Value {
    let mut document = match &call.result {
        Some(result) => with_reply(session, call, &result.raw),
        None => serde_json::to_value(call).unwrap_or_default(),
    };
    if let Value::Object(fields) = &mut document {
        fields.entry("reply").or_insert(Value::Null);
    }
    document
}

/// A result for reading: its blocks, or its structured content when there is no block.
fn words(host: &Host, result: &CallResult) -> Result<String, Failure> {
    let mut parts = Vec::new();
    for found in &result.blocks {
        parts.push(block(host, found)?);
    }
    if result.more_blocks > 0 {
        let blocks = if result.more_blocks == 1 {
            "block"
        } else {
            "blocks"
        };
        parts.push(format!(
            "[{} more {blocks}; --json has the whole]",
            result.more_blocks
        ));
    }
    if parts.is_empty() {
        match (&result.structured, &result.structured_whole) {
            (Some(structured), _) => parts.push(output::json(structured)),
            (None, Some(whole)) => parts.push(whole_text(host, &whole.handle)?),
            (None, None) => {}
        }
    }
    Ok(parts.join("\n"))
}

/// A document with the whole reply: handles mean nothing once this process has ended.
pub fn with_reply(session: &Session, document: &impl serde::Serialize, raw: &Payload) -> Value {
    let mut document = serde_json::to_value(document).unwrap_or_default();
    if let Ok(raw) = session.host.payload(&raw.handle)
        && let Value::Object(fields) = &mut document
    {
        fields.insert(
            "reply".to_owned(),
            serde_json::from_slice(&raw).unwrap_or_default(),
        );
    }
    document
}

/// One block for reading.
pub fn block(host: &Host, block: &Block) -> Result<String, Failure> {
    Ok(match block {
        Block::Text { text, whole, .. } => match whole {
            Some(whole) => whole_text(host, &whole.handle)?,
            None => text.text.clone(),
        },
        Block::Image { mime, data } | Block::Audio { mime, data } => {
            format!("[{mime}, {} bytes; --json has it]", data.bytes)
        }
        Block::Link { uri, name, .. } => format!("[link: {} <{}>]", name.text, uri.text),
        Block::Resource {
            uri,
            text,
            whole,
            bytes,
            ..
        } => match (text, whole) {
            (Some(_), Some(whole)) => whole_text(host, &whole.handle)?,
            (Some(text), None) => text.text.clone(),
            (None, _) => format!("[resource: {}, {bytes} bytes; --json has it]", uri.text),
        },
        Block::Unshown { reason, json } => format!("[{reason}]\n{}", json.text),
    })
}

fn whole_text(host: &Host, handle: &str) -> Result<String, Failure> {
    let (mut out, mut offset) = (String::new(), Some(0));
    while let Some(from) = offset {
        let chunk = host.read_payload(handle, from)?;
        out.push_str(&chunk.text);
        offset = chunk.next;
    }
    Ok(out)
}
