//! The commands about standing permissions and the record. No server is started for them.

use crate::command::{AuditList, Revoke, Verify};
use crate::failure::{Exit, Failure};
use crate::output::{self, harmless_json, table};
use crate::session::Session;
use crate::terminal::Terminal;
use portcullis_host::audit::Format;
use portcullis_host::text;
use portcullis_host::view::{GrantView, HeadCheck, RecordFilter, RecordKind, RecordRow};
use portcullis_host::{Code, Error, limits};
use std::io::{self, IsTerminal as _, Write};

/// `grants list`.
pub async fn grants(session: &Session) -> Result<(), Failure> {
    let grants = session.host.grants().await?;
    session.output.result(&grants, || {
        if grants.is_empty() {
            return "There is no standing permission. Everything a model wants is asked about.".to_owned();
        }
        let row = |grant: &GrantView| {
            let hold = if grant.on_hold {
                " (on hold: the tool changed)"
            } else {
                ""
            };
            vec![
                grant.id.chars().take(8).collect(),
                grant.uses.to_string(),
                grant
                    .last_used_at
                    .map_or_else(|| "never".to_owned(), output::time),
                output::time(grant.made_at),
                format!("{}{hold}", grant.sentence),
            ]
        };
        table(
            &["ID", "USES", "LAST", "GIVEN", "PERMISSION"],
            &grants.iter().map(row).collect::<Vec<_>>(),
        )
    });
    Ok(())
}

/// `grants revoke`.
pub async fn revoke(session: &Session, which: &Revoke) -> Result<(), Failure> {
    let count = match which {
        Revoke::All => session.host.revoke_all().await?,
        Revoke::Unused(yes) => unused(session, *yes).await?,
        Revoke::Server(label) => session.host.revoke_server(&session.find(label)?.id).await?,
        Revoke::One(start) => {
            let grants = session.host.grants().await?;
            let mut meant = grants.iter().filter(|grant| grant.id.starts_with(start.as_str()));
            let (Some(grant), None) = (meant.next(), meant.next()) else {
                return Err(Failure {
                    problem: Error::new(
                        Code::NotFound,
                        format!(
                            "“{start}” is not the beginning of exactly one permission. Nothing was revoked."
                        ),
                    )
                    .remedy("“portcullis-cli grants list” shows them.")
                    .into(),
                    exit: Exit::Usage,
                    told: false,
                });
            };
            session.host.revoke(&grant.id).await?;
            1
        }
    };
    session
        .output
        .result(&serde_json::json!({ "revoked": count }), || match count {
            0 => "There was nothing to revoke.".to_owned(),
            1 => "1 permission is revoked.".to_owned(),
            more => format!("{more} permissions are revoked."),
        });
    Ok(())
}

/// Holds a tool to all parts of its definition again.
pub async fn hold(session: &Session, label: &str, tool: &str) -> Result<(), Failure> {
    let server = session.find(label)?;
    let parts = session.host.hold_all_parts(&server.id, tool).await?;
    session.output.result(&serde_json::json!({ "held": parts }), || {
        "All parts of its definition are compared again.".to_owned()
    });
    Ok(())
}

/// Shows those that were not used for long and, after a yes, ends exactly them.
async fn unused(session: &Session, yes: bool) -> Result<u32, Failure> {
    let grants = session.host.grants().await?;
    let old: Vec<&GrantView> = grants
        .iter()
        .filter(|grant| grant.unused_days.is_some())
        .collect();
    if old.is_empty() {
        return Ok(0);
    }
    let mut sheet = format!("Not used for {} days or more:\n", limits::GRANT_UNUSED_DAYS);
    for grant in &old {
        let days = grant.unused_days.unwrap_or_default();
        sheet.push_str(&format!("\n  {days} days: {}", grant.sentence));
    }
    if yes {
        output::remark(&sheet);
    } else {
        let Some(mut terminal) = Terminal::find().await else {
            output::remark(&sheet);
            return Err(Failure::nobody(
                "Nobody is here to ask. Nothing was revoked.",
                "Run it on a terminal, or add --yes.",
            ));
        };
        terminal.show(&sheet)?;
        if !terminal.yes("Revoke these?").await? {
            return Err(Failure::denied("You said no. Nothing was revoked.".to_owned()));
        }
    }
    let ids = old.into_iter().map(|grant| grant.id.clone()).collect();
    Ok(session.host.revoke_these(ids).await?)
}

/// `audit show`.
pub async fn show(session: &Session, seq: u64) -> Result<(), Failure> {
    let detail = session.host.record_detail(seq).await?;
    session.output.result(&detail, || {
        let row = &detail.row;
        let mut out = format!(
            "{} · {}\n{} · asked by {} · {}\n\nWhy: {}\n",
            what(row),
            row.server_label.as_deref().unwrap_or("Portcullis"),
            output::time(row.at),
            row.asked_by,
            row.outcome_words,
            detail.why
        );
        if let Some(allowed) = &detail.allowed_by {
            out.push_str(&format!(
                "     “{}”\n     given by {} at {}, row {} of the record, permission {}\n",
                allowed.sentence,
                allowed.by,
                output::time(allowed.given_at),
                allowed.row,
                allowed.permission
            ));
            for condition in &allowed.conditions {
                let was = condition.was.as_ref().map_or("not kept", |was| was.text.as_str());
                out.push_str(&format!("     {}: it was {was}\n", condition.words));
            }
            if let Some(at) = allowed.revoked_at {
                out.push_str(&format!("     revoked at {}\n", output::time(at)));
            }
        }
        if let Some(sent) = &detail.sent {
            out.push_str(&format!(
                "\nWhat was asked for:\n  {}\n",
                sent.text.replace('\n', "\n  ")
            ));
        }
        if let Some(came_back) = &detail.came_back {
            out.push_str(&format!("\nCame back: {came_back}\n"));
        }
        out
    });
    Ok(())
}

/// What a row is about: a tool by its raw name first, since a server may give any title to any tool.
fn what(row: &RecordRow) -> String {
    match &row.tool {
        Some(tool) if tool.text == row.what.text => tool.text.clone(),
        Some(tool) if row.kind == RecordKind::Call => format!("{} (titled “{}”)", tool.text, row.what.text),
        // The title is ours and names the tool in our words.
        Some(tool) if !row.what.text.contains(&tool.text) => format!("{} ({})", row.what.text, tool.text),
        _ => row.what.text.clone(),
    }
}

/// `audit list`.
pub async fn list(session: &Session, wanted: &AuditList) -> Result<(), Failure> {
    let filter = RecordFilter {
        text: wanted.search.clone(),
        server: match &wanted.server {
            Some(label) => Some(session.find(label)?.id),
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
            return "There is nothing in the record.".to_owned();
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
        let heading = ["ROW", "WHEN", "SERVER", "WHAT", "ASKED BY", "OUTCOME", "TOOK"];
        table(&heading, &page.rows.iter().map(row).collect::<Vec<_>>())
    });
    Ok(())
}

/// `audit verify`.
pub async fn verify(session: &Session, wanted: Verify) -> Result<(), Failure> {
    let found = match &wanted {
        Verify::Accept => return accept(session).await,
        Verify::Check | Verify::Head => session.host.verify_record().await?,
        Verify::Expect(head) => session.host.verify_record_against(head.clone()).await?,
    };
    if wanted == Verify::Head {
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
        Some(_) => Err(Failure::silent(Exit::Failed)),
    }
}

/// `audit verify --accept`: only a person at a terminal can say that a record is theirs.
async fn accept(session: &Session) -> Result<(), Failure> {
    let found = session.host.verify_record().await?;
    if !matches!(found.kept, HeadCheck::Differs { .. }) {
        session.output.result(&found, || {
            format!("There is nothing to accept. {}", found.sentence)
        });
        return Ok(());
    }
    let Some(mut terminal) = Terminal::find().await else {
        output::remark(&found.sentence);
        return Err(Failure::nobody(
            "Nobody is here to ask. Nothing was accepted.",
            "Run it on a terminal.",
        ));
    };
    terminal.show(&format!(
        "{}\n\nAccept it only if you know why, for instance because the database was damaged or you put an old copy in \
         its place. From then on the keychain confirms this record.",
        found.sentence
    ))?;
    if !terminal.yes("Accept this record?").await? {
        return Err(Failure::denied("You said no. Nothing was accepted.".to_owned()));
    }
    session.host.accept_record().await?;
    let found = session.host.verify_record().await?;
    session.output.result(&found, || found.sentence.clone());
    Ok(())
}

/// `audit export`.
pub async fn export(session: &Session, format: Format) -> Result<(), Failure> {
    if !io::stdout().is_terminal() {
        let (_, rows) = session.host.export_record(format, Pipe::default()).await?;
        output::remark(&format!("{rows} rows."));
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
