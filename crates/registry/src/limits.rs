//! Bounds of a registry. Everything that it sends is untrusted.

use std::time::Duration;

/// Servers in the copy of a registry. More are left out.
pub const ENTRIES: usize = 100_000;
/// Bytes of the document of a server; a larger one is left out.
pub const DOCUMENT: usize = 64 << 10;
/// Characters of the name of a server, from and to.
pub const NAME: (usize, usize) = (3, 200);
/// Characters of a version.
pub const VERSION: usize = 255;
/// Characters of a title; what is longer is cut.
pub const TITLE: usize = 200;
/// Characters of a description; what is longer is cut.
pub const DESCRIPTION: usize = 1_000;
/// Bytes of an identifier, a URL, an argument or another value.
pub const VALUE: usize = 4 << 10;
/// Ways in which one server can be added.
pub const OPTIONS: usize = 32;
/// Arguments, variables or headers of one of them.
pub const INPUTS: usize = 64;
/// Values that one of them may ask for.
pub const SETTINGS: usize = 64;
/// Choices of one value.
pub const CHOICES: usize = 100;
/// Steps after an installation that are shown.
pub const STEPS: usize = 16;
/// Bytes of a reply.
pub const REPLY: usize = 4 << 20;
/// Time for a reply.
pub const REPLY_TIME: Duration = Duration::from_secs(30);
/// Servers that are asked for at once, and that are read of a reply.
pub const PAGE: (usize, usize) = (100, 1_000);
/// Replies of one update.
pub const PAGES: usize = 2_000;
/// Pause between two replies.
pub const PAGE_PAUSE: Duration = Duration::from_millis(100);
/// Bytes of the text that leads to the next reply.
pub const CURSOR: usize = 1 << 10;
/// How often a busy registry is asked again, and the longest pause that it can ask for.
pub const BUSY: (u32, Duration) = (3, Duration::from_secs(60));
/// Versions of one server that are listed.
pub const VERSIONS: usize = 1_000;
/// Matches that a search gives.
pub const MATCHES: usize = 50;
/// Characters and words of a search; more are ignored.
pub const WORDS: (usize, usize) = (200, 8);
/// Pages of 4 KiB of the file with the copy.
pub const FILE_PAGES: u32 = 262_144;
/// An update asks for changes since the one before, and for this much more: clocks differ.
pub const OVERLAP: Duration = Duration::from_secs(600);
/// After this time, an update asks for everything again.
pub const FULL: Duration = Duration::from_secs(7 * 86_400);
/// Bytes of the header that signs in to a registry.
pub const HEADER: usize = 8 << 10;
/// Icons that are read of one entry.
pub const ICONS: usize = 16;
/// Bytes of the URL of an icon.
pub const ICON_URL: usize = 2 << 10;
/// Bytes of an icon as it is fetched.
pub const ICON_BYTES: usize = 256 << 10;
/// Time for an icon.
pub const ICON_TIME: Duration = Duration::from_secs(5);
/// Side in pixels at which an icon is sharp where it is shown.
pub const ICON_SHOWN: u32 = 64;
/// Icons in the copy. The oldest go.
pub const ICONS_KEPT: u32 = 2_000;
/// Bytes of an icon as the copy keeps it.
pub const ICON_KEPT: usize = 32 << 10;
/// How long the copy keeps an icon, and that it could not be shown.
pub const ICON_AGE: (Duration, Duration) = (Duration::from_secs(30 * 86_400), Duration::from_secs(86_400));
