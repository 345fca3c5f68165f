//! The commands about backups. No server is started for them.

use crate::failure::CliFailure;
use crate::output::{self, table};
use crate::session::CommandContext;
use clap::Subcommand;

use portcullis_core::{Code, Error};
use portcullis_host::Host;
use portcullis_l10n::say;

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
    /// servers are disabled and no permission applies, because a backup does not know what you disabled or revoked since then.
    /// Secrets stay as they are.
    Restore {
        /// A name that “backup list” shows, or “last”
        name: String,
    },
}

impl Backup {
    pub async fn run(self, session: &CommandContext) -> Result<(), CliFailure> {
        match self {
            Self::List => list(session).await,
            Self::Now => now(session).await,
            Self::Restore { name } => restore(session, &name).await,
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
                format!("{} KiB", backup.bytes.div_ceil(1_024)),
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

/// Makes it ready, then closes the host and opens it again, which puts it in place.
async fn restore(session: &CommandContext, which: &str) -> Result<(), CliFailure> {
    let name = match which {
        "last" => session
            .host
            .backups()
            .await?
            .into_iter()
            .next()
            .map(|backup| backup.name),
        name => Some(name.to_owned()),
    };
    let name = name.ok_or_else(|| Error::new(Code::NotFound, say!("restore-none")))?;
    let ready = session.host.prepare_restore(&name).await;
    let backup = ready.map_err(|error| CliFailure::of_named(error, "backup list"))?;
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
