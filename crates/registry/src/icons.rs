//! Icons that publishers name for their entries. They decorate: whatever is odd about one leaves it out and nothing else. The site that
//! serves one learns the address of the viewer, so the host fetches none before the person wanted that.

use crate::client::RegistryClient;
use crate::entry::text;
use crate::{bad, limits};
use http::header::ACCEPT;
use http::{HeaderMap, HeaderValue, StatusCode};
use portcullis_core::icons::IconClaims;
use portcullis_core::{Code, Error, Result};
use portcullis_l10n::say;
use portcullis_net::is_here;
use serde_json::Value;
use url::Url;

/// An icon that could be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryIcon {
    /// Where it is: `https`, or on this computer. Whether it is visited, `portcullis-net` decides.
    pub source: Url,
    claims: IconClaims,
}

impl EntryIcon {
    fn read(icon: &Value) -> Option<Self> {
        let source = Url::parse(text(icon, "src", "src", limits::ICON_URL)?).ok()?;
        let is_reached = source.scheme() == "https" || source.scheme() == "http" && is_here(&source);
        let claimed = text(icon, "mimeType", "mime_type", 256).map(str::to_ascii_lowercase);
        // An SVG image can hold programs (S-21), and what moves is no icon. The bytes are judged later, whatever is claimed.
        let is_bitmap = claimed.is_none_or(|kind| !kind.contains("svg") && !kind.contains("gif"));
        (is_reached && is_bitmap).then(|| Self {
            source,
            claims: IconClaims::read(icon, limits::ICONS),
        })
    }
}

/// The icons of an entry, the best first.
#[must_use]
pub fn icons(document: &Value, dark: bool) -> Vec<EntryIcon> {
    let listed = document.get("icons").and_then(Value::as_array);
    let listed = listed.map(Vec::as_slice).unwrap_or_default().iter();
    let mut icons: Vec<EntryIcon> = listed.take(limits::ICONS).filter_map(EntryIcon::read).collect();
    icons.sort_by_key(|icon| icon.claims.misfit(dark, limits::ICON_SHOWN));
    icons
}

impl RegistryClient {
    /// The bytes of an icon, whatever they are. The header of the registry does not go along, and a redirect to another origin is not
    /// followed.
    ///
    /// # Errors
    /// `network.*`; `protocol.too_large`; `input.bad` for another answer than a file, and for one that is too slow.
    pub async fn icon(&self, icon: &EntryIcon) -> Result<Vec<u8>> {
        let accepted = HeaderValue::from_static("image/png, image/webp, image/jpeg");
        let headers: HeaderMap = std::iter::once((ACCEPT, accepted)).collect();
        let got = self
            .guard()
            .get_within(&icon.source, headers, limits::ICON_BYTES, limits::REPLY_TIME);
        // One that drips is no fault of the network: it would be fetched again at each look.
        let reply = tokio::time::timeout(limits::ICON_TIME, got)
            .await
            .map_err(|_| bad(say!("icon-slow", seconds = limits::ICON_TIME.as_secs())))??;
        match reply.status {
            StatusCode::OK => Ok(reply.body),
            // Its server may have one later.
            status if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS => {
                Err(Error::new(Code::NetworkFault, status_of(status)))
            }
            status => Err(bad(status_of(status))),
        }
    }
}

fn status_of(status: StatusCode) -> String {
    say!("icon-status", status = status.as_u16())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn sources(icons_of: &Value, dark: bool) -> Vec<String> {
        let document = json!({ "icons": icons_of });
        let icons = icons(&document, dark).into_iter();
        icons.map(|icon| icon.source.to_string()).collect()
    }

    #[test]
    fn the_icon_for_the_theme_that_is_large_enough_comes_first() {
        let listed = json!([
            { "src": "https://a.example/16.png", "sizes": ["16x16"] },
            { "src": "https://a.example/512.png", "sizes": ["512x512"] },
            { "src": "https://a.example/64.png", "sizes": ["32x32", "64x64"] },
            { "src": "https://a.example/any.png" },
            { "src": "https://a.example/night.png", "sizes": ["96x96"], "theme": "dark" },
        ]);
        let light = ["64", "512", "any", "16", "night"].map(|name| format!("https://a.example/{name}.png"));
        assert_eq!(sources(&listed, false), light);
        assert_eq!(sources(&listed, true)[0], "https://a.example/night.png");
    }

    // Proves S-21, S-62.
    #[test]
    fn what_is_no_https_bitmap_is_not_an_icon() {
        for odd in [
            json!("https://a.example/i.png"),
            json!({}),
            json!({ "src": 1 }),
            json!({ "src": "" }),
            json!({ "src": "http://a.example/i.png" }),
            json!({ "src": "data:image/png;base64,AAAA" }),
            json!({ "src": "javascript:alert(1)" }),
            json!({ "src": "file:///etc/passwd" }),
            json!({ "src": "//a.example/i.png" }),
            json!({ "src": "https://a.example/i", "mimeType": "image/svg+xml" }),
            json!({ "src": "https://a.example/i", "mimeType": "IMAGE/GIF" }),
            json!({ "src": format!("https://a.example/{}", "i".repeat(limits::ICON_URL)) }),
        ] {
            assert_eq!(sources(&json!([odd]), false), [] as [String; 0], "{odd}");
        }
        for none in [json!(null), json!({}), json!("x")] {
            assert_eq!(sources(&none, false), [] as [String; 0], "{none}");
        }
        let many: Vec<Value> = (0..1_000)
            .map(|at| json!({ "src": format!("https://a.example/{at}.png") }))
            .collect();
        assert_eq!(sources(&json!(many), false).len(), limits::ICONS);
    }
}
