use super::*;

#[test]
fn a_provider_on_this_computer_is_not_said_to_keep_what_it_is_sent() {
    for (address, sentence) in [
        (
            "http://127.0.0.1:11434",
            "Requests go to a program on this computer, at 127.0.0.1, which may forward them.",
        ),
        (
            "http://localhost:1234/v1",
            "Requests go to a program on this computer, at localhost, which may forward them.",
        ),
        ("https://api.example/v1", "Requests go to api.example."),
    ] {
        assert_eq!(goes_to(&Url::parse(address).unwrap()), sentence);
    }
}

// Proves S-67.
#[test]
fn a_key_is_never_sent_in_the_clear_but_within_this_computer() {
    for (typed, key, fits) in [
        ("https://api.example/v1", true, true),
        ("http://api.example/v1", true, false),
        ("http://api.example/v1", false, false),
        ("http://localhost:1234/v1", true, true),
        ("http://127.0.0.1:11434", false, true),
        ("http://192.168.1.7:11434", false, true),
        ("http://192.168.1.7:11434", true, false),
        ("https://user:pw@api.example/v1", true, false),
        ("https://api.example/v1?key=1", true, false),
        ("file:///etc/passwd", false, false),
        ("api.example", true, false),
    ] {
        assert_eq!(address(typed, key).is_ok(), fits, "{typed} with key {key}");
    }
}

#[test]
fn an_address_with_a_path_that_is_added_to_every_request_has_it_once() {
    for (kind, typed, base) in [
        (
            ProviderKind::Ollama,
            "http://127.0.0.1:11434/v1",
            "http://127.0.0.1:11434",
        ),
        (
            ProviderKind::Ollama,
            "https://gate.example/ollama/api/",
            "https://gate.example/ollama",
        ),
        (ProviderKind::Ollama, "https://api/", "https://api"),
        (ProviderKind::Ollama, "https://v1", "https://v1"),
        (
            ProviderKind::Gemini,
            "https://generativelanguage.googleapis.com/v1beta",
            "https://generativelanguage.googleapis.com",
        ),
        (
            ProviderKind::Compatible,
            "https://host.example/v1/chat/completions",
            "https://host.example/v1",
        ),
        (
            ProviderKind::Compatible,
            "https://host.example/v1/",
            "https://host.example/v1",
        ),
    ] {
        let provider = Provider {
            kind,
            label: "P".to_owned(),
            address: Url::parse(typed).unwrap(),
            key: None,
        };
        assert_eq!(provider.base(), base, "{typed}");
    }
}
