//! Secrets stay out (S-88), and one row is one line (S-89).

use super::{Room, call};
use crate::audit::{Decided, Ended, Format, Intended};
use portcullis_domain::Outcome;
use serde_json::json;

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
