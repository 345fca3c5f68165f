//! Providers of models.

use crate::args::values::{PROMPT, SecretSource, Unrepeated, no_word, one_of, secret_source};
use crate::failure::CliFailure;
use crate::output::{remark, table};
use crate::requests::confirmation::Confirmation;
use crate::requests::setting;
use crate::session::{CommandContext, remark_problems};
use crate::terminal::{Terminal, line_of_input};
use clap::{Args, Subcommand};
use portcullis_api::{Hidden, ModelLine, ProviderDraft, ProviderKind, ProviderView};
use portcullis_l10n::say;

/// `models`.
#[derive(Debug, Subcommand)]
pub enum Models {
    /// List providers and their enabled models
    List,
    /// Add a provider
    ///
    /// A provider that is not on this computer is shown and needs approval.
    Add(Box<Add>),
    /// Replace the API key of a provider
    Key {
        /// The provider
        label: String,
        #[arg(hide = true, value_parser = Unrepeated(no_word))]
        one_word_too_many: Option<String>,
        /// Ask for the key without showing it, which is the default; with =- read it from standard input
        #[arg(
            long,
            value_name = "-",
            num_args = 0..=1,
            require_equals = true,
            default_value = PROMPT,
            default_missing_value = PROMPT,
            hide_default_value = true,
            value_parser = Unrepeated(secret_source)
        )]
        key: SecretSource,
        /// Approve a URL that is not on this computer
        #[arg(long, short)]
        yes: bool,
    },
    /// Refresh the list of models and send a one-word test prompt to the first enabled model
    ///
    /// The test prompt costs about as much as one word.
    Check {
        /// The provider
        label: String,
    },
    /// Enable a model
    #[command(alias = "use")]
    Enable {
        /// The provider
        label: String,
        /// The model
        model: String,
    },
    /// Disable a model
    #[command(alias = "leave")]
    Disable {
        /// The provider
        label: String,
        /// The model
        model: String,
    },
    /// Remove a provider and its key
    Remove {
        /// The provider
        label: String,
        /// Remove it without asking
        #[arg(long, short)]
        yes: bool,
    },
}

/// `models add`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  portcullis-cli models add anthropic --key\n  portcullis-cli models add ollama\n  \
    portcullis-cli models add compatible --label own --url https://models.example.com/v1 --key=- < key"
)]
pub struct Add {
    /// The kind; “compatible” is any other OpenAI-compatible server
    #[arg(value_parser = one_of(&ProviderKind::NAMED))]
    kind: ProviderKind,
    #[arg(hide = true, value_parser = Unrepeated(no_word))]
    one_word_too_many: Option<String>,
    /// Name of the provider
    #[arg(long)]
    label: Option<String>,
    /// Base URL, if it is not the usual one
    #[arg(long = "url", alias = "address", value_name = "URL")]
    address: Option<String>,
    /// Ask for the API key without showing it, and store it as a secret; with =- read it from standard input
    #[arg(
        long,
        value_name = "-",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = PROMPT,
        value_parser = Unrepeated(secret_source)
    )]
    key: Option<SecretSource>,
    /// Approve a URL that is not on this computer
    #[arg(long, short)]
    yes: bool,
}

impl Models {
    pub async fn run(self, session: &CommandContext) -> Result<(), CliFailure> {
        match self {
            Self::List => {
                list(session);
                Ok(())
            }
            Self::Add(wanted) => add(session, *wanted).await,
            Self::Key {
                label,
                key: source,
                yes,
                ..
            } => key(session, &label, source, yes).await,
            Self::Check { label } => check(session, &label).await,
            Self::Enable { label, model } => choose(session, &label, &model, true).await,
            Self::Disable { label, model } => choose(session, &label, &model, false).await,
            Self::Remove { label, yes } => remove(session, &label, yes).await,
        }
    }
}

fn list(session: &CommandContext) {
    let providers = session.host.models();
    session.output.result(&providers, || {
        if providers.is_empty() {
            return say!("providers-none");
        }
        let rows = providers.iter().flat_map(|provider| {
            let used = provider.models.iter().filter(|model| model.used);
            let mut rows: Vec<Vec<String>> = used.map(|model| row(provider, model)).collect();
            if rows.is_empty() {
                rows.push(vec![
                    provider.label.clone(),
                    say!("models-none-used"),
                    String::new(),
                    String::new(),
                ]);
            }
            rows
        });
        table(
            &[
                say!("heading-provider"),
                say!("heading-model"),
                say!("heading-reads"),
                say!("heading-price"),
            ],
            &rows.collect::<Vec<_>>(),
        )
    });
}

fn row(provider: &ProviderView, model: &ModelLine) -> Vec<String> {
    let facts = &model.facts;
    let price = match (facts.price_in, facts.price_out) {
        (Some(read), Some(write)) => format!("${read} / ${write}"),
        _ if provider.here => say!("price-nothing"),
        _ => say!("price-unknown"),
    };
    vec![
        provider.label.clone(),
        match model.gone {
            true => say!("model-gone", model = model.name),
            false => model.name.clone(),
        },
        facts.context.map(|tokens| tokens.to_string()).unwrap_or_default(),
        price,
    ]
}

async fn add(session: &CommandContext, wanted: Add) -> Result<(), CliFailure> {
    let key = match wanted.key {
        None => None,
        Some(source) => Some(Hidden(ask(source).await?)),
    };
    let draft = ProviderDraft {
        kind: wanted.kind,
        label: wanted.label,
        address: wanted.address,
        key,
    };
    let view = setting::asked(session, wanted.yes, session.host.add_provider(draft))
        .await
        .map_err(|failure| failure.or_unstored(|| say!("provider-not-added")))?;
    report(session, &view, "added")
}

async fn check(session: &CommandContext, label: &str) -> Result<(), CliFailure> {
    let id = find(session, label)?.id;
    let view = session.host.check_provider(&id).await?;
    report(session, &view, "works")
}

async fn key(
    session: &CommandContext,
    label: &str,
    source: SecretSource,
    yes: bool,
) -> Result<(), CliFailure> {
    let id = find(session, label)?.id;
    let key = Hidden(ask(source).await?);
    let mut events = session.host.events();
    let view = setting::asked(session, yes, session.host.set_provider_key(&id, Some(key)))
        .await
        .map_err(|failure| failure.or_unstored(|| say!("key-not-replaced", provider = label)))?;
    remark_problems(&mut events);
    report(session, &view, "key")
}

async fn choose(session: &CommandContext, label: &str, model: &str, used: bool) -> Result<(), CliFailure> {
    let provider = find(session, label)?;
    // One that is not listed can be enabled by its name, but not disabled.
    let known = |line: &ModelLine| line.name == model.trim() || line.id == model.trim();
    if !used && !provider.models.iter().any(known) {
        let names = provider.models.iter().map(|line| line.name.as_str());
        let sentence = say!("model-unknown", model, provider = label);
        return Err(CliFailure::no_such_name(sentence, model, names, "models list"));
    }
    let view = session.host.set_model(&provider.id, model, used, None).await?;
    session.output.result(&view, || match used {
        true => say!("model-enabled", model, provider = view.label),
        false => say!("model-disabled", model, provider = view.label),
    });
    Ok(())
}

async fn remove(session: &CommandContext, label: &str, yes: bool) -> Result<(), CliFailure> {
    let view = find(session, label)?;
    let sheet = say!("remove-provider", provider = view.label);
    Confirmation::removal(sheet).unless(yes).await?;
    session.host.remove_provider(&view.id).await.map_err(|error| {
        CliFailure::from(error).or_unstored(|| say!("provider-not-removed", provider = view.label))
    })?;
    session
        .output
        .result(&view, || say!("provider-removed", provider = view.label));
    Ok(())
}

fn find(session: &CommandContext, label: &str) -> Result<ProviderView, CliFailure> {
    let providers = session.host.models();
    let Some(found) = providers.iter().find(|provider| provider.label == label) else {
        let labels = providers.iter().map(|provider| provider.label.as_str());
        let sentence = say!("no-provider", label);
        return Err(CliFailure::no_such_name(sentence, label, labels, "models list"));
    };
    Ok(found.clone())
}

/// What there is now; a failure where the provider does not work, although it was added or has its new key.
fn report(session: &CommandContext, view: &ProviderView, done: &str) -> Result<(), CliFailure> {
    if let Some(problem) = &view.problem {
        remark(&say!("provider-failing", provider = view.label, done));
        return Err(CliFailure::of(problem.clone()));
    }
    let used = view.models.iter().filter(|model| model.used).count();
    session.output.result(view, || {
        say!(
            "provider-told",
            done,
            provider = view.label,
            models = view.models.len(),
            used
        )
    });
    Ok(())
}

async fn ask(source: SecretSource) -> Result<String, CliFailure> {
    let key = if source == SecretSource::Stdin {
        line_of_input()?
    } else {
        let Some(mut terminal) = Terminal::find().await else {
            return Err(CliFailure::no_terminal(
                say!("no-terminal-key"),
                say!("key-stdin"),
            ));
        };
        terminal.secret(&say!("ask-key")).await?
    };
    if key.trim().is_empty() {
        return Err(CliFailure::missing(say!("key-empty"), say!("value-again")));
    }
    Ok(key)
}
