//! The commands about backups. No server is started for them.

use crate::failure::CliFailure;
use crate::output::{self, sentences, table};
use crate::requests::confirmation::Confirmation;
use crate::session::CommandContext;
use clap::Subcommand;
use portcullis_host::Host;
use portcullis_l10n::{say, size};

/// `backup`.
#[derive(Debug, Subcommand)]
pub enum Backup {
    /// List backups
    List,
    /// Make a backup now
    Now,
    /// Restore a backup
    ///
    /// It replaces servers, permissions, conversations and the audit log; the earlier database is kept next to it. Afterwards all
    /// servers are disabled, each needs your review, and no permission applies. A backup does not know what you disabled or
    /// revoked since then. Secrets stay as they are.
    Restore {
        /// A name that “backup list” shows, or “last”
        name: String,
        /// Restore it without asking
        #[arg(long, short)]
        yes: bool,
    },
}

impl Backup {
    pub async fn run(self, session: &CommandContext) -> Result<(), CliFailure> {
        match self {
            Self::List => list(session).await,
            Self::Now => now(session).await,
            Self::Restore { name, yes } => restore(session, &name, yes).await,
        }
    }
}

async fn list(session: &CommandContext) -> Result<(), CliFailure> {
    let backups = session.host.backups().await?;
    session.output.result(&backups, || {
        if backups.is_empty() {
            return say!("backups-none");
        }
        let row = |backup: &portcullis_api::Backup| {
            vec![
                output::time(backup.made_at),
                size(backup.bytes),
                backup.name.clone(),
            ]
        };
        table(
            &[say!("heading-made"), say!("heading-size"), say!("heading-name")],
            &backups.iter().map(row).collect::<Vec<_>>(),
        )
    });
    Ok(())
}

async fn now(session: &CommandContext) -> Result<(), CliFailure> {
    let backup = session.host.back_up().await?;
    session
        .output
        .result(&backup, || say!("backup-made", name = backup.name));
    Ok(())
}

/// The backup of this name; “last” is the newest.
fn find<'a>(all: &'a [portcullis_api::Backup], name: &str) -> Result<&'a portcullis_api::Backup, CliFailure> {
    if name == "last" {
        let none = || CliFailure::not_found(say!("restore-none"), say!("restore-none-remedy"));
        return all.first().ok_or_else(none);
    }
    let found = all.iter().find(|backup| backup.name == name);
    found.ok_or_else(|| {
        let names = all.iter().map(|backup| backup.name.as_str());
        CliFailure::no_such_name(say!("no-backup", name), name, names, "backup list")
    })
}

/// After a yes, makes it ready, then closes the host and opens it again, which puts it in place.
async fn restore(session: &CommandContext, name: &str, yes: bool) -> Result<(), CliFailure> {
    let all = session.host.backups().await?;
    let backup = find(&all, name)?;
    let made = output::time(backup.made_at);
    let replaced = say!("restore-replaces", name = backup.name, made);
    let sheet = sentences(&replaced, &say!("restore-leaves"));
    let confirmation = Confirmation::change(sheet, say!("ask-restore"));
    confirmation.unless(yes).await?;
    let backup = session.host.prepare_restore(&backup.name).await?;
    let folder = session.host.snapshot().await?.about.data_dir;
    session.host.close().await;
    let host = Host::open(crate::config(Some(folder.into()))?).await?;
    let remarks = host.remarks();
    host.close().await;
    session.output.result(&backup, || {
        let words = remarks.iter().map(output::sentence);
        words.collect::<Vec<_>>().join("\n")
    });
    Ok(())
}
