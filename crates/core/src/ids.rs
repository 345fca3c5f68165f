//! Random identifiers. Never derived from text of a server, never reused.

use std::fmt;

/// 128 random bits in hex.
#[must_use]
pub fn random() -> String {
    let mut bytes = [0_u8; 16];
    // Without a source of randomness no nonce is safe; ending is the only honest answer.
    #[allow(clippy::expect_used, reason = "no nonce can be made without randomness")]
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    hex(&bytes)
}

/// Lower-case hex.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        for digit in [byte >> 4, byte & 15] {
            out.push(char::from(b"0123456789abcdef"[usize::from(digit)]));
        }
    }
    out
}

/// A configured server. Identity of a tool is `(ServerId, raw name)` (S-50).
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ServerId(pub String);

impl ServerId {
    /// A new one.
    #[must_use]
    pub fn random() -> Self {
        Self(random())
    }

    /// As text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it has the form of one that [`Self::random`] makes. Folders and entries of the keychain are named after it.
    #[must_use]
    pub fn is_well_formed(&self) -> bool {
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        self.0.len() == 32 && self.0.bytes().all(is_digit)
    }
}

impl fmt::Display for ServerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<&str> for ServerId {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}
