//! What tools take of a model's requests, before anybody talks to it.

use crate::failure::{CliFailure, ExitCode};
use crate::output::table;
use crate::session::CommandContext;
use clap::Args;
use portcullis_api::{ToolBudget, ToolWeight};
use portcullis_core::text::grouped;
use portcullis_l10n::say;

/// What a conversation with the built-in model names it by.
const BUILT_IN: &str = "demo";

/// `tokens`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  portcullis-cli tokens\n  portcullis-cli tokens files mail --model anthropic/claude-sonnet"
)]
pub struct Tokens {
    /// The servers; default: all that are on
    #[arg(value_name = "LABEL")]
    pub labels: Vec<String>,
    /// The model as PROVIDER/MODEL; default: the first enabled model
    #[arg(long, value_name = "PROVIDER/MODEL")]
    pub model: Option<String>,
}

impl Tokens {
    pub async fn run(self, session: &CommandContext) -> Result<(), CliFailure> {
        let (model, name) = chosen(session, self.model.as_deref())?;
        let mut servers = Vec::new();
        let all = session.host.servers();
        let wanted: Vec<String> = match self.labels.is_empty() {
            true => all
                .into_iter()
                .filter(|server| server.enabled)
                .map(|server| server.label)
                .collect(),
            false => self.labels,
        };
        let mut unlisted = false;
        for label in wanted {
            // Why its tools are missing is said once it is ready.
            let server = session.connect(&label).await?;
            unlisted |= server.state.problem.is_some();
            servers.push(server.id);
        }
        let budget = session.host.tool_budget(&model, &servers)?;
        session.output.result(&budget, || match servers.is_empty() {
            true => say!("none-on"),
            false => words(&budget, &name, unlisted),
        });
        match unlisted {
            true => Err(CliFailure::silent(ExitCode::Unreached)),
            false => Ok(()),
        }
    }
}

/// The model to estimate for: what the host knows it by, and its name.
fn chosen(session: &CommandContext, wanted: Option<&str>) -> Result<(String, String), CliFailure> {
    let providers = session.host.models();
    let all = providers.iter().flat_map(|provider| {
        let models = provider.models.iter();
        models.map(move |model| (format!("{}/{}", provider.label, model.name), model))
    });
    match wanted {
        Some(wanted) => {
            let mut all = all;
            all.find(|(name, _)| name == wanted)
                .map(|(name, model)| (model.id.clone(), name))
                .ok_or_else(|| CliFailure::usage(say!("no-model", wanted)))
        }
        None => Ok(all
            .filter(|(_, model)| model.used)
            .map(|(name, model)| (model.id.clone(), name))
            .next()
            .unwrap_or_else(|| (BUILT_IN.to_owned(), say!("built-in-model")))),
    }
}

/// `unlisted`: of one server the tools could not be listed, so that they are not in it.
fn words(budget: &ToolBudget, model: &str, unlisted: bool) -> String {
    let rows: Vec<Vec<String>> = budget
        .servers
        .iter()
        .flat_map(|server| server.tools.iter().map(move |tool| row(&server.label, tool)))
        .collect();
    if rows.is_empty() {
        return match unlisted {
            true => say!("tools-unlisted-any"),
            false => say!("tools-none-for-model"),
        };
    }
    let mut words = table(
        &[
            say!("heading-tokens"),
            say!("heading-server"),
            say!("heading-tool"),
        ],
        &rows,
    );
    let more: u32 = budget.servers.iter().map(|server| server.more).sum();
    if more > 0 {
        words.push_str(&format!(
            "{}\n",
            say!("tokens-more-tools", count = grouped(more as usize))
        ));
    }
    let all = grouped(budget.all as usize);
    words.push_str(&match budget.context {
        Some(context) if context > 0 => format!(
            "\n{}\n",
            say!(
                "tokens-share",
                tokens = all,
                percent = format!("{:.1}", f64::from(budget.all) * 100.0 / f64::from(context)),
                model
            )
        ),
        _ => format!("\n{}\n", say!("tokens-all", tokens = all, model)),
    });
    words.push_str(&match (budget.searching, budget.most) {
        (true, _) => format!(
            "{}\n",
            say!("tokens-too-many", tokens = grouped(budget.tokens as usize))
        ),
        (false, Some(most)) => format!("{}\n", say!("tokens-limit", tokens = grouped(most as usize))),
        (false, None) => format!("{}\n", say!("tokens-every-request")),
    });
    words
}

fn row(server: &str, tool: &ToolWeight) -> Vec<String> {
    vec![
        grouped(tool.tokens as usize),
        server.to_owned(),
        tool.tool.clone(),
    ]
}
