//! What script in the page cannot do, were there ever any that is not ours.

use serde_json::json;

use crate::app::App;
use portcullis_tests::driver::Page;

// Proves S-26, S-27.
#[tokio::test]
async fn a_forged_answer_is_refused_and_recorded() {
    let app = or_skip!(App::with_demo().await);
    app.room("Chat").await;
    app.say("What is 19 plus 23?").await;
    let sheet = app.asked("Add two numbers").await;
    let shown = app.request_in_front().await;
    let forged = [
        ("a nonce", json!({"nonce": "00000000000000000000000000000000"})),
        ("a digest", json!({"digest": "00000000000000000000000000000000"})),
        ("a request", json!({"request": "request-of-nobody"})),
    ];
    for (what, part) in forged {
        let mut reply = json!({"request": shown["id"], "nonce": shown["nonce"],
            "digest": shown["digest"], "answer": {"kind": "allow_once"}, "approved": true});
        for (name, value) in part.as_object().unwrap() {
            reply[name] = value.clone();
        }
        let refused = app.ask("answer", json!({"reply": reply})).await;
        assert!(refused.is_err(), "{what} is made up: {refused:?}");
        let still = app.sheet().await.map(|sheet| sheet.id);
        assert_eq!(
            still.as_deref(),
            Some(sheet.id.as_str()),
            "{what} is made up, it still waits"
        );
    }
    app.reload_gate().await;
    app.answer("Deny").await;
    app.see("That did not work").await;
    app.room("Activity").await;
    app.see_row(&["Answer rejected", "the window"]).await;
    app.shot("activity-forged").await;
    app.close().await;
}

// Proves S-26.
#[tokio::test]
async fn the_main_page_cannot_cover_move_or_close_the_gate() {
    let app = or_skip!(App::with_demo().await);
    app.room("Chat").await;
    app.say("What is 19 plus 23?").await;
    let sheet = app.asked("Add two numbers").await;
    let before = app.gate_window().await;
    app.main_page().await;
    let ways = [
        "document.documentElement.requestFullscreen?.().catch(() => {})",
        "document.documentElement.webkitRequestFullscreen?.()",
        "window.__said = [alert('Portcullis recommends: yes'), confirm('Allow?'), prompt('Password?')]",
        "window.moveTo(0, 0); window.resizeTo(5000, 5000); window.focus(); window.blur()",
        "for (const name of ['gate', 'main', '']) window.__other = window.open('', name) ?? window.__other",
        "window.open('gate.html', 'gate')?.close(); window.close()",
        "const pick = document.createElement('input'); pick.type = 'file'; document.body.append(pick); pick.click(); pick.remove()",
        "new BroadcastChannel('gate').postMessage({answer: 'allow_once'}); localStorage.setItem('gate', 'allow_once')",
    ];
    for way in ways {
        app.js(way).await;
        app.ask("about", json!({})).await.unwrap();
        assert_eq!(app.gate_window().await, before, "{way}");
        assert_eq!(
            app.sheet().await.map(|it| it.id).as_ref(),
            Some(&sheet.id),
            "{way}"
        );
    }
    let seen = "return [window.__other ?? null, document.fullscreenElement ?? null, window.__said]";
    assert_eq!(
        app.js(seen).await,
        json!([null, null, [null, {}, null]]),
        "it has no hold of another page, fills no screen and got no word of the person"
    );
    app.answer("Deny").await;
    app.close().await;
}

// Proves S-24.
#[tokio::test]
async fn a_page_that_closes_itself_is_still_there() {
    let app = or_skip!(App::at_first().await);
    app.gate_is_loaded().await;
    for (page, asks) in [(Page::Gate, "kept_drafts"), (Page::Main, "about")] {
        app.look_at(page).await;
        // With more than one entry the engine would not let it.
        let closes = "window.__same = true; window.close(); return [history.length, window.closed]";
        assert_eq!(app.js(closes).await, json!([1, true]), "{page:?}");
        // Two answers of the host later its view would have been destroyed.
        for _ in 0..2 {
            let answer = app.ask(asks, json!({})).await;
            assert!(answer.is_ok(), "{page:?}: {answer:?}");
        }
        assert_eq!(app.js("return window.__same").await, json!(true), "{page:?}");
    }
    // As usable as before.
    app.skip_the_welcome().await;
    app.close().await;
}

// Proves S-26, S-33.
#[tokio::test]
async fn the_main_page_brings_nothing_over_what_is_read_or_was_left() {
    let app = or_skip!(App::with_demo().await);
    app.begin_call("write_note", &json!({"text": "the first"})).await;
    let read = app.asked("the first").await.id;
    app.begin_call("write_note", &json!({"text": "the second"})).await;
    let waiting = app
        .wait_until("the second request", async || {
            let waiting = app.waiting().await;
            waiting.into_iter().find(|it| it["id"] != read.as_str())
        })
        .await;
    app.main_page().await;
    // The last press was for the second call. Five seconds later it counts for nothing.
    tokio::time::sleep(std::time::Duration::from_secs(6)).await;
    let show = |request: &serde_json::Value, together| json!({"request": request, "together": together});
    let tries = async |why: &str| {
        for (request, together) in [
            (&waiting["id"], false),
            (&json!(read), true),
            (&json!("made up"), false),
        ] {
            let answer = app.ask("show_request", show(request, together)).await;
            if let Err(refused) = answer {
                assert_eq!(refused["code"], "consent.no_press", "{why}: {refused}");
            } else {
                assert_eq!(
                    request,
                    &json!(read),
                    "{why}: only what is in front is there already"
                );
            }
        }
    };
    tries("it is read").await;
    let sheet = app.sheet().await.expect("it is still in front");
    assert_eq!(sheet.id, read);
    assert!(!sheet.text.contains("the second"), "{}", sheet.text);
    app.leave_for_later().await;
    app.main_page().await;
    tokio::time::sleep(std::time::Duration::from_secs(6)).await;
    let left = app.ask("show_request", show(&json!(read), false)).await;
    assert_eq!(left.expect_err("it was left")["code"], "consent.no_press");
    tries("both were left").await;
    assert_eq!(app.sheet().await, None, "what was left stays so");
    let shown = app
        .ask_after_press("show_request", show(&waiting["id"], false))
        .await;
    shown.expect("the person asks for it");
    app.asked("the second").await;
    app.answer("Deny").await;
    app.answer("Deny").await;
    app.close().await;
}

// Proves S-26.
#[tokio::test]
async fn the_main_page_gets_nothing_that_is_sent_to_the_gate() {
    let app = or_skip!(App::with_demo().await);
    // What is too large to be sent as script waits to be fetched, under small numbers that anybody could guess.
    let fetches = "window.__taken = [];
         const fetchOne = (id) => window.__TAURI_INTERNALS__
           .invoke('plugin:__TAURI_CHANNEL__|fetch', null, {headers: {'Tauri-Channel-Id': String(id)}})
           .then((data) => window.__taken.push(JSON.stringify(data)), () => {});
         const all = Array.from({length: 16}, (_, id) => id);
         const again = () => Promise.all(all.map(fetchOne)).then(() => { window.__rounds = (window.__rounds ?? 0) + 1; })
           .then(() => setTimeout(again, 50));
         again();";
    app.js(fetches).await;
    app.room("Chat").await;
    app.click("button", "New conversation").await;
    let message = app.find("textbox", "Message").await;
    message.click().await;
    // At once: by keys it takes minutes.
    let note = "a word that only the gate is told ".repeat(1_000);
    let insert = "document.execCommand('insertText', false, arguments[0])";
    app.run(insert, vec![json!(format!("Write a note: {note}"))])
        .await;
    let rounds = "return window.__rounds > 10";
    app.returns("ten rounds of fetching", rounds, true).await;
    app.js("window.__rounds = 0").await;
    app.click("button", "Send").await;
    app.asked("a word that only the gate is told").await;
    let nonce = app.request_in_front().await["nonce"]
        .as_str()
        .unwrap_or_default()
        .to_owned();
    assert_eq!(nonce.len(), 32, "the gate was told: {nonce}");
    app.main_page().await;
    // It went on from before the question was there until now.
    app.returns("ten more rounds", rounds, true).await;
    let taken = app.js("return window.__taken.join()").await.to_string();
    assert!(
        !taken.contains(&nonce),
        "the main page has the nonce of the request"
    );
    app.reload_gate().await;
    app.answer("Deny").await;
    app.close().await;
}

// Proves S-26, F-25.
#[tokio::test]
async fn the_gate_answers_while_the_main_page_stands_still() {
    const STILL: std::time::Duration = std::time::Duration::from_secs(10);
    let app = or_skip!(App::with_demo().await);
    app.room("Chat").await;
    app.say("What is 19 plus 23?").await;
    app.asked("Add two numbers").await;
    app.main_page().await;
    // It begins a moment later, so that the driver is at the other page by then: it asks the one that it leaves.
    let stops = "const [still] = arguments;
        setTimeout(() => { const end = Date.now() + still; while (Date.now() < end); }, 3000)";
    app.run(stops, vec![json!(u64::try_from(STILL.as_millis()).unwrap())])
        .await;
    // To stay there: what looks at the gate from the main page goes back to that.
    app.look_at(Page::Gate).await;
    let asked = app.asked("Add two numbers").await;
    tokio::time::sleep(std::time::Duration::from_millis(3_200)).await;
    let began = std::time::Instant::now();
    app.click("button", "Allow once").await;
    app.holds("the answer to be taken", async || {
        app.sheet().await.is_none_or(|sheet| sheet.id != asked.id)
    })
    .await;
    let answered = began.elapsed();
    app.main_page().await;
    app.see("42").await;
    assert!(
        answered < STILL / 2,
        "it took {answered:?}, and the main page stood still for {STILL:?}"
    );
    let all = began.elapsed();
    assert!(all > STILL / 2, "the main page stood still: {all:?}");
    app.close().await;
}

// Proves S-25, SEC-14.
#[tokio::test]
async fn a_command_that_is_not_granted_is_not_there() {
    let app = or_skip!(App::new().await);
    let commands = [
        ("plugin:dialog|open", json!({"options": {}})),
        ("plugin:dialog|save", json!({"options": {}})),
        ("plugin:shell|execute", json!({"program": "id", "args": []})),
        ("plugin:fs|read_text_file", json!({"path": "/etc/passwd"})),
        ("plugin:opener|open_url", json!({"url": "https://example.com"})),
        (
            "plugin:notification|notify",
            json!({"options": {"title": "Your bank"}}),
        ),
        (
            "plugin:event|emit",
            json!({"event": "host", "payload": {"kind": "lagged"}}),
        ),
        (
            "plugin:window|set_title",
            json!({"label": "main", "value": "Your bank"}),
        ),
        (
            "plugin:webview|create_webview_window",
            json!({"options": {"label": "two", "url": "index.html"}}),
        ),
        ("plugin:app|version", json!({})),
        ("approve_everything", json!({})),
    ];
    for (command, arguments) in commands {
        let refused = app.ask(command, arguments).await;
        let words = refused
            .expect_err(&format!("{command} is not granted"))
            .to_string();
        assert!(
            words.contains("not allowed") || words.contains("not found"),
            "{command}: {words}"
        );
    }
    // The same way in, to show that it leads somewhere.
    app.ask("about", json!({})).await.unwrap();
    app.close().await;
}

// Proves S-24.
#[tokio::test]
async fn the_window_goes_nowhere_and_opens_nothing() {
    let app = or_skip!(App::new().await);
    app.room("Settings").await;
    app.gate_is_loaded().await;
    app.main_page().await;
    let windows = app.client().windows().await.unwrap().len();
    app.js("window.__same = true").await;
    let ways = [
        "location.href = 'https://example.com/'",
        "location.assign('http://127.0.0.1:9/')",
        "location.href = 'file:///etc/passwd'",
        "location.href = 'data:text/html,<h1>Portcullis</h1>'",
        "location.href = 'javascript:window.__pwned = 1'",
        "location.href = 'gate.html'",
        "location.href = 'gate'",
        "window.__opened = window.open('https://example.com/')",
        "window.__opened = window.open('about:blank')",
        "const form = document.createElement('form'); form.method = 'post'; form.action = 'https://example.com/';
         document.body.append(form); form.submit(); form.remove()",
        "const link = document.createElement('a'); link.href = 'https://example.com/'; link.target = '_top';
         document.body.append(link); link.click(); link.remove()",
        "const link = document.createElement('a'); link.href = 'https://example.com/'; link.target = '_blank';
         document.body.append(link); link.click(); link.remove()",
        "const meta = document.createElement('meta'); meta.httpEquiv = 'refresh'; meta.content = '0;https://example.com/';
         document.head.append(meta)",
        "const frame = document.createElement('iframe'); frame.src = 'https://example.com/'; document.body.append(frame)",
    ];
    for way in ways {
        app.js(way).await;
        // Two answers of the host later a navigation would have begun.
        for _ in 0..2 {
            app.ask("about", json!({})).await.unwrap();
        }
        let here =
            "return [location.origin, window.__same ?? null, window.__pwned ?? null, window.__opened ?? null,
            document.querySelector('nav a[aria-current=page]')?.getAttribute('aria-label')]";
        let here = app.js(here).await;
        assert_eq!(
            here,
            json!(["tauri://localhost", true, null, null, "Settings"]),
            "{way}"
        );
        assert_eq!(app.client().windows().await.unwrap().len(), windows, "{way}");
    }
    // A link to the main page could be dropped onto the gate's.
    app.look_at(Page::Gate).await;
    app.js("window.__same = true; location.href = 'index.html'").await;
    for _ in 0..2 {
        app.request_in_front().await;
    }
    let here = app.js("return [location.pathname, window.__same ?? null]").await;
    assert_eq!(here, json!(["/gate.html", true]));
    app.close().await;
}

// Proves S-24.
#[tokio::test]
async fn no_page_has_the_engine_open_a_connection() {
    let app = or_skip!(App::new().await);
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let tries = "const [to] = arguments;
        const add = (tag, members) => {
          const made = Object.assign(document.createElement(tag), members);
          document.body.append(made);
          return made;
        };
        for (const rel of ['preconnect', 'dns-prefetch', 'prefetch', 'preload', 'modulepreload', 'icon', 'stylesheet'])
          add('link', {rel, href: to, as: 'image'});
        add('img', {src: to});
        add('a', {href: '#', ping: to}).click();
        add('a', {href: to, download: 'file'}).click();
        add('a', {href: to}).click();
        for (const connects of [() => navigator.sendBeacon(to), () => new EventSource(to),
          () => new WebSocket(to.replace('http', 'ws')), () => fetch(to).catch(() => {})])
          try { connects(); } catch {}
        location.href = to;";
    app.gate_is_loaded().await;
    for page in [Page::Gate, Page::Main] {
        app.look_at(page).await;
        app.run(tries, vec![json!(format!("http://{address}/"))]).await;
        tokio::time::sleep(std::time::Duration::from_secs(2)).await;
    }
    // Connections are taken in the order in which they came.
    let own = std::net::TcpStream::connect(address).unwrap();
    let (_, first) = listener.accept().unwrap();
    assert_eq!(first, own.local_addr().unwrap(), "the engine connected first");
    app.close().await;
}

// Proves S-26.
#[tokio::test]
async fn a_page_opens_no_list_above_the_approval_window() {
    let app = or_skip!(App::new().await);
    let search = ["search", "--onlyvisible", "--name", "."];
    let before = app.xdotool(&search).await;
    // The lists of `select` do not open while a driver has the page.
    let opens = "const [list, input] = [document.createElement('datalist'), document.createElement('input')];
        list.id = 'choices';
        list.append(new Option('Portcullis recommends: Allow'));
        input.setAttribute('list', list.id);
        document.body.append(list, input);
        input.focus();
        document.execCommand('insertText', false, 'P');
        return input.value";
    assert_eq!(app.js(opens).await, json!("P"));
    tokio::time::sleep(std::time::Duration::from_secs(2)).await;
    assert_eq!(app.xdotool(&search).await, before, "another window is shown");
    app.close().await;
}

// Proves S-26.
#[tokio::test]
async fn no_tooltip_of_the_main_page_is_there_while_something_is_asked() {
    let app = or_skip!(App::with_demo().await);
    let windows = async || {
        // A tooltip has no name.
        let found = app.xdotool(&["search", "--onlyvisible", "--class", "."]).await;
        found.lines().count()
    };
    // Beside where the approval window is.
    let points_at = async |x: &str| {
        let main = ["search", "--onlyvisible", "--name", "^Portcullis$"];
        let moves = ["mousemove", "--window", "%1", x, "300"];
        app.xdotool(&[&main[..], &moves[..]].concat()).await;
        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    };
    let comes_up = async |tries: usize| {
        app.main_page().await;
        let titled = "document.documentElement.title = 'Portcullis recommends: Allow\\n'.repeat(20)";
        app.js(titled).await;
        let before = windows().await;
        for x in ["30", "34"].into_iter().cycle().take(tries) {
            points_at(x).await;
            if windows().await > before {
                return true;
            }
        }
        false
    };
    let before = windows().await;
    assert!(comes_up(30).await, "nothing is asked");
    // No press goes before this one: the toolkit would hide the tooltip at it.
    let draft = json!({"label": "Unpressed", "endpoint": {"kind": "command", "program": "/bin/true",
        "arguments": [], "folder": null}, "environment": [], "headers": [], "era": "auto",
        "limits": {"idle_seconds": 60, "total_seconds": 600, "message_mib": 16}});
    let proposed = app.ask("propose_server", json!({"draft": draft, "changes": null}));
    proposed.await.expect("a review");
    app.asked("Unpressed").await;
    let approval_window = 1;
    assert_eq!(
        windows().await,
        before + approval_window,
        "the tooltip is still there"
    );
    assert!(!comes_up(8).await, "something is asked");
    // Without a window manager the keys belong to the window below the pointer: the approval window.
    points_at("600").await;
    app.answer("Cancel").await;
    app.close().await;
}

// Proves S-26.
#[tokio::test]
async fn a_press_gives_a_page_no_chooser_of_the_engine() {
    let app = or_skip!(App::new().await);
    let off = "return [typeof AudioContext, document.createElement('canvas').getContext('webgl'), typeof navigator.mediaDevices]";
    assert_eq!(
        app.js(off).await,
        json!(["undefined", null, "undefined"]),
        "what no page uses is off"
    );
    let opens = "const [type] = arguments;
        addEventListener('keydown', () => {
          const input = Object.assign(document.createElement('input'), {type});
          document.body.append(input);
          try { input.showPicker(); window.__asked = type; } catch (error) { window.__asked = String(error); }
        }, {once: true});";
    for kind in ["color", "file"] {
        app.run(opens, vec![json!(kind)]).await;
        app.pressed().await;
        app.returns("the page to have asked", "return window.__asked", kind)
            .await;
        tokio::time::sleep(std::time::Duration::from_secs(2)).await;
        assert_eq!(app.pickers().await, Vec::<String>::new(), "{kind}");
    }
    app.close().await;
}

// Proves S-23.
#[tokio::test]
async fn the_page_runs_no_text_as_code_and_reaches_no_network() {
    let app = or_skip!(App::new().await);
    let tried = app
        .run_async(
            "const done = arguments[arguments.length - 1];
             const tried = {};
             const broken = [];
             document.addEventListener('securitypolicyviolation', (event) => broken.push(event.effectiveDirective));
             for (const [name, code] of Object.entries({
               eval: () => (0, eval)('window.__pwned = 1'),
               function: () => new Function('window.__pwned = 1')(),
             })) { try { code(); tried[name] = 'ran'; } catch (error) { tried[name] = error.name; } }
             const script = document.createElement('script');
             script.textContent = 'window.__pwned = 1';
             document.body.append(script);
             const inline = document.createElement('img');
             inline.setAttribute('onerror', 'window.__pwned = 1');
             inline.src = 'https://example.com/beacon.png';
             document.body.append(inline);
             const frame = document.createElement('iframe');
             frame.src = 'https://example.com/';
             document.body.append(frame);
             try {
               const made = new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])));
               made.onmessage = () => { window.__pwned = 2; };
             } catch (error) { tried.worker = error.name; }
             fetch('https://example.com/').then(() => 'reached', (error) => error.name).then((fetched) => {
               tried.fetch = fetched;
               setTimeout(() => done({tried, pwned: window.__pwned ?? null, broken: [...new Set(broken)].sort()}), 500);
             });",
            vec![],
        )
        .await;
    assert_eq!(tried["pwned"], json!(null), "{tried}");
    assert_eq!(tried["tried"]["eval"], "EvalError", "{tried}");
    assert_eq!(tried["tried"]["function"], "EvalError", "{tried}");
    assert_eq!(tried["tried"]["fetch"], "TypeError", "{tried}");
    let broken = tried["broken"].to_string();
    assert_has!(broken, "connect-src", "frame-src", "img-src", "script-src");
    app.close().await;
}
