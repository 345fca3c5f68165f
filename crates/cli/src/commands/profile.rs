//! Profiles: which servers are on and which permissions apply, switched together.

use crate::failure::CliFailure;
use crate::requests::confirmation::Confirmation;
use crate::session::CommandContext;
use clap::{Args, Subcommand};
use portcullis_api::ProfileView;
use portcullis_l10n::say;

/// `profile`.
#[derive(Debug, Args)]
#[command(
    disable_help_subcommand = true,
    after_help = "Examples:\n  portcullis-cli profile add Work\n  portcullis-cli profile use Work"
)]
pub struct Profile {
    #[command(subcommand)]
    pub change: Option<ProfileChange>,
}

/// What to do with profiles.
#[derive(Debug, Subcommand)]
pub enum ProfileChange {
    /// List the profiles (the default without a subcommand)
    List,
    /// Add a profile with the servers that are on now, and without permissions
    Add {
        /// Name of the profile
        name: String,
    },
    /// Switch to a profile: its servers are enabled, all others disabled, and its permissions apply
    Use {
        /// Name of the profile
        name: String,
    },
    /// Rename a profile
    Rename {
        /// Name of the profile
        name: String,
        /// New name of the profile
        new_name: String,
    },
    /// Remove a profile that is not in use, and end its permissions
    Remove {
        /// Name of the profile
        name: String,
        /// Remove it without asking
        #[arg(long, short)]
        yes: bool,
    },
}

impl Profile {
    pub async fn run(self, session: &CommandContext) -> Result<(), CliFailure> {
        let host = &session.host;
        let all = host.profiles().await?;
        match self.change {
            None | Some(ProfileChange::List) => session.output.result(&all, || listed(&all)),
            Some(ProfileChange::Add { name }) => {
                let made = host.create_profile(&name).await?;
                session
                    .output
                    .result(&made, || say!("profile-added", name = made.name));
            }
            Some(ProfileChange::Use { name }) => {
                let profile = find(&all, &name)?;
                host.use_profile(&profile.id, false).await?;
                let now = again(session, profile).await?;
                session
                    .output
                    .result(&now, || say!("profile-switched", name = now.name));
            }
            Some(ProfileChange::Rename { name, new_name }) => {
                let profile = find(&all, &name)?;
                host.rename_profile(&profile.id, &new_name).await?;
                let now = again(session, profile).await?;
                session.output.result(&now, || {
                    say!("profile-renamed", before = profile.name, name = now.name)
                });
            }
            Some(ProfileChange::Remove { name, yes }) => {
                let profile = find(&all, &name)?;
                // The host refuses to remove the current profile, so there is nothing to confirm.
                if !profile.current {
                    let sheet = say!("remove-profile", name = profile.name);
                    Confirmation::removal(sheet).unless(yes).await?;
                }
                host.remove_profile(&profile.id).await?;
                session
                    .output
                    .result(profile, || say!("profile-removed", name = profile.name));
            }
        }
        Ok(())
    }
}

/// The profile of this name, or of this ID.
pub fn find<'a>(all: &'a [ProfileView], name: &str) -> Result<&'a ProfileView, CliFailure> {
    let wanted = name.trim().to_lowercase();
    let found = all
        .iter()
        .find(|profile| profile.name.to_lowercase() == wanted || profile.id == wanted);
    found.ok_or_else(|| {
        let names = all.iter().map(|profile| profile.name.as_str());
        CliFailure::no_such_name(say!("profile-unknown", name), name, names, "profile")
    })
}

async fn again(session: &CommandContext, profile: &ProfileView) -> Result<ProfileView, CliFailure> {
    let all = session.host.profiles().await?;
    find(&all, &profile.id).cloned()
}

fn listed(all: &[ProfileView]) -> String {
    let lines = all.iter().map(|profile| {
        let mark = if profile.current { "*" } else { " " };
        let words = say!(
            "profile-line",
            servers = profile.servers.len(),
            permissions = profile.permissions
        );
        format!("{mark} {}  {words}", profile.name)
    });
    lines.collect::<Vec<_>>().join("\n")
}
