//! What a publisher's command gives away of the hosts that it wants to connect to. They are proposals for a fence: the person gives
//! them, or does not.

use crate::limits;
use portcullis_domain::FenceHost;
use url::{Host, Url};

/// The hosts of addresses that stand in these texts: alone, or after `=` as in `--url=https://…`. Each once, in their order.
#[must_use]
pub fn proposed_hosts<'t>(texts: impl IntoIterator<Item = &'t str>) -> Vec<FenceHost> {
    let mut hosts: Vec<FenceHost> = Vec::new();
    for text in texts {
        let named = host_of(text).or_else(|| host_of(text.split_once('=')?.1));
        if let Some(host) = named
            && !hosts.contains(&host)
        {
            hosts.push(host);
        }
        if hosts.len() == limits::PROPOSED_HOSTS {
            break;
        }
    }
    hosts
}

fn host_of(text: &str) -> Option<FenceHost> {
    // A variable in it is not known yet; braces are no part of a name anyway.
    if text.contains(['{', '}', '$']) {
        return None;
    }
    let url = Url::parse(text.trim()).ok()?;
    let default = match url.scheme() {
        "https" | "wss" => 443,
        "http" | "ws" => 80,
        _ => return None,
    };
    match url.host()? {
        Host::Domain(name) => Some(FenceHost::new(
            name.trim_end_matches('.').to_ascii_lowercase(),
            url.port().unwrap_or(default),
        )),
        // A fence knows names: an address may be the person's own network.
        Host::Ipv4(_) | Host::Ipv6(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{FenceHost, proposed_hosts};
    use crate::limits;

    fn named(texts: &[&str]) -> Vec<String> {
        let hosts = proposed_hosts(texts.iter().copied());
        // Only a person says that a host is in the local network.
        assert!(hosts.iter().all(|host| !host.local_network));
        hosts.iter().map(FenceHost::address).collect()
    }

    #[test]
    fn hosts_are_those_of_addresses_once_each() {
        assert_eq!(
            named(&[
                "https://API.example.com/v1",
                "--url=https://api.example.com/v2",
                "--events=wss://events.example.com:8443",
                "http://localhost:3000/",
                "http://nas.local:5000/",
            ]),
            [
                "api.example.com:443",
                "events.example.com:8443",
                "localhost:3000",
                "nas.local:5000"
            ]
        );
    }

    #[test]
    fn what_is_no_host_name_is_not_proposed() {
        for text in [
            "",
            "api.example.com",
            "https://${HOST}/",
            "https://{region}.example.com/",
            "https://10.0.0.1/",
            "https://[::1]/",
            "file:///etc/passwd",
            "ftp://example.com/",
            "data:text/html,x",
            "--url=",
        ] {
            assert_eq!(named(&[text]), <[String; 0]>::default(), "{text}");
        }
        let many: Vec<String> = (0..100).map(|at| format!("https://h{at}.example.com/")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert_eq!(named(&many).len(), limits::PROPOSED_HOSTS);
    }
}
