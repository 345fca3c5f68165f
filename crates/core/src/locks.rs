//! Locks over plain data.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// What a lock guards, also after its holder panicked: a panic leaves nothing half done in plain data.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
