//! What a remedy changes in the settings of a server, where Portcullis can say it exactly.

use portcullis_domain::{Endpoint, EraChoice, FenceHost, ServerDraft, TransportChoice};

/// A change of what is configured. It is proposed and reviewed like one that a person typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DraftChange {
    /// Another program.
    Program(String),
    /// Other arguments.
    Arguments(Vec<String>),
    /// Another URL.
    Url(String),
    /// The transport is detected.
    DetectTransport,
    /// The protocol version is detected.
    DetectVersion,
    /// Another start timeout, in seconds.
    StartSeconds(u32),
    /// A host that its fence lets it reach as well.
    AllowHost(FenceHost),
    /// A path that its fence lets it read as well.
    AllowRead(String),
}

impl DraftChange {
    /// A draft with this change and no other; `None` where it is changed already, or reached in another way by now.
    #[must_use]
    pub fn of(&self, before: &ServerDraft) -> Option<ServerDraft> {
        let mut draft = before.clone();
        match (self, &mut draft.endpoint) {
            (Self::Program(other), Endpoint::Command { program, .. }) => other.clone_into(program),
            (Self::Arguments(others), Endpoint::Command { arguments, .. }) => others.clone_into(arguments),
            (Self::Url(other), Endpoint::Address { url }) => other.clone_into(url),
            (Self::Program(_) | Self::Arguments(_) | Self::Url(_), _) => return None,
            (Self::DetectTransport, _) => draft.transport = TransportChoice::Auto,
            (Self::DetectVersion, _) => draft.era = EraChoice::Auto,
            (Self::AllowHost(host), _) => {
                let fence = draft.fence.as_mut()?;
                fence.add_host(host.clone());
            }
            (Self::AllowRead(path), _) => {
                let fence = draft.fence.as_mut()?;
                if !fence.read.contains(path) && !fence.write.contains(path) {
                    fence.read.push(path.clone());
                }
            }
            (Self::StartSeconds(seconds), _) => draft.limits.start_seconds = Some(*seconds),
        }
        (draft != *before).then_some(draft)
    }
}

/// A URL with another path. The rest stays as it was typed.
pub(super) fn with_path(url: &str, path: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("://")?;
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (host, behind) = rest.split_at_checked(end)?;
    let query = behind.find(['?', '#']).and_then(|at| behind.get(at..));
    Some(format!("{scheme}://{host}{path}{}", query.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::{DraftChange, with_path};
    use portcullis_domain::{Endpoint, FenceGrants, FenceHost, ServerDraft, TransportChoice};

    fn draft(endpoint: Endpoint) -> ServerDraft {
        ServerDraft {
            transport: TransportChoice::Sse,
            ..ServerDraft::unfenced("Notes", endpoint)
        }
    }

    #[test]
    fn only_what_a_remedy_names_changes_in_a_draft() {
        let url = "https://notes.example/sse".to_owned();
        let before = draft(Endpoint::Address { url: url.clone() });
        let slower = DraftChange::StartSeconds(60).of(&before).unwrap();
        assert_eq!(slower.limits.start_seconds, Some(60));
        assert_eq!(slower.transport, TransportChoice::Sse);
        let other = DraftChange::Url("https://notes.example/mcp".to_owned()).of(&before);
        assert!(matches!(other.unwrap().endpoint, Endpoint::Address { url } if url.ends_with("/mcp")));
        let detected = DraftChange::DetectTransport.of(&before).unwrap();
        assert_eq!(detected.transport, TransportChoice::Auto);
        for nothing in [
            DraftChange::Url(url),
            DraftChange::DetectVersion,
            DraftChange::Program("npx".to_owned()),
        ] {
            assert_eq!(nothing.of(&before), None, "{nothing:?}");
        }
    }

    // Proves S-68.
    #[test]
    fn a_host_is_allowed_once_and_only_in_a_fence() {
        let host = FenceHost::new("api.example.com", 443);
        let allow = DraftChange::AllowHost(host.clone());
        let mut before = draft(Endpoint::Demo {});
        assert_eq!(allow.of(&before), None);
        before.fence = Some(FenceGrants::default());
        let after = allow.of(&before).unwrap();
        assert_eq!(after.fence.as_ref().unwrap().hosts, [host]);
        assert_eq!(allow.of(&after), None);
        let local = FenceHost::local("api.example.com", 443);
        let inside = DraftChange::AllowHost(local.clone()).of(&after).unwrap();
        assert_eq!(inside.fence.as_ref().unwrap().hosts, [local], "in its place");
        assert_eq!(allow.of(&inside), None, "it is allowed already");
    }

    // Proves S-68.
    #[test]
    fn a_path_is_allowed_to_be_read_once_and_only_in_a_fence() {
        let allow = DraftChange::AllowRead("/srv/notes".to_owned());
        let mut before = draft(Endpoint::Demo {});
        assert_eq!(allow.of(&before), None);
        before.fence = Some(FenceGrants::default());
        let after = allow.of(&before).unwrap();
        let fence = after.fence.as_ref().unwrap();
        assert_eq!(fence.read, ["/srv/notes"]);
        assert!(fence.write.is_empty() && fence.hosts.is_empty());
        assert_eq!(allow.of(&after), None);
    }

    #[test]
    fn a_url_keeps_its_host_and_its_query() {
        for (url, path) in [
            ("https://notes.example", "https://notes.example/mcp"),
            ("https://notes.example:8443/", "https://notes.example:8443/mcp"),
            ("http://[::1]:3000/sse?team=a/b", "http://[::1]:3000/mcp?team=a/b"),
            ("http://localhost?x#y", "http://localhost/mcp?x#y"),
        ] {
            assert_eq!(with_path(url, "/mcp").unwrap(), path);
        }
        assert_eq!(with_path("notes.example", "/mcp"), None);
    }
}
