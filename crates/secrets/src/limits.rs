//! The limits of the keychain and of the sealed file, each with its reason.

use std::time::Duration;

/// Time for the keychain to answer; a prompt may be open that nobody sees (F-35).
pub const VAULT: Duration = Duration::from_secs(10);
/// Requests that wait for the keychain at once. Each holds a thread that cannot be stopped.
pub const VAULT_WAITING: usize = 4;
/// Shortest passphrase of a sealed file, in characters.
pub const PASSPHRASE: usize = 12;
/// What one guess at such a passphrase costs: memory in KiB, and how often it is gone through.
pub const SEALED_MEMORY_KIB: u32 = 64 << 10;
/// See [`SEALED_MEMORY_KIB`].
pub const SEALED_PASSES: u32 = 3;
/// Largest sealed file that is read.
pub const SEALED_FILE: u64 = 32 << 20;
/// Largest secret kept. Windows takes 2,560 bytes (F-35); elsewhere a bus message must hold it.
pub const VAULT_ITEM_BYTES: usize = if cfg!(windows) { 2_560 } else { 256 << 10 };
