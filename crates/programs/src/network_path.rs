//! Paths on other computers. Windows signs in at the other computer when such a path is only looked at, and so gives it what
//! the person's password can be guessed from. So it is told by its text alone, and not looked at before a yes.

/// Whether a path is on another computer, by its text. Links that lead to one are not seen.
#[must_use]
pub fn on_network(path: &str) -> bool {
    cfg!(windows) && begins_with_computer(path)
}

/// Two separators begin the name of a computer, or of a device. `\\?\C:\folder` is neither, and `\??\` another way to write `\\?\`.
fn begins_with_computer(path: &str) -> bool {
    let is_separator = |byte: &u8| matches!(byte, b'/' | b'\\');
    match path.trim_start().as_bytes() {
        [b'\\', b'\\' | b'?', b'?', b'\\', drive, b':', ..] => !drive.is_ascii_alphabetic(),
        [b'\\', b'?', b'?', b'\\', ..] => true,
        [one, two, ..] => is_separator(one) && is_separator(two),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{begins_with_computer, on_network};

    // Proves S-65.
    #[test]
    fn a_path_on_another_computer_is_told_by_its_text() {
        for elsewhere in [
            r"\\host\share\server.exe",
            "//host/share/server.exe",
            r"\/host\share",
            r"/\host\share",
            r"  \\host\share",
            r"\\host@SSL\share",
            r"\\?\UNC\host\share",
            r"\\?\GLOBALROOT\Device\Mup\host",
            r"\\.\UNC\host\share",
            r"\\.\pipe\name",
            r"\??\UNC\host\share",
        ] {
            assert!(begins_with_computer(elsewhere), "{elsewhere}");
            assert_eq!(on_network(elsewhere), cfg!(windows));
        }
        for here in [
            r"C:\server.exe",
            r"\\?\C:\server.exe",
            r"\??\C:\server.exe",
            "/usr/bin/env",
            "server",
            r"..\server",
            "",
            "/",
        ] {
            assert!(!begins_with_computer(here), "{here}");
        }
    }
}
