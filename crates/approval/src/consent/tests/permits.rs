//! A permit is for what was shown, and for nothing that only looks like it (S-05, S-27, S-40).

use super::{about, ask, call, edited, gate, read, tool};
use crate::consent::{
    AcceptedDefinition, Address, ApprovedStart, Ask, CallQuestion, Decision, GateAnswer, Permit, Proposal,
    ProposedClass, ProposedDefinition, ProposedExport, ProposedForm, ProposedHandOver, ProposedLink,
    ProposedProvider, ProposedRetry, ProposedRoots, ProposedSampling, ProposedServer, ProposedSignIn,
    SamplingStep, SignInOption, StandingGrant, Start, StartTarget,
};
use crate::policy::{Condition, GrantScope, GrantScopeOffer, SymlinkState};
use portcullis_catalog::forms;
use portcullis_catalog::links::Link;
use portcullis_core::ids::ServerId;
use portcullis_core::{Code, text};
use portcullis_domain::{
    Answer, Asked, Endpoint, Filled, FlowClass, Foreign, GateReply, ProviderKind, Registration, RootRow,
    RootsAccess, Scope, ScopeOffer, ServerDraft,
};
use portcullis_l10n::say;
use serde_json::{Value, json};
use std::sync::Arc;

/// What the person answered, after they changed what is proposed to `edit`.
async fn decides<T: Proposal>(ask: Ask<T>, edit: Option<&Value>, answer: Answer) -> Decision<T> {
    let gate = gate();
    let mut waiting = gate.ask(ask).unwrap();
    let mut request = waiting.request.clone();
    if let Some(edit) = edit {
        let text = edit.to_string();
        request = gate.amend(&request.id, &request.nonce, &text).await.unwrap();
    }
    read(&gate, &request).await;
    let reply = GateReply {
        request: request.id,
        nonce: request.nonce,
        digest: request.digest,
        answer,
        reviewed: false,
    };
    gate.answer(&reply).unwrap();
    waiting.decided().await.unwrap()
}

/// What a yes permits.
async fn permits<T: Proposal>(ask: Ask<T>, answer: Answer) -> T::Effect {
    decides(ask, None, answer).await.permit.unwrap().spend()
}

/// A question that does not show what it proposes is not asked.
fn not_asked<T: Proposal>(server: &str, asked: Asked, proposal: T) {
    let gate = gate();
    let error = gate.ask(ask(server, asked, proposal)).err().unwrap();
    assert_eq!(error.code, Code::Internal, "{error}");
    assert!(gate.waiting().is_empty());
}

fn denied<T: Proposal>(decision: Decision<T>) {
    assert_eq!(decision.permit.err().unwrap().code, Code::ConsentDenied);
}

/// A yes that no question but one about a setting, a call, a definition or a model offers.
fn setting() -> Asked {
    Asked::Setting {
        rows: vec![],
        notes: vec![],
        warnings: vec![],
    }
}

// Proves S-27, S-40.
#[tokio::test(start_paused = true)]
async fn a_yes_permits_the_call_that_was_shown() {
    let arguments = json!({"to": "ada", "share": 0.1, "large": 9_007_199_254_740_993_u64});
    let shown = call("mail", "send", arguments.clone());
    let asks = || ask("mail", tool(&shown), about(shown.clone()));
    for answer in [Answer::AllowOnce {}, Answer::Allow { scope: Scope::Hour }] {
        assert_eq!(permits(asks(), answer).await.call.spend(), shown);
    }
    denied(decides(asks(), None, Answer::Deny {}).await);
    for other in [
        call("mail", "send", json!({"to": "eve"})),
        call(
            "mail",
            "send",
            json!({"to": "ada", "share": 0.1, "large": 9_007_199_254_740_992_u64}),
        ),
        call("mail", "send", json!({})),
        call("files", "send", arguments.clone()),
        call("mail", "delete", arguments.clone()),
    ] {
        not_asked("mail", tool(&shown), about(other));
    }
    not_asked("files", tool(&shown), about(shown.clone()));
    not_asked("mail", setting(), about(shown));
}

// Proves S-38.
#[tokio::test(start_paused = true)]
async fn a_permission_is_for_the_tool_and_within_the_limits_that_were_shown() {
    let shown = call("mail", "send", json!({"to": "ada", "text": "hi"}));
    let schema =
        json!({"type": "object", "properties": {"to": {"type": "string"}, "text": {"type": "string"}}});
    let offered = GrantScopeOffer::of(&schema, &shown.arguments, &SymlinkState::default());
    assert_eq!(offered.conditions.len(), 2);
    let question = |conversation: Option<&str>| CallQuestion {
        call: shown.clone(),
        offered: offered.clone(),
        conversation: conversation.map(str::to_owned),
    };
    let asked = || {
        let mut asked = tool(&shown);
        if let Asked::Tool {
            narrowings, scopes, ..
        } = &mut asked
        {
            *narrowings = offered.conditions.iter().map(Condition::shown).collect();
            scopes.push(ScopeOffer {
                scope: Scope::Conversation,
                sentence: "In this conversation".to_owned(),
            });
        }
        asked
    };
    let given = async |conversation, answer| {
        let permitted = permits(ask("mail", asked(), question(conversation)), answer).await;
        assert_eq!(permitted.call.spend(), shown);
        permitted.grant.map(Permit::spend)
    };
    let grant = |scope, narrowed, conversation: Option<&str>| {
        Some(StandingGrant {
            server: shown.server.clone(),
            tool: "send".to_owned(),
            definition: "d".to_owned(),
            scope,
            narrowed,
            conversation: conversation.map(str::to_owned),
        })
    };
    assert_eq!(given(None, Answer::AllowOnce {}).await, None);
    let hour = Answer::Allow { scope: Scope::Hour };
    assert_eq!(
        given(Some("c"), hour).await,
        grant(Scope::Hour, GrantScope::default(), None)
    );
    let here = Answer::Allow {
        scope: Scope::Conversation,
    };
    assert_eq!(
        given(Some("c"), here.clone()).await,
        grant(Scope::Conversation, GrantScope::default(), Some("c"))
    );
    let narrowed = Answer::AllowWhile {
        scope: Scope::Hour,
        only: vec![0],
    };
    assert_eq!(
        given(None, narrowed).await,
        grant(Scope::Hour, offered.chosen(&[0]).unwrap(), None)
    );
    // One that would end with a conversation that is not there is none.
    let nowhere = decides(ask("mail", asked(), question(None)), None, here).await;
    assert_eq!(nowhere.permit.err().unwrap().code, Code::Internal);
    // Limits that are not shown are not offered, and none is shown that is not.
    not_asked("mail", tool(&shown), question(None));
    not_asked("mail", asked(), about(shown.clone()));
}

// Proves S-27.
#[test]
fn what_is_proposed_is_in_the_digest_also_where_it_is_not_shown() {
    let covers = |definition: &str, large: u64| {
        let mut of = call("mail", "send", json!({ "large": large }));
        of.definition = definition.to_owned();
        about(of).covers()
    };
    let large = 9_007_199_254_740_993;
    assert_ne!(covers("d", large), covers("e", large));
    assert_ne!(covers("d", large), covers("d", large - 1));
    assert_ne!(
        serde_json_canonicalizer::to_vec(&covers("d", large)).unwrap(),
        serde_json_canonicalizer::to_vec(&covers("d", large - 1)).unwrap()
    );
}

// Proves S-27.
#[tokio::test(start_paused = true)]
async fn changed_arguments_are_permitted_as_they_stood_on_the_screen() {
    let shown = call("a", "add", json!({"to": "all"}));
    let asks = Ask {
        edit: Some(Arc::new(edited)),
        ..ask("a", tool(&shown), about(shown))
    };
    let after = json!({"to": "ada"});
    let Decision { answered, permit } = decides(asks, Some(&after), Answer::AllowOnce {}).await;
    assert!(answered.is_edited());
    assert_eq!(*permit.unwrap().spend().call.spend().arguments, after);
}

// Proves S-82.
#[tokio::test(start_paused = true)]
async fn an_address_is_the_one_that_was_shown() {
    let link = Link::read("https://example.com/a").unwrap();
    let asked = || Asked::Link {
        message: Foreign::default(),
        url: link.shown(),
        parts: link.parts.clone(),
        warnings: vec![],
        cause: None,
    };
    let opens = |url: &str| ProposedLink {
        server: "mail".to_owned(),
        link: Link::read(url).unwrap(),
    };
    let shown = "https://example.com/a";
    let opened = permits(ask("mail", asked(), opens(shown)), Answer::Open {}).await;
    assert_eq!(opened.0, shown);
    denied(decides(ask("mail", asked(), opens(shown)), None, Answer::Decline {}).await);
    not_asked("mail", asked(), opens("https://example.com/b"));
    not_asked("files", asked(), opens(shown));
}

// Proves S-81.
#[tokio::test(start_paused = true)]
async fn a_form_is_sent_with_the_fields_that_were_shown() {
    let fields = |name: &str| {
        let schema = json!({"type": "object", "properties": { name: {"type": "string"} }});
        forms::read(&schema).unwrap().fields
    };
    let asked = || Asked::Form {
        message: Foreign::default(),
        fields: fields("name"),
        notes: vec![],
        refusals: vec![],
        cause: None,
    };
    let proposes = |name: &str| ProposedForm {
        server: "mail".to_owned(),
        fields: fields(name),
    };
    let content = Filled(json!({"name": "Ada"}));
    let sent = permits(ask("mail", asked(), proposes("name")), Answer::Submit { content }).await;
    assert_eq!(sent.0, json!({"name": "Ada"}));
    denied(decides(ask("mail", asked(), proposes("name")), None, Answer::Decline {}).await);
    not_asked("mail", asked(), proposes("other"));
    not_asked("files", asked(), proposes("name"));
    // The gate checks what is filled in before it takes it; the permit does so again.
    let more = Answer::Submit {
        content: Filled(json!({"more": 1})),
    };
    let refused = proposes("name").permit(GateAnswer::new(&more)).unwrap_err();
    assert_eq!(refused.code, Code::FormUnfit);
}

// Proves ROO-01.
#[tokio::test(start_paused = true)]
async fn folders_are_those_that_were_shown() {
    let folder = RootRow {
        path: "/srv".to_owned(),
        shown: Foreign::default(),
        uri: "file:///srv".to_owned(),
        there: true,
        added_at: 1,
        warnings: vec![],
    };
    let asked = |folders: &[RootRow]| Asked::Roots {
        folders: folders.to_vec(),
        notes: vec![],
        cause: None,
    };
    let proposes = |folders: &[RootRow]| ProposedRoots {
        server: "mail".to_owned(),
        folders: folders.to_vec(),
    };
    let all = [folder];
    let told = permits(ask("mail", asked(&all), proposes(&all)), Answer::Share {}).await;
    assert_eq!(told.0, all);
    denied(decides(ask("mail", asked(&all), proposes(&all)), None, Answer::Deny {}).await);
    not_asked("mail", asked(&[]), proposes(&all));
    not_asked("files", asked(&all), proposes(&all));
    let standing = |access| Permit::by_standing(all.to_vec(), access);
    assert_eq!(standing(RootsAccess::Told).unwrap().spend().0, all);
    assert_eq!(standing(RootsAccess::Ask).unwrap_err().code, Code::ConsentNobody);
    let refused = standing(RootsAccess::Withheld).unwrap_err();
    assert_eq!(refused.code, Code::ConsentDenied);
}

pub(super) fn sampling(request_json: &str) -> Asked {
    serde_json::from_value(json!({
        "kind": "sampling", "system_prompt": null, "messages": [], "tools": [], "tool_choice": null, "hints": [],
        "priorities": {"intelligence": null, "speed": null, "cost": null}, "model": "m", "model_why": "", "models": [],
        "max_tokens": 9, "max_tokens_asked": 9, "temperature": null, "stop_sequences": [], "include_context": null,
        "context": "", "cost": null, "budget": "", "cause": null, "warnings": [], "remarks": [], "notes": [],
        "request_json": request_json, "edited": false,
    }))
    .unwrap()
}

// Proves SAM-01.
#[tokio::test(start_paused = true)]
async fn a_request_goes_to_a_model_as_it_was_shown_or_is_answered_by_hand() {
    let request = json!({"messages": ["hi"]});
    let proposes = || ProposedSampling::new("mail", request.clone(), "hi".to_owned());
    let asks = || ask("mail", sampling("hi"), proposes());
    let SamplingStep::Send(sent) = permits(asks(), Answer::AllowOnce {}).await else {
        panic!("it is sent")
    };
    assert_eq!(sent.spend().0, request);
    let text = "mine".to_owned();
    let SamplingStep::Written {
        request: of,
        text,
        hand_over,
    } = permits(asks(), Answer::Write { text }).await
    else {
        panic!("it is answered")
    };
    assert_eq!((of, text.as_str()), (request.clone(), "mine"));
    assert_eq!(hand_over.spend().0, json!([{"type": "text", "text": "mine"}]));
    denied(decides(asks(), None, Answer::Deny {}).await);
    not_asked("mail", sampling("other"), proposes());
    not_asked("files", sampling("hi"), proposes());
    not_asked("mail", setting(), proposes());
    // What the text leaves out is in the digest.
    let other = ProposedSampling::new("mail", json!({"messages": ["hi", "data"]}), "hi".to_owned());
    assert_ne!(other.covers(), proposes().covers());
}

// Proves SAM-03.
#[tokio::test(start_paused = true)]
async fn a_server_gets_the_answer_that_was_shown() {
    let asked = |answer: &str| Asked::SampledAnswer {
        parts: vec![],
        model: "m".to_owned(),
        stop_reason: "endTurn".to_owned(),
        cause: None,
        warnings: vec![],
        notes: vec![],
        request_json: String::new(),
        answer_json: answer.to_owned(),
        edited: false,
    };
    let parts = json!([{"type": "text", "text": "yes"}]);
    let proposes = || ProposedHandOver::new("mail", parts.clone(), "yes".to_owned());
    let given = permits(ask("mail", asked("yes"), proposes()), Answer::AllowOnce {}).await;
    assert_eq!(given.0, parts);
    denied(decides(ask("mail", asked("yes"), proposes()), None, Answer::Deny {}).await);
    not_asked("mail", asked("no"), proposes());
    not_asked("files", asked("yes"), proposes());
    not_asked("mail", sampling("yes"), proposes());
    let other = ProposedHandOver::new("mail", json!([]), "yes".to_owned());
    assert_ne!(other.covers(), proposes().covers());
}

// Proves S-78.
#[tokio::test(start_paused = true)]
async fn what_is_said_of_a_server_is_about_that_server() {
    let class = ProposedClass {
        server: ServerId::from("mail"),
        tool: None,
        said: FlowClass::default(),
        class: FlowClass::default(),
        before: FlowClass::default(),
        about: String::new(),
    };
    let asks = || ask("mail", setting(), class.clone());
    assert_eq!(permits(asks(), Answer::AllowOnce {}).await, class);
    denied(decides(asks(), None, Answer::Deny {}).await);
    not_asked("notes", setting(), class.clone());
    not_asked("mail", tool(&call("mail", "send", json!({}))), class);
}

// Proves S-26.
#[tokio::test(start_paused = true)]
async fn conversations_go_to_the_address_that_was_shown() {
    let provider = |address: &str| ProposedProvider {
        kind: ProviderKind::Compatible,
        label: "Mine".to_owned(),
        address: url::Url::parse(address).unwrap(),
    };
    let asked = |address: &str, literal: bool| {
        let value = json!({"text": text::ForeignText::new(address).shown(), "note": null, "bytes": 1, "literal": literal});
        let row = json!({"field": "Address", "values": [value], "before": null, "usual": false});
        serde_json::from_value::<Asked>(
            json!({"kind": "setting", "rows": [row], "notes": [], "warnings": []}),
        )
        .unwrap()
    };
    let (shown, other) = ("https://api.example/", "https://api.elsewhere/");
    let asks = || ask("", asked(shown, true), provider(shown));
    assert_eq!(permits(asks(), Answer::AllowOnce {}).await, provider(shown));
    denied(decides(asks(), None, Answer::Deny {}).await);
    not_asked("", asked(shown, true), provider(other));
    not_asked("", asked(shown, false), provider(shown));
    not_asked("", setting(), provider(shown));
    not_asked("mail", asked(shown, true), provider(shown));
}

// Proves S-96.
#[tokio::test(start_paused = true)]
async fn a_file_of_another_host_is_written_as_it_was_shown() {
    let export = || ProposedExport {
        application: "Cursor".to_owned(),
        path: "/home/ada/mcp.json".into(),
        real: "/home/ada/dotfiles/mcp.json".into(),
        before: Some("00".to_owned()),
        new_folder: false,
        text: "{\n  \"a\": 1\n}\n".to_owned(),
        removed: "old\n".to_owned(),
        added: "new\n".to_owned(),
        servers: vec!["a".to_owned()],
    };
    let asked = |values: &[&str], before: &str| {
        let value = |text: &&str| json!({"text": {"text": text, "hidden": 0}, "note": null, "bytes": 1, "literal": true});
        let values: Vec<Value> = values.iter().map(value).collect();
        let row = json!({"field": "File", "values": values, "before": [value(&before)], "usual": false});
        serde_json::from_value::<Asked>(
            json!({"kind": "setting", "rows": [row], "notes": [], "warnings": []}),
        )
        .unwrap()
    };
    let all = ["/home/ada/mcp.json", "/home/ada/dotfiles/mcp.json", "new\n", "a"];
    let asks = || ask("", asked(&all, "old\n"), export());
    assert_eq!(permits(asks(), Answer::AllowOnce {}).await, export());
    denied(decides(asks(), None, Answer::Deny {}).await);
    for left_out in 0..all.len() {
        let mut shown = all.to_vec();
        shown.remove(left_out);
        not_asked("", asked(&shown, "old\n"), export());
    }
    not_asked("", asked(&all, "other\n"), export());
    not_asked("mail", asked(&all, "old\n"), export());
    // Other bytes are another question.
    let other = ProposedExport {
        text: "{}".to_owned(),
        ..export()
    };
    assert_ne!(other.covers(), export().covers());
}

fn changed(tool: &str, parts: usize) -> Asked {
    let text = json!({"text": "x", "hidden": 0});
    let part = json!({"place": text, "before": text, "after": text});
    let value = json!({
        "kind": "changed", "tool": tool, "shown": text, "seen_at": 1, "diff": [], "notes": [], "on_hold": 0,
        "varying": vec![part; parts],
    });
    serde_json::from_value(value).unwrap()
}

/// A changed definition, with two parts that could vary, and what shows it.
pub(super) fn definition() -> (Asked, ProposedDefinition) {
    let proposal = ProposedDefinition {
        server: ServerId::from("mail"),
        tool: "send".to_owned(),
        definition: "d".to_owned(),
        could_vary: vec!["/a".to_owned(), "/b".to_owned()],
    };
    (changed("send", 2), proposal)
}

// Proves S-46.
#[tokio::test(start_paused = true)]
async fn a_definition_is_accepted_with_the_parts_that_were_chosen() {
    let asked = changed;
    let proposes = || definition().1;
    let asks = || ask("mail", asked("send", 2), proposes());
    let accepted = permits(asks(), Answer::AllowOnce {}).await;
    assert_eq!((accepted.definition.as_str(), accepted.vary.len()), ("d", 0));
    let accepted = permits(asks(), Answer::AcceptVarying { parts: vec![1] }).await;
    assert_eq!(accepted.vary, ["/b"]);
    denied(decides(asks(), None, Answer::TurnOff {}).await);
    not_asked("mail", asked("other", 2), proposes());
    not_asked("mail", asked("send", 1), proposes());
    not_asked("files", asked("send", 2), proposes());
    // A user who lets an unseen tool run has seen it.
    let ran = Permit::new(call("mail", "send", json!({})));
    let seen = Permit::<AcceptedDefinition>::by_call(&ran).spend();
    assert_eq!(
        (seen.server.as_str(), seen.tool.as_str(), seen.definition.as_str()),
        ("mail", "send", "d")
    );
}

fn address(url: &str) -> Start {
    let url = url::Url::parse(url).unwrap();
    Start::new(StartTarget::Address(Address {
        url,
        headers: vec![],
        secret_names: vec![],
    }))
    .unwrap()
}

/// What shows a server, with this many permissions that would go on.
pub(super) fn launch(changes: Option<&str>, carried: usize) -> Asked {
    let carried = vec![json!({"kind": "permission", "sentence": "s"}); carried];
    let value = json!({
        "kind": "launch", "changes": changes, "because": null, "rows": [], "inherited": [], "warnings": [],
        "refusals": [], "carried": carried, "pinnable": false,
    });
    serde_json::from_value(value).unwrap()
}

/// A server at this URL.
pub(super) fn proposed_server(changes: Option<&str>, carried: usize, url: &str) -> ProposedServer {
    let Asked::Launch { carried, .. } = launch(changes, carried) else {
        panic!("it is one")
    };
    ProposedServer {
        changes: changes.map(str::to_owned),
        draft: ServerDraft::unfenced("Mail", Endpoint::Address { url: url.to_owned() }),
        start: address(url),
        approved: None,
        carried,
    }
}

// Proves S-01.
#[tokio::test(start_paused = true)]
async fn a_server_is_saved_as_it_was_shown() {
    let (asked, proposes) = (launch, proposed_server);
    let url = "https://mail.example/mcp";
    let asks = || ask("mail", asked(Some("mail"), 2), proposes(Some("mail"), 2, url));
    let saved = permits(asks(), Answer::AddAndStart {}).await;
    assert!(saved.turned_on && saved.keep.is_empty() && saved.start == address(url));
    let keeping = Answer::AddKeeping {
        start: false,
        keep: vec![1],
    };
    let saved = permits(asks(), keeping).await;
    assert_eq!((saved.turned_on, saved.keep), (false, vec![1]));
    assert!(!permits(asks(), Answer::Add {}).await.turned_on);
    denied(decides(asks(), None, Answer::Deny {}).await);
    not_asked("mail", asked(None, 2), proposes(Some("mail"), 2, url));
    not_asked("mail", asked(Some("mail"), 1), proposes(Some("mail"), 2, url));
    not_asked("files", asked(Some("mail"), 2), proposes(Some("mail"), 2, url));
    not_asked("mail", asked(None, 0), proposes(None, 0, url));
    let other = proposes(None, 0, "https://other.example/mcp");
    assert_ne!(other.covers(), proposes(None, 0, url).covers());
}

// Proves S-01, S-26.
#[tokio::test(start_paused = true)]
async fn a_version_is_pinned_only_where_that_is_offered_and_then_nothing_is_saved() {
    let asks = |offered: bool| {
        let proposal = proposed_server(Some("mail"), 0, "https://mail.example/mcp");
        let mut asks = ask("mail", launch(Some("mail"), 0), proposal);
        if let Asked::Launch { pinnable, .. } = &mut asks.asked {
            *pinnable = offered;
        }
        asks
    };
    let pinned = decides(asks(true), None, Answer::PinVersion {}).await;
    let error = pinned.permit.err().unwrap();
    assert_eq!(
        (error.code, error.sentence),
        (Code::ConsentDenied, say!("denied-for-pin"))
    );
    let gate = gate();
    let waiting = gate.ask(asks(false)).unwrap();
    read(&gate, &waiting.request).await;
    let refused = gate
        .answer(&waiting.request.reply(Answer::PinVersion {}))
        .unwrap_err();
    assert_eq!(refused.code, Code::BadInput);
}

// Proves S-13.
#[test]
fn a_start_is_permitted_by_its_own_digest_alone() {
    let start = || address("https://mail.example/mcp");
    let digest = start().digest().to_owned();
    match start().permit("Mail", Some(&digest)).unwrap() {
        ApprovedStart::Address(permit) => assert_eq!(permit.spend().url.as_str(), "https://mail.example/mcp"),
        ApprovedStart::Command(_) => panic!("it is an address"),
    }
    for approved in [None, Some(""), Some(&digest[1..])] {
        let error = start().permit("Mail", approved).err().unwrap();
        assert_eq!(error.code, Code::LaunchChanged, "{approved:?}");
        assert!(error.sentence.ends_with("It was not contacted."), "{error}");
    }
    let other = address("https://other.example/mcp").permit("Mail", Some(&digest));
    assert_eq!(other.err().unwrap().code, Code::LaunchChanged);
}

// Proves ELI-25.
#[tokio::test(start_paused = true)]
async fn what_waits_for_a_page_is_tried_again_for_its_server() {
    let asked = || Asked::Page {
        hosts: vec![],
        cause: None,
    };
    let proposes = || ProposedRetry {
        server: "mail".to_owned(),
    };
    let again = permits(ask("mail", asked(), proposes()), Answer::Done {}).await;
    assert_eq!(again.server, "mail");
    denied(decides(ask("mail", asked(), proposes()), None, Answer::Deny {}).await);
    not_asked("files", asked(), proposes());
    not_asked("mail", setting(), proposes());
}

pub(super) fn sign_in(issuers: &[(&str, &str)]) -> Asked {
    let choice = |(issuer, page): &(&str, &str)| {
        json!({
            "issuer": issuer, "shown": text::escape_line(issuer), "host": "", "page": text::escape_line(page),
            "before": false, "registration": "dynamic", "problem": null,
            "scopes": [{"scope": text::escape_line("read"), "granted": false, "wide": false}],
        })
    };
    serde_json::from_value(json!({
        "kind": "sign_in",
        "review": {
            "resource": "https://mcp.example/", "why": {"kind": "first"}, "moved_from": null, "unattended": false,
            "own_client": null, "notes": [], "issuers": issuers.iter().map(choice).collect::<Vec<_>>(),
        },
    }))
    .unwrap()
}

pub(super) fn signs_in(issuers: &[(&str, &str)]) -> ProposedSignIn {
    let option = |(issuer, page): &(&str, &str)| SignInOption {
        issuer: (*issuer).to_owned(),
        page: Some((*page).to_owned()),
        registration: Registration::Dynamic,
        scopes: vec!["read".to_owned()],
    };
    ProposedSignIn {
        server: "mail".to_owned(),
        resource: "https://mcp.example/".to_owned(),
        unattended: false,
        client_id: None,
        options: issuers.iter().map(option).collect(),
    }
}

// Proves AUT-03, S-16.
#[tokio::test(start_paused = true)]
async fn a_sign_in_opens_only_the_page_that_was_read_at_the_server_that_was_chosen() {
    let both = [("https://a", "https://a/page"), ("https://b", "https://b/page")];
    let asks = || ask("mail", sign_in(&both), signs_in(&both));
    let chosen = |issuer: &str| Answer::SignIn {
        issuer: issuer.to_owned(),
    };
    for (url, opens) in [
        ("https://a/page?state=1", true),
        ("https://a/pageant?state=1", false),
        ("https://b/page?state=1", false),
    ] {
        let permit = permits(asks(), chosen("https://a")).await;
        assert_eq!(permit.issuer(), "https://a");
        assert_eq!(permit.open(&Link::read(url).unwrap()).is_ok(), opens, "{url}");
    }
    denied(decides(asks(), None, Answer::Deny {}).await);
    // An authorization server that was not shown is none to choose, at the gate as in the proposal.
    let elsewhere = chosen("https://evil.example");
    let permit = signs_in(&both).permit(GateAnswer::new(&elsewhere));
    assert_eq!(permit.err().unwrap().code, Code::ConsentDenied);
}

// Proves S-27.
#[test]
fn a_sign_in_is_asked_with_all_that_may_be_chosen() {
    let both = [("https://a", "https://a/page"), ("https://b", "https://b/page")];
    not_asked("files", sign_in(&both), signs_in(&both));
    not_asked("mail", setting(), signs_in(&both));
    not_asked("mail", sign_in(&both[..1]), signs_in(&both));
    not_asked("mail", sign_in(&both), signs_in(&both[..1]));
    not_asked(
        "mail",
        sign_in(&both),
        signs_in(&[both[0], ("https://b", "https://b/other")]),
    );
    let elsewhere = ProposedSignIn {
        resource: "https://other.example/".to_owned(),
        ..signs_in(&both)
    };
    not_asked("mail", sign_in(&both), elsewhere);
    let more = |scope: &str| {
        let mut proposed = signs_in(&both);
        proposed.options[0].scopes.push(scope.to_owned());
        proposed
    };
    not_asked("mail", sign_in(&both), more("write"));
    assert_ne!(more("write").covers(), more("admin").covers());
}
