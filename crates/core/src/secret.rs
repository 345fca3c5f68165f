//! A text that cannot be printed by accident.

use std::fmt;

/// A secret. It has no `Display`, its `Debug` shows nothing, and its memory is overwritten when it is
/// dropped.
#[derive(Clone, Default)]
pub struct Secret(String);

impl Secret {
    /// The text itself. Do not keep a copy.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl From<String> for Secret {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl From<&str> for Secret {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("•••")
    }
}

impl Drop for Secret {
    fn drop(&mut self) {
        let mut bytes = std::mem::take(&mut self.0).into_bytes();
        bytes.fill(0);
        // Keeps the writes from being optimised away.
        std::hint::black_box(&bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::Secret;

    // Proves S-67.
    #[test]
    fn a_secret_cannot_be_printed() {
        let secret = Secret::from("hunter2");
        assert_eq!(format!("{secret:?} {:?}", Some(&secret)), "••• Some(•••)");
        assert_eq!(secret.expose(), "hunter2");
    }
}
