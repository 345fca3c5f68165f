//! `tools`.

use super::List;
use super::resources::nothing;
use crate::failure::{CliFailure, ExitCode};
use crate::output::table;
use crate::requests::definition_state;
use crate::session::CommandContext;
use portcullis_api::ToolEntry;
use portcullis_l10n::say;

pub async fn list(session: &CommandContext, List { label, search }: &List) -> Result<(), CliFailure> {
    let server = session.connect(label).await?;
    let list = session.host.tools(&server.id, search)?;
    session.output.result(&list, || {
        let row = |tool: &ToolEntry| {
            let state = definition_state(&tool.state);
            vec![
                tool.shown.text.clone(),
                match tool.remarks {
                    0 => state,
                    count => say!("tool-remarks", state = state, count = count),
                },
                tool.summary.text.clone(),
            ]
        };
        let rows: Vec<_> = list.tools.iter().map(row).collect();
        let mut words = match rows.is_empty() {
            true => nothing(&server.label, "tools", search, list.problem.is_some()),
            false => table(
                &[
                    say!("heading-tool"),
                    say!("heading-state"),
                    say!("heading-description"),
                ],
                &rows,
            ),
        };
        for tool in &list.excluded {
            words.push_str(&format!(
                "{}\n",
                say!("left-out", name = tool.shown.text, reason = tool.reason)
            ));
        }
        if list.beyond_limit > 0 {
            words.push_str(&format!("{}\n", say!("more-unread", count = list.beyond_limit)));
        }
        words
    });
    match list.problem {
        // Why was said when the server was ready.
        Some(_) => Err(CliFailure::silent(ExitCode::Unreached)),
        None => Ok(()),
    }
}
