//! One resource as its server lists it (RES-03). Its address is opaque: sent back byte for byte, and never opened,
//! followed or understood (RES-08, RES-14).

use super::fields::{EntryPart, Unit};
use super::icons::Icons;
use super::listing::ListEntry;
use super::search::{SearchKeys, Searched};
use super::{annotations, fields};
use crate::limits::{ICON_LISTED, URI};
use portcullis_core::text::ForeignText;
use portcullis_domain::Annotations;
use portcullis_l10n::say;
use serde_json::Value;

/// A usable resource. Identity is the server and [`Resource::uri`], byte for byte.
#[derive(Debug)]
pub struct Resource {
    /// Raw address.
    pub uri: String,
    /// Name; the address where there is none.
    pub name: ForeignText,
    /// Title.
    pub title: Option<ForeignText>,
    /// Description; empty when there is none.
    pub description: ForeignText,
    /// Type, as claimed.
    pub mime: Option<ForeignText>,
    /// Size in bytes, as claimed.
    pub size: Option<u64>,
    /// What the server says about its use.
    pub annotations: Annotations,
    /// Pictures that the server names for it.
    pub icons: Icons,
    keys: SearchKeys,
}

impl ListEntry for Resource {
    const MEMBER: &'static str = "resources";
    const IDENTITY: &'static str = "uri";

    fn read(definition: &Value) -> Result<Self, String> {
        let about = definition.as_object().ok_or_else(|| say!("tool-not-object"))?;
        let uri = fields::identity(about, "uri", EntryPart::Uri, (Unit::Bytes, URI))?;
        let name = name(about, &uri)?;
        let (title, description) = (fields::title(about)?, fields::description(about)?);
        Ok(Self {
            keys: keys(&name, title.as_ref(), &description, &uri),
            mime: fields::mime(about),
            size: about.get("size").and_then(Value::as_u64),
            annotations: annotations::read(about.get("annotations")),
            icons: Icons::read(about.get("icons"), ICON_LISTED),
            uri,
            name,
            title,
            description,
        })
    }

    fn identity(&self) -> &str {
        &self.uri
    }

    fn twice() -> String {
        say!("resource-twice")
    }
}

impl Searched for Resource {
    fn keys(&self) -> &SearchKeys {
        &self.keys
    }
}

/// The name, else the address: a name only decorates.
pub(super) fn name(about: &serde_json::Map<String, Value>, uri: &str) -> Result<ForeignText, String> {
    let name = about.get("name").and_then(Value::as_str).unwrap_or_default();
    let limit = crate::limits::TOOL_TITLE;
    fields::within(EntryPart::Name, Unit::Characters, name.chars().count(), limit)?;
    Ok(ForeignText::new(if name.trim().is_empty() { uri } else { name }))
}

/// A resource is found by its address as well.
pub(super) fn keys(
    name: &ForeignText,
    title: Option<&ForeignText>,
    description: &ForeignText,
    uri: &str,
) -> SearchKeys {
    let more = format!("{} {uri}", description.raw());
    SearchKeys::new(name.raw(), title.map(ForeignText::raw), &more)
}

#[cfg(test)]
mod tests {
    use super::super::Listing;
    use super::*;
    use serde_json::json;
    use serde_json::value::to_raw_value;

    fn listed(page: &Value) -> Listing<Resource> {
        Listing::read([&*to_raw_value(page).unwrap()])
    }

    // Proves RES-03.
    #[test]
    fn one_bad_entry_is_left_out_with_its_reason_and_hides_nothing() {
        let listing = listed(&json!({"resources": [
            {"uri": "a://1", "name": "one", "title": "One", "size": 7, "mimeType": "text/plain", "later": {"x": 1}},
            {"name": "no address"},
            {"uri": 7, "name": "odd"},
            "text",
            {"uri": "a://1", "name": "again"},
            {"uri": "x".repeat(URI + 1), "name": "long"},
            {"uri": "a://2", "size": -1, "mimeType": 7, "title": "  "},
        ]}));
        let usable: Vec<_> = listing.entries.iter().map(|entry| entry.uri.as_str()).collect();
        assert_eq!(usable, ["a://1", "a://2"]);
        let reasons: Vec<_> = listing
            .skipped
            .iter()
            .map(|entry| entry.reason.as_str())
            .collect();
        assert_eq!(
            reasons[..4],
            [
                "It has no URI.",
                "Its URI is not text.",
                "It is not an object.",
                "An earlier resource has the same URI."
            ]
        );
        assert!(reasons[4].contains("at most 8,192"), "{}", reasons[4]);
        assert_eq!(listing.skipped[0].shown.text, "Number 2 in the list");
        let bare = listing.get("a://2").unwrap();
        assert_eq!((bare.name.raw(), bare.size), ("a://2", None));
        assert!(bare.title.is_none() && bare.mime.is_none());
    }

    // Proves RES-03.
    #[test]
    fn a_page_that_is_no_list_counts_as_one_entry_left_out() {
        for page in [
            json!({}),
            json!({"resources": {}}),
            json!([]),
            json!({"resources": null}),
        ] {
            let listing = listed(&page);
            assert_eq!((listing.entries.len(), listing.skipped.len()), (0, 1), "{page}");
        }
    }

    // Proves F-19.
    #[test]
    fn no_more_than_the_limit_is_read() {
        let many: Vec<_> = (0..crate::limits::OFFERS + 3)
            .map(|at| json!({"uri": format!("a://{at}")}))
            .collect();
        let listing = listed(&json!({ "resources": many }));
        assert_eq!(listing.entries.len(), crate::limits::OFFERS);
        assert_eq!(listing.beyond_limit, 3);
    }

    #[test]
    fn a_resource_is_found_by_its_address_as_well() {
        let listing = listed(&json!({"resources": [
            {"uri": "notes://daily/today", "name": "Today"},
            {"uri": "notes://weekly", "name": "Week"},
        ]}));
        assert_eq!(listing.search("daily").len(), 1);
        assert_eq!(listing.search("").len(), 2);
    }
}
