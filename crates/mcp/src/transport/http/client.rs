//! The HTTP client of both HTTP transports: certificates, timeouts, redirects, and custom headers.

use super::HttpConfig;
use super::redirects::same_origin;
use crate::transport::JsonRpc;
use http::{HeaderMap, HeaderName, HeaderValue};
use portcullis_core::{Code, Error};
use portcullis_l10n::say;

/// The client that both transports of addresses use.
pub(in crate::transport) fn client(label: &str, url: &url::Url) -> Result<reqwest::Client, Error> {
    let builder = portcullis_net::builder(url).redirect(same_origin());
    builder.build().map_err(|_| {
        Error::new(
            Code::NetworkTls,
            say!(
                "unreachable",
                server = label,
                cause = say!("certificates-unusable")
            ),
        )
        .remedy(say!("certificates-unusable-remedy"))
    })
}

/// The person's own headers.
pub(in crate::transport) fn own_headers(rpc: &JsonRpc, config: &HttpConfig) -> Result<HeaderMap, Error> {
    let (label, mut headers) = (rpc.label(), HeaderMap::new());
    for (name, secret) in &config.headers {
        // `Bearer` and the like say who may come in, and are no part of what is secret.
        let (_, credential) = secret.expose().split_once(' ').unwrap_or_default();
        rpc.redact_echo(secret.expose());
        rpc.redact_echo(credential);
        let bad = || Error::new(Code::BadInput, say!("header-invalid", name, server = label));
        let name = HeaderName::try_from(name.as_str()).map_err(|_| bad())?;
        let mut value = HeaderValue::try_from(secret.expose()).map_err(|_| bad())?;
        value.set_sensitive(true);
        headers.append(name, value);
    }
    Ok(headers)
}
