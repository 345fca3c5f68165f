//! Names of entries. One that could lead out of the folder, or that means another file on another system, refuses the whole
//! bundle (S-69): nothing is renamed or left out.

use crate::limits;

/// Why a name is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InvalidName {
    /// Not UTF-8.
    NotText,
    /// Empty, longer or deeper than it may be.
    Length,
    /// Absolute, on a drive, or on another computer.
    Absolute,
    /// A part is `.`, `..` or empty.
    Parts,
    /// A backslash, a colon, or a character that does not print.
    Character,
    /// A device of Windows, or a part that ends in a dot or a space there.
    Windows,
}

/// The parts of a name, which end in a folder where the name ends in `/`.
pub fn parts(name: &[u8]) -> Result<Vec<&str>, InvalidName> {
    let name = std::str::from_utf8(name).map_err(|_| InvalidName::NotText)?;
    let inner = name.strip_suffix('/').unwrap_or(name);
    if inner.is_empty() || name.len() > limits::NAME {
        return Err(InvalidName::Length);
    }
    let mut letters = name.chars();
    let is_drive =
        letters.next().is_some_and(|letter| letter.is_ascii_alphabetic()) && letters.next() == Some(':');
    if name.starts_with(['/', '\\']) || is_drive {
        return Err(InvalidName::Absolute);
    }
    if name.contains(['\\', ':', '<', '>', '"', '|', '?', '*']) || name.chars().any(char::is_control) {
        return Err(InvalidName::Character);
    }
    let parts: Vec<&str> = inner.split('/').collect();
    if parts.len() > limits::DEPTH {
        return Err(InvalidName::Length);
    }
    for part in &parts {
        if matches!(*part, "" | "." | "..") {
            return Err(InvalidName::Parts);
        }
        let stem = part
            .split('.')
            .next()
            .unwrap_or_default()
            .trim_end()
            .to_lowercase();
        if part.ends_with(['.', ' ']) || is_device(&stem) {
            return Err(InvalidName::Windows);
        }
    }
    Ok(parts)
}

/// Whether a name in small letters, without its ending, means a device on Windows.
fn is_device(stem: &str) -> bool {
    let port = stem.strip_prefix("com").or_else(|| stem.strip_prefix("lpt"));
    // Windows takes these small digits for digits.
    let is_port = |number: &str| number.chars().count() == 1 && "123456789¹²³".contains(number);
    matches!(stem, "con" | "prn" | "aux" | "nul" | "conin$" | "conout$") || port.is_some_and(is_port)
}

#[cfg(test)]
mod tests {
    use super::*;

    // Proves S-69.
    #[test]
    fn names_that_lead_out_or_mean_something_else_elsewhere_are_refused() {
        for (name, flaw) in [
            ("../x", InvalidName::Parts),
            ("a/../../x", InvalidName::Parts),
            ("a/./x", InvalidName::Parts),
            ("a//x", InvalidName::Parts),
            ("/etc/passwd", InvalidName::Absolute),
            ("\\\\host\\share", InvalidName::Absolute),
            ("C:/x", InvalidName::Absolute),
            ("c:x", InvalidName::Absolute),
            ("a\\..\\x", InvalidName::Character),
            ("ab:stream", InvalidName::Character),
            ("a\0b", InvalidName::Character),
            ("a\nb", InvalidName::Character),
            ("CON", InvalidName::Windows),
            ("a/nul.txt", InvalidName::Windows),
            ("Aux .js", InvalidName::Windows),
            ("a/COM1.log", InvalidName::Windows),
            ("lpt².txt", InvalidName::Windows),
            ("CONIN$", InvalidName::Windows),
            ("a./x", InvalidName::Windows),
            ("a ", InvalidName::Windows),
            ("", InvalidName::Length),
            ("/", InvalidName::Length),
        ] {
            assert_eq!(parts(name.as_bytes()), Err(flaw), "{name:?}");
        }
        assert_eq!(parts(b"a\xff"), Err(InvalidName::NotText));
        assert_eq!(parts("a/".repeat(65).as_bytes()), Err(InvalidName::Length));
        assert_eq!(parts("a".repeat(1025).as_bytes()), Err(InvalidName::Length));
        assert_eq!(parts(b"node_modules/@a/b/"), Ok(vec!["node_modules", "@a", "b"]));
        assert_eq!(parts("ö/.config".as_bytes()), Ok(vec!["ö", ".config"]));
        assert_eq!(parts(b"com/lpt10"), Ok(vec!["com", "lpt10"]));
    }
}
