//! The demo server as the client of the SDK sees it, in both eras.
use std::time::Duration;

use crate::DemoServer;
use base64::{Engine as _, prelude::BASE64_STANDARD};
use rmcp::{
    ClientHandler, ClientLifecycleMode, ClientServiceExt as _, RoleClient, ServiceError, ServiceExt as _,
    model::{
        CallToolRequestParams, CallToolResult, ClientConfig, ClientRequest, ContentBlock,
        GetPromptRequestParams, ProgressNotificationParam, ProtocolVersion, ReadResourceRequestParams,
        Request, ResourceContents, SubscriptionFilter, Tool,
    },
    service::{NotificationContext, PeerRequestOptions, RunningService},
};
use serde_json::{Value, json};
use tokio::sync::mpsc;

/// Notifications that the client received.
#[derive(Debug)]
enum ClientEvent {
    Progress(ProgressNotificationParam),
    ToolsChanged,
}

/// Where its notifications go, and whether it offers sampling.
struct TestClient(mpsc::Sender<ClientEvent>, bool);

#[allow(deprecated, reason = "sampling is on its way out of the protocol")]
impl ClientHandler for TestClient {
    fn get_info(&self) -> ClientConfig {
        let mut info = ClientConfig::default().with_protocol_version(ProtocolVersion::V_2025_11_25);
        info.capabilities.sampling = self.1.then(Default::default);
        info
    }

    async fn create_message(
        &self,
        asked: rmcp::model::CreateMessageRequestParams,
        _context: rmcp::service::RequestContext<RoleClient>,
    ) -> Result<rmcp::model::CreateMessageResult, rmcp::ErrorData> {
        assert_eq!(asked.max_tokens, 20);
        Ok(rmcp::model::CreateMessageResult::new(
            rmcp::model::SamplingMessage::assistant_text("urgent"),
            "demo".to_owned(),
        ))
    }

    async fn on_progress(
        &self,
        progress: ProgressNotificationParam,
        _context: NotificationContext<RoleClient>,
    ) {
        self.0.send(ClientEvent::Progress(progress)).await.ok();
    }

    async fn on_tool_list_changed(&self, _context: NotificationContext<RoleClient>) {
        self.0.send(ClientEvent::ToolsChanged).await.ok();
    }
}

type Session = RunningService<RoleClient, TestClient>;

async fn connect(lifecycle: ClientLifecycleMode) -> (Session, mpsc::Receiver<ClientEvent>) {
    connect_with(lifecycle, false).await
}

async fn connect_with(
    lifecycle: ClientLifecycleMode,
    sampling: bool,
) -> (Session, mpsc::Receiver<ClientEvent>) {
    let (server_end, client_end) = tokio::io::duplex(64 * 1024);
    tokio::spawn(async move {
        let server = DemoServer::new().serve(server_end).await.unwrap();
        server.waiting().await.unwrap();
    });
    let (sender, events) = mpsc::channel(64);
    let session = TestClient(sender, sampling)
        .serve_with_lifecycle(client_end, lifecycle)
        .await
        .unwrap();
    (session, events)
}

async fn legacy() -> (Session, mpsc::Receiver<ClientEvent>) {
    connect(ClientLifecycleMode::Initialize).await
}

async fn modern() -> (Session, mpsc::Receiver<ClientEvent>) {
    connect(ClientLifecycleMode::Discover {
        preferred_versions: vec![ProtocolVersion::V_2026_07_28],
    })
    .await
}

async fn call(session: &Session, tool: &'static str, arguments: Value) -> CallToolResult {
    let Value::Object(arguments) = arguments else {
        panic!("arguments are an object");
    };
    session
        .call_tool(CallToolRequestParams::new(tool).with_arguments(arguments))
        .await
        .unwrap()
}

fn text(result: &CallToolResult) -> &str {
    &result.content[0].as_text().unwrap().text
}

async fn tool(session: &Session, name: &str) -> Tool {
    let tools = session.list_all_tools().await.unwrap();
    tools.into_iter().find(|tool| tool.name == name).unwrap()
}

#[tokio::test]
async fn every_tool_has_a_title_a_description_and_says_what_it_does_to_the_world() {
    let (session, _) = legacy().await;
    let tools = session.list_all_tools().await.unwrap();
    let names: Vec<_> = tools.iter().map(|tool| &*tool.name).collect();
    assert_eq!(
        names,
        [
            "add",
            "write_note",
            "list_notes",
            "erase_notes",
            "slow_count",
            "draw",
            "beep",
            "read_guide",
            "everything_form",
            "ask_model",
            "fail",
            "big_text",
            "change_definition"
        ]
    );
    for tool in &tools {
        assert!(tool.title.is_some(), "{} has no title", tool.name);
        assert!(tool.description.is_some(), "{} has no words", tool.name);
        let annotations = tool.annotations.as_ref().unwrap();
        assert_eq!(annotations.open_world_hint, Some(false), "{}", tool.name);
        let read_only = annotations.read_only_hint.unwrap();
        let writes = ["write_note", "erase_notes", "change_definition"].contains(&&*tool.name);
        assert_eq!(read_only, !writes, "{}", tool.name);
        if writes {
            assert_eq!(
                annotations.destructive_hint,
                Some(tool.name == "erase_notes"),
                "{}",
                tool.name
            );
        }
    }
}

#[tokio::test]
async fn adding_answers_with_structured_content_that_fits_the_published_schema() {
    for (session, _hearing) in [legacy().await, modern().await] {
        let add = tool(&session, "add").await;
        let schema = add.output_schema.unwrap();
        assert_eq!(schema["required"], json!(["sum"]));
        assert_eq!(schema["properties"]["sum"]["type"], "number");
        let result = call(&session, "add", json!({"a": 2.5, "b": 4})).await;
        assert_eq!(result.structured_content, Some(json!({"sum": 6.5})));
        assert_eq!(text(&result), r#"{"sum":6.5}"#);
    }
}

#[tokio::test]
async fn notes_are_kept_listed_and_erased() {
    let (session, _) = legacy().await;
    let written = call(&session, "write_note", json!({"text": "Buy rope"})).await;
    assert_eq!(text(&written), "Note 1 is kept.");
    let listed = call(&session, "list_notes", json!({})).await;
    let expected = json!({"count": 1, "notes": [{"number": 1, "text": "Buy rope"}]});
    assert_eq!(listed.structured_content, Some(expected));
    let erased = call(&session, "erase_notes", json!({})).await;
    assert_eq!(erased.structured_content, Some(json!({"erased": 1})));
    let listed = call(&session, "list_notes", json!({})).await;
    assert_eq!(listed.structured_content.unwrap()["count"], 0);
}

#[tokio::test]
async fn an_empty_note_is_a_tool_error_that_says_what_to_send() {
    let (session, _) = legacy().await;
    let refused = call(&session, "write_note", json!({"text": "  "})).await;
    assert_eq!(refused.is_error, Some(true));
    assert!(text(&refused).contains("Send some text"));
}

#[tokio::test(start_paused = true)]
async fn a_slow_count_reports_every_second_with_words() {
    let (session, mut events) = legacy().await;
    let result = call(&session, "slow_count", json!({"seconds": 3})).await;
    assert_eq!(text(&result), "Counted to 3.");
    let mut messages = Vec::new();
    while messages.len() < 3 {
        let Some(ClientEvent::Progress(progress)) = events.recv().await else {
            panic!("only progress was expected");
        };
        assert_eq!(progress.total, Some(3.0));
        messages.push(progress.message.unwrap());
    }
    // The SDK's client starts one task for each notification, so the order is not part of this.
    messages.sort();
    assert_eq!(messages, ["Counted 1 of 3", "Counted 2 of 3", "Counted 3 of 3"]);
}

#[tokio::test(start_paused = true)]
async fn a_cancelled_count_stops_counting() {
    let (session, mut events) = legacy().await;
    let mut params = CallToolRequestParams::new("slow_count");
    params.arguments = json!({"seconds": 60}).as_object().cloned();
    let handle = session
        .send_cancellable_request(
            ClientRequest::CallToolRequest(Request::new(params)),
            PeerRequestOptions::no_options(),
        )
        .await
        .unwrap();
    assert!(matches!(events.recv().await, Some(ClientEvent::Progress(_))));
    handle.cancel(Some("enough".to_owned())).await.unwrap();
    // The clock is paused and jumps ahead: one that went on counting would be heard here. A number
    // that was already on its way may still arrive.
    let mut late = 0;
    while let Ok(Some(_)) = tokio::time::timeout(Duration::from_secs(90), events.recv()).await {
        late += 1;
    }
    assert!(late <= 1, "{late} numbers were counted after the cancellation");
}

#[tokio::test]
async fn a_picture_is_a_png_and_a_tone_is_a_wav() {
    let (session, _) = legacy().await;
    let drawn = call(&session, "draw", json!({"material": "oak"})).await;
    let image = drawn.content[1].as_image().unwrap();
    assert_eq!(image.mime_type, "image/png");
    let png = BASE64_STANDARD.decode(&image.data).unwrap();
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
    assert!(png.len() < 2_000);
    let sounded = call(&session, "beep", json!({})).await;
    let ContentBlock::Audio(audio) = &sounded.content[0] else {
        panic!("a tone is audio");
    };
    assert_eq!(audio.mime_type, "audio/wav");
    assert!(BASE64_STANDARD.decode(&audio.data).unwrap().starts_with(b"RIFF"));
}

#[tokio::test]
async fn the_guide_is_embedded_the_notes_are_linked_and_both_can_be_read() {
    let (session, _) = modern().await;
    let result = call(&session, "read_guide", json!({})).await;
    assert!(matches!(result.content[0], ContentBlock::Resource(_)));
    let link = result.content[1].as_resource_link().unwrap();
    let listed = session.list_all_resources().await.unwrap();
    assert_eq!(listed.len(), 2);
    assert!(listed.iter().any(|resource| resource.uri == link.uri));
    call(&session, "write_note", json!({"text": "Buy rope"})).await;
    for resource in listed {
        let read = session
            .read_resource(ReadResourceRequestParams::new(&resource.uri))
            .await
            .unwrap();
        let ResourceContents::TextResourceContents { text, mime_type, .. } = &read.contents[0] else {
            panic!("both are text");
        };
        assert_eq!(*mime_type, resource.mime_type);
        assert_eq!(
            text.contains("Buy rope"),
            resource.uri == "portcullis-demo://notes"
        );
    }
}

#[tokio::test]
async fn a_resource_that_does_not_exist_is_a_protocol_error() {
    let (session, _) = legacy().await;
    let read = session
        .read_resource(ReadResourceRequestParams::new("portcullis-demo://nothing"))
        .await;
    assert!(matches!(read, Err(ServiceError::McpError(_))), "{read:?}");
}

#[tokio::test]
async fn the_failing_tool_fails_with_advice() {
    let (session, _) = legacy().await;
    let failed = call(&session, "fail", json!({})).await;
    assert_eq!(failed.is_error, Some(true));
    assert!(text(&failed).contains("list_notes"));
}

#[tokio::test]
async fn a_large_text_has_the_size_asked_for_and_an_absurd_one_is_refused() {
    let (session, _) = legacy().await;
    let large = call(&session, "big_text", json!({"kilobytes": 512})).await;
    assert_eq!(text(&large).len(), 512 * 1024);
    let mut absurd = CallToolRequestParams::new("big_text");
    absurd.arguments = json!({"kilobytes": 4_000_000}).as_object().cloned();
    assert!(session.call_tool(absurd).await.is_err());
}

#[tokio::test]
async fn the_form_has_every_kind_of_field_and_echoes_what_it_got() {
    let (session, _) = legacy().await;
    let form = tool(&session, "everything_form").await;
    let schema = serde_json::to_string(&form.input_schema).unwrap();
    for kind in [
        "\"oneOf\"",
        "\"enum\"",
        "\"array\"",
        "\"boolean\"",
        "\"$ref\"",
        "\"minimum\"",
        "\"maxLength\"",
        "\"maxItems\"",
        "\"default\"",
        "\"email\"",
        "\"title\"",
    ] {
        assert!(schema.contains(kind), "{kind} is missing in {schema}");
    }
    let arguments = json!({
        "name": "Ada",
        "count": 3,
        "urgent": true,
        "size": "large",
        "tags": ["a", "b"],
        "days": ["monday"],
        "place": {"street": "Gate 1", "position": {"latitude": 1.5, "longitude": 2.5}},
        "steps": [{"what": "knock", "minutes": 2}],
        "delivery": {"kind": "post", "address": "Gate 1", "express": true}
    });
    let echoed = call(&session, "everything_form", arguments.clone()).await;
    assert_eq!(echoed.structured_content, Some(json!({"received": arguments})));
}

// Proves S-47.
#[tokio::test]
async fn a_changed_definition_is_announced_and_changing_back_restores_the_first() {
    let (session, mut events) = legacy().await;
    let first = tool(&session, "list_notes").await;
    call(&session, "change_definition", json!({})).await;
    assert!(matches!(events.recv().await, Some(ClientEvent::ToolsChanged)));
    let changed = tool(&session, "list_notes").await;
    assert_ne!(first.description, changed.description);
    assert!(changed.input_schema["properties"]["containing"].is_object());
    call(&session, "write_note", json!({"text": "Buy rope"})).await;
    let none = call(&session, "list_notes", json!({"containing": "oil"})).await;
    assert_eq!(none.structured_content.unwrap()["count"], 0);
    call(&session, "change_definition", json!({})).await;
    assert_eq!(tool(&session, "list_notes").await, first);
}

#[tokio::test]
async fn a_host_of_the_newest_revision_hears_of_a_changed_definition_on_its_subscription() {
    let (session, _) = modern().await;
    let filter = SubscriptionFilter::builder().tools_list_changed().build();
    let mut subscription = session.listen(filter).await.unwrap();
    call(&session, "change_definition", json!({})).await;
    let heard = subscription.next().await.unwrap().unwrap();
    let heard = serde_json::to_value(&heard).unwrap();
    assert_eq!(heard["method"], "notifications/tools/list_changed");
}

#[tokio::test]
async fn the_prompt_carries_the_notes() {
    let (session, _) = legacy().await;
    call(&session, "write_note", json!({"text": "Buy rope"})).await;
    let prompts = session.list_all_prompts().await.unwrap();
    assert_eq!(prompts[0].name, "summarise_notes");
    assert!(prompts[0].title.is_some());
    let prompt = session
        .get_prompt(GetPromptRequestParams::new("summarise_notes"))
        .await
        .unwrap();
    let words = prompt.messages[0].content.as_text().unwrap();
    assert!(words.text.contains("Buy rope"));
}

#[tokio::test]
async fn a_field_gets_suggestions_and_one_note_is_read_by_its_number() {
    use rmcp::model::{ArgumentInfo, CompleteRequestParams, Reference};
    let (session, _) = legacy().await;
    call(&session, "write_note", json!({"text": "Feed the cat"})).await;
    let templates = session.list_all_resource_templates().await.unwrap();
    assert_eq!(templates[0].uri_template, "portcullis-demo://notes/{number}");
    let suggest = async |reference: Reference, name: &str, value: &str| {
        let argument = ArgumentInfo::new(name, value);
        let found = session
            .complete(CompleteRequestParams::new(reference, argument))
            .await;
        found.unwrap().completion.values
    };
    let template = Reference::for_resource("portcullis-demo://notes/{number}");
    assert_eq!(suggest(template, "number", "").await, ["1"]);
    let translate = || Reference::for_prompt("translate_note");
    assert_eq!(suggest(translate(), "language", "f").await, ["Finnish", "French"]);
    assert!(suggest(translate(), "number", "7").await.is_empty());
    assert!(
        suggest(Reference::for_prompt("nothing"), "tone", "")
            .await
            .is_empty()
    );
    let read = session
        .read_resource(ReadResourceRequestParams::new("portcullis-demo://notes/1"))
        .await
        .unwrap();
    assert!(serde_json::to_string(&read).unwrap().contains("Feed the cat"));
}

#[tokio::test]
async fn a_model_is_asked_in_both_eras_and_only_where_the_host_offers_it() {
    let modern = || ClientLifecycleMode::Discover {
        preferred_versions: vec![ProtocolVersion::V_2026_07_28],
    };
    for lifecycle in [ClientLifecycleMode::Initialize, modern()] {
        let (session, _events) = connect_with(lifecycle, true).await;
        let told = call(&session, "ask_model", json!({"text": "Nobody can sign in."})).await;
        assert_eq!(text(&told), "“demo” says: urgent");
    }
    for lifecycle in [ClientLifecycleMode::Initialize, modern()] {
        let (session, _events) = connect_with(lifecycle, false).await;
        let told = call(&session, "ask_model", json!({"text": "Nobody can sign in."})).await;
        assert_eq!(told.is_error, Some(true), "{told:?}");
    }
}
