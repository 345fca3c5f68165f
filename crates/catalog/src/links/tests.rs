use super::*;
use crate::limits;
use proptest::prelude::*;

fn codes(address: &str) -> Vec<String> {
    let link = Link::read(address).unwrap_or_else(|why| panic!("{address}: {why}"));
    link.warnings
        .into_iter()
        .map(|warning| warning.code.replace("link.", ""))
        .collect()
}

// Proves S-16, SEC-05.
#[test]
fn what_is_not_plainly_a_page_is_never_opened() {
    let long = format!("https://example.com/{}", "a".repeat(limits::LINK_BYTES));
    let bad = [
        "",
        " ",
        "-",
        "--help",
        "-https://example.com",
        "example.com",
        "//example.com",
        "/etc/passwd",
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "javascript://example.com/%0aalert(1)",
        "data:text/html,<script>alert(1)</script>",
        "file:///etc/passwd",
        "file://host/share",
        "ftp://example.com",
        "ws://example.com",
        "wss://example.com",
        "ssh://example.com",
        "smb://example.com/share",
        "vscode://extension/install",
        "ms-msdt:/id PCWDiagnostic",
        "ms-settings:",
        "search-ms:query=x",
        "tel:+123",
        "mailto:a@b.example",
        "about:blank",
        "blob:https://example.com/1",
        "view-source:https://example.com",
        "chrome://settings",
        "portcullis://install",
        "x-apple.systempreferences:",
        "intent://example.com#Intent;scheme=http;end",
        "http://example.com",
        "http://192.168.0.1/",
        "http://127.0.0.1.example.com/",
        "http://localhost.example.com/",
        "http://[::2]/",
        "https:example.com",
        "https:/example.com",
        "https:///example.com",
        "https:////example.com",
        "https:\\\\example.com",
        "https://\\example.com",
        "https://example.com\\@evil.example",
        "https://",
        "https://?x",
        "https://#x",
        "https://:443/",
        "https://user@example.com/",
        "https://user:word@example.com/",
        "https://accounts.example.com@evil.example/",
        "https://@example.com/",
        "https://example.com%2f@evil.example/",
        "https://ex%61mple.com/",
        "https://example.com%00.evil.example/",
        "https://example.com/%00",
        "https://example.com/%0a",
        "https://example.com/%0D%0ASet-Cookie:x",
        "https://example.com/?x=%7f",
        "https://example.com/\n",
        "https://exam\tple.com/",
        "https://example.com/a b",
        " https://example.com/",
        "https://example.com/ ",
        "https://example.com/\0",
        "https://example.com/\u{202e}gpj.exe",
        "https://exa\u{200b}mple.com/",
        "https://exam\u{ad}ple.com/",
        "https://\u{feff}example.com/",
        "https://2130706433/",
        "https://0x7f.1/",
        "https://0177.0.0.1/",
        "https://127.1/",
        "https://１２７.0.0.1/",
        "https://example.com:99999/",
        "https://example.com:port/",
        "https://[::1/",
        "https://exa mple.com/",
        "https://ex<ample.com/",
        "https://xn--/",
        &long,
    ];
    assert!(bad.len() >= 60);
    for address in bad {
        let why = Link::read(address).expect_err(&format!("{address:?} is not opened"));
        assert!(why.ends_with('.'), "{why}");
    }
}

// Proves ELI-21.
#[test]
fn what_is_unusual_is_said_and_what_is_usual_is_not() {
    let usual = [
        "https://example.com",
        "https://example.com/",
        "https://accounts.example.com/login?state=a%2Fb&x=y#z",
        "HTTPS://EXAMPLE.COM/Path",
        "https://example.com:443/",
        "https://example.co.uk/",
        "https://app.example.com/",
        "https://example.com/a//b/../c",
        "https://example.com/?next=https://other.example/",
        "https://example.com/@somebody",
    ];
    for address in usual {
        assert_eq!(codes(address), Vec::<String>::new(), "{address}");
    }
    let unusual: [(&str, &[&str]); 20] = [
        ("http://localhost:3000/", &["not_encrypted", "inside", "port"]),
        ("http://127.0.0.1/", &["not_encrypted", "number", "inside"]),
        (
            "http://[::1]:8080/",
            &["not_encrypted", "number", "inside", "port"],
        ),
        ("https://203.0.113.9/", &["number"]),
        ("https://192.168.1.1/", &["number", "inside"]),
        ("https://169.254.169.254/latest/meta-data", &["number", "inside"]),
        ("https://[2001:db8::1]/", &["number"]),
        ("https://[fd00::1]/", &["number", "inside"]),
        ("https://[::ffff:10.0.0.1]/", &["number", "inside"]),
        ("https://example.com:8443/", &["port"]),
        ("https://аpple.com/", &["look_alike", "mixed_script"]),
        ("https://xn--pple-43d.com/", &["look_alike", "mixed_script"]),
        ("https://müller.example/", &["punycode"]),
        ("https://аррӏе.com/", &["look_alike"]),
        ("https://accounts.example.com.evil.example/", &["pretends"]),
        ("https://a.b.c.d.example/", &["many_parts"]),
        ("https://router/", &["inside"]),
        ("https://printer.local/", &["inside"]),
        ("https://example.com./", &["dot"]),
        ("https://printer.local./", &["dot", "inside"]),
    ];
    for (address, expected) in unusual {
        assert_eq!(codes(address), expected, "{address}");
    }
}

// Proves S-82.
#[test]
fn the_whole_address_is_shown_with_the_host_apart_and_in_both_spellings() {
    let long = format!("https://example.com/?q={}", "a".repeat(3_000));
    for address in [
        long.as_str(),
        "https://аpple.com/ä?ö#ü",
        "http://[::1]:9/x",
        "https://example.com",
    ] {
        let link = Link::read(address).unwrap();
        let LinkParts {
            before, host, after, ..
        } = &link.parts;
        assert_eq!(format!("{before}{host}{after}"), link.as_str());
        assert_eq!(link.shown().text, link.as_str(), "nothing is left out");
        assert_eq!(link.shown().hidden, 0);
    }
    assert_eq!(codes(&long), ["long"]);
    let link = Link::read("https://аpple.com/").unwrap();
    assert_eq!(link.parts.host, "xn--pple-43d.com");
    assert_eq!(link.parts.imitates.as_deref(), Some("apple.com"));
    let said = &link.warnings[0].sentence;
    assert!(
        said.contains("not apple.com") && said.contains("xn--pple-43d.com"),
        "{said}"
    );
    let reads = link.parts.reads.unwrap();
    assert_eq!((reads.text.as_str(), reads.lookalikes), ("а⟨U+0430⟩pple.com", 1));
    assert_eq!(Link::read("https://example.com").unwrap().parts.reads, None);
}

// Proves S-88.
#[test]
fn the_record_gets_an_address_without_what_may_be_a_key() {
    let kept = |address: &str| Link::read(address).unwrap().without_query();
    assert_eq!(kept("https://example.com/a?code=1#b"), "https://example.com/a…");
    assert_eq!(kept("https://example.com/a"), "https://example.com/a");
}

// Proves S-17, STD-14.
#[test]
fn shell_characters_stay_what_they_are() {
    let link = Link::read("https://a.example/?x=$(calc)&calc|;`id`'\"").unwrap();
    assert_eq!(link.as_str(), "https://a.example/?x=$(calc)&calc|;`id`%27%22");
}

proptest! {
    // Proves S-16, SEC-07.
    #[test]
    fn whatever_is_opened_is_a_page_with_a_host_and_no_user(address in "(https?://)?[a-zа-я0-9:@/\\\\?#%.\\[\\] \u{200b}-]{0,40}") {
        if let Ok(link) = Link::read(&address) {
            let url = Url::parse(link.as_str()).unwrap();
            prop_assert!(matches!(url.scheme(), "https" | "http"));
            prop_assert!(url.username().is_empty() && url.password().is_none());
            prop_assert!(link.as_str().is_ascii() && !link.as_str().contains([' ', '\\']));
            prop_assert_eq!(url.as_str(), link.as_str());
            let LinkParts { before, host, after, .. } = link.parts;
            prop_assert_eq!(format!("{before}{host}{after}"), url.as_str());
        }
    }
}
