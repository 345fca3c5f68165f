//! Claims of a tool that cannot all be true, or that its own arguments speak against.

use super::{Tool, search};
use portcullis_domain::Claim;
use portcullis_l10n::say;
use serde_json::Value;

/// Names of arguments that are addresses, in lower case.
const ADDRESSES: [&str; 7] = ["url", "uri", "href", "link", "webhook", "endpoint", "website"];

/// Each in a sentence.
pub(super) fn of(tool: &Tool) -> impl Iterator<Item = String> {
    let claims = |claim: Claim| tool.claims.contains(&claim);
    let reads_and_destroys = claims(Claim::ReadOnly) && claims(Claim::Destructive);
    let stays_and_reaches = claims(Claim::ClosedWorld) && takes_address(&tool.input_schema());
    [
        reads_and_destroys.then(|| say!("note-reads-destroys")),
        stays_and_reaches.then(|| say!("note-stays-reaches")),
    ]
    .into_iter()
    .flatten()
}

/// Whether an argument is an address, by its format or its name.
fn takes_address(schema: &Value) -> bool {
    let properties = schema.get("properties").and_then(Value::as_object);
    properties.into_iter().flatten().any(|(name, about)| {
        let format = about.get("format").and_then(Value::as_str).unwrap_or_default();
        matches!(format, "uri" | "iri" | "url" | "uri-reference" | "iri-reference")
            || search::words(name)
                .split_whitespace()
                .any(|word| ADDRESSES.contains(&word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notes::{OtherNames, notes};
    use serde_json::json;

    // Proves TOL-07.
    #[test]
    fn claims_that_contradict_each_other_or_the_arguments_are_named() {
        let remarks = |annotations: Value, arguments: Value| -> Vec<String> {
            let tool = Tool::read(json!({
                "name": "t",
                "annotations": annotations,
                "inputSchema": {"type": "object", "properties": arguments},
            }));
            let notes = notes(&tool.unwrap(), &OtherNames::default());
            notes.into_iter().map(|note| note.sentence).collect()
        };
        let both = "It claims to be read-only and destructive: one of the two is wrong.";
        let out = "It claims to use only its own data but takes a URL: it could reach beyond its data.";
        let none: [&str; 0] = [];
        assert_eq!(
            remarks(json!({"readOnlyHint": true, "destructiveHint": true}), json!({})),
            [both]
        );
        for fits in [
            json!({"readOnlyHint": true}),
            json!({"readOnlyHint": true, "destructiveHint": false}),
            json!({"destructiveHint": true}),
            json!({}),
        ] {
            assert_eq!(
                remarks(fits.clone(), json!({"path": {"type": "string"}})),
                none,
                "{fits}"
            );
        }
        let closed = || json!({"openWorldHint": false, "destructiveHint": false});
        for address in [
            json!({"where": {"type": "string", "format": "uri"}}),
            json!({"url": {"type": "string"}}),
            json!({"callback_URL": {"type": "string"}}),
            json!({"callbackUrl": {"type": "string"}}),
        ] {
            assert_eq!(remarks(closed(), address.clone()), [out], "{address}");
            assert_eq!(remarks(json!({"openWorldHint": true}), address), none);
        }
        assert_eq!(remarks(closed(), json!({"hurl": {"type": "string"}})), none);
    }
}
