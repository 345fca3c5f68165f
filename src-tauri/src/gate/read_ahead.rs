//! Has the system read the libraries of the web engine while an engine process is being started. Parts of them are used at that
//! moment alone; a system that is short of memory, or gives it back after idle minutes, has dropped those, and the process would
//! wait for them page by page.

use std::collections::BTreeSet;
use std::fs::File;

/// Bytes asked for at once: the kernel reads no more of one request.
const PIECE: u64 = 2 << 20;

/// Begins to read them, on a thread of its own. What is in memory is not read again, and what fails here is read later as ever.
pub(super) fn begin() {
    std::thread::spawn(|| {
        // Those of the engine's process are mapped into this one, which has the same toolkit.
        let maps = std::fs::read_to_string("/proc/self/maps").unwrap_or_default();
        let files = maps
            .lines()
            .filter_map(|line| Some(line.split_at(line.find('/')?).1));
        let libraries = files.filter(|path| path.contains(".so"));
        for path in libraries.collect::<BTreeSet<_>>() {
            if let Ok(file) = File::open(path) {
                ask_for(&file);
            }
        }
    });
}

fn ask_for(file: &File) {
    let length = file.metadata().map_or(0, |about| about.len());
    for at in (0..length).step_by(PIECE as usize) {
        let piece = std::num::NonZeroU64::new(PIECE);
        if rustix::fs::fadvise(file, at, piece, rustix::fs::Advice::WillNeed).is_err() {
            return;
        }
    }
}
