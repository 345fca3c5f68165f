//! Secrets stay out (S-88), and one row is one line (S-89).

use super::{Room, call};
use crate::audit::{Decided, Ended, Format, HIDDEN, Intended, sounds_secret};
use portcullis_core::Redactor;
use portcullis_core::limits;
use portcullis_domain::Outcome;
use serde_json::json;
use std::time::Duration;

/// Names of files that contain a text.
fn files_with(folder: &std::path::Path, text: &str) -> Vec<String> {
    let holds = |path: &std::path::Path| {
        std::fs::read(path)
            .unwrap()
            .windows(text.len())
            .any(|window| window == text.as_bytes())
    };
    std::fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .filter(|path| holds(path))
        .map(|path| path.to_string_lossy().into_owned())
        .collect()
}

// Proves S-88.
#[tokio::test]
async fn planted_secrets_are_in_no_file_and_no_export() {
    // Environment, header, token, form answer, argument under a telling name, user part of an address.
    let known = [
        "canary-env-81",
        "canary \"header\" é/82",
        "canary-token-83",
        "canary-answer-84",
    ];
    let unknown = [
        "canary-argument-85",
        "canary-user-86",
        "canary-query-87",
        "canary-nested-88",
    ];
    let folder = tempfile::tempdir().unwrap();
    let room = Room::open(folder.path());
    for secret in known {
        room.redactor.learn(secret);
    }
    let everywhere = known.join(" and ");
    let address = format!(
        "https://me:{}@example.com/?api_key={}&page=2",
        unknown[1], unknown[2]
    );
    let seq = room
        .audit
        .intend(Intended {
            what: format!("Run {everywhere}"),
            asked_by: everywhere.clone(),
            why: format!("because {everywhere} {address}"),
            conversation: Some(known[0].into()),
            sent: Some(json!({
                "text": everywhere,
                known[1]: [known[0], {"deep": known[2]}],
                "db_Password": unknown[0],
                "url": address,
                "headers": [{"name": "Authorization", "value": unknown[3]}],
                "max_tokens": 512,
                "plain": "kept-as-it-is",
            })),
            ..call("")
        })
        .await
        .unwrap();
    let decided = Decided {
        why: everywhere.clone(),
        sent: Some(json!({"passphrase": unknown[0]})),
        ..Decided::default()
    };
    room.audit.decide(seq, decided).await.unwrap();
    let ended = Ended {
        came_back: Some(format!(
            "Authorization: Bearer {}\nset-cookie: sid={}",
            unknown[3], unknown[0]
        )),
        ..Ended::new(Outcome::Done, everywhere.clone())
    };
    room.audit.end(seq, ended).await.unwrap();
    // A search makes the text index.
    assert_eq!(room.audit.page(filter("kept"), None).await.unwrap().rows.len(), 1);
    let mut exported = Vec::new();
    for format in [Format::JsonLines, Format::Csv] {
        exported.extend(room.audit.export(format, Vec::new()).await.unwrap().0);
    }
    let exported = String::from_utf8(exported).unwrap();
    let shown = format!("{:?}", room.audit.detail(seq).await.unwrap());
    let mut forms: Vec<String> = known
        .iter()
        .chain(&unknown)
        .map(|secret| (*secret).to_owned())
        .collect();
    forms.extend(["canary \\\"header\\\" é/82", "canary+%22header%22+%C3%A9%2F82"].map(str::to_owned));
    for secret in &forms {
        assert_eq!(
            files_with(folder.path(), secret),
            Vec::<String>::new(),
            "{secret}"
        );
        assert!(
            !exported.contains(secret.as_str()) && !shown.contains(secret.as_str()),
            "{secret}"
        );
    }
    room.store.close().await;
    for secret in &forms {
        assert_eq!(
            files_with(folder.path(), secret),
            Vec::<String>::new(),
            "{secret}"
        );
    }
    // What is no secret is there, so the look into the files is one that finds things.
    assert_ne!(files_with(folder.path(), "kept-as-it-is"), Vec::<String>::new());
    assert!(exported.contains("max_tokens") && exported.contains("512"));
}

fn filter(text: &str) -> portcullis_domain::RecordFilter {
    portcullis_domain::RecordFilter {
        text: Some(text.into()),
        ..portcullis_domain::RecordFilter::default()
    }
}

// Proves S-88.
#[test]
fn texts_keep_everything_but_the_secret() {
    let redactor = Redactor::default();
    redactor.learn("hunter2 hunter2");
    redactor.learn("abc");
    let cases = [
        ("password is hunter2 hunter2.", "password is •••."),
        (
            "abc stays, it is too short to be told apart",
            "abc stays, it is too short to be told apart",
        ),
        (
            "GET https://u:p@h.example/x?a=1 now",
            "GET https://•••@h.example/x?a=1 now",
        ),
        (
            "mailto:me@example.com and https://example.com/@me",
            "mailto:me@example.com and https://example.com/@me",
        ),
        ("--token s3cr3t --verbose", "--token ••• --verbose"),
        (
            "{\"api_key\": \"v a l\", \"n\": 1}",
            "{\"api_key\": \"••• a l\", \"n\": 1}",
        ),
        ("x-api-key: v1; path=/", "x-api-key: •••; path=/"),
        (
            "Authorization: Basic dTpw and more",
            "Authorization: Basic ••• and more",
        ),
        ("curl -H 'bearer eyJhbGciOi.J9'", "curl -H 'bearer •••'"),
        (
            "a bearer of news, a basic example",
            "a bearer of news, a basic example",
        ),
        ("The token was refused.", "The token was refused."),
        // A credential is told from a word by its length and by what is in it.
        ("bearer abcdefgh", "bearer abcdefgh"),
        ("bearer 1234567", "bearer 1234567"),
        ("bearer 12345678", "bearer •••"),
        ("bearer ABCDEFGH", "bearer •••"),
        ("bearer abc_defg", "bearer •••"),
        ("Authorization: Bearer  abcdefgh", "Authorization: Bearer  •••"),
        // Nothing is hidden where nothing is.
        (
            "Authorization: Bearer, then more",
            "Authorization: Bearer, then more",
        ),
        ("token: , and more", "token: , and more"),
    ];
    for (given, wanted) in cases {
        assert_eq!(redactor.text(given, 1_000), wanted);
    }
}

// Proves S-88.
#[test]
fn names_that_sound_like_secrets_are_told_from_numbers_of_tokens() {
    for secret in [
        "access_token",
        "API-Key",
        "pin",
        "pwd",
        "dbPassword",
        "tokens_secret",
    ] {
        assert!(sounds_secret(secret), "{secret}");
    }
    for plain in [
        "max_tokens",
        "tokenizer",
        "token_count",
        "progressToken",
        "opinion",
        "path",
    ] {
        assert!(!sounds_secret(plain), "{plain}");
    }
}

// Proves S-88.
#[test]
fn in_a_pair_of_name_and_value_the_value_alone_is_hidden() {
    let redactor = Redactor::default();
    let pair = json!({"name": "Authorization", "value": "v", "note": "n"});
    assert_eq!(
        redactor.value(&pair),
        json!({"name": "Authorization", "value": HIDDEN, "note": "n"})
    );
    assert!(redactor.finds(&pair));
    // Nothing is said by what is empty, and nothing by the value of another name.
    for plain in [
        json!({"name": "Accept", "value": "v"}),
        json!({"password": null, "token": true, "secret": ""}),
    ] {
        assert_eq!(redactor.value(&plain), plain);
        assert!(!redactor.finds(&plain), "{plain}");
    }
}

// Proves S-88.
#[test]
fn a_secret_that_is_long_enough_is_looked_for() {
    let redactor = Redactor::default();
    let (shortest, shorter) = (
        "q".repeat(limits::SECRET_LENGTH),
        "z".repeat(limits::SECRET_LENGTH - 1),
    );
    redactor.learn(&shortest);
    redactor.learn(&shorter);
    assert_eq!(redactor.text(&shortest, 100), HIDDEN);
    assert_eq!(redactor.text(&shorter, 100), shorter);
}

// Proves S-88.
#[test]
fn what_stays_is_not_forgotten_with_tokens_that_are_the_same() {
    let redactor = Redactor::default();
    redactor.learn("a-secret-that-stays");
    redactor.learn_generation("here", ["a-secret-that-stays"].into_iter());
    for hour in 0..limits::SECRET_GENERATIONS + 2 {
        let token = format!("token-of-hour-{hour}");
        redactor.learn_generation("here", [token.as_str()].into_iter());
    }
    assert_eq!(redactor.text("a-secret-that-stays", 100), HIDDEN);
}

// Proves S-88.
#[tokio::test]
async fn a_redactor_is_complete_when_nobody_looks_for_secrets() {
    let redactor = Redactor::default();
    let moment = Duration::from_millis(20);
    assert!(redactor.is_complete());
    redactor.complete().await;
    let (one, other) = (redactor.expect(), redactor.expect());
    drop(one);
    assert!(!redactor.is_complete());
    assert!(tokio::time::timeout(moment, redactor.complete()).await.is_err());
    drop(other);
    assert!(redactor.is_complete());
    redactor.complete().await;
}

// Proves S-89.
#[test]
fn what_cannot_be_seen_is_shown_and_what_fits_is_not_cut() {
    let redactor = Redactor::default();
    assert_eq!(redactor.text("a\u{ad}b\nc", 100), "a⟨U+00AD⟩b⟨U+000A⟩c");
    assert_eq!(redactor.text("abcd", 4), "abcd");
    assert_eq!(redactor.text("abcde", 4), "abcd … (cut; 5 bytes in total)");
}

// Proves S-88.
#[test]
fn the_longer_of_two_secrets_goes_first() {
    let redactor = Redactor::default();
    redactor.learn("secret-part");
    redactor.learn("secret-part-and-more");
    assert_eq!(redactor.text("secret-part-and-more", 100), HIDDEN);
}

// Proves S-88.
#[test]
fn tokens_replaced_every_hour_are_redacted_as_long_as_they_may_appear() {
    let redactor = Redactor::default();
    redactor.learn("a-secret-that-stays");
    for hour in 0..10 {
        let token = format!("token-of-hour-{hour}");
        let tokens = ["one-that-is-not-replaced", token.as_str()];
        redactor.learn_generation("here", tokens.into_iter());
        redactor.learn_generation("there", ["another-sign-in"].into_iter());
    }
    for shown in ["token-of-hour-5", "token-of-hour-0"] {
        assert_eq!(redactor.text(shown, 100), shown);
    }
    for hidden in [
        "token-of-hour-9",
        "token-of-hour-6",
        "one-that-is-not-replaced",
        "another-sign-in",
        "a-secret-that-stays",
    ] {
        assert_eq!(redactor.text(hidden, 100), HIDDEN);
    }
}

#[test]
fn what_is_sent_is_bounded_and_says_how_much_there_was() {
    let redactor = Redactor::default();
    let text = redactor.json(
        &json!({"text": "é".repeat(crate::limits::RECORD_SENT)}),
        crate::limits::RECORD_SENT,
    );
    let (kept, marker) = text.split_once(" … (cut; ").unwrap();
    assert!(kept.len() <= crate::limits::RECORD_SENT && kept.len() > crate::limits::RECORD_SENT - 4);
    assert_eq!(
        marker,
        format!(
            "{} bytes in total)",
            2 * crate::limits::RECORD_SENT + r#"{"text":""}"#.len()
        )
    );
}

// Proves S-89.
#[tokio::test]
async fn no_text_makes_a_second_line() {
    const HOSTILE: &str =
        "x\r\n{\"seq\":99,\"outcome\":\"done\"}\n\u{1b}[2K\u{2028}\u{85}\u{0}\",\"y\n=1+1\u{202e}";
    let folder = tempfile::tempdir().unwrap();
    let room = Room::open(folder.path());
    for _ in 0..5 {
        let seq = room
            .audit
            .intend(Intended {
                why: HOSTILE.into(),
                sent: Some(json!({HOSTILE: HOSTILE})),
                tool: Some(HOSTILE.into()),
                server: Some(("s1".into(), HOSTILE.into())),
                ..call(HOSTILE)
            })
            .await
            .unwrap();
        let ended = Ended {
            came_back: Some(HOSTILE.into()),
            ..Ended::new(Outcome::Done, HOSTILE)
        };
        room.audit.end(seq, ended).await.unwrap();
    }
    let (lines, rows) = room.audit.export(Format::JsonLines, Vec::new()).await.unwrap();
    let lines = String::from_utf8(lines).unwrap();
    assert_eq!(rows, 10);
    // Everything that any reader of lines splits at.
    let split = |c: char| {
        matches!(
            c,
            '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{1c}'..='\u{1e}' | '\u{85}' | '\u{2028}' | '\u{2029}'
        )
    };
    let records: Vec<serde_json::Value> = lines
        .trim_end()
        .split(split)
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(records.len(), 10);
    assert!(records.iter().zip(1..).all(|(record, seq)| record["seq"] == seq));
    // The arguments come back as they were, the words with their escapes.
    let sent: serde_json::Value = serde_json::from_str(records[0]["sent"].as_str().unwrap()).unwrap();
    assert_eq!(sent, json!({HOSTILE: HOSTILE}));
    let (table, _) = room.audit.export(Format::Csv, Vec::new()).await.unwrap();
    let table = String::from_utf8(table).unwrap();
    assert_eq!(
        table
            .trim_end()
            .split(split)
            .filter(|line| !line.is_empty())
            .count(),
        11
    );
    assert!(!table.chars().any(|c| c.is_control() && c != '\r' && c != '\n'));
    let page = room
        .audit
        .page(portcullis_domain::RecordFilter::default(), None)
        .await
        .unwrap();
    assert!(page.rows[0].what.text.contains("⟨U+000A⟩") && page.rows[0].what.hidden > 5);
}
