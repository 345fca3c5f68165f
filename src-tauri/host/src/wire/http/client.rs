//! How an address is reached: certificates, time limits, redirects, and the person's own headers. Both transports of
//! addresses use the same.

use super::HttpConfig;
use crate::wire::Wire;
use crate::{Code, Error, limits, reach};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};

/// The client that both transports of addresses use.
pub(in crate::wire) fn client(label: &str, url: &url::Url) -> Result<reqwest::Client, Error> {
    let builder = reach::builder(url).redirect(same_origin());
    builder.build().map_err(|error| {
        Error::new(Code::NetworkTls, format!("“{label}” was not reached: {error}."))
            .remedy("Check the certificates and the proxy settings of this computer.")
    })
}

/// The person's own headers.
pub(in crate::wire) fn own_headers(wire: &Wire, config: &HttpConfig) -> Result<HeaderMap, Error> {
    let (label, mut headers) = (wire.label(), HeaderMap::new());
    for (name, secret) in &config.headers {
        // `Bearer` and the like say who may come in, and are no part of what is secret.
        let (_, credential) = secret.expose().split_once(' ').unwrap_or_default();
        wire.keeps(secret.expose());
        wire.keeps(credential);
        let bad = |_| {
            Error::new(
                Code::BadInput,
                format!("The header “{name}” of “{label}” cannot be sent."),
            )
        };
        let name = HeaderName::try_from(name.as_str()).map_err(|error| bad(error.to_string()))?;
        let mut value = HeaderValue::try_from(secret.expose()).map_err(|error| bad(error.to_string()))?;
        value.set_sensitive(true);
        headers.append(name, value);
    }
    Ok(headers)
}

/// Only 307 and 308 keep the message, and only the same origin was approved by the person.
fn same_origin() -> reqwest::redirect::Policy {
    reqwest::redirect::Policy::custom(|attempt| {
        let keeps = matches!(
            attempt.status(),
            StatusCode::TEMPORARY_REDIRECT | StatusCode::PERMANENT_REDIRECT
        );
        let here = attempt
            .previous()
            .first()
            .is_some_and(|first| first.origin() == attempt.url().origin());
        if keeps && here && attempt.previous().len() <= limits::REDIRECTS {
            attempt.follow()
        } else {
            attempt.stop()
        }
    })
}
