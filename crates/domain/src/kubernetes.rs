//! Servers in a cluster of Kubernetes.

use super::shape;

shape! {
    /// A server as a cluster of Kubernetes runs it.
    pub struct KubernetesManifest {
        /// Its name there.
        pub name: String,
        /// YAML, without values of secrets.
        pub text: String,
        /// What a person has to do, and what was left out.
        pub notes: Vec<String>,
    }
}
