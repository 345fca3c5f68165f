//! What this process holds, and those that it started.

use crate::Anything;
use portcullis_tests::wait::descends_from;
use std::path::Path;

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

/// What the processes of a program hold that descend from this one, in bytes. What several share counts once.
pub(crate) fn proportional(program: &Path) -> Anything<u64> {
    let program = program.canonicalize()?;
    let mut bytes = 0;
    for entry in std::fs::read_dir("/proc")? {
        let folder = entry?.path();
        let pid = folder.file_name().and_then(|name| name.to_str()?.parse().ok());
        let is_ours = |pid: u32| descends_from(pid, std::process::id());
        // One that ended meanwhile holds nothing.
        let is_of_program = std::fs::read_link(folder.join("exe")).is_ok_and(|of| of == program);
        if is_of_program && pid.is_some_and(is_ours) {
            let all = std::fs::read_to_string(folder.join("smaps_rollup")).unwrap_or_default();
            let line = all.lines().find_map(|line| line.strip_prefix("Pss:"));
            let kib = line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok());
            bytes += kib.unwrap_or_default() * 1024;
        }
    }
    Ok(bytes)
}
