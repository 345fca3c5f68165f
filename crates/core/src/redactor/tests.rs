//! Secrets are masked, and nothing else is (S-88, S-89).
use super::Redactor;
use crate::limits;
use crate::redact::{HIDDEN, sounds_secret};
use serde_json::json;
use std::time::Duration;

/// Bytes that a text is cut to here.
const SENT: usize = 1_000;

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
fn a_secret_of_digits_is_hidden_where_it_is_sent_as_a_number() {
    let redactor = Redactor::default();
    redactor.learn("48151623");
    let sent = json!({"code": 48151623, "list": [48151623], "other": 481516230});
    let kept = json!({"code": HIDDEN, "list": [HIDDEN], "other": 481516230});
    assert_eq!(redactor.value(&sent), kept);
    assert!(redactor.finds(&sent) && !redactor.finds(&json!([481516230, 4815])));
    assert_eq!(redactor.json(&json!([48151623]), 100), format!("[\"{HIDDEN}\"]"));
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
async fn a_redactor_is_complete_when_no_task_looks_for_secrets() {
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

// Proves S-67, S-88.
#[test]
fn what_looks_like_a_secret_in_arguments_is_masked_and_words_are_not() {
    let redactor = Redactor::default();
    let line = [
        "--api-key",
        "k-4711-abcd",
        "--password",
        "letmein",
        "postgres://ada:s3cr3t42@db/x",
    ];
    redactor.learn_arguments(&line.map(str::to_owned));
    assert_eq!(
        redactor.text("k-4711-abcd was refused, s3cr3t42 too; letmein, ada", 100),
        "••• was refused, ••• too; letmein, ada"
    );
}

// Proves S-88.
#[test]
fn what_was_only_proposed_is_not_masked_for_good() {
    let redactor = Redactor::default();
    let propose = |value: &str| {
        let line = ["--token".to_owned(), value.to_owned()];
        redactor.learn_proposed_arguments([line.as_slice()].into_iter());
    };
    propose("notes-server2");
    assert_eq!(redactor.text("notes-server2", 100), HIDDEN);
    for number in 0..limits::SECRET_GENERATIONS {
        propose(&format!("other-server{number}"));
    }
    assert_eq!(redactor.text("notes-server2", 100), "notes-server2");
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
    let text = redactor.json(&json!({"text": "é".repeat(SENT)}), SENT);
    let (kept, marker) = text.split_once(" … (cut; ").unwrap();
    assert!(kept.len() <= SENT && kept.len() > SENT - 4);
    assert_eq!(
        marker,
        format!("{} bytes in total)", 2 * SENT + r#"{"text":""}"#.len())
    );
}
