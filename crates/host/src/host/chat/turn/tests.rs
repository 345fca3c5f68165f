use super::*;
use crate::host::calls::Live;
use crate::host::chat::tests::{begun, call_states, model_message, running};
use portcullis_domain::{CallState, CallView};
use portcullis_llm::DemoModel;
use std::time::Duration;

#[tokio::test]
async fn a_turn_that_failed_stops_its_calls_and_says_how_they_ended() {
    let (_folder, host, id) = begun(Arc::new(DemoModel)).await;
    let plain = CallView {
        task: None,
        ..running("call")
    };
    let calls = [plain, running("task")];
    let lives = calls
        .clone()
        .map(|call| Live::new(call, CancellationToken::new(), Some(id.clone())));
    lives.iter().for_each(|live| host.0.calls.add(live));
    let stopped = Arc::clone(&lives[0]);
    tokio::spawn(async move {
        stopped.cancel.cancelled().await;
        locked(&stopped.view).state = CallState::Cancelled;
        stopped.ended.send_replace(true);
    });
    let lock = host.0.lock_turn(&id).unwrap();
    let row = host.0.conversation_row(&id).await.unwrap();
    let (message, given) = (model_message(calls, true), FoundTools::default());
    let model: Arc<dyn Model> = Arc::new(DemoModel);
    let turn = Turn::new(
        row,
        message,
        lock,
        given,
        (model, BUILT_IN.to_owned()),
        Vec::new(),
    );
    let ends = host.0.end_turn(turn, Err(Error::internal("a test")));
    tokio::time::timeout(Duration::from_secs(20), ends).await.unwrap();
    let kept = host.0.message(&id, 1).await.unwrap();
    assert_eq!(call_states(&kept), [CallState::Cancelled, CallState::Running]);
    assert!(
        matches!(kept.parts.last(), Some(Part::Trouble { .. })),
        "{kept:?}"
    );
    assert!(!lives[1].cancel.is_cancelled(), "a task stays");
    host.close().await;
}
