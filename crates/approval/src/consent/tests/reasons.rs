//! Why something was not done, for each kind of request and each way in which a request ends without a yes: a person who
//! reads the audit log can tell them apart.

use super::permits::{definition, launch, proposed_server, sampling, sign_in, signs_in};
use super::{about, ask, call, gate, read, tool};
use crate::consent::{
    Ask, CallQuestion, Proposal, ProposedAct, ProposedClass, ProposedDefinition, ProposedExport,
    ProposedFetch, ProposedForm, ProposedHandOver, ProposedImport, ProposedLink, ProposedProvider,
    ProposedRegistry, ProposedRetry, ProposedReview, ProposedRoots, ProposedSampling, ProposedServer,
    ProposedSignIn,
};
use crate::limits;
use portcullis_catalog::links::Link;
use portcullis_core::Code;
use portcullis_core::ids::ServerId;
use portcullis_core::text::ForeignText;
use portcullis_domain::{Answer, Asked, FlowClass, Foreign, NamedValue, ProviderKind};
use portcullis_l10n::say;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// A setting that shows these texts, each in a row of this name.
pub(super) fn review(rows: &[(&str, &str)]) -> Asked {
    let row = |(field, text): &(&str, &str)| {
        let value = json!({
            "text": ForeignText::new(*text).shown(), "note": null, "bytes": text.len(), "literal": true,
        });
        json!({"field": field, "values": [value], "before": null, "usual": false})
    };
    let rows: Vec<Value> = rows.iter().map(row).collect();
    serde_json::from_value(json!({"kind": "setting", "rows": rows, "notes": [], "warnings": []})).unwrap()
}

pub(super) fn act() -> Ask<ProposedAct> {
    let proposal = ProposedAct {
        command: "send_message".to_owned(),
        arguments: vec![("text".to_owned(), "Hello".to_owned())],
    };
    ask(
        "",
        review(&[("Action", "Send a message"), ("text", "Hello")]),
        proposal,
    )
}

pub(super) fn fetch() -> Ask<ProposedFetch> {
    let program = if cfg!(windows) {
        r"C:\npm.exe"
    } else {
        "/usr/bin/npm"
    };
    let step = portcullis_programs::Launch {
        program: PathBuf::from(program),
        arguments: vec!["install".to_owned(), "left-pad@1.0.0".to_owned()],
        folder: PathBuf::from("/"),
        ..portcullis_programs::Launch::default()
    };
    let proposal = ProposedFetch {
        package: "left-pad@1.0.0".to_owned(),
        steps: vec![step],
        trial: None,
    };
    let line = format!("{program} install left-pad@1.0.0");
    ask(
        "",
        review(&[("Package", "left-pad@1.0.0"), ("Command", &line)]),
        proposal,
    )
}

pub(super) fn import() -> Ask<ProposedImport> {
    let proposal = ProposedImport {
        servers: vec![proposed_server(None, 0, "https://mail.example/mcp").draft],
    };
    ask("", review(&[("Mail", "https://mail.example/mcp")]), proposal)
}

pub(super) fn marks_reviewed() -> Ask<ProposedReview> {
    let proposal = ProposedReview {
        server: ServerId::from("mail"),
        tool: "send".to_owned(),
        definition: "d".to_owned(),
        texts: vec![
            ForeignText::new("send").shown(),
            ForeignText::new("Sends mail").shown(),
        ],
    };
    ask(
        "mail",
        review(&[("Tool", "send"), ("Description", "Sends mail")]),
        proposal,
    )
}

pub(super) fn registry() -> Ask<ProposedRegistry> {
    let proposal = ProposedRegistry {
        address: url::Url::parse("https://registry.example/").unwrap(),
        header: Some("X-Key".to_owned()),
    };
    ask(
        "",
        review(&[("URL", "https://registry.example/"), ("Header", "X-Key")]),
        proposal,
    )
}

fn provider() -> Ask<ProposedProvider> {
    let proposal = ProposedProvider {
        kind: ProviderKind::Compatible,
        label: "Mine".to_owned(),
        address: url::Url::parse("https://api.example/").unwrap(),
    };
    ask("", review(&[("URL", "https://api.example/")]), proposal)
}

fn export() -> Ask<ProposedExport> {
    let proposal = ProposedExport {
        application: "Cursor".to_owned(),
        path: "/home/ada/mcp.json".into(),
        real: "/home/ada/mcp.json".into(),
        before: None,
        new_folder: false,
        text: "new\n".to_owned(),
        removed: String::new(),
        added: "new\n".to_owned(),
        servers: vec!["a".to_owned()],
    };
    let shown = [
        ("File", "/home/ada/mcp.json"),
        ("Lines", "new\n"),
        ("Server", "a"),
        ("Removed", ""),
    ];
    ask("", review(&shown), proposal)
}

fn class() -> Ask<ProposedClass> {
    let proposal = ProposedClass {
        server: ServerId::from("mail"),
        tool: None,
        said: FlowClass::default(),
        class: FlowClass::default(),
        before: FlowClass::default(),
        about: String::new(),
    };
    ask("mail", review(&[]), proposal)
}

fn a_call() -> Ask<CallQuestion> {
    let call = call("mail", "send", json!({}));
    ask("mail", tool(&call), about(call))
}

fn a_definition() -> Ask<ProposedDefinition> {
    let (asked, proposal) = definition();
    ask("mail", asked, proposal)
}

fn a_launch() -> Ask<ProposedServer> {
    let url = "https://mail.example/mcp";
    ask(
        "mail",
        launch(Some("mail"), 0),
        proposed_server(Some("mail"), 0, url),
    )
}

fn a_sign_in() -> Ask<ProposedSignIn> {
    let issuers = [("https://a", "https://a/page")];
    ask("mail", sign_in(&issuers), signs_in(&issuers))
}

fn a_form() -> Ask<ProposedForm> {
    let asked = Asked::Form {
        message: Foreign::default(),
        fields: Vec::new(),
        notes: Vec::new(),
        refusals: Vec::new(),
        cause: None,
    };
    let proposal = ProposedForm {
        server: "mail".to_owned(),
        fields: Vec::new(),
    };
    ask("mail", asked, proposal)
}

fn a_link() -> Ask<ProposedLink> {
    let link = Link::read("https://example.com/a").unwrap();
    let asked = Asked::Link {
        message: Foreign::default(),
        url: link.shown(),
        parts: link.parts.clone(),
        warnings: Vec::new(),
        cause: None,
    };
    let proposal = ProposedLink {
        server: "mail".to_owned(),
        link,
    };
    ask("mail", asked, proposal)
}

fn a_page() -> Ask<ProposedRetry> {
    let asked = Asked::Page {
        hosts: Vec::new(),
        cause: None,
    };
    let proposal = ProposedRetry {
        server: "mail".to_owned(),
    };
    ask("mail", asked, proposal)
}

fn folders() -> Ask<ProposedRoots> {
    let asked = Asked::Roots {
        folders: Vec::new(),
        notes: Vec::new(),
        cause: None,
    };
    let proposal = ProposedRoots {
        server: "mail".to_owned(),
        folders: Vec::new(),
    };
    ask("mail", asked, proposal)
}

pub(super) fn a_model_request() -> Ask<ProposedSampling> {
    let proposal = ProposedSampling::new("mail", json!({"messages": ["hi"]}), "hi".to_owned());
    ask("mail", sampling("hi"), proposal)
}

pub(super) fn a_model_response() -> Ask<ProposedHandOver> {
    let asked = Asked::SampledAnswer {
        parts: Vec::new(),
        model: "m".to_owned(),
        stop_reason: "endTurn".to_owned(),
        cause: None,
        warnings: Vec::new(),
        notes: Vec::new(),
        request_json: String::new(),
        answer_json: "yes".to_owned(),
        edited: false,
    };
    let proposal = ProposedHandOver::new("mail", json!(["yes"]), "yes".to_owned());
    ask("mail", asked, proposal)
}

/// How a request ends without a yes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Ends {
    Denied,
    AllOfTheServer,
    Everything,
    Expired,
    ExpiredAsleep,
    Withdrawn,
}

const ENDS: [Ends; 6] = [
    Ends::Denied,
    Ends::AllOfTheServer,
    Ends::Everything,
    Ends::Expired,
    Ends::ExpiredAsleep,
    Ends::Withdrawn,
];

/// The code and the sentence that go into the record.
async fn reason<T: Proposal>(ask: Ask<T>, ends: Ends) -> (Code, String) {
    let clock = std::sync::Arc::new(portcullis_core::clock::ManualClock::at(1_000));
    let gate = crate::consent::Gate::new(clock.clone());
    let mut waiting = gate.ask(ask).unwrap();
    let request = waiting.request.clone();
    let answer = match ends {
        Ends::Denied => Some(Answer::Deny {}),
        Ends::AllOfTheServer => Some(Answer::DenyAllFromServer {}),
        _ => None,
    };
    if let Some(answer) = answer {
        read(&gate, &request).await;
        let reply = request.reply(answer);
        gate.answer(&reply).unwrap();
    }
    match ends {
        Ends::Everything => gate.deny_all(),
        Ends::ExpiredAsleep => {
            clock.advance(u64::try_from(limits::WAITING_FOR.as_millis()).unwrap());
            gate.expire_overdue();
        }
        Ends::Withdrawn => gate.replace(&request.server.id, request.asked.kind()),
        _ => {}
    }
    let error = match waiting.decided().await {
        Ok(decision) => {
            assert_eq!(decision.answered.answer(), &Answer::Deny {}, "{ends:?}");
            assert_eq!(decision.answered.digest(), request.digest, "{ends:?}");
            decision.permit.err().unwrap()
        }
        Err(error) => error,
    };
    (error.code, error.sentence)
}

/// Why each end lets nothing happen.
type ReasonsByEnd = BTreeMap<Ends, (Code, String)>;

async fn reasons<T: Proposal>(
    all: &mut Vec<(&'static str, ReasonsByEnd)>,
    kind: &'static str,
    make: impl Fn() -> Ask<T>,
) {
    let mut by_end = BTreeMap::new();
    for ends in ENDS {
        by_end.insert(ends, reason(make(), ends).await);
    }
    all.push((kind, by_end));
}

// Proves S-90.
#[tokio::test(start_paused = true)]
async fn each_kind_of_request_says_why_each_of_its_ends_let_nothing_happen() {
    let mut all = Vec::new();
    reasons(&mut all, "You denied this call. The tool did not run.", a_call).await;
    reasons(&mut all, "You did not accept the new definition.", a_definition).await;
    reasons(&mut all, "You denied this. The server was not saved.", a_launch).await;
    reasons(
        &mut all,
        "You did not send the form. The server received none of it.",
        a_form,
    )
    .await;
    reasons(&mut all, "You denied this. The URL was not opened.", a_link).await;
    reasons(&mut all, "You stopped this call. It was not tried again.", a_page).await;
    let none = "You denied this. The server was told that there are no folders.";
    reasons(&mut all, none, folders).await;
    reasons(
        &mut all,
        "You denied this sign-in. No browser was opened.",
        a_sign_in,
    )
    .await;
    reasons(
        &mut all,
        "You denied this model request. No model received it.",
        a_model_request,
    )
    .await;
    let kept = "You denied this. The server did not receive the reply.";
    reasons(&mut all, kept, a_model_response).await;
    reasons(&mut all, "You denied this. No server was added.", import).await;
    reasons(&mut all, "You denied this. The file was not changed.", export).await;
    reasons(&mut all, "You denied this. Nothing was fetched.", fetch).await;
    reasons(&mut all, "You denied this. Nothing was done.", act).await;
    let unmarked = "You denied this. The definition was not marked as reviewed.";
    reasons(&mut all, unmarked, marks_reviewed).await;
    let setting = "You denied this. The setting did not change.";
    reasons(&mut all, setting, class).await;
    reasons(&mut all, setting, provider).await;
    reasons(&mut all, setting, registry).await;
    let minutes = limits::WAITING_FOR.as_secs() / 60;
    for (denied, by_end) in &all {
        let expected = [
            (Ends::Denied, Code::ConsentDenied, (*denied).to_owned()),
            (
                Ends::AllOfTheServer,
                Code::ConsentDenied,
                format!("{denied} You denied all pending requests from this server at once."),
            ),
            (
                Ends::Everything,
                Code::ConsentDenied,
                format!("{denied} You stopped everything."),
            ),
            (
                Ends::Expired,
                Code::ConsentExpired,
                format!("The request expired after {minutes} minutes without an answer."),
            ),
            (
                Ends::ExpiredAsleep,
                Code::ConsentExpired,
                format!("The request expired after {minutes} minutes without an answer."),
            ),
            (
                Ends::Withdrawn,
                Code::ConsentExpired,
                "The request was withdrawn.".to_owned(),
            ),
        ];
        for (ends, code, sentence) in expected {
            assert_eq!(by_end[&ends], (code, sentence), "{denied} {ends:?}");
        }
        let different: BTreeSet<&String> = by_end.values().map(|(_, sentence)| sentence).collect();
        assert_eq!(
            different.len(),
            ENDS.len() - 1,
            "{denied}: both expiries read alike"
        );
    }
}

// Proves S-27.
#[tokio::test(start_paused = true)]
async fn each_kind_of_request_says_how_far_a_yes_goes() {
    let gate = gate();
    let mut covers = Vec::new();
    macro_rules! says {
        ($($ask:expr),* $(,)?) => { $({
            let waiting = gate.ask($ask).unwrap();
            covers.push(waiting.request.covers.clone());
        })* };
    }
    says!(
        a_call(),
        a_definition(),
        a_launch(),
        a_form(),
        a_link(),
        a_page(),
        folders(),
        a_sign_in(),
        a_model_request(),
        a_model_response(),
        import(),
        export(),
        fetch(),
        act(),
        marks_reviewed(),
        class(),
    );
    let different: BTreeSet<&String> = covers.iter().collect();
    assert_eq!(different.len(), covers.len(), "{covers:#?}");
    let is_sentence = |covers: &String| covers.len() > 20 && covers.ends_with('.');
    assert!(covers.iter().all(is_sentence), "{covers:#?}");
    // What happens once is not said to stay.
    let shown = review(&[]);
    for once in [
        fetch().proposal.reach(&shown),
        act().proposal.reach(&shown),
        export().proposal.reach(&shown),
    ] {
        assert!(once.to_lowercase().contains("this one"), "{once}");
    }
}

// Proves S-27, S-40.
#[test]
fn what_is_set_fetched_imported_or_done_stands_whole_on_its_question() {
    fn not_asked<T: Proposal>(wrong: &str, ask: Ask<T>) {
        let error = gate().ask(ask).err();
        assert_eq!(error.map(|error| error.code), Some(Code::Internal), "{wrong}");
    }
    fn on<T>(server: &str, mut ask: Ask<T>) -> Ask<T> {
        server.clone_into(&mut ask.server.id);
        ask
    }
    fn shown<T>(rows: &[(&str, &str)], mut ask: Ask<T>) -> Ask<T> {
        ask.asked = review(rows);
        ask
    }
    not_asked("an act of a server", on("mail", act()));
    not_asked(
        "an argument is missing",
        shown(&[("Action", "Send a message")], act()),
    );
    not_asked(
        "another value",
        shown(&[("Action", "Send"), ("text", "Bye")], act()),
    );
    not_asked(
        "another name",
        shown(&[("Action", "Send"), ("title", "Hello")], act()),
    );
    let more = [("Action", "Send"), ("text", "Hello"), ("text", "Hello")];
    not_asked("one more argument", shown(&more, act()));
    not_asked("nothing", shown(&[], act()));
    not_asked("a fetch of a server", on("mail", fetch()));
    not_asked(
        "a fetch without its command",
        shown(&[("Package", "left-pad@1.0.0")], fetch()),
    );
    let line = fetch().proposal.lines().remove(0);
    not_asked(
        "a fetch without its package",
        shown(&[("Command", &line)], fetch()),
    );
    not_asked("an import of a server", on("mail", import()));
    not_asked("an import that is not shown", shown(&[], import()));
    not_asked(
        "an import of another",
        shown(&[("Notes", "https://mail.example/mcp")], import()),
    );
    not_asked("one more import", shown(&[("Mail", ""), ("Notes", "")], import()));
    not_asked("a review of another server", on("files", marks_reviewed()));
    not_asked(
        "a review without a text",
        shown(&[("Tool", "send")], marks_reviewed()),
    );
    not_asked("a registry of a server", on("mail", registry()));
    let address = ("URL", "https://registry.example/");
    not_asked("a registry without its header", shown(&[address], registry()));
    not_asked(
        "a registry without its URL",
        shown(&[("Header", "X-Key")], registry()),
    );
    not_asked("a class of another server", on("files", class()));
}

// Proves S-14, S-27.
#[test]
fn a_fetch_that_starts_the_package_once_says_so() {
    let is_shown = |is_started: bool, notes: Vec<String>| {
        let Ask {
            mut asked,
            mut proposal,
            ..
        } = fetch();
        if let Asked::Setting { notes: shown, .. } = &mut asked {
            *shown = notes;
        }
        proposal.trial = is_started.then(|| PathBuf::from("/data/tree"));
        proposal.is_shown("", &asked)
    };
    assert!(is_shown(true, vec![say!("fetch-trial")]));
    assert!(!is_shown(true, vec!["It is only fetched.".to_owned()]));
    assert!(is_shown(false, Vec::new()));
}

// Proves S-88.
#[test]
fn an_import_is_recorded_with_its_values_and_without_those_of_secrets() {
    let values = |secret: bool| {
        vec![NamedValue {
            name: "NAME".to_owned(),
            value: Some("canary".to_owned()),
            secret,
        }]
    };
    let recorded = |environment: bool, headers: bool| {
        let mut proposal = import().proposal;
        proposal.servers[0].environment = values(environment);
        proposal.servers[0].headers = values(headers);
        let recorded = proposal.without_secrets();
        let value = |of: &str| recorded[0][of][0]["value"].as_str().map(str::to_owned);
        [value("environment"), value("headers")]
    };
    let (plain, hidden) = (Some("canary".to_owned()), None);
    assert_eq!(recorded(false, true), [plain.clone(), hidden.clone()]);
    assert_eq!(recorded(true, false), [hidden, plain]);
}

fn differ<T: Proposal>(one: &T, other: &T) {
    assert_ne!(one.covers(), other.covers());
}

// Proves S-27, S-46.
#[test]
fn what_a_server_asks_for_is_in_the_digest() {
    let mut other = a_definition().proposal;
    other.definition = "e".to_owned();
    differ(&a_definition().proposal, &other);
    let mut other = a_form().proposal;
    other.server = "files".to_owned();
    differ(&a_form().proposal, &other);
    let mut other = a_link().proposal;
    other.link = Link::read("https://example.com/b").unwrap();
    differ(&a_link().proposal, &other);
    let mut other = a_page().proposal;
    other.server = "files".to_owned();
    differ(&a_page().proposal, &other);
    let mut other = folders().proposal;
    other.server = "files".to_owned();
    differ(&folders().proposal, &other);
}

// Proves S-27, S-40.
#[test]
fn what_is_set_fetched_imported_or_done_is_in_the_digest() {
    let mut other = act().proposal;
    other.command = "delete_all".to_owned();
    differ(&act().proposal, &other);
    let mut other = act().proposal;
    other.arguments[0].1.push('!');
    differ(&act().proposal, &other);
    let mut other = fetch().proposal;
    other.package.push('1');
    differ(&fetch().proposal, &other);
    let mut other = fetch().proposal;
    other.steps[0].arguments[1] = "evil".to_owned();
    differ(&fetch().proposal, &other);
    // As one line they read alike.
    let mut other = fetch().proposal;
    other.steps[0].arguments = vec!["install left-pad@1.0.0".to_owned()];
    differ(&fetch().proposal, &other);
    let mut other = import().proposal;
    other.servers[0].endpoint = portcullis_domain::Endpoint::Address {
        url: "https://evil.example/mcp".to_owned(),
    };
    differ(&import().proposal, &other);
    let mut other = marks_reviewed().proposal;
    other.definition = "e".to_owned();
    differ(&marks_reviewed().proposal, &other);
    let mut other = registry().proposal;
    other.header = None;
    differ(&registry().proposal, &other);
    let mut other = class().proposal;
    other.said.sends = portcullis_domain::Tristate::No;
    differ(&class().proposal, &other);
    let mut other = class().proposal;
    other.about = "d".to_owned();
    differ(&class().proposal, &other);
    let mut other = provider().proposal;
    other.label = "Yours".to_owned();
    differ(&provider().proposal, &other);
}
