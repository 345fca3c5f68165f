//! The limits of what a server offers, each with its reason.

use std::time::Duration;

/// Depth of JSON accepted from a server (F-20).
pub const JSON_DEPTH: usize = 128;
/// Tools read from one server (F-19).
pub const TOOLS: usize = 10_000;
/// Longest tool name in characters (S-43).
pub const TOOL_NAME: usize = 128;
/// Longest title in characters (S-43).
pub const TOOL_TITLE: usize = 256;
/// Longest description of a tool in bytes (S-43). Real ones have up to 13 KB.
pub const TOOL_DESCRIPTION: usize = 64 << 10;
/// Bytes of a tool's description that a model gets. The text says where it was cut, and so does the tool's page.
pub const MODEL_DESCRIPTION: usize = 16 << 10;
/// Longest description of a resource, a template or a prompt in bytes: there may be [`OFFERS`] of each.
pub const OFFER_DESCRIPTION: usize = 8 << 10;
/// Largest schema in bytes, depth and nodes (S-43).
pub const SCHEMA: (usize, usize, usize) = (256 << 10, 32, 2_000);
/// Icons read of one entry.
pub const ICONS: usize = 16;
/// Largest icon, in bytes.
pub const ICON_BYTES: usize = 64 << 10;
/// Longest `data:` URL of an icon, in bytes: [`ICON_BYTES`] in Base64 and its type.
pub const ICON_SOURCE: usize = 88 << 10;
/// Longest `data:` URL of an icon of a resource or a prompt, in bytes: there may be [`OFFERS`] of them.
pub const ICON_LISTED: usize = 8 << 10;
/// Longest side of an icon in pixels, as its header says.
pub const ICON_SIDE: u32 = 1024;
/// Side in pixels at which an icon is sharp where it is shown.
pub const ICON_SHOWN: u32 = 32;
/// Memory for decoding one icon, where it is encoded again.
pub const ICON_MEMORY: u64 = 32 << 20;
/// Longest side in pixels of an icon that was encoded again.
pub const ICON_REDRAWN: u32 = 64;
/// Resources, templates and prompts read from one server, each.
pub const OFFERS: usize = 10_000;
/// Longest URI and longest URI template, in bytes.
pub const URI: usize = 8 << 10;
/// Longest media type in characters; a longer one is not shown.
pub const MIME: usize = 256;
/// Variables in one URI template.
pub const TEMPLATE_VARIABLES: usize = 64;
/// Arguments of one prompt.
pub const PROMPT_ARGUMENTS: usize = 64;
/// Longest value of an argument of a prompt or of a variable, in bytes.
pub const ARGUMENT: usize = 64 << 10;
/// Contents of one resource, and messages of one prompt.
pub const CONTENTS: usize = 500;
/// Longest time that a cached result is used, whatever its server says.
pub const TTL: Duration = Duration::from_secs(24 * 3600);
/// Fields of a form.
pub const FORM_FIELDS: usize = 64;
/// Choices of one field.
pub const FORM_OPTIONS: usize = 500;
/// Longest name or title of a field or a choice, in characters.
pub const FORM_NAME: usize = 256;
/// Longest description of a field, in characters.
pub const FORM_DESCRIPTION: usize = 2_000;
/// Longest text filled into one field, in bytes.
pub const FORM_TEXT: usize = 64 << 10;
/// Size of a partly filled form that is kept for a page that is reloaded, as JSON.
pub const FORM_KEPT: usize = 256 << 10;
/// Longest URL that is opened for a server, in bytes (S-16).
pub const LINK_BYTES: usize = 8 << 10;
/// URLs longer than this, in characters, are pointed out as long.
pub const LINK_LONG: usize = 2_000;
/// Text of one content block that is loaded at once; more is loaded when it is opened (F-24).
pub const INLINE_TEXT: usize = 64 << 10;
/// Structured content that is loaded at once.
pub const INLINE_STRUCTURED: usize = 256 << 10;
/// Content blocks of one result.
pub const BLOCKS: usize = 500;
/// Largest image or audio that is shown.
pub const MEDIA: usize = 32 << 20;
/// Longest side in pixels of an image that is decoded for an approval request.
pub const PICTURE_SIDE: u32 = 12_000;
/// Memory for decoding one image.
pub const PICTURE_MEMORY: u64 = 512 << 20;
/// Longest side of an image as an approval request shows it, in pixels.
pub const PICTURE_SHOWN: u32 = 1_600;
/// Parts of one definition that may vary.
pub const VARYING_PARTS: usize = 8;
/// Longest part that may vary, in bytes as JSON.
pub const VARYING_BYTES: usize = 1_024;
/// Steps and time for preparing a schema (F-21).
pub const SCHEMA_COMPILE: (u32, Duration) = (20_000, Duration::from_secs(2));
/// Steps and time for checking one value against a schema. A result may hold a million numbers.
pub const SCHEMA_CHECK: (u32, Duration) = (2_000_000, Duration::from_secs(1));
/// Nodes of a schema, and bytes of the arguments, that are checked in the same thread.
pub const PLAIN_SCHEMA: (usize, usize) = (64, 4 << 10);
/// Schemas in a row that refer to the same value.
pub const SCHEMA_CHAIN: usize = 64;
/// Stack for schemas with references: [`JSON_DEPTH`] times [`SCHEMA_CHAIN`] calls. It is address space, not memory in
/// use.
pub const SCHEMA_STACK: usize = 256 << 20;
/// Issues listed of one value.
pub const SCHEMA_ISSUES: usize = 50;
/// Largest compiled pattern of a schema, in bytes.
pub const PATTERN_BYTES: usize = 1 << 20;
/// Time for comparing two versions of one field, and the size of both, in bytes, above which they are shown one after
/// the other.
pub const DIFF: (Duration, usize) = (Duration::from_millis(200), 512 << 10);
/// Changes of a definition that are named one by one.
pub const CHANGES_LISTED: usize = 20;
/// How deep in objects of arguments changes are named.
pub const CHANGE_DEPTH: usize = 4;
/// Subschemas, with references written out, up to which two definitions are compared by meaning.
pub const NOTATION_NODES: usize = 20_000;
/// Longest tool name for a model, in bytes.
pub const PROVIDER_NAME: usize = 64;
/// Longest part of such a name that is the server's, with its mark.
pub const PROVIDER_NAME_SERVER: usize = 20;
/// Hexadecimal digits that mark a server whose label looks like another's.
pub const PROVIDER_NAME_SERVER_MARK: usize = 8;
/// Longest part that is the tool's: what the server's part and the two underscores leave.
pub const PROVIDER_NAME_TOOL: usize = PROVIDER_NAME - PROVIDER_NAME_SERVER - 2;
/// Hexadecimal digits that mark a rewritten name.
pub const PROVIDER_NAME_TOOL_MARK: usize = 16;
/// Longest description of a tool without a warning about its length, in characters.
pub const NOTE_LONG: usize = 2_000;
/// Blank characters in a row that cause a warning.
pub const NOTE_BLANK: usize = 40;
/// Mentions listed in one warning.
pub const NOTE_MENTIONS: usize = 5;
/// Shortest name looked for in the descriptions of other servers; shorter ones are ordinary words.
pub const NOTE_NAME: usize = 4;
/// Characters of a description that one warning quotes.
pub const NOTE_QUOTE: usize = 80;
/// Texts longer than this, in characters, get a field of several lines.
pub const FORM_ONE_LINE: u32 = 200;
/// Longest pattern shown with a field, in characters.
pub const FORM_PATTERN: usize = 500;
/// Longest name shown of an entry that is left out, in characters.
pub const SKIPPED_NAME: usize = 256;
/// Text of one request for model access, in bytes: a person reads it before it is sent.
pub const SAMPLING_TEXT: usize = 128 << 10;
/// Characters counted as one token in estimates.
pub const TOKEN_CHARS: usize = 4;
