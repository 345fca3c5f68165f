//! The limits of the keychain and of the sealed file, each with its reason.

use std::time::Duration;

/// Time for the keychain to answer (F-35).
pub const VAULT: Duration = Duration::from_secs(10);
/// Requests that wait for the keychain at once.
pub const VAULT_WAITING: usize = 4;
/// Shortest passphrase of an encrypted secrets file, in characters.
pub const PASSPHRASE: usize = 12;
/// Memory of Argon2id for such a passphrase, in KiB.
pub const SEALED_MEMORY_KIB: u32 = 64 << 10;
/// Passes of Argon2id for such a passphrase.
pub const SEALED_PASSES: u32 = 3;
/// Largest encrypted secrets file that is read or written.
pub const SEALED_FILE: u64 = 32 << 20;
/// Largest secret, in bytes (F-35).
pub const VAULT_ITEM_BYTES: usize = 256 << 10;
/// Largest entry of the keychain, in bytes: what Windows takes. A larger secret is in several.
pub const KEYCHAIN_ENTRY_BYTES: usize = if cfg!(windows) { 2_560 } else { VAULT_ITEM_BYTES };
/// Most entries that one secret is in.
pub const SPLIT_PARTS: usize = 128;
