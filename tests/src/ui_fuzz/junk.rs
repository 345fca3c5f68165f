//! What a curious user types.

use crate::random::Random;

const TEXTS: &[&str] = &[
    "",
    " ",
    "a",
    "-1",
    "0",
    "99999999999999999999999999",
    "1e309",
    "NaN",
    "null",
    "{",
    "{}",
    "[]",
    "{\"number\": 1}",
    "{\"__proto__\": {\"x\": 1}}",
    "\"",
    "'; DROP TABLE record; --",
    "<img src=x onerror=alert(1)>",
    "<script>document.title='taken'</script>",
    "javascript:alert(1)",
    "](javascript:alert(1))",
    "![x](https://sink.invalid/pixel.png)",
    "http://[::1",
    "http://127.0.0.1:1/",
    "https://user:pass@host.invalid/?token=sk-secret",
    "file:///etc/passwd",
    "../../../../etc/passwd",
    "/dev/zero",
    "C:\\Windows\\System32",
    "$(reboot)",
    "`id`",
    "%00%0a",
    "\u{202e}gnp.exe",
    "\u{200b}\u{200b}\u{feff}",
    "e\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}",
    "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 🏴‍☠️👩‍👩‍👧‍👦",
    "שלום عالم",
    "@",
    "/",
    "/prompt",
    "@notes",
    "portcullis://add?command=reboot",
    "npx -y @modelcontextprotocol/server-everything",
    "{\"mcpServers\":{\"evil\":{\"command\":\"sh\",\"args\":[\"-c\",\"reboot\"]}}}",
];

/// A few characters, as a user types them.
pub fn typed(random: &mut Random) -> String {
    match random.below(4) {
        0 => (0..random.below(12))
            .map(|_| char::from(32 + u8::try_from(random.below(95)).unwrap_or_default()))
            .collect(),
        _ => (*random.one(TEXTS)).to_owned(),
    }
}

/// More than a user types, as it is pasted.
pub fn pasted(random: &mut Random) -> String {
    let piece = *random.one(TEXTS);
    let size = [1_000, 20_000, 200_000, 1_000_000][usize::try_from(random.below(4)).unwrap_or_default()];
    match random.below(4) {
        0 => "x".repeat(size),
        1 => "[".repeat(size.min(100_000)),
        2 => "a line of words\n".repeat(size / 16),
        _ => format!("{piece} ").repeat(size / (piece.len() + 1)),
    }
}
