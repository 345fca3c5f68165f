//! What this process holds.

use crate::Anything;

/// Resident memory of this process in bytes; what its servers hold is theirs.
pub(crate) fn resident() -> Anything<u64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.trim().strip_suffix(" kB"));
    let kib: u64 = kib
        .ok_or("this system does not say what a process holds")?
        .trim()
        .parse()?;
    Ok(kib * 1024)
}
