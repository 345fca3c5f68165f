//! `tools`.

use super::List;
use crate::failure::{CliFailure, ExitCode};
use crate::output::table;
use crate::requests::definition_state;
use crate::session::CommandContext;
use portcullis_host::view::ToolEntry;

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
                    1 => format!("{state}, 1 remark"),
                    many => format!("{state}, {many} remarks"),
                },
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
        Some(_) => Err(CliFailure::silent(ExitCode::Unreached)),
        None => Ok(()),
    }
}
