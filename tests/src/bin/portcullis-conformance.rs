//! The client command of the official conformance suite. It drives the host itself, with a person who says yes
//! to the server that the suite names: what is measured is what people use.
//!
//! The suite starts it once per scenario: the address of its server is the last argument, and
//! `MCP_CONFORMANCE_CONTEXT` may hold calls to make as JSON. Without them every tool is called once with sample
//! arguments. A server that wants a sign-in gets one, through the review and a browser that agrees; where the context
//! names a client, that is entered first. There is no code for single scenarios but two: a tool that wants a `schema`
//! gets another tool's, and only the scenario about it has a document that says who Portcullis is.

use portcullis_api::*;
use portcullis_core::clock::SystemClock;
use portcullis_host::host::{CallRequest, Caller};
use portcullis_host::{Config, Host, limits};
use portcullis_llm::DemoModel;
use portcullis_programs::SearchPath;
use portcullis_secrets::MemoryKeystore;
use portcullis_tests::browser::Agreeing;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

type Anything<T> = Result<T, Box<dyn std::error::Error>>;

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct Context {
    tool_calls: Vec<Call>,
    #[serde(rename = "client_id")]
    client_id: Option<String>,
    #[serde(rename = "client_secret")]
    client_secret: Option<String>,
    #[serde(rename = "private_key_pem")]
    private_key: Option<String>,
    /// Only a client that signs in in a browser comes with its authorization server.
    issuer: Option<String>,
    /// An organisation that vouches for the person, and what it gave.
    #[serde(rename = "idp_issuer")]
    organisation: Option<String>,
    #[serde(rename = "idp_client_id")]
    at_organisation: Option<String>,
    #[serde(rename = "idp_id_token")]
    id_token: Option<String>,
    /// What the platform gave that vouches for this computer.
    #[serde(rename = "valid_jwt")]
    workload: Option<String>,
}

#[derive(Deserialize)]
struct Call {
    name: String,
    #[serde(default)]
    arguments: Value,
}

#[tokio::main]
async fn main() -> ExitCode {
    match drive().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

async fn drive() -> Anything<()> {
    let url = std::env::args()
        .next_back()
        .ok_or("the address of a server is the last argument")?;
    let context: Context = match std::env::var("MCP_CONFORMANCE_CONTEXT") {
        Ok(text) => serde_json::from_str(&text)?,
        Err(_) => Context::default(),
    };
    let folder = tempfile::tempdir()?;
    let host = Host::start(Config {
        data_dir: folder.path().to_owned(),
        keystore: Arc::new(MemoryKeystore::default()),
        clock: Arc::new(SystemClock),
        demo: None,
        search: Some(SearchPath::from_value("/usr/bin:/bin")),
        model: Arc::new(DemoModel),
        opener: Arc::new(Agreeing),
        fence: None,
        other_hosts: None,
    })
    .await?;
    if std::env::var("MCP_CONFORMANCE_SCENARIO").is_ok_and(|scenario| scenario == "auth/basic-cimd") {
        host.known_by("https://conformance-test.local/client-metadata.json")?;
    }
    let answers = tokio::spawn(answer_all(host.clone()));
    let done = use_server(&host, url, context).await;
    answers.abort();
    host.close().await;
    done
}

async fn use_server(host: &Host, url: String, context: Context) -> Anything<()> {
    let server = add(host, url).await?;
    // What an organisation or a platform gave is in a file, where something else keeps it fresh.
    let vouches = context.id_token.as_ref().or(context.workload.as_ref());
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("token");
    match (own_client(&context), vouches) {
        (Some(client), Some(token)) => {
            std::fs::write(&file, token)?;
            host.set_vouched_client(&server, client, &file).await?;
        }
        (Some(client), None) => {
            host.set_own_client(&server, client).await?;
        }
        (None, _) => {}
    }
    ready(host, &server).await?;
    let tools = host.tools(&server, "")?.tools;
    eprintln!("{} tools", tools.len());
    if context.tool_calls.is_empty() {
        for tool in &tools {
            let arguments = sample(host, &server, &tool.name).await?;
            call(host, &server, &tool.name, arguments).await?;
        }
    }
    for wanted in context.tool_calls {
        call(host, &server, &wanted.name, wanted.arguments).await?;
    }
    Ok(())
}

async fn add(host: &Host, url: String) -> Anything<String> {
    let draft = ServerDraft {
        limits: ServerLimits {
            idle_seconds: 20,
            total_seconds: 40,
            message_mib: 16,
            start_seconds: None,
        },
        ..ServerDraft::unfenced("Suite", Endpoint::Address { url })
    };
    let request = host.propose_server(draft, None).await?;
    answers(host, &request, Answer::AddAndStart {}).await?;
    loop {
        match host.servers().into_iter().next() {
            Some(server) => return Ok(server.id),
            None => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    }
}

/// A client that the suite registered, as a person enters it.
fn own_client(context: &Context) -> Option<OwnClientDraft> {
    let (secret, proof) = match (&context.client_secret, &context.private_key) {
        (Some(secret), _) => (Some(secret), ClientProof::Secret),
        (None, Some(key)) => (Some(key), ClientProof::Key),
        (None, None) => (None, ClientProof::None),
    };
    Some(OwnClientDraft {
        client_id: context.client_id.clone()?,
        secret: secret.cloned().map(Hidden),
        proof,
        issuer: context.issuer.clone(),
        unattended: context.issuer.is_none() && context.id_token.is_none(),
        port: None,
        organisation: context
            .organisation
            .clone()
            .zip(context.at_organisation.clone())
            .map(|(issuer, client_id)| Organisation { issuer, client_id }),
    })
}

/// Waits until the server can be used, and signs in whenever it wants that.
async fn ready(host: &Host, id: &str) -> Anything<()> {
    loop {
        let server = host.server(id)?;
        let state = server.summary.state;
        let more = state
            .problem
            .as_ref()
            .is_some_and(|problem| problem.code == "auth.more");
        match state.phase {
            Phase::Ready if more => {
                if !sign_in(host, id).await? {
                    return Err("it wants more and more".into());
                }
                tokio::time::sleep(limits::REFRESH_EVERY + Duration::from_millis(200)).await;
            }
            Phase::Ready => {
                eprintln!("ready: {}", server.revision.unwrap_or_default());
                return Ok(());
            }
            Phase::NeedsSignIn => {
                if !sign_in(host, id).await? {
                    return Err("it wants more and more".into());
                }
                while host.server(id)?.summary.state.since == state.since {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
            }
            Phase::Off | Phase::Starting => tokio::time::sleep(Duration::from_millis(20)).await,
            _ => return Err(format!("{}: {:?}", state.words, state.problem).into()),
        }
    }
}

/// Reads what a sign-in takes and says yes, unless the server was asked often enough.
async fn sign_in(host: &Host, id: &str) -> Anything<bool> {
    if host.account(id)?.more.is_some_and(|more| more.settled) {
        return Ok(false);
    }
    let request = host.sign_in(id).await?;
    let Asked::SignIn { review } = &request.asked else {
        return Err("another question".into());
    };
    let issuer = review.issuers.first().ok_or("no authorization server")?;
    if let Some(problem) = &issuer.problem {
        return Err(format!("{}: {}", problem.code, problem.sentence).into());
    }
    let issuer = issuer.issuer.clone();
    answers(host, &request, Answer::SignIn { issuer }).await?;
    loop {
        match host.account(id)?.state {
            SignInState::Idle {} => return Ok(true),
            SignInState::Failed { problem, .. } => {
                return Err(format!("{}: {}", problem.code, problem.sentence).into());
            }
            _ => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    }
}

/// Says yes to whatever the server asks, and leaves forms as they were filled in for the person.
async fn answer_all(host: Host) {
    let mut events = host.events();
    loop {
        let waiting = host.waiting().into_iter();
        let mut of_server = waiting.filter(|request| matches!(request.asked_by, AskedBy::Server {}));
        match of_server.next() {
            Some(request) => {
                if let Err(error) = answer(&host, &request).await {
                    eprintln!("{}: {error}", request.question);
                }
            }
            None => {
                if events.next().await.is_none() {
                    return;
                }
            }
        }
    }
}

async fn answer(host: &Host, request: &Request) -> Anything<()> {
    let answer = match &request.asked {
        Asked::Form { fields, .. } => Answer::Submit {
            content: Filled(filled(fields)),
        },
        Asked::Link { .. } => Answer::Open {},
        Asked::Roots { .. } => Answer::Share {},
        _ => Answer::AllowOnce {},
    };
    answers(host, request, answer).await
}

/// Reads a request for as long as the guard wants, and answers.
async fn answers(host: &Host, request: &Request, answer: Answer) -> Anything<()> {
    host.attend(&request.id, &request.nonce)?;
    tokio::time::sleep(limits::GUARD + Duration::from_millis(20)).await;
    Ok(host.answer(&request.reply(answer)).await?)
}

/// Something in every field that must be filled in and is not yet.
fn filled(fields: &[FormField]) -> Value {
    let empty = fields
        .iter()
        .filter(|field| field.required && field.default.is_none());
    let value = |field: &FormField| match &field.kind {
        FieldKind::Boolean {} => json!(true),
        FieldKind::Number { .. } => json!(1),
        FieldKind::Choice { options } => json!(options.first().map(|option| option.value.clone())),
        FieldKind::Several { options, .. } => json!(options.first().map(|option| vec![option.value.clone()])),
        FieldKind::Text { .. } => json!("sample"),
    };
    empty
        .map(|field| (field.name.clone(), value(field)))
        .collect::<Map<_, _>>()
        .into()
}

/// A call of a person. Whether the tool is content is its own business: the suite counts what it saw.
async fn call(host: &Host, server: &str, tool: &str, arguments: Value) -> Anything<()> {
    let mut arguments = arguments.as_object().cloned().unwrap_or_default();
    // A person leaves a field empty; a person does not type `null` where a text is asked for.
    arguments.retain(|_, value| !value.is_null());
    let arguments = Value::Object(arguments);
    let wanted = CallRequest {
        server: server.to_owned(),
        tool: tool.to_owned(),
        arguments,
        by: Caller::Person,
        idle: None,
        seen: None,
    };
    match host.start_call(wanted.clone()).await {
        Ok(started) => {
            let mut ended = host.finished_call(&started.id).await?;
            // What wanted more is done again by the user who granted it.
            while ended
                .problem
                .as_ref()
                .is_some_and(|problem| problem.code == "auth.more")
                && sign_in(host, server).await?
            {
                ready(host, server).await?;
                let again = host.start_call(wanted.clone()).await?;
                ended = host.finished_call(&again.id).await?;
            }
            let problem = ended.problem.map(|problem| problem.sentence).unwrap_or_default();
            eprintln!(
                "{tool}: {:?} {} {problem}",
                ended.state,
                ended.outcome.unwrap_or_default()
            );
        }
        Err(refused) => eprintln!("{tool}: {refused}"),
    }
    Ok(())
}

async fn sample(host: &Host, server: &str, tool: &str) -> Anything<Value> {
    let schema = host.tool(server, tool).await?.input_schema;
    let mut arguments = Map::new();
    let properties = schema.get("properties").and_then(Value::as_object);
    for (index, (name, property)) in properties.into_iter().flatten().enumerate() {
        let value = match (name.as_str(), property.get("type").and_then(Value::as_str)) {
            ("schema", _) => other_schema(host, server, tool).await?,
            (_, Some("number" | "integer")) => json!(index + 2),
            (_, Some("boolean")) => json!(true),
            (_, Some("array")) => json!([]),
            (_, Some("object")) => json!({}),
            _ => json!("sample"),
        };
        arguments.insert(name.clone(), value);
    }
    Ok(Value::Object(arguments))
}

async fn other_schema(host: &Host, server: &str, tool: &str) -> Anything<Value> {
    let tools = host.tools(server, "")?.tools;
    let other = tools
        .iter()
        .find(|other| other.name != tool)
        .ok_or("no other tool")?;
    Ok(host.tool(server, &other.name).await?.input_schema)
}
