//! Where keys, passwords and sessions lie in a home folder, on every system.

/// Names of folders and files.
pub const KEY_PLACES: [&str; 7] = [
    ".ssh",
    ".gnupg",
    ".aws",
    ".kube",
    ".docker",
    ".netrc",
    ".password-store",
];
