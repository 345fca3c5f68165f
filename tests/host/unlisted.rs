//! A list of tools that failed is not an empty one, and a tool that is left out is not one that is not there.

use portcullis_api::{CallState, Phase};
use portcullis_core::Code;
use portcullis_host::limits;
use portcullis_tests::{
    test_user::{TestUser, assert_done, nothing, program},
    wait,
};
use serde_json::json;

// Proves F-19.
#[tokio::test]
async fn a_list_that_failed_is_said_to_have_failed_and_is_read_again() {
    let person = TestUser::new().await;
    let mended = person.path("mended");
    let fails = json!({"error": {"code": -32603, "message": "getaddrinfo ENOTFOUND api.supabase.com"}});
    let script = json!({"tools": ["x"], "on": {
        "tools/list": [{"if_file": {"path": mended, "else": [fails]}}],
    }});
    let id = person.adds(program("Base", script)).await;
    let state = person.sees(&id, Phase::Ready).await;
    assert_eq!(state.words, "ready, but its tools could not be listed");
    assert!(state.retry_at.is_some(), "{state:?}");
    let list = person.host.tools(&id, "").unwrap();
    let problem = list.problem.unwrap();
    assert_eq!(Some(&problem), state.problem.as_ref());
    assert!(
        problem
            .sentence
            .starts_with("The list of tools could not be read."),
        "{}",
        problem.sentence
    );
    assert_eq!(
        problem.said.unwrap().text,
        "getaddrinfo ENOTFOUND api.supabase.com"
    );
    let refused = person.is_refused(&id, "x", nothing()).await;
    assert_eq!(refused.code, Code::ServerNotReady);
    assert_has!(refused.sentence, "cannot tell whether");
    assert!(refused.said.is_some(), "{refused:?}");

    std::fs::write(&mended, "").unwrap();
    wait::holds("the list to be read again automatically", || {
        person.state(&id).words == "ready"
    })
    .await;
    let state = person.state(&id);
    assert_eq!(
        (state.phase, state.problem, state.retry_at),
        (Phase::Ready, None, None)
    );
    assert_eq!(person.host.tools(&id, "").unwrap().problem, None);
    assert_done(&person.calls(&id, "x", nothing()).await);
}

// Proves S-43.
#[tokio::test]
async fn a_long_description_is_read_whole_and_a_left_out_tool_says_why_when_called() {
    let person = TestUser::new().await;
    let tool = |name: &str, length: usize| {
        json!({"name": name, "description": "d".repeat(length),
            "inputSchema": {"type": "object"}})
    };
    let script = json!({"tools": [
        tool("long", 13_000), tool("longest", limits::TOOL_DESCRIPTION), tool("over", limits::TOOL_DESCRIPTION + 1),
    ]});
    let id = person.has_long("Shop", &script).await;
    let call = person.calls(&id, "long", nothing()).await;
    assert_eq!(call.state, CallState::Done, "{:?}", call.problem);
    let detail = person.host.tool(&id, "longest").await.unwrap();
    assert_eq!(detail.description.text.len(), limits::TOOL_DESCRIPTION);
    assert!(
        detail
            .notes
            .iter()
            .any(|note| note.sentence.contains("Models receive the first")),
        "{:?}",
        detail.notes
    );
    let refused = person.is_refused(&id, "over", nothing()).await;
    assert_eq!(refused.code, Code::ToolLeftOut);
    assert_has!(refused.sentence, "left out", "65,537 bytes");
    let refused = person.is_refused(&id, "lnog", nothing()).await;
    assert_eq!(refused.code, Code::ToolUnknown);
    assert_eq!(refused.remedy.as_deref(), Some("Did you mean “long”?"));
}
