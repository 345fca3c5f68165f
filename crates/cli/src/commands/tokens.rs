//! What tools take of a model's requests, before anybody talks to it.

use crate::failure::{CliFailure, ExitCode};
use crate::output::table;
use crate::session::CommandContext;
use clap::Args;
use portcullis_host::text::grouped;
use portcullis_host::view::{ToolBudget, ToolWeight};

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
        session.output.result(&budget, || words(&budget, &name, unlisted));
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
                .ok_or_else(|| {
                    CliFailure::usage(format!(
                        "There is no model “{wanted}”. “portcullis-cli models list” lists them; write PROVIDER/MODEL."
                    ))
                })
        }
        None => Ok(all
            .filter(|(_, model)| model.used)
            .map(|(name, model)| (model.id.clone(), name))
            .next()
            .unwrap_or_else(|| (BUILT_IN.to_owned(), "the built-in model".to_owned()))),
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
            true => "The tools could not be listed.".to_owned(),
            false => "No tool of these servers can be given to a model.".to_owned(),
        };
    }
    let mut words = table(&["TOKENS", "SERVER", "TOOL"], &rows);
    let more: u32 = budget.servers.iter().map(|server| server.more).sum();
    if more > 0 {
        words.push_str(&format!("and {} more tools\n", grouped(more as usize)));
    }
    let all = grouped(budget.all as usize);
    words.push_str(&match budget.context {
        Some(context) if context > 0 => format!(
            "\nAbout {all} tokens in all: {:.1}% of what {model} reads.\n",
            f64::from(budget.all) * 100.0 / f64::from(context)
        ),
        _ => format!("\nAbout {all} tokens in all, for {model}.\n"),
    });
    words.push_str(&match (budget.searching, budget.most) {
        (true, _) => format!(
            "That is too much to send each time: the model looks for tools itself, which takes about {} tokens at first.\n",
            grouped(budget.tokens as usize)
        ),
        (false, Some(most)) => format!(
            "All of them go along with every request. From about {} tokens on the model would look for them itself.\n",
            grouped(most as usize)
        ),
        (false, None) => "All of them go along with every request.\n".to_owned(),
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
