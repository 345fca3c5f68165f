//! The record: what was decided and done. No server is started for it.

use crate::args::values::{number_in, one_of};
use crate::failure::{CliFailure, ExitCode};
use crate::output::{self, harmless_json, table};
use crate::requests::confirmation::Confirmation;
use crate::session::CommandContext;
use clap::{Args, Subcommand};
use portcullis_api::{Foreign, HeadCheck, Outcome, RecordDetail, RecordFilter, RecordKind, RecordRow};
use portcullis_core::text;
use portcullis_l10n::say;
use portcullis_storage::audit::{Format, Head};
use portcullis_storage::store::servers::label_key;
use std::io::{self, IsTerminal as _, Write};

/// `audit`.
#[derive(Debug, Subcommand)]
pub enum Audit {
    /// List the newest operations
    List(List),
    /// Show one operation: the reason, the permission and the conditions that matched
    Show {
        /// The number of its entry
        #[arg(value_name = "ENTRY", value_parser = number_in::<u64>(0..=i64::MAX))]
        row: u64,
    },
    /// Check that no entry was changed
    ///
    /// Also checks that the log continues from the entry that the keychain keeps. Exit code 1 means that it does not.
    Verify(Verify),
    /// Write all entries to standard output; --json does not change their format
    #[command(after_help = "Examples:\n  portcullis-cli audit export --format csv > audit.csv")]
    Export {
        /// The format
        #[arg(long, value_parser = one_of(&[("jsonl", Format::JsonLines), ("csv", Format::Csv)]))]
        format: Format,
    },
}

/// `audit list`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  portcullis-cli audit list --server mail --limit 10")]
pub struct List {
    /// Only this server
    #[arg(long, value_name = "LABEL")]
    server: Option<String>,
    /// Only entries with these words
    #[arg(long, value_name = "WORDS", allow_hyphen_values = true)]
    search: Option<String>,
    /// Maximum number
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = number_in::<usize>(0..=i64::MAX))]
    limit: usize,
}

/// `audit verify`.
#[derive(Debug, Args)]
#[group(multiple = false)]
#[command(after_help = "Examples:\n  portcullis-cli audit verify --head > head\n  \
    portcullis-cli audit verify --expect \"$(cat head)\"")]
pub struct Verify {
    /// Print the last entry and its hash, to keep elsewhere
    #[arg(long)]
    head: bool,
    /// Check that the log still has the entry that --head printed
    #[arg(long, value_name = "ENTRY:HASH", value_parser = printed_head)]
    expect: Option<Head>,
    /// After damage, or after you copied an older log back: ask whether the keychain should keep the last entry of this log
    #[arg(long)]
    accept: bool,
}

fn printed_head(typed: &str) -> Result<Head, String> {
    Head::parse(typed).ok_or_else(|| say!("head-not-printed"))
}

impl Audit {
    pub async fn run(self, session: &CommandContext) -> Result<(), CliFailure> {
        match self {
            Self::List(wanted) => list(session, wanted).await,
            Self::Show { row } => show(session, row).await,
            Self::Verify(wanted) => verify(session, &wanted).await,
            Self::Export { format } => export(session, format).await,
        }
    }
}

async fn show(session: &CommandContext, seq: u64) -> Result<(), CliFailure> {
    let found = session.host.record_detail(seq).await;
    let detail = found.map_err(|error| CliFailure::of_named(error, "audit list"))?;
    session.output.result(&detail, || in_words(&detail));
    Ok(())
}

fn in_words(detail: &RecordDetail) -> String {
    let row = &detail.row;
    let mut out = format!(
        "{} · {}\n{} · {} · {}\n\n{}\n",
        what(row),
        row.server_label.as_deref().unwrap_or("Portcullis"),
        output::time(row.at),
        say!("audit-asked-by", by = row.asked_by),
        row.outcome_words,
        say!("audit-why", why = detail.why)
    );
    if let Some(allowed) = &detail.allowed_by {
        out.push_str(&format!(
            "     “{}”\n     {}\n",
            allowed.sentence,
            say!(
                "audit-given",
                by = allowed.by,
                at = output::time(allowed.given_at),
                row = allowed.row.to_string(),
                permission = allowed.permission
            )
        ));
        for condition in &allowed.conditions {
            let line = match &condition.was {
                Some(was) => say!("audit-condition", condition = condition.words, value = was.text),
                None => say!("audit-condition-unkept", condition = condition.words),
            };
            out.push_str(&format!("     {line}\n"));
        }
        if let Some(at) = allowed.revoked_at {
            out.push_str(&format!(
                "     {}\n",
                say!("audit-revoked", at = output::time(at))
            ));
        }
    }
    for (title, text) in versions(detail) {
        let title = say!("titled", title);
        out.push_str(&format!("\n{title}\n  {}\n", text.text.replace('\n', "\n  ")));
    }
    if let Some(came_back) = &detail.came_back {
        out.push_str(&format!("\n{}\n", say!("audit-result", result = came_back)));
    }
    out
}

/// What was asked for and, where the answer at the gate was about something else, what that was.
fn versions(detail: &RecordDetail) -> Vec<(String, &Foreign)> {
    let Some(sent) = &detail.sent else {
        return Vec::new();
    };
    let Some(asked) = &detail.asked_for else {
        return vec![(say!("audit-requested"), sent)];
    };
    let row = &detail.row;
    if !matches!(row.kind, RecordKind::Call | RecordKind::Sampling) {
        return vec![(say!("audit-requested"), asked), (say!("audit-answered"), sent)];
    }
    let came = matches!(row.outcome, Outcome::Done | Outcome::ToolError);
    let title = if came {
        say!("audit-sent-edited")
    } else {
        say!("audit-edited")
    };
    let names: Vec<&str> = detail.edited.iter().map(|name| name.text.as_str()).collect();
    let title = match names.as_slice() {
        [] => say!("audit-edited-hidden", title),
        names => say!("audit-edited-names", title, names = names.join(", ")),
    };
    vec![(say!("audit-as-requested"), asked), (title, sent)]
}

/// What a row is about: a tool by its raw name first, since a server may give any title to any tool.
fn what(row: &RecordRow) -> String {
    match &row.tool {
        Some(tool) if row.kind == RecordKind::Call => {
            output::named(&tool.text, &row.what.text, row.server_label.as_deref())
        }
        // The title is ours and names the tool in our words.
        Some(tool) if !row.what.text.contains(&tool.text) => format!("{} ({})", row.what.text, tool.text),
        _ => row.what.text.clone(),
    }
}

/// The server that a label means. Entries of one that was removed, or had the name before, are found by what the log says of it.
async fn server_meant(session: &CommandContext, label: &str) -> Result<String, CliFailure> {
    let unknown = match session.find(label) {
        Ok(found) => return Ok(found.id),
        Err(failure) => failure,
    };
    let key = label_key(label);
    let is_label = |known: &str| label_key(known) == key;
    // Several servers have it.
    if session
        .host
        .servers()
        .iter()
        .any(|server| is_label(&server.label))
    {
        return Err(unknown);
    }
    let filter = RecordFilter {
        kind: Some(RecordKind::Server),
        ..RecordFilter::default()
    };
    let mut before = None;
    loop {
        let page = session.host.record(filter.clone(), before).await?;
        let mut meant = page.rows.into_iter().filter_map(|row| {
            let named = row.server_label.as_deref().is_some_and(is_label);
            row.server.filter(|id| named || id == label)
        });
        if let Some(id) = meant.next() {
            output::remark(&say!("audit-server-gone", server = label));
            return Ok(id);
        }
        before = match page.next {
            None => return Err(unknown),
            older => older,
        };
    }
}

async fn list(session: &CommandContext, wanted: List) -> Result<(), CliFailure> {
    let filter = RecordFilter {
        text: wanted.search,
        server: match &wanted.server {
            Some(label) => Some(server_meant(session, label).await?),
            None => None,
        },
        ..RecordFilter::default()
    };
    let mut page = session.host.record(filter.clone(), None).await?;
    while page.rows.len() < wanted.limit
        && let Some(before) = page.next
    {
        let more = session.host.record(filter.clone(), Some(before)).await?;
        page.rows.extend(more.rows);
        page.next = more.next;
    }
    if page.rows.len() > wanted.limit {
        page.rows.truncate(wanted.limit);
        page.next = page.rows.last().map(|row| row.seq);
    }
    session.output.result(&page, || {
        if page.rows.is_empty() {
            return match page.total {
                0 => say!("audit-empty"),
                _ => say!("found-nothing"),
            };
        }
        let row = |row: &RecordRow| {
            vec![
                row.seq.to_string(),
                output::time(row.at),
                row.server_label.clone().unwrap_or_default(),
                what(row),
                row.asked_by.clone(),
                row.outcome_words.clone(),
                row.duration.map(output::duration).unwrap_or_default(),
            ]
        };
        let heading = [
            say!("heading-row"),
            say!("heading-when"),
            say!("heading-server"),
            say!("heading-what"),
            say!("heading-asked-by"),
            say!("heading-outcome"),
            say!("heading-took"),
        ];
        table(&heading, &page.rows.iter().map(row).collect::<Vec<_>>())
    });
    // A document says where to go on.
    if page.next.is_some() && !session.output.json {
        output::remark(&say!("audit-more", count = page.rows.len()));
    }
    Ok(())
}

async fn verify(session: &CommandContext, wanted: &Verify) -> Result<(), CliFailure> {
    let found = match &wanted.expect {
        _ if wanted.accept => return accept(session).await,
        None => session.host.verify_record().await?,
        Some(head) => session.host.verify_record_against(head.clone()).await?,
    };
    if wanted.head {
        // What is checked is said beside: the head is for a script.
        output::remark(&found.sentence);
        session
            .output
            .result(&found.head, || format!("{}:{}", found.head.row, found.head.hash));
    } else {
        session.output.result(&found, || found.sentence.clone());
    }
    match found.first_broken {
        None => Ok(()),
        Some(_) => Err(CliFailure::silent(ExitCode::Failed)),
    }
}

/// Only a person at a terminal can say that a record is theirs.
async fn accept(session: &CommandContext) -> Result<(), CliFailure> {
    let found = session.host.verify_record().await?;
    if !matches!(found.kept, HeadCheck::Differs { .. }) {
        session
            .output
            .result(&found, || say!("accept-nothing", found = found.sentence));
        return Ok(());
    }
    let sheet = format!("{}\n\n{}", found.sentence, say!("accept-advice"));
    let confirmation = Confirmation {
        // No option answers this.
        remedy: say!("run-on-terminal"),
        ..Confirmation::change(sheet, say!("ask-accept"))
    };
    confirmation.ask().await?;
    session.host.accept_record().await?;
    let found = session.host.verify_record().await?;
    session.output.result(&found, || found.sentence.clone());
    Ok(())
}

fn counted(rows: u64) -> String {
    say!("rows", count = rows)
}

async fn export(session: &CommandContext, format: Format) -> Result<(), CliFailure> {
    if !io::stdout().is_terminal() {
        let (_, rows) = session.host.export_record(format, Pipe::default()).await?;
        output::remark(&counted(rows));
        return Ok(());
    }
    // A screen obeys what a file only keeps.
    let (bytes, _) = session.host.export_record(format, Vec::new()).await?;
    let whole = String::from_utf8_lossy(&bytes);
    output::print(&match format {
        Format::JsonLines => harmless_json(&whole),
        Format::Csv => text::escape(&whole).text,
    });
    Ok(())
}

/// Standard output whose reader may go away.
#[derive(Default)]
struct Pipe {
    closed: bool,
}

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.closed {
            return Ok(bytes.len());
        }
        match io::stdout().write_all(bytes) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => self.closed = true,
            done => done?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        match io::stdout().flush() {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detail(edit: impl FnOnce(&mut RecordDetail)) -> String {
        let foreign = |text: &str| text::escape(text);
        let mut detail = RecordDetail {
            row: RecordRow {
                seq: 7,
                at: 0,
                kind: RecordKind::Call,
                what: foreign("mail"),
                tool: Some(foreign("mail")),
                server: None,
                server_label: Some("Mail".to_owned()),
                asked_by: "Demo model".to_owned(),
                outcome: Outcome::Done,
                outcome_words: "done".to_owned(),
                duration: None,
            },
            why: "You allowed it this once.".to_owned(),
            sent: Some(foreign(r#"{"to":"ada"}"#)),
            asked_for: Some(foreign(r#"{"to":"all"}"#)),
            edited: vec![foreign("to")],
            came_back: None,
            definition: None,
            shown: None,
            allowed_by: None,
            hash: String::new(),
            outcome_hash: None,
        };
        edit(&mut detail);
        in_words(&detail)
    }

    #[test]
    fn an_edited_call_is_shown_in_both_versions_and_says_what_was_changed() {
        let done = detail(|_| {});
        assert!(
            done.ends_with(
                "\nRequested:\n  {\"to\":\"all\"}\n\nSent with your changes (changed: to):\n  {\"to\":\"ada\"}\n"
            ),
            "{done}"
        );
        let failed = detail(|detail| {
            detail.row.outcome = Outcome::Failed;
            detail.edited.clear();
        });
        assert!(
            failed.contains("\nWith your changes (the change is masked or too long to be shown):\n"),
            "{failed}"
        );
        let form = detail(|detail| detail.row.kind = RecordKind::Elicitation);
        assert!(
            form.contains("\nRequest:\n  {\"to\":\"all\"}\n\nAnswer:\n"),
            "{form}"
        );
        let as_it_came = detail(|detail| detail.asked_for = None);
        assert!(
            as_it_came.ends_with("\nRequest:\n  {\"to\":\"ada\"}\n"),
            "{as_it_came}"
        );
    }

    #[test]
    fn one_row_is_not_several() {
        assert_eq!([1, 2].map(counted), ["1 entry.", "2 entries."]);
    }
}
