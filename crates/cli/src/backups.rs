//! The commands about backups. No server is started for them.

use crate::failure::Failure;
use crate::output::{self, table};
use crate::session::Session;
use portcullis_host::view::Backup;
use portcullis_host::{Code, Error, Host};

/// `backup list`.
pub async fn list(session: &Session) -> Result<(), Failure> {
    let backups = session.host.backups().await?;
    session.output.result(&backups, || {
        if backups.is_empty() {
            return "There is no backup yet. One is made every day.".to_owned();
        }
        let row = |backup: &Backup| {
            vec![
                output::time(backup.made_at),
                format!("{} KiB", backup.bytes.div_ceil(1_024)),
                backup.name.clone(),
            ]
        };
        table(
            &["MADE", "SIZE", "NAME"],
            &backups.iter().map(row).collect::<Vec<_>>(),
        )
    });
    Ok(())
}

/// `backup now`.
pub async fn now(session: &Session) -> Result<(), Failure> {
    let backup = session.host.back_up().await?;
    session
        .output
        .result(&backup, || format!("Made and read back: {}", backup.name));
    Ok(())
}

/// `backup restore`: makes it ready, then closes the host and opens it again, which puts it in place.
pub async fn restore(session: &Session, which: &str) -> Result<(), Failure> {
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
    let name = name.ok_or_else(|| Error::new(Code::NotFound, "There is no backup. Nothing was restored."))?;
    let backup = session.host.prepare_restore(&name).await?;
    let folder = session.host.snapshot().await?.about.data_dir;
    session.host.close().await;
    let host = Host::open(crate::config(Some(folder.into()))?).await?;
    let remarks = host.remarks();
    host.close().await;
    session.output.result(&backup, || {
        let words = remarks
            .iter()
            .map(|about| format!("{} {}", about.sentence, about.remedy.clone().unwrap_or_default()));
        words.collect::<Vec<_>>().join("\n")
    });
    Ok(())
}
