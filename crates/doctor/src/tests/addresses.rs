use super::is;
use crate::FailureCause as Cause;
use crate::{Diagnosis, Evidence, RepairAction, diagnose};
use portcullis_core::{Clue, Code, ConnectFailure};
use portcullis_domain::{Endpoint, EraChoice, TransportChoice};
use portcullis_programs::System;

fn at(url: &str, code: Code, clue: Option<Clue>) -> Evidence {
    Evidence {
        code: Some(code),
        clue,
        ..Evidence::of(Endpoint::Address { url: url.to_owned() }, System::Other)
    }
}

fn answered(status: u16, code: Code, change: &dyn Fn(&mut Evidence)) -> Diagnosis {
    let clue = Clue::Answer {
        status,
        page: false,
        challenge: false,
    };
    let mut evidence = at("https://notes.example/v1", code, Some(clue));
    change(&mut evidence);
    diagnose(&evidence)
}

#[test]
fn every_reason_for_no_answer_is_another_cause() {
    for (failure, cause) in [
        (ConnectFailure::Dns, Cause::HostNotFound),
        (ConnectFailure::Refused, Cause::ConnectionRefused),
        (ConnectFailure::Reset, Cause::NetworkUnreachable),
        (ConnectFailure::Timeout, Cause::ConnectionTimeout),
        (ConnectFailure::Proxy, Cause::ProxyRejected),
        (ConnectFailure::NotHttp, Cause::NotMcp),
        (ConnectFailure::NoTls, Cause::TlsMissing),
        (ConnectFailure::CertificateIssuer, Cause::CertificateUnknown),
        (ConnectFailure::CertificateTime, Cause::CertificateExpired),
        (ConnectFailure::CertificateName, Cause::CertificateName),
        (ConnectFailure::ClientCertificate, Cause::CertificateWanted),
        (ConnectFailure::Tls, Cause::TlsFailed),
    ] {
        let evidence = at(
            "https://notes.example/mcp",
            Code::NetworkUnreachable,
            Some(Clue::NoAnswer(failure)),
        );
        is(&diagnose(&evidence), cause, "", cause.as_str());
    }
    let refused = Some(Clue::NoAnswer(ConnectFailure::Refused));
    let here = diagnose(&at(
        "http://localhost:3000/mcp",
        Code::NetworkUnreachable,
        refused,
    ));
    assert!(here.remedy.contains("on this computer"), "{}", here.remedy);
}

#[test]
fn an_http_answer_that_is_no_message_is_told_by_its_status() {
    let as_is = |_: &mut Evidence| {};
    for (status, code, cause) in [
        (404, Code::NetworkNotMcp, Cause::WrongPath),
        (405, Code::NetworkNotMcp, Cause::WrongPath),
        (407, Code::NetworkNotMcp, Cause::ProxySignIn),
        (301, Code::NetworkRedirect, Cause::Redirected),
        (429, Code::NetworkBusy, Cause::ServerBusy),
        (500, Code::NetworkFault, Cause::ServerError),
        (503, Code::NetworkBusy, Cause::ServerBusy),
        (401, Code::AuthRequired, Cause::SignInNeeded),
        (403, Code::AuthForbidden, Cause::AccessDenied),
        (406, Code::NetworkNotMcp, Cause::NotMcp),
        (418, Code::NetworkNotMcp, Cause::NotMcp),
        (200, Code::NetworkCaptive, Cause::CaptivePortal),
    ] {
        is(&answered(status, code, &as_is), cause, "", &status.to_string());
    }
    let page = answered(200, Code::NetworkNotMcp, &|it| {
        it.clue = Some(Clue::Answer {
            status: 200,
            page: true,
            challenge: false,
        });
    });
    is(&page, Cause::WrongPath, "", "a web page");
    assert!(page.remedy.contains("/mcp"));
    let path = answered(404, Code::NetworkNotMcp, &|it| {
        it.endpoint = Endpoint::Address {
            url: "https://notes.example/mcp?x=/sse".to_owned(),
        };
    });
    assert!(path.remedy.contains("/sse"), "{}", path.remedy);
}

#[test]
fn what_a_401_wants_depends_on_what_was_sent_and_named() {
    let key = answered(401, Code::AuthRequired, &|_| {});
    is(&key, Cause::SignInNeeded, "does not say how", "no challenge");
    assert_eq!(key.action, Some(RepairAction::EditHeaders));
    let sign_in = answered(401, Code::AuthRequired, &|it| {
        it.clue = Some(Clue::Answer {
            status: 401,
            page: false,
            challenge: true,
        });
    });
    is(
        &sign_in,
        Cause::SignInNeeded,
        "requires you to sign in",
        "a challenge",
    );
    assert_eq!(sign_in.action, Some(RepairAction::SignIn));
    let rejected = answered(401, Code::AuthRequired, &|it| it.own_authorization = true);
    is(
        &rejected,
        Cause::TokenRejected,
        "Authorization header",
        "an own header",
    );
    let metadata = diagnose(&at("https://notes.example/mcp", Code::AuthBadMetadata, None));
    is(&metadata, Cause::SignInMetadata, "metadata", "metadata");
    let away = diagnose(&at("https://notes.example/mcp", Code::AuthUnreachable, None));
    is(&away, Cause::SignInFailed, "authorization server", "issuer");
}

#[test]
fn an_old_transport_or_version_is_named_where_the_settings_exclude_it() {
    let only_new = |it: &mut Evidence| it.transport = TransportChoice::StreamableHttp;
    for status in [400, 405, 406, 415] {
        let old = answered(status, Code::NetworkNotMcp, &only_new);
        is(&old, Cause::OldTransport, "HTTP+SSE", &status.to_string());
        assert_eq!(old.action, Some(RepairAction::DetectTransport));
    }
    let stream = answered(404, Code::NetworkNotMcp, &|it| {
        only_new(it);
        it.endpoint = Endpoint::Address {
            url: "https://notes.example/sse".to_owned(),
        };
    });
    is(&stream, Cause::OldTransport, "HTTP+SSE", "404 at the stream");
    let mut evidence = at("https://notes.example/mcp", Code::NoCommonRevision, None);
    evidence.era = EraChoice::Modern;
    let diagnosis = diagnose(&evidence);
    is(&diagnosis, Cause::ProtocolVersion, "", "version");
    assert_eq!(diagnosis.action, Some(RepairAction::DetectVersion));
}
