//! The address of a server as a person typed or pasted it, judged like one that a server names: what parsers read
//! differently from people is refused, what is only unusual is said. From here on there is only what the parser made of
//! it: that is shown, approved, saved and reached (S-13).

use portcullis_catalog::links;
use portcullis_core::{Result, bad_input, text};
use portcullis_domain::{Endpoint, ServerDraft, Warning};
use portcullis_l10n::say;
use url::{Host, ParseError, Url};

/// The draft with its address as the parser writes it; one that is no address is left for the review to refuse.
#[must_use]
pub fn as_parsed(draft: ServerDraft) -> ServerDraft {
    let endpoint = match draft.endpoint {
        Endpoint::Address { url } => Endpoint::Address {
            url: read(&url).map_or(url, |parsed| parsed.into()),
        },
        other => other,
    };
    ServerDraft { endpoint, ..draft }
}

/// Whether this is an address, where a program is expected.
#[must_use]
pub fn is_url(program: &str) -> bool {
    Url::parse(program.trim()).is_ok_and(|url| matches!(url.scheme(), "http" | "https"))
}

/// Reads an address.
///
/// # Errors
/// `input.bad`, as a reason.
pub(super) fn read(typed: &str) -> Result<Url> {
    let typed = typed.trim();
    let shown = text::escape_line(typed).text;
    let url =
        Url::parse(typed).map_err(|error| bad_input(say!("url-invalid", url = shown, why = cause(error))))?;
    // A URL of these schemes has a host, else it is none.
    if !matches!(url.scheme(), "http" | "https") {
        return Err(bad_input(say!("url-not-http", url = shown)).remedy(say!("url-not-http-remedy")));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(bad_input(say!("url-credentials")).remedy(say!("url-credentials-remedy")));
    }
    match links::misread(typed, &url) {
        None => Ok(url),
        Some(why) => Err(bad_input(say!("url-misread", url = shown, why)).remedy(say!("url-misread-remedy"))),
    }
}

/// Why it is no address, in our words.
fn cause(error: ParseError) -> String {
    match error {
        ParseError::RelativeUrlWithoutBase | ParseError::RelativeUrlWithCannotBeABaseBase => {
            say!("url-no-scheme")
        }
        ParseError::EmptyHost => say!("url-no-host"),
        ParseError::InvalidPort => say!("url-bad-port"),
        ParseError::InvalidIpv4Address | ParseError::InvalidIpv6Address => {
            say!("url-bad-ip")
        }
        ParseError::InvalidDomainCharacter | ParseError::IdnaError => {
            say!("url-bad-host")
        }
        ParseError::Overflow => say!("url-too-long"),
        _ => say!("url-unreadable"),
    }
}

/// What is unusual about it.
pub(super) fn remarks(url: &Url) -> Vec<Warning> {
    plain_http(url).into_iter().chain(links::remarks(url)).collect()
}

/// How its host reads where it is written otherwise, in words that follow it.
pub(super) fn note(url: &str) -> Option<String> {
    let url = Url::parse(url).ok()?;
    if let Some(imitated) = links::imitates(&url) {
        return Some(say!("url-imitates", host = imitated));
    }
    let reads = links::reads(&url)?;
    Some(say!("url-reads", text = reads.text))
}

fn plain_http(url: &Url) -> Option<Warning> {
    let local = match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback(),
        None => false,
    };
    (url.scheme() == "http" && !local)
        .then(|| Warning::new("address.not_encrypted", say!("url-not-encrypted")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use portcullis_core::Code;

    #[test]
    fn an_address_is_told_from_a_program() {
        for typed in [" https://example.com/mcp", "HTTP://localhost:3000"] {
            assert!(is_url(typed), "{typed}");
        }
        for typed in [
            "npx",
            "/usr/bin/http",
            "./https",
            "C:\\server.exe",
            "file:///bin/sh",
        ] {
            assert!(!is_url(typed), "{typed}");
        }
    }

    // Proves S-13.
    #[test]
    fn an_address_is_what_the_parser_made_of_it() {
        for (typed, parsed) in [
            (" HTTPS://Example.COM:443/mcp ", "https://example.com/mcp"),
            ("https://exämple.de/a/../b", "https://xn--exmple-cua.de/b"),
            ("https://ｅxample.com", "https://example.com/"),
            ("http://localhost:3000/mcp?x=1", "http://localhost:3000/mcp?x=1"),
        ] {
            assert_eq!(read(typed).unwrap().as_str(), parsed, "{typed}");
        }
        assert_eq!(
            note("https://xn--exmple-cua.de/b").unwrap(),
            "its host reads “exämple.de”"
        );
        assert_eq!(
            note("https://xn--gthub-n4a.com/").unwrap(),
            "not github.com: it only looks like it"
        );
        assert_eq!(note("https://example.com/"), None);
    }

    // Proves S-16.
    #[test]
    fn a_typed_address_that_could_be_misread_or_is_none_of_http_is_refused() {
        for typed in [
            "https://exa\u{200b}mple.com",
            "https://example.com\\@evil.example/",
            "https://example.com/a b",
            "https://2130706433/",
            "https://0x7f.1/",
            "https://%65xample.com/",
            "https://example.com/%0a",
            "https:example.com",
            "https://@example.com/",
            "ftp://example.com/",
        ] {
            let refused = read(typed).unwrap_err();
            assert_eq!(refused.code, Code::BadInput, "{typed}");
        }
        for typed in ["https://ada@example.com/", "https://:pw@example.com/"] {
            let refused = read(typed).unwrap_err();
            assert_eq!(
                refused.sentence, "a URL cannot contain a user name or password",
                "{typed}"
            );
        }
        let refused = read("https://0x7f.1/").unwrap_err();
        assert_eq!(
            refused.sentence,
            "“https://0x7f.1/” is ambiguous: its host is an IP address in disguise"
        );
    }

    #[test]
    fn why_a_text_is_no_address_is_said_in_our_words() {
        for (typed, why) in [
            ("example.com/mcp", "it does not start with https:// or http://"),
            ("https://", "the host is missing"),
            (
                "https://example.com:99999",
                "the port is not a number up to 65535",
            ),
            ("https://1.2.3.4.5/", "the host is not a valid IP address"),
            (
                "https://exa|mple.com/",
                "the host name contains invalid characters",
            ),
        ] {
            let refused = read(typed).unwrap_err();
            assert_eq!(refused.sentence, format!("“{typed}” is not a URL: {why}"));
        }
    }

    // Proves S-82.
    #[test]
    fn what_is_unusual_about_a_typed_address_is_said_and_no_more() {
        let codes = |typed: &str| {
            let remarks = remarks(&read(typed).unwrap());
            remarks
                .into_iter()
                .map(|it| it.code)
                .collect::<Vec<_>>()
                .join(" ")
        };
        for (typed, said) in [
            ("https://example.com/mcp", ""),
            ("http://localhost:3000/mcp", ""),
            ("https://192.168.1.4:8443/mcp", ""),
            ("http://192.168.1.4:8080/mcp", "address.not_encrypted"),
            ("https://93.184.216.34/mcp", "link.number"),
            // The second letter is Cyrillic.
            (
                "https://g\u{456}thub.com/mcp",
                "link.look_alike link.mixed_script",
            ),
            ("https://xn--exmple-cua.de/", "link.punycode"),
            ("https://github.com.example.org/", "link.pretends"),
            ("https://example.com./", "link.dot"),
        ] {
            assert_eq!(codes(typed), said, "{typed}");
        }
    }
}
