//! The guide: a text the demo offers as a resource, embeds in a result and links to.

use rmcp::model::{Resource, ResourceContents, ResourceTemplate};

/// The address of the guide.
pub(crate) const GUIDE_URI: &str = "portcullis-demo://guide";
/// The address under which the notes can be read.
pub(crate) const NOTES_URI: &str = "portcullis-demo://notes";

/// The template under which one note can be read.
pub(crate) const NOTE_TEMPLATE: &str = "portcullis-demo://notes/{number}";

const GUIDE: &str = "\
# A minute at the gate

1. Call `add`. It only reads, so you can allow it permanently.
2. Call `write_note`. It writes, so Portcullis shows you what would be written.
3. Call `erase_notes`. It deletes, so you cannot allow it permanently.
4. Call `slow_count`, watch it count, and stop it half way.
5. Call `change_definition`, then `list_notes`: the tool is held back until you have seen what changed.

Everything in this server lives in memory and ends with it.
";

/// The two resources the demo lists.
pub(crate) fn resources() -> Vec<Resource> {
    vec![guide_link(), notes_link()]
}

/// The guide as a list entry and as a link inside a result.
fn guide_link() -> Resource {
    Resource::new(GUIDE_URI, "guide")
        .with_title("A minute at the gate")
        .with_description("What to try first, and what each step shows.")
        .with_mime_type("text/markdown")
        .with_size(GUIDE.len() as u64)
}

/// The notes as a list entry and as a link inside a result.
pub(crate) fn notes_link() -> Resource {
    Resource::new(NOTES_URI, "notes")
        .with_title("Notes")
        .with_description("The notes written so far, as JSON.")
        .with_mime_type("application/json")
}

/// One note by its number, as a list entry.
pub(crate) fn note_template() -> ResourceTemplate {
    ResourceTemplate::new(NOTE_TEMPLATE, "note")
        .with_title("One note")
        .with_description("A single note by its number.")
        .with_mime_type("text/plain")
}

/// The number in the address of one note.
pub(crate) fn note_number(uri: &str) -> Option<&str> {
    uri.strip_prefix(NOTES_URI)?.strip_prefix('/')
}

/// The guide itself.
pub(crate) fn guide_contents() -> ResourceContents {
    ResourceContents::text(GUIDE, GUIDE_URI).with_mime_type("text/markdown")
}
