//! What was negotiated for one connection, and the `_meta` of its requests.

use super::{
    ClientCapabilities, ClientHost, ServerInfo, ServerPreferences, TaskCapabilities, capabilities, tasks,
};
use crate::transport::LOG_LEVEL;
use portcullis_catalog::{Catalog, HeaderParams};
use portcullis_core::locked;
use serde_json::{Map, Value};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex};

/// See the module.
pub struct Session {
    /// Revision in use.
    pub revision: String,
    /// Whether it is one of the modern era.
    pub modern: bool,
    /// What was declared.
    pub offers: ClientCapabilities,
    /// What the server offers of tasks.
    pub tasks: TaskCapabilities,
    /// Answers requests of the server.
    pub host: Arc<dyn ClientHost>,
    /// Log level and subscriptions.
    pub preferences: Arc<ServerPreferences>,
    meta: Map<String, Value>,
    marks: Mutex<HashMap<String, HeaderParams>>,
    /// Requests that were answered with questions, ever.
    pub rounds: AtomicU64,
    /// The record's numbers of the calls under way, each with its operation on the wire.
    causes: Mutex<Vec<(u64, u64)>>,
    /// Deprecated things that were remarked upon.
    remarked: Mutex<HashSet<&'static str>>,
    /// The same of tasks that are followed, by their numbers at the server.
    related: Mutex<HashMap<String, u64>>,
}

impl Session {
    /// As agreed.
    pub fn new(
        server_info: &ServerInfo,
        offers: ClientCapabilities,
        host: Arc<dyn ClientHost>,
        preferences: Arc<ServerPreferences>,
    ) -> Self {
        let modern = server_info.era == super::Era::Modern;
        Self {
            revision: server_info.revision.clone(),
            modern,
            offers,
            tasks: server_info.tasks,
            host,
            preferences,
            meta: if modern {
                capabilities::meta(offers)
            } else {
                Map::new()
            },
            marks: Mutex::default(),
            rounds: AtomicU64::new(0),
            causes: Mutex::default(),
            remarked: Mutex::default(),
            related: Mutex::default(),
        }
    }

    /// What a request carries in `_meta` beside its progress token.
    pub fn meta(&self, method: &str, params: &Map<String, Value>) -> Option<Map<String, Value>> {
        let mut meta = self.meta.clone();
        if self.modern && tasks::declares(method, params) {
            capabilities::declare(&mut meta, tasks::EXTENSION);
        }
        // In the modern era a server logs for a request that says so (LOG-03).
        if self.modern
            && let Some(level) = *self.preferences.log_level().borrow()
        {
            meta.insert(LOG_LEVEL.to_owned(), serde_json::json!(level));
        }
        Some(meta)
    }

    /// A call of ours is under way as long as this lives.
    pub fn causes(&self, call: u64, operation: u64) -> CallScope<'_> {
        locked(&self.causes).push((call, operation));
        CallScope(self, call)
    }

    /// The call that a question of the server belongs to. In the legacy era it does not say so itself: it is the one
    /// on whose stream it came (HTTP-19), else the one that is under way, if there is only one.
    pub fn cause_within(&self, operation: Option<u64>) -> Option<u64> {
        let causes = locked(&self.causes);
        let named = causes.iter().find(|(_, of)| Some(*of) == operation);
        match (named, causes.as_slice()) {
            (Some((call, _)), _) | (None, [(call, _)]) => Some(*call),
            _ => None,
        }
    }

    /// Whether this was not remarked upon yet on this connection.
    pub fn first_use(&self, what: &'static str) -> bool {
        locked(&self.remarked).insert(what)
    }

    /// A task belongs to this call.
    pub fn relate(&self, task: &str, call: u64) {
        locked(&self.related).insert(task.to_owned(), call);
    }

    /// This task is not followed any more.
    pub fn unrelate(&self, task: &str) {
        locked(&self.related).remove(task);
    }

    /// The call that a task belongs to. One that is not followed here belongs to none (TKL-15).
    pub fn cause_of_task(&self, task: &str) -> Option<u64> {
        locked(&self.related).get(task).copied()
    }

    /// Remembers which arguments of which tools go into headers (HDR-14).
    pub fn mark(&self, catalog: &Catalog) {
        let marks = catalog
            .tools
            .iter()
            .filter_map(|tool| Some((tool.name.clone(), HeaderParams::of(tool)?)))
            .collect();
        *locked(&self.marks) = marks;
    }

    /// The marks of a tool.
    pub fn marks(&self, tool: &str) -> Option<HeaderParams> {
        locked(&self.marks).get(tool).cloned()
    }
}

/// See [`Session::causes`].
pub struct CallScope<'a>(&'a Session, u64);

impl Drop for CallScope<'_> {
    fn drop(&mut self) {
        let mut causes = locked(&self.0.causes);
        if let Some(at) = causes.iter().position(|(call, _)| *call == self.1) {
            causes.swap_remove(at);
        }
    }
}
