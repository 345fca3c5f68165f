//! Which system and processor a program is for, by the head of its file.

/// The system and processor that a program is for, such as `Linux (aarch64)`, where that is not `os` and `arch` (as
/// [`std::env::consts`] has them). `None` also for scripts and for what is not known. The first KiB of the file is enough.
#[must_use]
pub fn built_for(head: &[u8], os: &str, arch: &str) -> Option<String> {
    let (system, processor) = elf(head).or_else(|| windows(head)).or_else(|| mac(head))?;
    let runs_here = system == os && (processor == arch || translated(os, arch, processor));
    (!runs_here).then(|| format!("{} ({processor})", shown(system)))
}

/// What a system runs for another processor automatically: Rosetta, Windows on Arm, and 32-bit programs.
fn translated(os: &str, arch: &str, processor: &str) -> bool {
    matches!(
        (os, arch, processor),
        ("macos", "aarch64", "x86_64")
            | ("windows", "aarch64", "x86_64" | "x86")
            | ("windows" | "linux", "x86_64", "x86")
    )
}

fn shown(system: &str) -> &str {
    match system {
        "linux" => "Linux",
        "macos" => "macOS",
        "windows" => "Windows",
        other => other,
    }
}

fn number(head: &[u8], at: usize) -> Option<u16> {
    let bytes = head.get(at..at.checked_add(2)?)?;
    Some(u16::from_le_bytes(bytes.try_into().ok()?))
}

fn elf(head: &[u8]) -> Option<(&'static str, &'static str)> {
    // Only files of little-endian processors: others say nothing of the ones that desktops have.
    if !head.starts_with(b"\x7fELF") || head.get(5) != Some(&1) {
        return None;
    }
    let processor = match number(head, 18)? {
        3 => "x86",
        40 => "arm",
        62 => "x86_64",
        183 => "aarch64",
        243 => "riscv64",
        _ => return None,
    };
    Some(("linux", processor))
}

fn windows(head: &[u8]) -> Option<(&'static str, &'static str)> {
    let start = usize::from(number(head, 0x3c).filter(|_| head.starts_with(b"MZ"))?);
    let machine = head.get(start..)?.strip_prefix(b"PE\0\0")?;
    let processor = match number(machine, 0)? {
        0x14c => "x86",
        0x8664 => "x86_64",
        0xaa64 => "aarch64",
        _ => return None,
    };
    Some(("windows", processor))
}

fn mac(head: &[u8]) -> Option<(&'static str, &'static str)> {
    // A file for several processors is for all that Macs have.
    let rest = head.strip_prefix(b"\xcf\xfa\xed\xfe")?;
    let processor = match number(rest, 0)? {
        7 => "x86_64",
        12 => "aarch64",
        _ => return None,
    };
    Some(("macos", processor))
}

#[cfg(test)]
mod tests {
    use super::built_for;

    fn elf(machine: u8) -> Vec<u8> {
        let mut head = vec![0; 64];
        head[..6].copy_from_slice(b"\x7fELF\x02\x01");
        head[18] = machine;
        head
    }

    #[test]
    fn a_program_for_another_processor_or_system_is_told() {
        assert_eq!(built_for(&elf(62), "linux", "x86_64"), None);
        assert_eq!(
            built_for(&elf(183), "linux", "x86_64").unwrap(),
            "Linux (aarch64)"
        );
        assert_eq!(built_for(&elf(62), "macos", "x86_64").unwrap(), "Linux (x86_64)");
        let mac = b"\xcf\xfa\xed\xfe\x07\x00\x00\x01";
        assert_eq!(built_for(mac, "macos", "aarch64"), None);
        assert_eq!(built_for(mac, "linux", "x86_64").unwrap(), "macOS (x86_64)");
        let mut exe = vec![0; 256];
        exe[..2].copy_from_slice(b"MZ");
        exe[0x3c] = 0x80;
        exe[0x80..0x86].copy_from_slice(b"PE\0\0\x64\xaa");
        assert_eq!(built_for(&exe, "windows", "x86_64").unwrap(), "Windows (aarch64)");
        for nothing in [&b"#!/bin/sh\n"[..], b"", b"MZ", b"\x7fELF"] {
            assert_eq!(built_for(nothing, "linux", "x86_64"), None);
        }
    }
}
