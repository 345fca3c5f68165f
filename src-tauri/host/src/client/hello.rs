//! Who we are and what we offer, in both eras.

use super::Offers;
use serde_json::{Map, Value, json};

/// The newest revision that has a handshake, and the one that is offered in it (ERA-03).
pub(super) const LEGACY: &str = "2025-11-25";
/// The revision of the modern era.
pub(super) const MODERN: &str = "2026-07-28";
/// All revisions that are spoken, oldest first.
pub const REVISIONS: [&str; 5] = ["2024-11-05", "2025-03-26", "2025-06-18", LEGACY, MODERN];

/// Whether a server may choose this revision in the handshake.
pub(super) fn has_handshake(revision: &str) -> bool {
    REVISIONS.contains(&revision) && revision != MODERN
}

fn ourselves() -> Value {
    json!({"name": "portcullis", "title": "Portcullis", "version": env!("CARGO_PKG_VERSION")})
}

/// What is declared (CAP-01, CAP-03): nothing that this host would not serve to this server.
fn capabilities(offers: Offers, modern: bool) -> Value {
    let mut declared = Map::new();
    if offers.roots {
        let roots = if modern {
            json!({})
        } else {
            json!({"listChanged": true})
        };
        declared.insert("roots".to_owned(), roots);
    }
    if offers.sampling {
        declared.insert("sampling".to_owned(), json!({"tools": {}}));
    }
    if offers.elicitation {
        declared.insert("elicitation".to_owned(), json!({"form": {}, "url": {}}));
    }
    declared.into()
}

/// Parameters of `initialize`.
pub(super) fn initialize(offers: Offers, revision: &str) -> Map<String, Value> {
    let mut params = Map::new();
    params.insert("protocolVersion".to_owned(), revision.into());
    params.insert("capabilities".to_owned(), capabilities(offers, false));
    params.insert("clientInfo".to_owned(), ourselves());
    params
}

/// What every request of the modern era says about us (ERA-12, ERA-13, CAP-02).
pub(super) fn meta(offers: Offers) -> Map<String, Value> {
    let mut meta = Map::new();
    meta.insert(
        "io.modelcontextprotocol/protocolVersion".to_owned(),
        MODERN.into(),
    );
    meta.insert("io.modelcontextprotocol/clientInfo".to_owned(), ourselves());
    let declared = capabilities(offers, true);
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
