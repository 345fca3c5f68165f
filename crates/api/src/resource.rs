//! Resources: what a server offers to be read, and what was read.

use portcullis_core::shape;
use portcullis_core::{Foreign, Problem};
use portcullis_domain::{Annotations, Payload, ResourceContent, SkippedEntry};

shape! {
    /// A line in the list of resources.
    pub struct ResourceEntry {
        /// Raw address: the identity, sent back exactly as it is. Never show it; show `shown`. Never open it.
        pub uri: String,
        /// The raw address as a person may see it.
        pub shown: Foreign,
        /// Name.
        pub name: Foreign,
        /// Title; show it instead of the name where there is one.
        pub title: Option<Foreign>,
        /// Description; empty when there is none.
        pub description: Foreign,
        /// Type, as claimed.
        pub mime: Option<Foreign>,
        /// Size in bytes, as claimed.
        pub size: Option<u64>,
        /// What the server says about its use.
        pub annotations: Annotations,
        /// The server names a picture for it that may be shown; `icon` brings it.
        pub icon: bool,
        /// The server was asked to say when it changes.
        pub subscribed: bool,
        /// The server said that it changed since it was last read here.
        pub updated: bool,
    }

    /// A variable of a template.
    #[derive(Eq)]
    pub struct TemplateVariable {
        /// Raw name: the key of its value.
        pub name: String,
        /// The raw name as a person may see it.
        pub shown: Foreign,
    }

    /// A line in the list of templates: addresses with variables.
    pub struct TemplateEntry {
        /// Raw template: the identity. Never show it; show `shown`.
        pub template: String,
        /// The raw template as a person may see it.
        pub shown: Foreign,
        /// Name.
        pub name: Foreign,
        /// Title; show it instead of the name where there is one.
        pub title: Option<Foreign>,
        /// Description; empty when there is none.
        pub description: Foreign,
        /// Type of what it leads to, as claimed.
        pub mime: Option<Foreign>,
        /// What the server says about its use.
        pub annotations: Annotations,
        /// The server names a picture for it that may be shown; `icon` brings it.
        pub icon: bool,
        /// Variables in their order, each once.
        pub variables: Vec<TemplateVariable>,
    }

    /// The resources and templates of a server that match a search.
    #[derive(Default)]
    pub struct ResourceList {
        /// The server said that it has resources. Nothing was asked of it when it did not.
        pub offered: bool,
        /// Number of usable resources, matching or not.
        pub total: u32,
        /// Number that match.
        pub found: u32,
        /// Matching resources in the server's order; for a search the best, best first.
        pub resources: Vec<ResourceEntry>,
        /// Number of usable templates, matching or not.
        pub templates_total: u32,
        /// Number that match.
        pub templates_found: u32,
        /// Matching templates in the same order.
        pub templates: Vec<TemplateEntry>,
        /// Entries left out.
        pub skipped: Vec<SkippedEntry>,
        /// Entries beyond the limit that were not read.
        pub beyond_limit: u32,
        /// The server can be asked to say when a resource changes.
        pub can_subscribe: bool,
        /// The server can suggest values for the variables of templates.
        pub completes: bool,
        /// When the lists were read.
        pub listed_at: Option<u64>,
        /// Why an older list is shown: reading a fresh one did not work.
        pub problem: Option<Problem>,
    }

    /// The address that a template leads to.
    #[derive(Eq)]
    pub struct ExpandedTemplate {
        /// Raw address: what is read. Never show it; show `shown`.
        pub uri: String,
        /// The raw address as a person may see it, whole.
        pub shown: Foreign,
        /// Variables that have no value; what they stand for is missing from the address.
        pub missing: Vec<TemplateVariable>,
    }

    /// What a person read.
    pub struct ReadResource {
        /// Opaque: what `attach_resource` takes. Valid as long as the contents are kept.
        pub id: String,
        /// Server.
        pub server: String,
        /// The person's label of the server.
        pub server_label: String,
        /// Raw address that was asked for.
        pub uri: String,
        /// The raw address as a person may see it.
        pub shown: Foreign,
        /// When it was read.
        pub read_at: u64,
        /// Contents in order.
        pub contents: Vec<ResourceContent>,
        /// Contents beyond the limit.
        pub more_contents: u32,
        /// That there is nothing in it, in words; a server that answers so may mean an empty resource or none (RES-06).
        pub nothing: Option<String>,
        /// Nothing was asked of the server: it said how long its last answer holds, and that time is not over.
        pub remembered: bool,
        /// The whole reply as JSON text.
        pub raw: Payload,
        /// The row in the record.
        pub record: u64,
    }
}
