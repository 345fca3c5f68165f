//! The command about the folders of a server.

use crate::failure::CliFailure;
use crate::requests::elicitation::described_root;
use crate::session::CommandContext;
use crate::terminal::Terminal;
use clap::{Args, Subcommand};
use portcullis_api::{RootList, RootsAccess};
use portcullis_core::text::shell_word;
use portcullis_host::host::{ChosenRoot, LookedAtRoot, WideRoot};
use portcullis_l10n::say;
use std::path::PathBuf;

/// `roots`.
#[derive(Debug, Args)]
#[command(
    disable_help_subcommand = true,
    after_help = "Examples:\n  portcullis-cli roots files\n  portcullis-cli roots files add ~/notes"
)]
pub struct Roots {
    /// The server
    pub label: String,
    #[command(subcommand)]
    pub change: Option<Change>,
}

/// What to do with the folders of a server.
#[derive(Debug, Subcommand)]
pub enum Change {
    /// Add a folder
    Add {
        /// The folder
        dir: PathBuf,
    },
    /// Remove a folder
    Remove {
        /// The folder
        dir: String,
    },
    /// Do not share the folders
    Withhold,
    /// Ask again at the server’s next request
    Ask,
}

impl Roots {
    pub async fn run(self, session: &CommandContext) -> Result<(), CliFailure> {
        let server = session.find(&self.label)?;
        let host = &session.host;
        let list = match self.change {
            None => host.roots(&server.id).await?,
            Some(Change::Add { dir: folder }) => add(session, &server.id, &server.label, folder).await?,
            Some(Change::Remove { dir: folder }) => {
                // As listed, or as seen from here.
                let listed = host.roots(&server.id).await?;
                let known = |path: &str| listed.folders.iter().any(|root| root.path == path);
                let path = match std::path::absolute(&folder) {
                    Ok(full) if !known(&folder) => full.to_string_lossy().into_owned(),
                    _ => folder,
                };
                let removed = host.remove_root(&server.id, &path).await;
                removed.map_err(|error| {
                    CliFailure::of_named(error, &format!("roots {}", shell_word(&server.label)))
                })?
            }
            Some(Change::Withhold) => host.withhold_roots(&server.id, true).await?,
            Some(Change::Ask) => host.withhold_roots(&server.id, false).await?,
        };
        session.output.result(&list, || words(&list, &server.label));
        Ok(())
    }
}

/// A folder that was typed. What is unusual about it is asked about, and only a person answers that (S-72).
async fn add(
    session: &CommandContext,
    id: &str,
    label: &str,
    folder: PathBuf,
) -> Result<RootList, CliFailure> {
    // A folder is typed as seen from here; the host takes only full paths.
    let folder = std::path::absolute(&folder).unwrap_or(folder);
    let chosen = match session.host.look_at_root(id, folder).await? {
        LookedAtRoot::Plain(chosen) => chosen,
        LookedAtRoot::Wide(wide) => confirm(wide, label).await?,
    };
    Ok(session.host.add_root(chosen).await?)
}

async fn confirm(wide: WideRoot, label: &str) -> Result<ChosenRoot, CliFailure> {
    let shown = wide.shown().text;
    let warnings = wide.warnings().join(" ");
    let Some(mut terminal) = Terminal::find().await else {
        return Err(CliFailure::no_terminal(
            say!("no-terminal-root", folder = shown, server = label, warnings),
            say!("run-or-smaller-folder"),
        ));
    };
    terminal.show(&format!("{shown}\n\n  {}", say!("note", note = warnings)))?;
    let yes = terminal.yes(&say!("ask-root-anyway", server = label)).await?;
    wide.answered(yes)
        .ok_or_else(|| CliFailure::denied(say!("root-denied")))
}

fn words(list: &RootList, label: &str) -> String {
    let mut out = match list.folders.is_empty() {
        true => format!("{}\n", say!("roots-none", server = label)),
        false => String::new(),
    };
    for root in &list.folders {
        out.push_str(&format!("{}\n", described_root(root)));
    }
    out.push_str(&match list.access {
        RootsAccess::Ask => format!("{}\n", say!("roots-ask")),
        RootsAccess::Told => format!("{}\n", say!("roots-told")),
        RootsAccess::Withheld => format!("{}\n", say!("roots-withheld")),
    });
    out.push_str(&list.note);
    out
}
