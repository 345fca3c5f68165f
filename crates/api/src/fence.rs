//! The fence around a server's program: what it lets through, and what it kept out.

use portcullis_core::{Foreign, shape};
use portcullis_domain::{FenceGrants, FenceHost};

shape! {
    /// The fence of a server.
    pub struct FenceView {
        /// What its program may use; `None` where it runs without a fence.
        pub grants: Option<FenceGrants>,
        /// Why this computer cannot hold a fence; `None` where it can.
        pub unavailable: Option<String>,
        /// What the running or last program was kept from, newest first.
        pub denials: Vec<FenceDenial>,
    }

    /// The fence that a new program gets unless a person says otherwise.
    pub struct FenceSuggestion {
        /// What its command names; `None` for no fence.
        pub grants: Option<FenceGrants>,
        /// Why there is none.
        pub why: Option<String>,
    }

    /// The container that a server runs in.
    pub struct ContainerView {
        /// What runs it: `Docker` or `Podman`.
        pub engine: String,
        /// Its image.
        pub image: Foreign,
        /// Exactly one image is meant, by its digest.
        pub pinned: bool,
        /// The engine holds it in by the fence of the server; otherwise its command runs as it was typed.
        pub fenced: bool,
        /// What the engine does not hold, and how values get in.
        pub notes: Vec<String>,
    }

    /// Something that a fence kept out.
    pub struct FenceDenial {
        /// The host or address, as the program named it; or the path, as the call named it.
        pub what: Foreign,
        /// The grant that would let it through, where there is one.
        pub host: Option<FenceHost>,
        /// The path that would have to be granted, where it may be.
        pub path: Option<String>,
        /// It could not build a sandbox of its own, which can be allowed.
        pub nested: bool,
        /// When it was last tried.
        pub at: u64,
        /// The tool during whose call it was last tried, where it was during one.
        pub tool: Option<Foreign>,
        /// How often.
        pub count: u32,
    }
}
