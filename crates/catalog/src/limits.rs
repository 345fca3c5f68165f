//! The limits of what a server offers, each with its reason.

use std::time::Duration;

/// Depth of JSON accepted from a server (F-20).
pub const JSON_DEPTH: usize = 128;
/// Tools read from one server. The field's largest public servers have a few thousand; 10,000 stays
/// searchable within a frame (F-19 proposes 1,000, which real gateways exceed).
pub const TOOLS: usize = 10_000;
/// Longest tool name in characters (S-43).
pub const TOOL_NAME: usize = 128;
/// Longest title in characters (S-43).
pub const TOOL_TITLE: usize = 256;
/// Longest description of a tool in bytes (S-43). Real ones have up to 13 KB.
pub const TOOL_DESCRIPTION: usize = 64 << 10;
/// Bytes of a description that a model is given. The text says where it was cut, and so does the tool's page.
pub const MODEL_DESCRIPTION: usize = 16 << 10;
/// Longest description of a resource, a template or a prompt in bytes: there may be [`OFFERS`] of each.
pub const OFFER_DESCRIPTION: usize = 8 << 10;
/// Largest schema in bytes, depth and nodes (S-43).
pub const SCHEMA: (usize, usize, usize) = (256 << 10, 32, 2_000);
/// Pictures read of one thing, and of those how many are tried.
pub const ICONS: usize = 16;
/// Largest picture beside a name, in bytes.
pub const ICON_BYTES: usize = 64 << 10;
/// Longest `data:` address of one, in bytes: [`ICON_BYTES`] in Base64 and its type.
pub const ICON_SOURCE: usize = 88 << 10;
/// The same for an entry of a list of resources or prompts: there may be [`OFFERS`] of them.
pub const ICON_LISTED: usize = 8 << 10;
/// Longest side of one in pixels, whatever its bytes say.
pub const ICON_SIDE: u32 = 1024;
/// Side in pixels of a picture that is sharp where it is shown: 16 points on a fine screen.
pub const ICON_SHOWN: u32 = 32;
/// Resources, templates and prompts read from one server, each. A list of files may be as long as a list of tools.
pub const OFFERS: usize = 10_000;
/// Longest address and longest template, in bytes: what common browsers and servers take.
pub const URI: usize = 8 << 10;
/// Longest name of a type (`text/plain; charset=utf-8`) in characters; what is longer is not shown.
pub const MIME: usize = 256;
/// Variables in one template. Nobody fills in more.
pub const TEMPLATE_VARIABLES: usize = 64;
/// Arguments of one prompt.
pub const PROMPT_ARGUMENTS: usize = 64;
/// Longest value of an argument of a prompt or of a variable, in bytes.
pub const ARGUMENT: usize = 64 << 10;
/// Contents of a resource and messages of a prompt handed over.
pub const CONTENTS: usize = 500;
/// Longest time that an answer is believed, whatever its server says.
pub const TTL: Duration = Duration::from_secs(24 * 3600);
/// Fields of a form, and choices of one field: what a person can go through.
pub const FORM_FIELDS: usize = 64;
/// See [`FORM_FIELDS`].
pub const FORM_OPTIONS: usize = 500;
/// Longest name or title of a field or a choice, in characters.
pub const FORM_NAME: usize = 256;
/// Longest description of a field, in characters.
pub const FORM_DESCRIPTION: usize = 2_000;
/// Longest text filled into one field, in bytes.
pub const FORM_TEXT: usize = 64 << 10;
/// Most that is kept of a form that is being filled in, as JSON, for a page that is reloaded.
pub const FORM_KEPT: usize = 256 << 10;
/// Longest address that is opened for a server, in bytes (S-16). Longer ones exist; browsers cut them.
pub const LINK_BYTES: usize = 8 << 10;
/// Addresses longer than this are said to be long.
pub const LINK_LONG: usize = 2_000;
/// Text of a block handed over whole; more goes by handle (F-24).
pub const INLINE_TEXT: usize = 64 << 10;
/// Structured content handed over whole.
pub const INLINE_STRUCTURED: usize = 256 << 10;
/// Blocks of a result handed over.
pub const BLOCKS: usize = 500;
/// Largest image or sound shown.
pub const MEDIA: usize = 32 << 20;
/// Longest side in pixels of a picture that is decoded for the gate. Cameras make 9,504.
pub const PICTURE_SIDE: u32 = 12_000;
/// Memory that decoding one may take.
pub const PICTURE_MEMORY: u64 = 512 << 20;
/// Longest side of one as the gate shows it, in pixels: its window at twice the usual density.
pub const PICTURE_SHOWN: u32 = 1_600;
/// Parts of one definition that may vary. A tool of which more is different each time is another tool each time.
pub const VARYING_PARTS: usize = 8;
/// Longest part that may vary, in bytes as JSON: what is longer is read by nobody before it is accepted.
pub const VARYING_BYTES: usize = 1_024;
/// Steps and time for preparing a schema. The steps end a bomb; the time is the backstop (F-21 proposes 50 ms: a
/// busy computer would then refuse honest schemas, and it is done once per definition, away from the window).
pub const SCHEMA_COMPILE: (u32, Duration) = (20_000, Duration::from_secs(2));
/// Steps and time for checking one value against a schema. A result may hold a million numbers.
pub const SCHEMA_CHECK: (u32, Duration) = (2_000_000, Duration::from_secs(1));
/// Nodes of a schema, and bytes of the arguments, that are checked at once instead of in another thread.
pub const PLAIN_SCHEMA: (usize, usize) = (64, 4 << 10);
/// Schemas in a row that speak of the same value, each by way of the one before.
pub const SCHEMA_CHAIN: usize = 64;
/// Stack for schemas with references: [`JSON_DEPTH`] times [`SCHEMA_CHAIN`] calls of the validator. It is
/// address space; memory is taken only as deep as a schema really goes.
pub const SCHEMA_STACK: usize = 256 << 20;
/// Faults listed of one value.
pub const SCHEMA_ISSUES: usize = 50;
/// Largest compiled pattern of a schema, in bytes.
pub const PATTERN_BYTES: usize = 1 << 20;
/// Time for comparing two versions of one field, and the size of both together, in bytes, above which they are
/// given whole, one after the other.
pub const DIFF: (Duration, usize) = (Duration::from_millis(200), 512 << 10);
/// Longest name of a tool that a provider takes, in bytes.
pub const PROVIDER_NAME: usize = 64;
/// Longest part of such a name that is the server's, with its mark.
pub const PROVIDER_NAME_SERVER: usize = 20;
/// Hexadecimal digits that mark a server whose label looks like another's.
pub const PROVIDER_NAME_SERVER_MARK: usize = 8;
/// Longest part that is the tool's: what the server's part and the two underscores leave.
pub const PROVIDER_NAME_TOOL: usize = PROVIDER_NAME - PROVIDER_NAME_SERVER - 2;
/// Hexadecimal digits that mark a rewritten name.
pub const PROVIDER_NAME_TOOL_MARK: usize = 16;
/// Longest description of a tool without a remark on it, in characters.
pub const NOTE_LONG: usize = 2_000;
/// Blank characters in a row that push what follows out of sight.
pub const NOTE_BLANK: usize = 40;
/// Mentions listed in one remark.
pub const NOTE_MENTIONS: usize = 5;
/// Shortest name looked for in other servers' words; shorter ones are ordinary words.
pub const NOTE_NAME: usize = 4;
/// Characters of a server that one remark quotes.
pub const NOTE_QUOTE: usize = 80;
/// Texts longer than this may well have several lines, in characters.
pub const FORM_ONE_LINE: u32 = 200;
/// Longest pattern repeated as words, in characters.
pub const FORM_PATTERN: usize = 500;
/// Longest name shown of an entry that is left out, in characters.
pub const SKIPPED_NAME: usize = 256;
