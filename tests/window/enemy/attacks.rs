//! The attacks themselves, on both pages of the real window.

use portcullis_tests::{random::Random, wait};
use proptest::test_runner::{Config, RngAlgorithm, TestRng};

use super::*;

/// The variable that names the seed of the order and the lies of a page that was taken over. Without it every run has another.
const SEED: &str = "PORTCULLIS_TAKEOVER_SEED";

/// How often such a page tries every command, each time in another order.
const ROUNDS: usize = 2;

/// A channel that a page may name. Nothing hears what is sent into it.
const CHANNEL: &str = "__CHANNEL__:4294967295";

/// Asks all of these a moment later: the driver has the answer to this script before the page goes.
const ASK_LATER: &str = "const [asked] = arguments;
    setTimeout(() => { for (const [name, args] of asked) window.__TAURI_INTERNALS__.invoke(name, args).catch(() => {}); }, 500)";

fn runner(seed: u64) -> TestRunner {
    let mut random = Random::new(seed);
    let bytes: Vec<u8> = (0..4).flat_map(|_| random.number().to_le_bytes()).collect();
    TestRunner::new_with_rng(
        Config::default(),
        TestRng::from_seed(RngAlgorithm::ChaCha, &bytes),
    )
}

/// The page ends the application, which is all that this does. A person opens it again.
async fn ended_and_opened_again(app: App, asked: &[Value]) -> App {
    let process = app.process();
    app.run(ASK_LATER, vec![json!(asked)]).await;
    wait::gone(process).await;
    let home = app.close().await;
    let app = App::in_home(home, &[]).await.expect("windows are tested");
    app.ready("Victim").await;
    app
}

/// A person turns on again what was turned off.
async fn turned_on_again(app: &App) {
    let servers = app.ask("servers", json!({})).await.expect("servers");
    assert_eq!(servers[0]["enabled"], false, "{servers}");
    let on = json!({"id": servers[0]["id"], "enabled": true});
    app.ask_after_press("set_enabled", on)
        .await
        .expect("a person turns it on");
    app.wait_until("the server to be ready", async || {
        let servers = app.ask("servers", json!({})).await.ok()?;
        (servers[0]["state"]["phase"] == "ready").then_some(())
    })
    .await;
    no_press_counts().await;
}

/// Five seconds after a press it counts for nothing.
async fn no_press_counts() {
    tokio::time::sleep(std::time::Duration::from_secs(6)).await;
}

/// With a server whose tool must not run, a program that must not start, and the file of what the server received.
async fn with_victim() -> Option<(App, Tripwire, PathBuf)> {
    let app = App::new().await?;
    let tripwire = Tripwire::lay(app.home().path(), "never");
    let received = app.home().path().join("received");
    app.add_hostile("Victim", json!({"tools": ["harm"], "record": received}))
        .await;
    Some((app, tripwire, received))
}

// Proves S-25, S-26, S-27, F-38.
#[tokio::test]
async fn no_command_panics_or_does_what_was_not_approved() {
    let (app, tripwire, received) = or_skip!(with_victim().await);
    let server = app.ask("servers", json!({})).await.expect("servers")[0]["id"].clone();
    // Two questions wait. Of one the id is known to the lies, of the other the nonce and the digest.
    let (mut conversation, mut shown) = (Value::Null, Vec::new());
    for waiting in 1..=2 {
        let created = app.ask("create_conversation", json!({})).await;
        conversation = created.expect("a conversation")["summary"]["id"].take();
        let say = json!({"conversation": conversation, "text": "use harm {}"});
        app.ask_after_press("say", say).await.expect("it can be said");
        app.asked("harm").await;
        shown.push(app.request_in_front().await);
        app.reload_gate().await;
        app.leave_for_later().await;
        assert_eq!(app.waiting().await.len(), waiting);
    }
    // A third was answered: what it was answered with is a replay from now on.
    let draft = json!({"label": "Answered", "endpoint": {"kind": "command", "program": tripwire.program(),
        "arguments": [], "folder": null}, "environment": [], "headers": [], "era": "auto",
        "limits": {"idle_seconds": 60, "total_seconds": 600, "message_mib": 16}});
    app.ask("propose_server", json!({"draft": draft, "changes": null}))
        .await
        .expect("a review");
    app.asked("Answered").await;
    let answered = app.request_in_front().await;
    app.reload_gate().await;
    app.answer("Cancel").await;
    let replay = json!({"request": answered["id"], "nonce": answered["nonce"], "digest": answered["digest"],
        "answer": {"kind": "add_and_start"}});
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    let ids = vec![
        text(&server),
        text(&conversation),
        "harm".to_owned(),
        "Victim".to_owned(),
    ];
    let truths = Truths {
        // A channel that is one would take away what the pages are told.
        channels: ids.clone(),
        ids,
        requests: vec![text(&shown[0]["id"])],
        nonces: vec![text(&shown[1]["nonce"]), text(&answered["nonce"])],
        digests: vec![text(&shown[1]["digest"]), text(&answered["digest"])],
        tripwire: tripwire.program().display().to_string(),
        without_ids: NO_TRUE_IDS,
    };
    let mut runner = TestRunner::deterministic();
    let (mut times, mut done, mut refused, mut typed, mut waits) = (0, 0, 0, 0, 0);
    for command in commands() {
        if LEFT_OUT.iter().any(|(name, _)| *name == command.name) {
            continue;
        }
        let lies = arguments(&truths, &command);
        let many = match (command.arguments.is_empty(), command.pressed) {
            (true, _) => 3,
            (false, true) => PRESSED_TIMES,
            (false, false) => TIMES,
        };
        let mut asked: Vec<Value> = (0..many)
            .map(|_| {
                json!([
                    command.name,
                    lies.new_tree(&mut runner).expect("arguments").current()
                ])
            })
            .collect();
        if command.name == "answer" {
            asked.push(json!(["answer", {"reply": replay}]));
        }
        if command.page == Page::Gate {
            app.gate_is_loaded().await;
        }
        app.look_at(command.page).await;
        let mut answers = Vec::new();
        if command.pressed {
            for one in &asked {
                app.pressed().await;
                let answer = app.run_async(ASK, vec![json!([one])]).await;
                answers.extend(answer.as_array().expect("it has an answer").iter().cloned());
            }
        } else {
            let all = app.run_async(ASK, vec![json!(asked)]).await;
            answers.extend(all.as_array().expect("each has an answer").iter().cloned());
        }
        for (question, answer) in asked.iter().zip(&answers) {
            let question: String = question.to_string().chars().take(400).collect();
            times += 1;
            if answer["ok"] == true {
                done += 1;
            } else if answer["late"] == true {
                // It waits at the gate for a person, of whom there is none here.
                assert!(WAITS.contains(&command.name.as_str()), "{question} has no answer");
                waits += 1;
            } else if let Some(words) = answer["words"].as_str() {
                typed += 1;
                assert!(
                    words.starts_with("invalid args") || words.contains("recursion limit"),
                    "{question}: {words}"
                );
            } else {
                refused += 1;
                let code = answer["code"]
                    .as_str()
                    .unwrap_or_else(|| panic!("{question}: {answer}"));
                assert_ne!(code, "internal", "{question}: {answer}");
                assert!(
                    !code.is_empty() && answer["sentence"] != "",
                    "{question}: {answer}"
                );
            }
        }
    }
    println!(
        "{times} calls: {done} answered, {refused} refused with a code, {typed} of a wrong type, {waits} at the gate"
    );
    assert!(
        done > 100 && refused > 300 && typed > 300,
        "they are not all alike"
    );

    app.main_page().await;
    assert_eq!(tripwire.runs(), Vec::<String>::new(), "nothing was started");
    let sent = test_user::received(&received)
        .into_iter()
        .filter(|message| message["method"] == "tools/call");
    assert_eq!(sent.count(), 0, "no tool was run");
    assert_eq!(
        app.ask("grants", json!({})).await.expect("grants"),
        json!([]),
        "nothing is allowed for longer"
    );
    let servers = app.ask("servers", json!({})).await.expect("servers");
    assert_eq!(
        servers.as_array().map(Vec::len),
        Some(1),
        "no server was added: {servers}"
    );
    assert_eq!(servers[0]["state"]["phase"], "ready", "{servers}");
    let still = app.waiting().await;
    for before in &shown {
        assert!(still.iter().any(|it| it["id"] == before["id"]), "it still waits");
        app.ask_after_press(
            "show_request",
            json!({"request": before["id"], "together": false}),
        )
        .await
        .unwrap();
        app.wait_until("the request to be in front", async || {
            (app.sheet().await?.id == before["id"]).then_some(())
        })
        .await;
        let now = app.request_in_front().await;
        assert_eq!(now["digest"], before["digest"], "what it asks is what it asked");
        app.reload_gate().await;
        app.main_page().await;
    }
    app.close().await;
}

// Proves S-26.
#[tokio::test]
async fn a_main_page_that_was_taken_over_starts_runs_sends_and_loosens_nothing() {
    let (mut app, tripwire, received) = or_skip!(with_victim().await);
    let seed = std::env::var(SEED).map_or_else(
        |_| Random::seed(),
        |seed| seed.parse().expect("a seed is a number"),
    );
    println!("to have this order and these lies again: {SEED}={seed}");
    let servers = app.ask("servers", json!({})).await.expect("servers");
    let tool = json!({"server": servers[0]["id"], "tool": "harm"});
    let definition = app.ask("tool", tool).await.expect("the tool")["digest"].clone();
    let created = app
        .ask("create_conversation", json!({}))
        .await
        .expect("a conversation");
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    let truths = Truths {
        ids: vec![
            text(&servers[0]["id"]),
            text(&created["summary"]["id"]),
            "harm".to_owned(),
        ],
        channels: vec![CHANNEL.to_owned()],
        requests: vec!["request".to_owned()],
        nonces: vec!["nonce".to_owned()],
        digests: vec![text(&definition)],
        tripwire: tripwire.program().display().to_string(),
        without_ids: &[],
    };
    let settings = app.ask("settings", json!({})).await.expect("settings");
    let known = app.ask("about", json!({})).await.expect("about");
    // The last press was for adding the server.
    no_press_counts().await;
    let mut runner = runner(seed);
    let (mut unpressed, mut not_there) = (0, 0);
    for _ in 0..ROUNDS {
        let order = Just(commands()).prop_shuffle();
        for command in order.new_tree(&mut runner).expect("an order").current() {
            let lies = arguments(&truths, &command);
            let asked: Vec<Value> = (0..TIMES / ROUNDS)
                .map(|_| {
                    json!([
                        command.name,
                        lies.new_tree(&mut runner).expect("arguments").current()
                    ])
                })
                .collect();
            if command.name == "quit" {
                app = ended_and_opened_again(app, &asked).await;
                continue;
            }
            let answers = app.run_async(ASK, vec![json!(asked)]).await;
            for (question, answer) in asked.iter().zip(answers.as_array().expect("each has an answer")) {
                let words = answer["words"].as_str().unwrap_or_default();
                assert_ne!(answer["late"], true, "{question} has no answer");
                if command.page == Page::Gate {
                    // What cannot be read is refused before anything else is looked at.
                    let unread = words.contains("recursion limit");
                    assert!(unread || words.contains("not allowed"), "{question}: {answer}");
                    not_there += usize::from(!unread);
                } else if command.pressed {
                    let refused = answer["code"] == "consent.no_press";
                    let typed = words.starts_with("invalid args") || words.contains("recursion limit");
                    assert!(refused || typed, "{question}: {answer}");
                    unpressed += u32::from(refused);
                }
            }
            assert_eq!(
                tripwire.runs(),
                Vec::<String>::new(),
                "{} started something",
                command.name
            );
            if command.name == "stop_everything" {
                turned_on_again(&app).await;
            }
        }
        assert_eq!(app.pickers().await, Vec::<String>::new(), "no dialog opened");
    }
    println!("{unpressed} without a press, {not_there} that are not there");
    assert!(unpressed > 500 && not_there > 6 * TIMES);

    assert_eq!(tripwire.runs(), Vec::<String>::new(), "nothing was started");
    let sent = test_user::received(&received).into_iter().filter(|message| {
        let method = message["method"].as_str().unwrap_or_default();
        // That folders changed may be told; which they are is asked at the gate.
        !matches!(
            method,
            "initialize"
                | "notifications/initialized"
                | "notifications/roots/list_changed"
                // A list that was being read when everything was stopped.
                | "notifications/cancelled"
                | "ping"
                | "server/discover"
        ) && !method.ends_with("/list")
            && !method.is_empty()
    });
    assert_eq!(sent.collect::<Vec<_>>(), Vec::<Value>::new(), "nothing was sent");
    assert_eq!(app.ask("grants", json!({})).await.unwrap(), json!([]));
    assert_eq!(app.ask("settings", json!({})).await.unwrap(), settings);
    assert_eq!(app.ask("models", json!({})).await.unwrap(), json!([]));
    let after = app.ask("servers", json!({})).await.unwrap();
    assert_eq!(after.as_array().map(Vec::len), Some(1), "{after}");
    assert_eq!(after[0]["enabled"], true, "{after}");
    assert_eq!(
        app.ask("about", json!({})).await.unwrap()["secrets"],
        known["secrets"]
    );
    let conversation = json!({"id": created["summary"]["id"]});
    let after = app.ask("conversation", conversation).await.unwrap();
    assert_eq!(after["messages"], created["messages"], "nothing was said");
    let tool = json!({"server": servers[0]["id"], "tool": "harm"});
    let after = app.ask("tool", tool).await.expect("the tool");
    assert!(after["entry"]["state"]["reviewed"].is_null(), "{after}");
    app.close().await;
}

// Proves S-26, S-45.
#[tokio::test]
async fn a_definition_is_reviewed_by_an_answer_at_the_gate_and_by_no_press() {
    let (app, _tripwire, _received) = or_skip!(with_victim().await);
    let servers = app.ask("servers", json!({})).await.expect("servers");
    let tool = json!({"server": servers[0]["id"], "tool": "harm"});
    let detail = app.ask("tool", tool.clone()).await.expect("the tool");
    let reviewed = async || {
        let detail = app.ask("tool", tool.clone()).await.expect("the tool");
        detail["entry"]["state"]["reviewed"].clone()
    };
    let review = json!({"server": servers[0]["id"], "tool": "harm", "digest": detail["digest"]});
    for (answer, counts) in [("Cancel", false), ("Approve", true)] {
        // A press of the person that was meant for something else goes along.
        app.pressed().await;
        app.ask("propose_review", review.clone())
            .await
            .expect("a question");
        let asked = app.asked("Mark this definition of “Victim” as reviewed?").await;
        assert!(asked.text.contains("harm"), "{}", asked.text);
        app.main_page().await;
        assert!(reviewed().await.is_null(), "nothing is reviewed by asking");
        app.answer(answer).await;
        match counts {
            false => assert!(reviewed().await.is_null(), "a no reviews nothing"),
            true => {
                app.holds("the label", async || !reviewed().await.is_null()).await;
            }
        }
    }
    app.close().await;
}

// Proves S-26.
#[tokio::test]
async fn where_no_press_is_seen_the_main_page_acts_by_answers_at_the_gate_alone() {
    // Stands for macOS and Windows, whose engines tell of no presses.
    let unseen = [("PORTCULLIS_PRESSES_UNSEEN", "1")];
    let app = or_skip!(App::in_home(portcullis_tests::driver::Home::new(), &unseen).await);
    // Nothing was pressed yet. On Linux a dialog of the system needs a press all the same.
    app.find("button", "Skip introduction").await;
    let dialog = app.ask("pick_folder", json!({})).await;
    assert_eq!(dialog.expect_err("no press")["code"], "consent.no_press");
    let creates = "window.__done = null;
        window.__TAURI_INTERNALS__.invoke('create_profile', {name: 'Mine', 'Approved by you': 'yes'})
          .then(() => { window.__done = 'done'; }, (problem) => { window.__done = problem.code; })";
    let named = async || {
        let profiles = app.ask("profiles", json!({})).await.expect("profiles");
        profiles.to_string().contains("Mine")
    };
    for (answer, ends) in [("Cancel", "consent.denied"), ("Do this once", "done")] {
        // A press counts for nothing there.
        app.pressed().await;
        app.js(creates).await;
        let asked = app.asked("Do this for the main window?").await;
        assert_has!(asked.text, "Create a profile", "Mine");
        assert_has!(asked.text, "requested by the main window");
        assert!(!asked.text.contains("Approved by you"), "{}", asked.text);
        app.main_page().await;
        assert_eq!(app.js("return window.__done").await, Value::Null);
        assert!(!named().await, "nothing is done before the answer");
        app.answer(answer).await;
        app.returns("the end of the command", "return window.__done", ends)
            .await;
        assert_eq!(named().await, ends == "done");
    }
    app.close().await;
}

// Proves S-26.
#[tokio::test]
async fn a_window_cannot_send_conversations_to_an_address_of_its_choosing() {
    let app = or_skip!(App::new().await);
    let adds = "window.__refused = null;
        window.__TAURI_INTERNALS__.invoke('add_provider', {draft: {kind: 'openai', label: 'OpenAI',
          address: 'https://models.example.invalid/v1', key: 'sk-window-canary', approved: true}, permit: true})
          .then(() => { window.__refused = 'added'; }, (problem) => { window.__refused = problem.code; })";
    app.pressed().await;
    app.js(adds).await;
    let asked = app.asked("Add model provider “OpenAI”?").await;
    assert_has!(
        asked.text,
        "https://models.example.invalid/v1",
        "OpenAI is usually at https://api.openai.com/v1"
    );
    assert!(!asked.text.contains("sk-window-canary"), "{}", asked.text);
    app.shots("provider-gate").await;
    app.main_page().await;
    assert_eq!(app.ask("models", json!({})).await.unwrap(), json!([]));
    app.answer("Cancel").await;
    app.returns("the refusal", "return window.__refused", "consent.denied")
        .await;
    assert_eq!(app.ask("models", json!({})).await.unwrap(), json!([]));
    app.close().await;
}
