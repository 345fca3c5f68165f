//! The commands about providers of models. A key is asked for unseen, or is a line of standard input; it is never on the
//! command line, where other programs can read it.

use crate::account::line_of_input;
use crate::command::AddProvider;
use crate::failure::Failure;
use crate::output::{remark, table};
use crate::session::Session;
use crate::setting;
use crate::terminal::Terminal;
use portcullis_host::view::{Hidden, ModelLine, Problem, ProviderDraft, ProviderView};

/// `models list`.
pub fn list(session: &Session) -> Result<(), Failure> {
    let providers = session.host.models();
    session.output.result(&providers, || {
        if providers.is_empty() {
            return "There is no provider of models. Add one with “portcullis-cli models add”.".to_owned();
        }
        let rows = providers.iter().flat_map(|provider| {
            let used = provider.models.iter().filter(|model| model.used);
            let mut rows: Vec<Vec<String>> = used.map(|model| row(provider, model)).collect();
            if rows.is_empty() {
                rows.push(vec![
                    provider.label.clone(),
                    "none is used".to_owned(),
                    String::new(),
                    String::new(),
                ]);
            }
            rows
        });
        table(
            &["PROVIDER", "MODEL", "READS", "PRICE"],
            &rows.collect::<Vec<_>>(),
        )
    });
    Ok(())
}

fn row(provider: &ProviderView, model: &ModelLine) -> Vec<String> {
    let facts = &model.facts;
    let price = match (facts.price_in, facts.price_out) {
        (Some(read), Some(write)) => format!("${read} / ${write}"),
        _ if provider.here => "nothing".to_owned(),
        _ => "unknown".to_owned(),
    };
    vec![
        provider.label.clone(),
        match model.gone {
            true => format!("{} (not listed any more)", model.name),
            false => model.name.clone(),
        },
        facts.context.map(|tokens| tokens.to_string()).unwrap_or_default(),
        price,
    ]
}

/// `models add`.
pub async fn add(session: &Session, wanted: AddProvider) -> Result<(), Failure> {
    let key = match wanted.key {
        None => None,
        Some(from_input) => Some(Hidden(ask(from_input).await?)),
    };
    let draft = ProviderDraft {
        kind: wanted.kind,
        label: wanted.label,
        address: wanted.address,
        key,
    };
    let view = setting::asked(session, wanted.yes, session.host.add_provider(draft)).await?;
    told(session, &view, "was added")
}

/// `models check`.
pub async fn check(session: &Session, label: &str) -> Result<(), Failure> {
    let id = find(session, label)?.id;
    let view = session.host.check_provider(&id).await?;
    told(session, &view, "works")
}

/// `models key`.
pub async fn key(session: &Session, label: &str, from_input: bool, yes: bool) -> Result<(), Failure> {
    let id = find(session, label)?.id;
    let key = Hidden(ask(from_input).await?);
    let view = setting::asked(session, yes, session.host.set_provider_key(&id, Some(key))).await?;
    told(session, &view, "has the new key")
}

/// `models use` and `models leave`.
pub async fn choose(session: &Session, label: &str, model: &str, used: bool) -> Result<(), Failure> {
    let id = find(session, label)?.id;
    let view = session.host.set_model(&id, model, used, None).await?;
    session.output.result(&view, || match used {
        true => format!("“{model}” of “{}” can be chosen.", view.label),
        false => format!("“{model}” of “{}” is not offered any more.", view.label),
    });
    Ok(())
}

/// `models remove`.
pub async fn remove(session: &Session, label: &str) -> Result<(), Failure> {
    let view = find(session, label)?;
    session.host.remove_provider(&view.id).await?;
    session
        .output
        .result(&view, || format!("“{}” and its key are forgotten.", view.label));
    Ok(())
}

fn find(session: &Session, label: &str) -> Result<ProviderView, Failure> {
    let mut providers = session.host.models().into_iter();
    providers.find(|provider| provider.label == label).ok_or_else(|| {
        Failure::usage(format!(
            "There is no provider of models called “{label}”. “portcullis-cli models list” lists them."
        ))
    })
}

/// What there is now; a failure where the provider does not work, though it is kept.
fn told(session: &Session, view: &ProviderView, done: &str) -> Result<(), Failure> {
    if let Some(problem) = &view.problem {
        return Err(failed(view, problem));
    }
    let used = view.models.iter().filter(|model| model.used).count();
    session.output.result(view, || {
        format!(
            "“{}” {done}. It has {} models, of which {used} can be chosen.",
            view.label,
            view.models.len()
        )
    });
    Ok(())
}

fn failed(view: &ProviderView, problem: &Problem) -> Failure {
    remark(&format!("“{}” is kept as it is.", view.label));
    Failure::told(problem.clone())
}

async fn ask(from_input: bool) -> Result<String, Failure> {
    let key = if from_input {
        line_of_input()?
    } else {
        let Some(mut terminal) = Terminal::find().await else {
            return Err(Failure::nobody(
                "Nobody is here to ask for the key. Nothing was saved.",
                "Give it on standard input with “--key=-”.",
            ));
        };
        terminal.secret("Key (not shown):").await?
    };
    if key.trim().is_empty() {
        return Err(Failure::usage("The key has no value. Nothing was saved."));
    }
    Ok(key)
}
