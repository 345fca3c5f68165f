//! Client info, capabilities and protocol versions, as each era declares them.

use super::ClientCapabilities;
use serde_json::{Map, Value, json};

/// The newest revision that has a handshake, and the one that is offered in it (ERA-03).
pub(super) const LEGACY: &str = "2025-11-25";
/// The revision of the modern era.
pub(super) const MODERN: &str = "2026-07-28";
/// The first revision in which a server may ask for a form.
const FORMS: &str = "2025-06-18";
/// All revisions that are spoken, oldest first.
pub const REVISIONS: [&str; 5] = ["2024-11-05", "2025-03-26", "2025-06-18", LEGACY, MODERN];

/// Whether a server may choose this revision in the handshake.
pub(super) fn has_handshake(revision: &str) -> bool {
    REVISIONS.contains(&revision) && revision != MODERN
}

fn ourselves() -> Value {
    json!({"name": "portcullis", "title": "Portcullis", "version": env!("CARGO_PKG_VERSION")})
}

/// What is declared (CAP-01, CAP-03): nothing that this host would not serve to this server, in the shape of the
/// revision that is asked for.
fn capabilities(offers: ClientCapabilities, revision: &str) -> Value {
    let mut declared = Map::new();
    if offers.roots {
        let roots = match revision {
            MODERN => json!({}),
            _ => json!({"listChanged": true}),
        };
        declared.insert("roots".to_owned(), roots);
    }
    if offers.sampling {
        let sampling = match revision < LEGACY {
            true => json!({}),
            false => json!({"tools": {}}),
        };
        declared.insert("sampling".to_owned(), sampling);
    }
    if offers.elicitation && revision >= FORMS {
        let elicitation = match revision < LEGACY {
            true => json!({}),
            false => json!({"form": {}, "url": {}}),
        };
        declared.insert("elicitation".to_owned(), elicitation);
    }
    if let Some(extension) = offers.signs_in.filter(|_| revision >= LEGACY) {
        declared.insert("extensions".to_owned(), json!({ extension: {} }));
    }
    declared.into()
}

/// Parameters of `initialize`.
pub(super) fn initialize(offers: ClientCapabilities, revision: &str) -> Map<String, Value> {
    let mut params = Map::new();
    params.insert("protocolVersion".to_owned(), revision.into());
    params.insert("capabilities".to_owned(), capabilities(offers, revision));
    params.insert("clientInfo".to_owned(), ourselves());
    params
}

/// What every request of the modern era says about us (ERA-12, ERA-13, CAP-02).
pub(super) fn meta(offers: ClientCapabilities) -> Map<String, Value> {
    let mut meta = Map::new();
    meta.insert(
        "io.modelcontextprotocol/protocolVersion".to_owned(),
        MODERN.into(),
    );
    meta.insert("io.modelcontextprotocol/clientInfo".to_owned(), ourselves());
    let declared = capabilities(offers, MODERN);
    meta.insert("io.modelcontextprotocol/clientCapabilities".to_owned(), declared);
    meta
}

/// Adds an extension to what a request of the modern era declares.
pub(super) fn declare(meta: &mut Map<String, Value>, extension: &str) {
    let declared = meta.get_mut("io.modelcontextprotocol/clientCapabilities");
    if let Some(Value::Object(declared)) = declared
        && let Value::Object(extensions) = declared.entry("extensions").or_insert_with(|| json!({}))
    {
        extensions.insert(extension.to_owned(), json!({}));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: ClientCapabilities = ClientCapabilities {
        roots: true,
        sampling: true,
        elicitation: true,
        signs_in: None,
    };

    // Proves AUT-62, CAP-06.
    #[test]
    fn signing_in_without_a_browser_is_declared_where_a_person_set_it_up() {
        let robot = ClientCapabilities {
            signs_in: Some("io.modelcontextprotocol/oauth-client-credentials"),
            ..ClientCapabilities::default()
        };
        let declared = json!({"extensions": {"io.modelcontextprotocol/oauth-client-credentials": {}}});
        assert_eq!(capabilities(robot, MODERN), declared);
        assert_eq!(initialize(robot, LEGACY)["capabilities"], declared);
        assert_eq!(capabilities(robot, "2025-06-18"), json!({}));
        let mut meta = meta(robot);
        declare(&mut meta, "io.modelcontextprotocol/tasks");
        let extensions = &meta["io.modelcontextprotocol/clientCapabilities"]["extensions"];
        assert_eq!(extensions.as_object().map(Map::len), Some(2), "{extensions}");
    }

    // Proves CAP-03, CAP-04, CAP-05.
    #[test]
    fn each_revision_is_told_in_its_own_shape() {
        let roots = json!({"listChanged": true});
        for revision in ["2024-11-05", "2025-03-26"] {
            assert_eq!(
                capabilities(ALL, revision),
                json!({"roots": roots, "sampling": {}})
            );
        }
        assert_eq!(
            capabilities(ALL, "2025-06-18"),
            json!({"roots": roots, "sampling": {}, "elicitation": {}})
        );
        let (sampling, elicitation) = (json!({"tools": {}}), json!({"form": {}, "url": {}}));
        assert_eq!(
            capabilities(ALL, LEGACY),
            json!({"roots": roots, "sampling": sampling, "elicitation": elicitation})
        );
        assert_eq!(
            capabilities(ALL, MODERN),
            json!({"roots": {}, "sampling": sampling, "elicitation": elicitation})
        );
    }

    // Proves CAP-01, CAP-06.
    #[test]
    fn what_is_not_served_is_not_declared_and_there_are_no_extensions() {
        for revision in REVISIONS {
            assert_eq!(
                capabilities(ClientCapabilities::default(), revision),
                json!({}),
                "{revision}"
            );
        }
        let only = ClientCapabilities {
            elicitation: true,
            ..ClientCapabilities::default()
        };
        assert_eq!(
            capabilities(only, MODERN),
            json!({"elicitation": {"form": {}, "url": {}}})
        );
    }
}
