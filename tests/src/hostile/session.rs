//! The state of the server and the way of one message through it.

use std::{
    collections::HashMap,
    io::Write as _,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use portcullis_core::locked;
use serde_json::{Value, json};
use tokio::sync::{oneshot, watch};

use super::{
    answer::{self, MODERN},
    script::{Script, Step},
    step::Turn,
    transport::HostileTransport,
};

/// A request or notification of the host.
#[derive(Debug, Clone)]
pub(super) struct Request {
    /// Null for a notification.
    pub(super) id: Value,
    pub(super) method: String,
    pub(super) params: Value,
}

impl Request {
    pub(super) fn is_modern(&self) -> bool {
        self.method == "server/discover"
            || self.params["_meta"]["io.modelcontextprotocol/protocolVersion"] == MODERN
    }
}

/// A host that wants to hear of changes: a whole connection of the earlier revisions, or one
/// subscription of the newest.
#[derive(Debug)]
struct Listener {
    transport: HostileTransport,
    subscription: Option<Value>,
}

#[derive(Debug)]
pub(super) struct Session {
    pub(super) script: Script,
    tools: Mutex<Vec<Value>>,
    cancellations: Mutex<HashMap<String, watch::Sender<Option<String>>>>,
    waiting: Mutex<HashMap<String, oneshot::Sender<Value>>>,
    listeners: Mutex<Vec<Listener>>,
    asked: AtomicU64,
    /// Sessions begun on HTTP, and the first of them that is still known.
    sessions: Mutex<(u64, u64)>,
    /// Ids of events, and the requests in whose streams they were.
    places: Mutex<HashMap<String, Request>>,
    on_http: bool,
    pub(super) ignores_eof: AtomicBool,
    pub(super) reads: watch::Sender<bool>,
}

fn plain_tool(name: &str) -> Value {
    json!({"name": name, "description": format!("The tool {name}."), "inputSchema": {"type": "object"}})
}

impl Session {
    pub(super) fn new(script: Script, on_http: bool) -> Arc<Self> {
        let mut tools: Vec<Value> = script
            .tools
            .iter()
            .map(|tool| tool.as_str().map_or_else(|| tool.clone(), plain_tool))
            .collect();
        tools.extend((1..=script.many_tools).map(|n| plain_tool(&format!("tool_{n:07}"))));
        Arc::new(Self {
            script,
            tools: Mutex::new(tools),
            cancellations: Mutex::default(),
            waiting: Mutex::default(),
            listeners: Mutex::default(),
            asked: AtomicU64::new(0),
            sessions: Mutex::new((0, 1)),
            places: Mutex::default(),
            on_http,
            ignores_eof: AtomicBool::new(false),
            reads: watch::Sender::new(true),
        })
    }

    /// Does steps that belong to no request.
    pub(super) async fn run(self: &Arc<Self>, steps: &[Step], transport: &HostileTransport) {
        let nothing = Request {
            id: Value::Null,
            method: String::new(),
            params: Value::Null,
        };
        Turn::new(Arc::clone(self), nothing, transport.clone(), None)
            .run(steps)
            .await;
    }

    /// Takes one received line and begins to work on it.
    pub(super) fn receive(self: &Arc<Self>, line: &[u8], transport: &HostileTransport) {
        if line.trim_ascii().is_empty() {
            return;
        }
        self.record(line);
        match serde_json::from_slice(line) {
            Ok(Value::Array(batch)) => batch
                .into_iter()
                .for_each(|message| self.take(message, transport)),
            Ok(message) => self.take(message, transport),
            Err(error) => eprintln!("hostile: received something that is not JSON: {error}"),
        }
    }

    fn record(&self, line: &[u8]) {
        let Some(path) = &self.script.record else { return };
        let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
        let written = file.and_then(|mut file| file.write_all(&[line.trim_ascii_end(), b"\n"].concat()));
        if let Err(error) = written {
            eprintln!("hostile: cannot record into {}: {error}", path.display());
        }
    }

    fn take(self: &Arc<Self>, mut message: Value, transport: &HostileTransport) {
        let id = message.get("id").cloned().unwrap_or(Value::Null);
        let Some(method) = message["method"].as_str().map(str::to_owned) else {
            if let Some(waiting) = locked(&self.waiting).remove(&id.to_string()) {
                waiting.send(message).ok();
            }
            return;
        };
        let request = Request {
            id,
            method,
            params: message["params"].take(),
        };
        if request.method == "notifications/cancelled" {
            let reason = request.params["reason"].as_str().unwrap_or_default().to_owned();
            self.cancel(&request.params["requestId"], reason);
        }
        // Noted before the task begins: the cancellation may be the very next line.
        let cancelled = (!request.id.is_null()).then(|| {
            let cancellation = watch::Sender::new(None);
            let cancelled = cancellation.subscribe();
            locked(&self.cancellations).insert(request.id.to_string(), cancellation);
            cancelled
        });
        tokio::spawn(Arc::clone(self).work(request, transport.clone(), cancelled));
    }

    pub(super) fn cancel(&self, id: &Value, reason: String) {
        if let Some(cancellation) = locked(&self.cancellations).get(&id.to_string()) {
            cancellation.send_replace(Some(reason));
        }
    }

    async fn work(
        self: Arc<Self>,
        request: Request,
        transport: HostileTransport,
        cancelled: Option<watch::Receiver<Option<String>>>,
    ) {
        let steps = self.steps(&request).to_vec();
        let id = request.id.clone();
        let mut turn = Turn::new(Arc::clone(&self), request, transport, cancelled);
        turn.run(&steps).await;
        if !turn.is_answered() && !id.is_null() {
            turn.answer_by_default().await;
        }
        locked(&self.cancellations).remove(&id.to_string());
    }

    fn steps(&self, request: &Request) -> &[Step] {
        let by_tool = (request.method == "tools/call")
            .then(|| self.script.calls.get(request.params["name"].as_str()?))
            .flatten();
        by_tool
            .or_else(|| self.script.on.get(&request.method))
            .map_or(&[], Vec::as_slice)
    }

    /// The answer a well-behaved server would give.
    pub(super) async fn default_answer(
        &self,
        request: &Request,
        transport: &HostileTransport,
    ) -> Result<Value, Value> {
        let era = self.script.era;
        match request.method.as_str() {
            "initialize" if era.answers_initialize() => {
                // On HTTP the host hears of changes on the stream it opens with GET.
                if !self.on_http {
                    self.listen(transport.clone(), None);
                }
                Ok(answer::handshake(&self.script, request))
            }
            "server/discover" if era.answers_discover() => Ok(answer::handshake(&self.script, request)),
            "subscriptions/listen" if era.answers_discover() => {
                self.acknowledge(request, transport).await;
                std::future::pending().await
            }
            "ping" => Ok(json!({})),
            "tools/list" => Ok(self.page(request)),
            "tools/call" => self.call(request),
            method => Err(json!({"code": -32601, "message": format!("unknown method {method}")})),
        }
    }

    async fn acknowledge(&self, request: &Request, transport: &HostileTransport) {
        self.listen(transport.clone(), Some(request.id.clone()));
        let acknowledged = json!({
            "jsonrpc": "2.0",
            "method": "notifications/subscriptions/acknowledged",
            "params": {
                "notifications": request.params["notifications"],
                "_meta": {"io.modelcontextprotocol/subscriptionId": request.id},
            },
        });
        transport.message(acknowledged.to_string()).await;
    }

    /// Begins a session.
    pub(super) fn begin(&self) -> String {
        let mut sessions = locked(&self.sessions);
        sessions.0 += 1;
        format!("session-{}", sessions.0)
    }

    /// Whether a session is known.
    pub(super) fn knows(&self, session: &str) -> bool {
        let (last, first) = *locked(&self.sessions);
        (first..=last).any(|number| session == format!("session-{number}"))
    }

    /// Forgets all sessions.
    pub(super) fn expire(&self) {
        let mut sessions = locked(&self.sessions);
        sessions.1 = sessions.0 + 1;
    }

    /// Notes which request the ids in these events belong to.
    pub(super) fn note_places(&self, events: &str, request: &Request) {
        for id in events.lines().filter_map(|line| line.strip_prefix("id: ")) {
            locked(&self.places).insert(id.to_owned(), request.clone());
        }
    }

    /// Goes on with the request that an event belonged to.
    pub(super) fn resume(self: &Arc<Self>, last: &str, transport: HostileTransport) -> bool {
        let Some(request) = locked(&self.places).get(last).cloned() else {
            return false;
        };
        let Some(steps) = self.script.http.resume.get(last).cloned() else {
            return false;
        };
        let session = Arc::clone(self);
        tokio::spawn(async move {
            let mut turn = Turn::new(session, request, transport, None);
            turn.run(&steps).await;
            if !turn.is_answered() {
                turn.answer_by_default().await;
            }
        });
        true
    }

    /// The stream of the client that began to listen last; waits for one.
    pub(super) async fn stream(&self) -> HostileTransport {
        loop {
            let last = locked(&self.listeners)
                .last()
                .map(|listener| listener.transport.clone());
            match last {
                Some(transport) => return transport,
                None => tokio::time::sleep(std::time::Duration::from_millis(2)).await,
            }
        }
    }

    /// The id of the newest subscription.
    pub(super) fn subscription(&self) -> Value {
        let listeners = locked(&self.listeners);
        let newest = listeners
            .iter()
            .rev()
            .find_map(|listener| listener.subscription.clone());
        newest.unwrap_or_default()
    }

    pub(super) fn listen(&self, transport: HostileTransport, subscription: Option<Value>) {
        locked(&self.listeners).push(Listener {
            transport,
            subscription,
        });
    }

    pub(super) fn page(&self, request: &Request) -> Value {
        let tools = locked(&self.tools);
        let from = request.params["cursor"]
            .as_str()
            .and_then(|cursor| cursor.parse().ok())
            .unwrap_or(0);
        let size = self.script.page.unwrap_or(usize::MAX);
        let page: Vec<_> = tools.iter().skip(from).take(size).cloned().collect();
        let next = from + page.len();
        let mut result = json!({"tools": page});
        if next < tools.len() {
            result["nextCursor"] = json!(next.to_string());
        }
        if request.is_modern() {
            result["ttlMs"] = json!(0);
            result["cacheScope"] = json!("private");
        }
        result
    }

    fn call(&self, request: &Request) -> Result<Value, Value> {
        let name = &request.params["name"];
        if locked(&self.tools).iter().any(|tool| &tool["name"] == name) {
            Ok(answer::text(request.params["arguments"].to_string()))
        } else {
            Err(json!({"code": -32602, "message": format!("unknown tool {name}")}))
        }
    }

    /// Replaces or adds a tool and tells everyone who listens.
    pub(super) async fn change_tool(&self, definition: Value) {
        {
            let mut tools = locked(&self.tools);
            match tools.iter_mut().find(|tool| tool["name"] == definition["name"]) {
                Some(tool) => *tool = definition,
                None => tools.push(definition),
            }
        }
        let told: Vec<_> = locked(&self.listeners)
            .iter()
            .map(|listener| (listener.transport.clone(), listener.subscription.clone()))
            .collect();
        for (transport, subscription) in told {
            let mut changed = json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"});
            if let Some(subscription) = subscription {
                changed["params"] =
                    json!({"_meta": {"io.modelcontextprotocol/subscriptionId": subscription}});
            }
            transport.message(changed.to_string()).await;
        }
    }

    /// Sends a request to the host and waits for its answer.
    pub(super) async fn ask(
        &self,
        id: Option<Value>,
        method: &str,
        params: Value,
        transport: &HostileTransport,
    ) -> Value {
        let id =
            id.unwrap_or_else(|| json!(format!("ask-{}", self.asked.fetch_add(1, Ordering::Relaxed) + 1)));
        let (waiting, answered) = oneshot::channel();
        locked(&self.waiting).insert(id.to_string(), waiting);
        let asked = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        transport.message(asked.to_string()).await;
        answered.await.unwrap_or(Value::Null)
    }
}
