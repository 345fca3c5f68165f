//! The command about what a server writes. Nothing of it is kept on the disk, so the server is started for it.

use crate::failure::CliFailure;
use crate::output;
use crate::session::{CommandContext, ready};
use clap::Args;
use portcullis_api::{HostEvent, LogLine, LogSource, Phase, ServerSummary};
use portcullis_core::text;
use portcullis_l10n::say;
use std::time::Duration;

/// How often the log is looked at for the last words of a server that ended, and how many times at most.
const LOOK: Duration = Duration::from_millis(20);
const LOOKS: u32 = 25;
/// How many lines are shown below a call that failed.
const LAST_LINES: usize = 20;

/// `logs`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  portcullis-cli logs files --follow")]
pub struct Logs {
    /// The server
    pub label: String,
    /// Continue until Ctrl-C, also across restarts
    #[arg(long, short)]
    pub follow: bool,
}

impl Logs {
    /// What it writes until it is ready or failed.
    pub async fn run(self, session: &CommandContext) -> Result<(), CliFailure> {
        let server = session.find(&self.label)?;
        let now = session.start(&server).await?;
        let lines = until_its_last_words(session, &now).await?;
        if lines.is_empty() && !session.output.json {
            output::remark(&say!("logs-none", server = now.label));
        } else {
            session.output.result(&lines, || {
                lines.iter().map(|line| in_words(line) + "\n").collect()
            });
        }
        match now.state.phase {
            Phase::Ready => Ok(()),
            // The last lines of standard error were printed among the others.
            _ => {
                let mut now = now;
                now.state.stderr_tail.clear();
                let failure = ready(now).err();
                failure.map_or(Ok(()), |failure| {
                    failure.remark();
                    Err(failure.already_reported())
                })
            }
        }
    }

    /// What it writes from its start on, until a signal comes.
    pub async fn follow(self, session: &CommandContext) -> Result<(), CliFailure> {
        let server = session.find(&self.label)?;
        let mut events = session.host.events();
        let start = session.start(&server);
        let mut start = Box::pin(start);
        let mut started = false;
        let mut next = 0;
        loop {
            for line in lines_after(session, &server.id, next)? {
                next = line.seq;
                print(session, &line);
                if output::is_cut_off() {
                    return Ok(());
                }
            }
            tokio::select! {
                () = session.stopped() => return Ok(()),
                now = &mut start, if !started => {
                    now?;
                    started = true;
                }
                event = events.next() => match event {
                    Some((_, HostEvent::Problem { problem })) => return Err(CliFailure::of(problem)),
                    Some(_) => {}
                    None => return Err(CliFailure::interrupted()),
                },
            }
        }
    }
}

/// What it wrote, its last words included: they reach the log a moment after its end is known.
async fn until_its_last_words(
    session: &CommandContext,
    server: &ServerSummary,
) -> Result<Vec<LogLine>, CliFailure> {
    let mut looks = 0;
    loop {
        let lines = lines_after(session, &server.id, 0)?;
        if has_last_words(server, &lines) || looks == LOOKS {
            return Ok(lines);
        }
        looks += 1;
        tokio::time::sleep(LOOK).await;
    }
}

/// What it wrote on standard error before it ended is among these lines of its log.
fn has_last_words(server: &ServerSummary, lines: &[LogLine]) -> bool {
    let last = server.state.stderr_tail.last();
    last.is_none_or(|last| lines.iter().any(|line| line.text.text == last.text))
}

/// Says what it wrote since a moment, for a call that failed: nothing of it is kept, so `logs` cannot show it afterwards. Where the
/// program `ended`, its last words are waited for.
pub async fn remark_since(
    session: &CommandContext,
    server: &str,
    since: u64,
    ended: bool,
) -> Result<(), CliFailure> {
    let mut looks = 0;
    let (label, written) = loop {
        let now = session.summary(server)?;
        let mut lines = lines_after(session, server, 0)?;
        let is_whole = has_last_words(&now, &lines);
        lines.retain(|line| line.at >= since && line.source != LogSource::Host);
        // They arrive beside the result, and the end of the program is known after that of the connection.
        let is_early = lines.is_empty() || !is_whole || (ended && now.state.phase == Phase::Ready);
        if !is_early || looks == LOOKS {
            break (now.label, lines);
        }
        looks += 1;
        tokio::time::sleep(LOOK).await;
    };
    if written.is_empty() {
        return Ok(());
    }
    output::remark(&say!("call-wrote", server = label));
    for line in written.iter().skip(written.len().saturating_sub(LAST_LINES)) {
        output::remark(&in_words(line));
    }
    Ok(())
}

fn lines_after(session: &CommandContext, server: &str, mut after: u64) -> Result<Vec<LogLine>, CliFailure> {
    let mut lines = Vec::new();
    loop {
        let page = session.host.logs(server, after)?;
        let Some(last) = page.lines.last() else {
            return Ok(lines);
        };
        after = last.seq;
        lines.extend(page.lines);
    }
}

fn print(session: &CommandContext, line: &LogLine) {
    if session.output.json {
        let document = serde_json::to_string(line).unwrap_or_default();
        output::print(&output::harmless_json(&document));
    } else {
        output::print(&text::escape_line(&in_words(line)).text);
    }
}

fn in_words(line: &LogLine) -> String {
    let source = match line.source {
        LogSource::Stderr => "stderr",
        LogSource::Junk => "stdout",
        LogSource::Host => "portcullis",
        LogSource::Message => "message",
    };
    let level = line
        .level
        .as_deref()
        .map_or_else(String::new, |level| format!(" {level}"));
    // What it writes is on one line behind its source: it cannot begin a line of its own.
    let said = text::escape_line(&line.text.text).text;
    format!("{}  {source}{level} | {said}", output::time(line.at))
}
