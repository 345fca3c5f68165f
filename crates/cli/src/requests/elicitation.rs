//! What servers ask while a command runs: forms, addresses, folders. Each is shown on the terminal and answered there;
//! where there is none, it is left, and the server learns that no decision was made.

use super::{form, note_all, reply, scope};
use crate::failure::CliFailure;
use crate::output::{field, remark, sentence};
use crate::session::CommandContext;
use crate::terminal::Terminal;
use portcullis_api::{Answer, Asked, LinkParts, Request, RootRow};
use portcullis_host::limits;
use portcullis_l10n::say;

/// Answers whatever servers ask, for as long as it is polled.
pub async fn answer_all(session: &CommandContext) {
    let mut events = session.host.events();
    // The user is not asked twice about what they could not answer.
    let mut passed = Vec::new();
    loop {
        let next = session.host.waiting().into_iter().find(|request| {
            let of_server = matches!(
                request.asked,
                Asked::Form { .. } | Asked::Link { .. } | Asked::Page { .. } | Asked::Roots { .. }
            );
            of_server && !passed.contains(&request.id)
        });
        match next {
            Some(request) => {
                passed.push(request.id.clone());
                if let Err(failure) = Box::pin(ask(session, &request)).await {
                    remark(&sentence(&failure.problem));
                }
            }
            None => {
                if events.next().await.is_none() {
                    return std::future::pending().await;
                }
            }
        }
    }
}

async fn ask(session: &CommandContext, request: &Request) -> Result<(), CliFailure> {
    session.host.attend(&request.id, &request.nonce)?;
    let Some(mut terminal) = Terminal::find().await else {
        tokio::time::sleep(limits::GUARD).await;
        remark(&say!("no-terminal-question", question = request.question));
        return reply(session, request, Answer::Deny {}).await;
    };
    terminal.show(&sheet(request))?;
    // Shown only now, if another request had the terminal.
    session.host.attend(&request.id, &request.nonce)?;
    tokio::time::sleep(limits::GUARD).await;
    let answer = match &request.asked {
        Asked::Form { fields, refusals, .. } if refusals.is_empty() => {
            form::fill_in(session, request, fields, &mut terminal).await?
        }
        Asked::Link { .. } => yes_or_no(&mut terminal, say!("ask-open"), Some(Answer::Open {})).await?,
        Asked::Page { .. } => {
            let question = say!("ask-again");
            match yes_or_no(&mut terminal, question, Some(Answer::Done {})).await? {
                Answer::Done {} => Answer::Done {},
                _ => Answer::Deny {},
            }
        }
        Asked::Roots { .. } => yes_or_no(&mut terminal, say!("ask-roots"), Some(Answer::Share {})).await?,
        _ => yes_or_no(&mut terminal, say!("ask-decline"), None).await?,
    };
    reply(session, request, answer).await
}

/// Three answers: yes, a no that the server learns of, and leaving it.
pub async fn yes_or_no(
    terminal: &mut Terminal,
    question: String,
    yes: Option<Answer>,
) -> Result<Answer, CliFailure> {
    let offer = if yes.is_some() {
        say!("offer-yes-no")
    } else {
        say!("offer-no")
    };
    let typed = terminal.ask(&say!("offered", question, offer)).await?;
    Ok(match (typed.trim().to_lowercase().as_str(), yes) {
        ("y" | "yes", Some(yes)) => yes,
        ("n" | "no", _) => Answer::Decline {},
        _ => Answer::Deny {},
    })
}

/// Everything that a question of a server says.
pub fn sheet(request: &Request) -> String {
    let mut out = format!("{} ({})\n", request.question, request.server.origin);
    let says = |message: &str| {
        format!(
            "\n  {}\n    {}\n",
            say!("it-says"),
            message.replace('\n', "\n    ")
        )
    };
    match &request.asked {
        Asked::Form {
            message,
            fields,
            notes,
            refusals,
            ..
        } => {
            out.push_str(&says(&message.text));
            for field in fields {
                out.push_str(&form::described(field));
            }
            note_all(&mut out, notes, refusals);
        }
        Asked::Link {
            message,
            parts,
            warnings,
            ..
        } => {
            let LinkParts {
                before,
                host,
                reads,
                imitates,
                after,
            } = parts;
            out.push_str(&says(&message.text));
            out.push('\n');
            out.push_str(&field(&say!("field-url"), &format!("{before}{host}{after}")));
            out.push_str(&field(&say!("field-host"), host));
            if let Some(imitated) = imitates {
                out.push_str(&field(&say!("field-imitates"), imitated));
            } else if let Some(reads) = reads {
                out.push_str(&field(&say!("field-reads"), &reads.text));
            }
            note_all(&mut out, &[], warnings);
        }
        Asked::Page { hosts, .. } => {
            for host in hosts {
                out.push_str(&format!("\n  {}\n", say!("page-at", host)));
            }
        }
        Asked::Roots { folders, notes, .. } => {
            for folder in folders {
                out.push_str(&format!("\n  {}", described_root(folder)));
            }
            out.push('\n');
            note_all(&mut out, notes, &[]);
        }
        _ => {}
    }
    out.push_str(&scope(request));
    out
}

/// One folder with what is to be said of it.
pub fn described_root(root: &RootRow) -> String {
    let gone = match root.there {
        true => String::new(),
        false => format!("  {}", say!("not-there")),
    };
    let warnings: String = root
        .warnings
        .iter()
        .map(|warning| format!("  ({warning})"))
        .collect();
    format!("{}{gone}{warnings}", root.shown.text)
}
