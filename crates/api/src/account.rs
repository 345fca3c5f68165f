//! The document that says who Portcullis is. All else about signing in is shown at the gate, or stored, and is in
//! `portcullis-domain`.

use portcullis_core::shape;

shape! {
    /// The document by which authorization servers know who Portcullis is, without a registration (AUT-20).
    #[derive(Eq)]
    pub struct ClientDocument {
        /// Where an organisation published it; `None` where none did.
        pub address: Option<String>,
        /// What has to be in it, for publishing.
        pub content: String,
    }
}
