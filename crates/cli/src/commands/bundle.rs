//! Bundles (.mcpb): what a file says of itself, and adding its server.

use super::server::state;
use super::server_add::{self, FenceOption, given_secret, secret_line};
use super::server_edit;
use crate::args::values::pair;
use crate::failure::CliFailure;
use crate::output::remark;
use crate::session::CommandContext;
use crate::terminal::Terminal;
use clap::{Args, Subcommand};
use portcullis_api::{
    BundleView, FenceGrants, FenceHost, Foreign, InstallChoices, InstallSetting, InstallValue,
    InstalledBundle, ServerSummary, StartMode,
};
use portcullis_core::text::escape_line;
use portcullis_l10n::{say, size};
use std::path::PathBuf;

/// `bundle`.
#[derive(Debug, Subcommand)]
pub enum BundleCommand {
    /// Show what a bundle file declares, and which values it asks for
    ///
    /// Nothing is unpacked or started.
    Show {
        /// The file
        file: PathBuf,
    },
    /// Add the server of a bundle file
    ///
    /// Shows exactly what would run, and asks before it is saved or started. If you decline, what was unpacked is deleted.
    Install(BundleInstall),
}

/// `bundle install`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    portcullis-cli bundle show notes.mcpb\n  \
    portcullis-cli bundle install notes.mcpb --set folder=\"$HOME/notes\"\n  \
    pass show notes | portcullis-cli bundle install notes.mcpb --set api_key=-\n  \
    portcullis-cli bundle install notes-2.mcpb --update Notes")]
pub struct BundleInstall {
    /// The file
    pub file: PathBuf,
    /// Name of the server; default: the name of the bundle
    #[arg(long, conflicts_with = "update")]
    pub label: Option<String>,
    /// Update this server, which was installed from an earlier version; it keeps its values and secrets unless you give new ones
    #[arg(long, value_name = "LABEL")]
    pub update: Option<String>,
    /// A value that the bundle asks for; can be repeated. For a secret, only “-” is accepted: it reads a line from standard input.
    /// Without it, you are asked for the secret
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair)]
    pub set: Vec<(String, String)>,
    #[command(flatten)]
    pub fence: FenceOption,
    /// Add the server without starting it
    #[arg(long, conflicts_with = "update")]
    pub no_start: bool,
    /// Approve what is shown; a server that Portcullis refuses is not added
    #[arg(long, short)]
    pub yes: bool,
}

impl BundleCommand {
    pub async fn run(self, session: &CommandContext) -> Result<(), CliFailure> {
        match self {
            Self::Show { file } => {
                let bundle = session.host.open_bundle(file).await?;
                session.output.result(&bundle, || described(&bundle));
                Ok(())
            }
            Self::Install(install) => install.run(session).await,
        }
    }
}

impl BundleInstall {
    async fn run(self, session: &CommandContext) -> Result<(), CliFailure> {
        let bundle = session.host.open_bundle(self.file).await?;
        for sentence in &bundle.remarks {
            remark(sentence);
        }
        let mut terminal = Terminal::find().await;
        let Some(update) = self.update else {
            let values = values(&bundle.settings, self.set, None, terminal.as_mut()).await?;
            let label = self.label.unwrap_or(bundle.label);
            let choices = fenced(self.fence, &label, terminal.as_mut().filter(|_| !self.yes)).await?;
            let request = session
                .host
                .propose_bundle(&bundle.id, label.clone(), values, None, Some(choices))
                .await?;
            return server_add::review(session, request, &label, terminal, self.yes, !self.no_start).await;
        };
        let server = session.find(&update)?;
        let installed = bundle.installed.iter().find(|it| it.server == server.id);
        let installed = installed.ok_or_else(|| {
            CliFailure::usage(say!(
                "bundle-not-installed",
                server = server.label,
                bundle = bundle.name.text
            ))
        })?;
        let values = values(&bundle.settings, self.set, Some(installed), terminal.as_mut()).await?;
        let request = session
            .host
            .propose_bundle(
                &bundle.id,
                server.label.clone(),
                values,
                Some(server.id.clone()),
                None,
            )
            .await?;
        let words = |now: &ServerSummary| {
            say!(
                "bundle-updated",
                server = now.label,
                version = bundle.version.text,
                state = state(now)
            )
        };
        server_edit::review(session, request, &server, terminal, self.yes, words).await
    }
}

/// The choices of a server that runs in a fence, or without one.
///
/// # Errors
/// Where it is to run without a fence and that was not approved.
pub async fn fenced(
    fence: FenceOption,
    label: &str,
    terminal: Option<&mut Terminal>,
) -> Result<InstallChoices, CliFailure> {
    let fenced = fence.is_on(label, terminal).await?;
    Ok(InstallChoices {
        fence: fenced.then(FenceGrants::default),
        fence_named: true,
        fetch: false,
        start: StartMode::default(),
    })
}

/// What was set, with what the version before was given and the secrets that are asked for.
pub async fn values(
    settings: &[InstallSetting],
    set: Vec<(String, String)>,
    installed: Option<&InstalledBundle>,
    mut terminal: Option<&mut Terminal>,
) -> Result<Vec<InstallValue>, CliFailure> {
    let mut values: Vec<InstallValue> = Vec::new();
    for (key, value) in set {
        let setting = settings.iter().find(|setting| setting.key == key);
        let value = match setting {
            Some(setting) if setting.secret && value == "-" => secret_line(&key)?,
            Some(setting) if setting.secret => {
                return Err(CliFailure::usage(say!("bundle-secret-on-line", name = key)));
            }
            _ => value,
        };
        match values.iter_mut().find(|known| known.key == key) {
            Some(known) => known.values.push(value),
            None => values.push(InstallValue {
                key,
                values: vec![value],
            }),
        }
    }
    let is_set = |values: &[InstallValue], key: &str| values.iter().any(|value| value.key == key);
    for value in installed.iter().flat_map(|installed| &installed.values) {
        // A setting that is no more has no place for its value.
        let is_setting = settings.iter().any(|setting| setting.key == value.key);
        if is_setting && !is_set(&values, &value.key) {
            values.push(value.clone());
        }
    }
    for setting in settings {
        let is_stored = installed.is_some_and(|installed| installed.stored.contains(&setting.key));
        let is_open = !is_stored && setting.required && setting.default.is_empty();
        if setting.secret && is_open && !is_set(&values, &setting.key) {
            let value = given_secret(&setting.title.text, terminal.as_deref_mut()).await?;
            values.push(InstallValue {
                key: setting.key.clone(),
                values: vec![value],
            });
        }
    }
    Ok(values)
}

/// A value that is asked for, on one line: its name, what it is, and what it may be.
pub fn setting_line(setting: &InstallSetting, about: &Foreign) -> String {
    let needs = match (setting.required && setting.default.is_empty(), setting.secret) {
        (true, true) => say!("bundle-setting-secret-required"),
        (true, false) => say!("bundle-setting-required"),
        (false, true) => say!("bundle-setting-secret"),
        (false, false) => say!("bundle-setting"),
    };
    let one_line = |text: &String| escape_line(text).text;
    let choices: Vec<String> = setting.choices.iter().map(one_line).collect();
    let choices = match choices.is_empty() {
        true => String::new(),
        false => format!(" [{}]", choices.join(", ")),
    };
    format!("{}: {} ({needs}){choices}", one_line(&setting.key), about.text)
}

fn described(bundle: &BundleView) -> String {
    let mut lines = vec![
        format!("{} {}", bundle.name.text, bundle.version.text),
        bundle.description.text.clone(),
        say!("bundle-author", author = bundle.author.text),
    ];
    lines.extend(
        bundle
            .license
            .as_ref()
            .map(|license| say!("bundle-license", license = license.text)),
    );
    lines.push(say!("bundle-hash", hash = bundle.sha256));
    lines.push(match bundle.signed {
        true => say!("bundle-signed"),
        false => say!("bundle-unsigned"),
    });
    lines.push(say!(
        "bundle-size",
        file = size(bundle.bytes),
        unpacked = size(bundle.unpacked)
    ));
    lines.extend(bundle.remarks.iter().cloned());
    for installed in &bundle.installed {
        lines.push(say!(
            "bundle-installed",
            server = installed.label,
            version = installed.version.text
        ));
    }
    for setting in &bundle.settings {
        lines.push(format!("  {}", setting_line(setting, &setting.title)));
    }
    lines.extend(proposed_line(&bundle.proposed_hosts));
    lines.retain(|line| !line.is_empty());
    lines.join("\n")
}

/// The hosts that a command names, on one line.
pub fn proposed_line(hosts: &[FenceHost]) -> Option<String> {
    let named = hosts
        .iter()
        .map(FenceHost::address)
        .collect::<Vec<_>>()
        .join(", ");
    (!named.is_empty()).then(|| say!("proposed-hosts", hosts = named))
}
