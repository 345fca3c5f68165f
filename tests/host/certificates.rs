//! Certificates and proxies of the system. Both are read from the environment of the whole process, so these tests run
//! themselves again, each in a process of its own.

use std::process::Stdio;

use portcullis_api::Phase;
use portcullis_core::{Code, TextSource};
use portcullis_net::guarded_client;
use portcullis_tests::{
    fault_proxy::{Authority, FaultProxy, NetworkState},
    hostile::Hostile,
    sink::{Answer, Sink},
    test_user::{TestUser, address, assert_done, nothing, received},
};
use serde_json::json;

use super::http_words::fails;

/// Runs another test of this file with these variables and without the proxies of this computer.
async fn runs(test: &str, variables: &[(&str, &str)]) {
    again(&format!("certificates::inside::{test}"), variables).await;
}

/// The same for any test.
pub(super) async fn again(test: &str, variables: &[(&str, &str)]) {
    let mut command = tokio::process::Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--ignored", "--nocapture"]);
    for name in ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"] {
        command.env_remove(name).env_remove(name.to_lowercase());
    }
    command
        .envs(variables.iter().copied())
        .env("PORTCULLIS_INSIDE", "yes");
    let output = command
        .stdin(Stdio::null())
        .kill_on_drop(true)
        .output()
        .await
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && said.contains("1 passed"),
        "{said}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// Whether this is the process of its own.
pub(super) fn is_inside() -> bool {
    std::env::var_os("PORTCULLIS_INSIDE").is_some()
}

// Proves F-13, SEC-17.
#[tokio::test]
async fn certificates_of_an_own_authority_count_and_wrong_ones_never() {
    let folder = tempfile::tempdir().unwrap();
    let ours = Authority::default();
    let trusted = folder.path().join("trusted.pem");
    std::fs::write(&trusted, ours.pem()).unwrap();
    let served = Hostile::new(json!({"tools": ["x"]})).on_http().await;
    let good = FaultProxy::with_tls(&served.url, &ours.certifies("localhost", true)).await;
    let over = FaultProxy::with_tls(&served.url, &ours.certifies("localhost", false)).await;
    let other = FaultProxy::with_tls(&served.url, &ours.certifies("other.example", true)).await;
    let unknown = FaultProxy::with_tls(&served.url, &Authority::default().certifies("localhost", true)).await;
    let urls = [&good, &over, &other, &unknown].map(|fault_proxy| fault_proxy.url_at("localhost"));
    let variables = [
        ("SSL_CERT_FILE", trusted.to_str().unwrap()),
        ("GOOD", urls[0].as_str()),
        ("OVER", urls[1].as_str()),
        ("OTHER", urls[2].as_str()),
        ("UNKNOWN", urls[3].as_str()),
    ];
    runs("certificates", &variables).await;
}

// Proves F-13, F-14.
#[tokio::test]
async fn a_handshake_that_stalls_is_given_up() {
    let served = Hostile::new(json!({"tools": ["x"]})).on_http().await;
    let fault_proxy =
        FaultProxy::with_tls(&served.url, &Authority::default().certifies("localhost", true)).await;
    fault_proxy.becomes(NetworkState::Stalled);
    let (_, problem) = fails(address("Remote", &fault_proxy.url_at("localhost"))).await;
    assert_eq!(problem.code, Code::NetworkUnreachable.as_str());
}

#[tokio::test]
async fn a_proxy_of_the_system_is_used_except_for_this_computer_and_where_it_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("record");
    // As far as a plain address goes, any server that takes whole addresses is a proxy.
    let proxy = Hostile::new(json!({"tools": ["x"], "http": {"record": record}}))
        .on_http()
        .await;
    let proxy_url = proxy.url.trim_end_matches("/mcp");
    let here = Hostile::new(json!({"tools": ["x"]})).on_http().await;
    for name in ["HTTP_PROXY", "http_proxy", "ALL_PROXY"] {
        let variables = [
            (name, proxy_url),
            ("NO_PROXY", "direct.invalid,10.0.0.0/8"),
            ("HERE", here.url.as_str()),
        ];
        runs("proxies", &variables).await;
        let requests = received(&record);
        assert!(!requests.is_empty(), "{name}");
        for request in requests {
            assert_eq!(request["target"], "http://mcp.invalid/mcp", "{name}");
        }
        std::fs::remove_file(&record).unwrap();
    }
}

// Proves S-62.
#[tokio::test]
async fn what_a_server_names_goes_to_the_proxy_unless_it_leads_inside_from_here() {
    let proxy = Sink::answering(Answer::Status(502, Vec::new(), Vec::new())).await;
    let proxy_url = proxy.url("");
    let names = ["HTTPS_PROXY", "https_proxy", "ALL_PROXY"];
    for name in names {
        let variables = [(name, proxy_url.as_str()), ("NO_PROXY", "direct.invalid")];
        runs("named", &variables).await;
    }
    let told: Vec<_> = proxy
        .hits()
        .into_iter()
        .map(|hit| (hit.method, hit.target))
        .collect();
    let known_there = ("CONNECT".to_owned(), "known-there.invalid:443".to_owned());
    assert_eq!(told, names.map(|_| known_there.clone()));
}

// Proves F-15.
#[tokio::test]
async fn a_captive_portal_at_first_contact_is_no_server_and_says_what_it_may_be() {
    let sink = Sink::answering(Answer::Html).await;
    let (_, problem) = fails(address("Remote", &sink.url("/mcp"))).await;
    assert_eq!(problem.code, Code::NetworkNotMcp.as_str());
    let remedy = problem.remedy.unwrap();
    assert!(remedy.contains("If the network requires sign-in"), "{remedy}");
}

async fn works(url: &str) {
    let person = TestUser::new().await;
    let id = person.adds_ready(address("Remote", url)).await;
    assert_done(&person.calls(&id, "x", nothing()).await);
    person.host.close().await;
}

/// What runs with variables of its own. Left out of an ordinary run, and nothing without them.
mod inside {
    use super::{Code, Phase, TextSource, address, fails, guarded_client, is_inside, works};

    fn variable(name: &str) -> String {
        std::env::var(name).unwrap_or_default()
    }

    #[tokio::test]
    #[ignore = "is run by the tests above"]
    async fn certificates() {
        if !is_inside() {
            return;
        }
        works(&variable("GOOD")).await;
        for wrong in ["OVER", "OTHER", "UNKNOWN"] {
            let (phase, problem) = fails(address("Remote", &variable(wrong))).await;
            assert_eq!(
                problem.code,
                Code::NetworkTls.as_str(),
                "{wrong}: {}",
                problem.sentence
            );
            assert_eq!(phase, Phase::Stopped, "there is no way around it");
        }
    }

    #[tokio::test]
    #[ignore = "is run by the tests above"]
    async fn proxies() {
        if !is_inside() {
            return;
        }
        works("http://mcp.invalid/mcp").await;
        works(&variable("HERE")).await;
        let (_, problem) = fails(address("Remote", "http://direct.invalid/mcp")).await;
        assert_eq!(problem.code, Code::NetworkUnreachable.as_str());
    }

    #[tokio::test]
    #[ignore = "is run by the tests above"]
    async fn named() {
        if !is_inside() {
            return;
        }
        let own: url::Url = "https://mcp.example.org/mcp".parse().unwrap();
        let guarded = guarded_client("Named", &own, TextSource::Server);
        for (host, expected) in [
            ("known-there.invalid", Code::NetworkUnreachable),
            ("direct.invalid", Code::NetworkUnreachable),
            ("localhost", Code::NetworkForbidden),
            ("printer.local", Code::NetworkForbidden),
            ("127.0.0.1", Code::NetworkForbidden),
            ("10.0.0.1", Code::NetworkForbidden),
            ("[::ffff:10.0.0.1]", Code::NetworkForbidden),
        ] {
            let named = format!("https://{host}/").parse().unwrap();
            let error = guarded.get(&named, http::HeaderMap::new()).await.unwrap_err();
            assert_eq!(error.code, expected, "{host}: {}", error.sentence);
        }
    }
}
