//! Standing permissions. No server is started for them.

use crate::failure::CliFailure;
use crate::ids;
use crate::output::{self, table};
use crate::requests::confirmation::Confirmation;
use crate::session::CommandContext;
use clap::{ArgGroup, Args, Subcommand};
use portcullis_api::GrantView;
use portcullis_host::limits;
use portcullis_l10n::say;

/// `permissions`.
#[derive(Debug, Subcommand)]
pub enum Grants {
    /// List permissions
    List,
    /// Revoke permissions
    Revoke(Revoke),
    /// Compare the whole definition of a tool again, including the parts that you let vary
    #[command(alias = "hold")]
    Pin {
        /// The server
        label: String,
        /// The tool
        tool: String,
    },
}

/// `permissions revoke`.
#[derive(Debug, Args)]
#[command(
    group = ArgGroup::new("which").required(true).args(["id", "server", "unused", "all"]),
    after_help = "Examples:\n  portcullis-cli permissions revoke 4f1c\n  portcullis-cli permissions revoke --server mail\n  \
        portcullis-cli permissions revoke --unused"
)]
pub struct Revoke {
    /// The ID of a permission, or its beginning
    pub id: Option<String>,
    /// All permissions of a server
    #[arg(long, value_name = "LABEL")]
    pub server: Option<String>,
    /// Permissions that were not used for 30 days; they are listed, and exactly these are revoked after your approval
    #[arg(long)]
    pub unused: bool,
    /// All permissions
    #[arg(long)]
    pub all: bool,
    /// Approve what --unused lists
    #[arg(long, short, requires = "unused", conflicts_with_all = ["id", "server", "all"])]
    pub yes: bool,
}

impl Grants {
    pub async fn run(self, session: &CommandContext) -> Result<(), CliFailure> {
        match self {
            Self::List => list(session).await,
            Self::Revoke(which) => revoke(session, which).await,
            Self::Pin { label, tool } => pin(session, &label, &tool).await,
        }
    }
}

async fn list(session: &CommandContext) -> Result<(), CliFailure> {
    let grants = session.host.grants().await?;
    session.output.result(&grants, || {
        if grants.is_empty() {
            return say!("grants-none");
        }
        let row = |grant: &GrantView| {
            vec![
                ids::short(&grant.id),
                grant.uses.to_string(),
                grant.last_used_at.map_or_else(|| say!("never"), output::time),
                output::time(grant.made_at),
                match grant.on_hold {
                    true => say!("grant-on-hold", permission = grant.sentence),
                    false => grant.sentence.clone(),
                },
            ]
        };
        table(
            &[
                say!("heading-id"),
                say!("heading-uses"),
                say!("heading-last"),
                say!("heading-given"),
                say!("heading-permission"),
            ],
            &grants.iter().map(row).collect::<Vec<_>>(),
        )
    });
    Ok(())
}

async fn revoke(session: &CommandContext, which: Revoke) -> Result<(), CliFailure> {
    let count = if which.all {
        session.host.revoke_all().await?
    } else if which.unused {
        unused(session, which.yes).await?
    } else if let Some(label) = which.server {
        session.host.revoke_server(&session.find(&label)?.id).await?
    } else {
        let (start, grants) = (which.id.unwrap_or_default(), session.host.grants().await?);
        let none = || say!("id-no-permission", start);
        let grant = ids::find(&start, grants, |grant| &grant.id, none, "permissions list")?;
        session.host.revoke(&grant.id).await?;
        1
    };
    session
        .output
        .result(&serde_json::json!({ "revoked": count }), || match count {
            0 => say!("grants-revoked-none"),
            count => say!("grants-revoked", count),
        });
    Ok(())
}

/// Ends what the person let vary in the definition of a tool.
async fn pin(session: &CommandContext, label: &str, tool: &str) -> Result<(), CliFailure> {
    let server = session.find(label)?;
    let parts = session.host.hold_all_parts(&server.id, tool).await?;
    session
        .output
        .result(&serde_json::json!({ "held": parts }), || say!("grant-parts-held"));
    Ok(())
}

/// Shows those that were not used for long and, after a yes, ends exactly them.
async fn unused(session: &CommandContext, yes: bool) -> Result<u32, CliFailure> {
    let grants = session.host.grants().await?;
    let old: Vec<&GrantView> = grants
        .iter()
        .filter(|grant| grant.unused_days.is_some())
        .collect();
    if old.is_empty() {
        return Ok(0);
    }
    let mut sheet = format!("{}\n", say!("grants-unused", days = limits::GRANT_UNUSED_DAYS));
    for grant in &old {
        let days = grant.unused_days.unwrap_or_default();
        sheet.push_str(&format!(
            "\n  {}",
            say!("grant-unused", days, permission = grant.sentence)
        ));
    }
    if yes {
        output::remark(&sheet);
    } else {
        Confirmation::change(sheet, say!("ask-revoke")).ask().await?;
    }
    let ids = old.into_iter().map(|grant| grant.id.clone()).collect();
    Ok(session.host.revoke_these(ids).await?)
}
