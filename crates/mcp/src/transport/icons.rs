//! Fetches the icon of a server, from the server's own origin only: no credentials, no cookies, no redirect, no private
//! network, a few kilobytes (ICO-02 to ICO-05, SEC-02, S-62). No protocol message: the host
//! asks for it (`host/icons.rs` in `crates/host`).

use crate::limits;
use http::header::{ACCEPT, CONTENT_TYPE};
use url::Url;

/// A picture as it came, with the type that was claimed for it.
pub struct FetchedIcon {
    /// The type that was claimed.
    pub kind: String,
    /// All of it.
    pub bytes: Vec<u8>,
}

/// Fetches one. `own` is the address of the server that names it.
///
/// # Errors
/// Why there is none: it only decorates, so only a log is told.
pub async fn fetch(source: &Url, own: &Url) -> Result<FetchedIcon, String> {
    if !may_fetch(source, own) {
        return Err("it is not at the public address of its server".to_owned());
    }
    get(&client(source)?, source).await
}

/// Whether a picture may be asked for at all. Nothing is looked up.
fn may_fetch(source: &Url, own: &Url) -> bool {
    let public = source
        .host()
        .is_some_and(|host| portcullis_net::of_host(&host).is_none());
    let bare = source.username().is_empty() && source.password().is_none();
    source.scheme() == "https" && source.origin() == own.origin() && bare && public
}

fn client(source: &Url) -> Result<reqwest::Client, String> {
    portcullis_net::builder(source)
        .timeout(limits::ICON_FETCH)
        .redirect(reqwest::redirect::Policy::none())
        .referer(false)
        .build()
        .map_err(|_| "no connection can be made from this computer".to_owned())
}

async fn get(client: &reqwest::Client, source: &Url) -> Result<FetchedIcon, String> {
    let asked = client
        .get(source.clone())
        .header(ACCEPT, "image/png, image/webp, image/jpeg");
    let response = asked
        .send()
        .await
        .map_err(|error| portcullis_net::reason(&error))?;
    if response.status() != http::StatusCode::OK {
        return Err(format!("the answer was HTTP {}", response.status()));
    }
    let kind = response
        .headers()
        .get(CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok());
    let kind = kind.unwrap_or_default().chars().take(limits::MIME).collect();
    let bytes = portcullis_net::whole(response, limits::ICON_BYTES)
        .await
        .map_err(|unread| match unread {
            portcullis_net::BodyError::TooLarge(_) => "it is too large".to_owned(),
            portcullis_net::BodyError::Broken(error) => portcullis_net::reason(&error),
            portcullis_net::BodyError::Packed(_)
            | portcullis_net::BodyError::Garbled
            | portcullis_net::BodyError::Swells(_) => "it is compressed".to_owned(),
        })?;
    Ok(FetchedIcon { kind, bytes })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    fn may(source: &str, own: &str) -> bool {
        may_fetch(&Url::parse(source).unwrap(), &Url::parse(own).unwrap())
    }

    // Proves ICO-03.
    #[test]
    fn only_the_servers_own_public_address_is_asked() {
        let own = "https://mcp.example.com/mcp";
        assert!(may("https://mcp.example.com/i.png?size=32", own));
        assert!(may("https://MCP.example.com:443/i.png", own));
        for other in [
            "https://tracker.example.net/i.png",
            "https://example.com/i.png",
            "https://mcp.example.com:8443/i.png",
            "https://user@mcp.example.com/i.png",
            "http://mcp.example.com/i.png",
            "ftp://mcp.example.com/i.png",
            "javascript:alert(1)",
            "data:image/png;base64,",
        ] {
            assert!(!may(other, own), "{other}");
        }
        assert!(!may("http://mcp.example.com/i.png", "http://mcp.example.com/mcp"));
    }

    // Proves S-62, SEC-02.
    #[test]
    fn nothing_inside_is_asked_however_it_is_written() {
        for inside in [
            "https://localhost",
            "https://127.1",
            "https://0x7f.1",
            "https://017700000001",
            "https://10.0.0.1",
            "https://172.16.0.1",
            "https://192.168.1.1",
            "https://169.254.169.254",
            "https://100.64.0.1",
            "https://0.0.0.0",
            "https://[::1]",
            "https://[::ffff:10.0.0.1]",
            "https://[::ffff:127.0.0.1]",
            "https://[64:ff9b::a00:1]",
            "https://[2002:a00:1::]",
            "https://[fc00::1]",
            "https://[fe80::1]",
            "https://printer",
            "https://printer.local",
            "https://metadata.google.internal",
            "https://a.localhost.",
        ] {
            assert!(
                !may(&format!("{inside}/i.png"), &format!("{inside}/mcp")),
                "{inside}"
            );
        }
        assert!(may("https://[2606:4700::1]/i.png", "https://[2606:4700::1]/mcp"));
        assert!(may("https://8.8.8.8/i.png", "https://8.8.8.8/mcp"));
    }

    /// Answers one request with this and gives back what was asked.
    async fn answer_with(answer: Vec<u8>) -> (Result<FetchedIcon, String>, String) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let serving = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut asked = vec![0; 4096];
            let length = stream.read(&mut asked).await.unwrap();
            // The caller may have seen enough before all of it was written.
            _ = stream.write_all(&answer).await;
            String::from_utf8_lossy(&asked[..length]).to_lowercase()
        });
        let url = Url::parse(&format!("http://{address}/i.png")).unwrap();
        let fetched = get(&client(&url).unwrap(), &url).await;
        (fetched, serving.await.unwrap())
    }

    fn http(head: &str, body: &[u8]) -> Vec<u8> {
        let head = format!(
            "HTTP/1.1 {head}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
            body.len()
        );
        [head.as_bytes(), body].concat()
    }

    // Proves ICO-04.
    #[tokio::test]
    async fn no_credentials_go_along() {
        let answer = http("200 OK\r\nContent-Type: image/png\r\nSet-Cookie: a=b", b"png");
        let (fetched, asked) = answer_with(answer).await;
        let fetched = fetched.unwrap();
        assert_eq!(
            (fetched.kind.as_str(), fetched.bytes.as_slice()),
            ("image/png", &b"png"[..])
        );
        for word in ["authorization", "cookie", "referer", "mcp-"] {
            assert!(!asked.contains(word), "{word}");
        }
    }

    // Proves ICO-02.
    #[tokio::test]
    async fn a_redirect_is_not_followed() {
        let (fetched, _) = answer_with(http("302 Found\r\nLocation: http://127.0.0.1:1/", b"")).await;
        assert!(fetched.is_err_and(|why| why.contains("302")));
    }

    // Proves ICO-05.
    #[tokio::test]
    async fn no_more_is_read_than_an_icon_may_have() {
        let large = http(
            "200 OK\r\nContent-Type: image/png",
            &vec![0; 4 * limits::ICON_BYTES],
        );
        let (fetched, _) = answer_with(large).await;
        assert!(fetched.is_err_and(|why| why.contains("too large")));
    }
}
