//! A task is stopped by its own request, heard or not, obeyed or not.

use super::*;

/// A server whose task ends once it was asked to stop.
fn stoppable(era: Era, folder: &Path) -> Value {
    let stopped = folder.join("stopped");
    let get = json!([{"if_file": {"path": stopped, "then": [{"reply": said(era, "cancelled")}],
        "else": [{"reply": said(era, "working")}]}}]);
    let answer = match era {
        Era::Modern => json!({}),
        Era::Legacy => said(era, "cancelled"),
    };
    let mut script = script(era, said(era, "working"), get);
    script["on"]["tasks/cancel"] = json!([{"touch": stopped}, {"reply": answer}]);
    script
}

// Proves TKX-11, TKL-08, CAN-04.
#[tokio::test]
async fn a_task_is_stopped_by_its_own_request_and_no_other() {
    for era in ERAS {
        let folder = tempfile::tempdir().unwrap();
        let fixture = TaskHost::of(stoppable(era, folder.path())).await;
        let call = fixture.begins().await;
        // The stop button of the call is that of the task.
        fixture.host.cancel_call(&call.id).unwrap();
        let done = fixture.finishes(&call).await;
        assert_eq!(done.state, CallState::Cancelled, "{era:?}: {:?}", done.problem);
        let sent = fixture.sent("tasks/cancel");
        assert_eq!(sent[0]["params"]["taskId"], "t-1");
        assert!(sent[0]["params"]["_meta"][RELATED].is_null(), "TKL-07");
        fixture.takes_no_call_back();
        assert_eq!(fixture.ended_row(&call).await.outcome, Outcome::Cancelled);
        fixture.host.close().await;
    }
}

// Proves TKX-11.
#[tokio::test]
async fn a_task_that_ends_after_all_brings_its_result_and_one_that_does_not_is_given_up() {
    let era = Era::Modern;
    let folder = tempfile::tempdir().unwrap();
    let stopped = folder.path().join("stopped");
    let mut late = script(era, said(era, "working"), until_file(era, &stopped));
    late["on"]["tasks/cancel"] = json!([{"touch": stopped}, {"reply": {}}]);
    let fixture = TaskHost::of(late).await;
    let call = fixture.begins().await;
    fixture.host.stop_task(&call.id).unwrap();
    assert_done(&fixture.finishes(&call).await);
    let ended = fixture
        .task(&call.id, |task| task.state == TaskState::Ended)
        .await;
    assert_has!(ended.words, "before it could be stopped");

    let mut deaf = stays(era, "working");
    deaf["on"]["tasks/cancel"] = json!([{"reply": {}}]);
    let fixture = TaskHost::of(deaf).await;
    let call = fixture.begins().await;
    fixture.host.stop_task(&call.id).unwrap();
    fixture
        .task(&call.id, |task| task.state == TaskState::Stopping)
        .await;
    let began = std::time::Instant::now();
    let done = fixture.finishes(&call).await;
    assert_failed(&done, Code::TaskUnstopped);
    assert_eq!(done.state, CallState::Cancelled);
    assert!(began.elapsed() > limits::TASK_STOPPING / 2);

    // Asked a second time, the host stops waiting.
    let call = fixture.begins().await;
    fixture.host.stop_task(&call.id).unwrap();
    fixture.sees_sent("tasks/cancel", 2).await;
    fixture.host.stop_task(&call.id).unwrap();
    assert_failed(&fixture.finishes(&call).await, Code::TaskUnstopped);
    assert!(began.elapsed() < limits::TASK_STOPPING * 2);
}

// Proves TKX-11.
#[tokio::test]
async fn a_stop_that_the_server_could_not_hear_reaches_it_when_it_is_back() {
    let era = Era::Modern;
    let folder = tempfile::tempdir().unwrap();
    let fixture = TaskHost::of(stoppable(era, folder.path())).await;
    let call = fixture.begins().await;
    fixture.host.set_enabled(&fixture.id, false).await.unwrap();
    fixture.task(&call.id, |task| task.state == TaskState::Away).await;
    fixture.host.stop_task(&call.id).unwrap();
    fixture.task(&call.id, |task| task.stop_at.is_some()).await;
    let fixture = fixture.restarts_the_host().await;
    let waits = fixture
        .task(&call.id, |task| task.state == TaskState::Stopping)
        .await;
    assert_named(&waits.words, "Notes");
    fixture.host.set_enabled(&fixture.id, true).await.unwrap();
    let done = fixture.finishes(&call).await;
    assert_eq!(done.state, CallState::Cancelled);
    assert_eq!(fixture.sent("tasks/cancel").len(), 1);
}

// Proves TKX-11.
#[tokio::test]
async fn stopping_everything_tells_a_server_before_it_is_turned_off() {
    for era in ERAS {
        let folder = tempfile::tempdir().unwrap();
        let fixture = TaskHost::of(stoppable(era, folder.path())).await;
        let call = fixture.begins().await;
        fixture.host.stop_everything().await.unwrap();
        assert_eq!(
            fixture.sent("tasks/cancel").len(),
            1,
            "{era:?}: before it was off"
        );
        assert_eq!(fixture.sees_row("Stopped everything").await.asked_by, "you");
        fixture.sees(&fixture.id, Phase::Off).await;
        // Whether it obeyed is not known before it is on again.
        fixture.task(&call.id, |task| task.stop_at.is_some()).await;
        fixture.host.close().await;
    }
}

// Proves TKX-11.
#[tokio::test]
async fn a_server_that_does_not_listen_does_not_hold_up_stopping_everything() {
    let era = Era::Modern;
    let mut deaf = stays(era, "working");
    deaf["on"]["tasks/cancel"] = json!(["no_reply"]);
    let fixture = TaskHost::of(deaf).await;
    fixture.begins().await;
    let began = std::time::Instant::now();
    fixture.host.stop_everything().await.unwrap();
    fixture.sees(&fixture.id, Phase::Off).await;
    assert!(began.elapsed() >= limits::TASKS_TOLD);
    assert!(began.elapsed() < limits::TASK_STOPPING, "{:?}", began.elapsed());
}
