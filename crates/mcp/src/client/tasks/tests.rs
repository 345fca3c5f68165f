use super::*;

fn read(value: Value, modern: bool) -> std::result::Result<TaskInfo, String> {
    TaskInfo::read(&serde_json::value::to_raw_value(&value).unwrap(), modern)
}

fn task(status: &str) -> Value {
    json!({"taskId": "t", "status": status, "createdAt": "x", "lastUpdatedAt": "x", "ttlMs": 5, "ttl": 7,
           "pollIntervalMs": 3, "pollInterval": 4})
}

// Proves TKX-02, TKL-03.
#[test]
fn times_are_read_as_the_era_spells_them() {
    let said = read(task("working"), true).unwrap();
    assert_eq!((said.ttl, said.poll), (Some(5), Some(3)));
    let said = read(task("working"), false).unwrap();
    assert_eq!((said.ttl, said.poll), (Some(7), Some(4)));
    let mut endless = task("working");
    endless["ttlMs"] = Value::Null;
    endless["pollIntervalMs"] = json!(1e300);
    let said = read(endless, true).unwrap();
    assert_eq!(said.ttl, None);
    assert!(said.poll.unwrap() > limits::TASK_POLL.1.as_millis() as u64);
}

// Proves TKX-10, RPC-14.
#[test]
fn a_completed_task_has_the_result_of_its_call_and_nothing_else() {
    let completed = |result: Value| {
        let mut task = task("completed");
        task["result"] = result;
        read(task, true)
    };
    for result in [
        json!({"content": []}),
        json!({"content": [], "resultType": "complete"}),
    ] {
        assert!(completed(result.clone()).unwrap().result.is_some(), "{result}");
    }
    for kind in [json!("input_required"), json!("task"), json!("banana"), json!(7)] {
        let result = json!({"content": [], "resultType": kind});
        assert!(completed(result).is_err(), "{kind}");
    }
    assert!(completed(json!([])).is_err());
}

// Proves TKX-10.
#[test]
fn what_is_malformed_is_no_task() {
    let with = |field: &str, value: Value| {
        let mut task = task("working");
        task[field] = value;
        read(task, true)
    };
    assert!(with("taskId", json!("")).is_err());
    assert!(with("taskId", json!(7)).is_err());
    assert!(with("taskId", json!("x".repeat(limits::TASK_ID + 1))).is_err());
    assert!(with("status", json!("banana")).is_err());
    assert!(with("ttlMs", json!(-1)).is_err());
    assert!(with("pollIntervalMs", json!("soon")).is_err());
    assert!(with("inputRequests", json!([1])).is_err());
    assert!(
        read(task("completed"), true).is_err(),
        "complete without a result"
    );
    assert!(
        read(task("completed"), false).is_ok(),
        "the result comes apart there"
    );
    assert!(with("statusMessage", json!(7)).unwrap().message.is_none());
    let mut failed = task("failed");
    failed["error"] = json!({"code": "odd", "message": 7});
    assert_eq!(read(failed, true).unwrap().error, Some((0, String::new())));
}

// Proves TKL-05.
#[test]
fn a_question_says_which_task_it_belongs_to_and_the_answer_too() {
    let params = json!({"message": "x", "_meta": {RELATED: {"taskId": "t1"}}});
    let raw = serde_json::value::to_raw_value(&params).unwrap();
    assert_eq!(related(&raw).as_deref(), Some("t1"));
    let none = serde_json::value::to_raw_value(&json!({"_meta": {}})).unwrap();
    assert_eq!(related(&none), None);
    let mut answer = json!({"action": "decline"});
    relate(&mut answer, "t1");
    assert_eq!(answer["_meta"][RELATED], json!({"taskId": "t1"}));
}

// Proves TKL-01.
#[test]
fn only_what_is_declared_is_offered() {
    let offers = |value: Value| TaskCapabilities::read(&value);
    assert_eq!(offers(json!({"tasks": {}})), TaskCapabilities::default());
    assert!(offers(json!({"tasks": {"requests": {"tools": {"call": {}}}}})).calls);
    let both = offers(json!({"tasks": {"list": {}, "cancel": {}}, "extensions": {EXTENSION: {}}}));
    assert!(both.list && both.cancel && both.extension && !both.calls);
}
