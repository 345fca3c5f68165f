//! The handshake of either era (`initialize`, `server/discover`) and version negotiation, with an error message for
//! each way in which it can fail.

use super::call::OTHER_HEADERS;
use super::errors::needs;
use super::request::NEEDS_MORE;
use super::{ClientCapabilities, Era, ServerInfo, TaskCapabilities, capabilities};
use crate::limits;
use crate::transport::{JsonRpc, PartialLine, RequestHead, RpcOutcome, Transport, seconds};
use portcullis_catalog::icons::Icons;
use portcullis_core::{Clue, Code, Error, Result, TextSource, text};
use portcullis_domain::Transport as TransportKind;
use portcullis_l10n::say;
use serde_json::{Map, Value};
use std::time::Duration;

/// A connection before its handshake.
pub(super) struct Handshake<'a> {
    pub rpc: &'a JsonRpc,
    pub transport: &'a Transport,
}

/// What a server said about itself.
pub(super) struct HandshakeResult {
    revision: String,
    said: Value,
}

/// How a server took the modern question (ERA-20 to ERA-25).
pub(super) enum DiscoverOutcome {
    /// It speaks the modern era.
    Modern(HandshakeResult),
    /// It answered, and does not.
    Legacy,
    /// It does, and refuses us: the other era would not help.
    Refused(Error),
    /// It gave no answer in time.
    Silent,
    /// The connection failed.
    Failed(Error),
}

/// The revision that was asked for is not spoken.
const OTHER_REVISION: i64 = -32022;
/// Parameters that cannot be used; old servers say by it that they do not know a revision.
const BAD_PARAMETERS: i64 = -32602;

impl Handshake<'_> {
    /// Asks with `server/discover`. A server that refuses the revision and names it in the same breath is asked once
    /// more (ERA-14).
    pub(super) async fn discover(&self, offers: ClientCapabilities, patience: Duration) -> DiscoverOutcome {
        let mut again = true;
        let operation = self.rpc.operation();
        loop {
            let meta = Some(capabilities::meta(offers));
            let asked = self.ask(operation, "server/discover", Map::new(), meta, patience);
            let spoken = match asked.await {
                Ok(Some(RpcOutcome::Result(raw))) => {
                    let said = serde_json::from_str::<Value>(raw.get()).unwrap_or_default();
                    let spoken = texts(&said["supportedVersions"]);
                    if spoken.iter().any(|revision| revision == capabilities::MODERN) {
                        return DiscoverOutcome::Modern(HandshakeResult {
                            revision: capabilities::MODERN.to_owned(),
                            said,
                        });
                    }
                    spoken
                }
                Ok(Some(RpcOutcome::Refused {
                    code: OTHER_REVISION,
                    data,
                    message,
                })) => {
                    let data = data.and_then(|data| serde_json::from_str::<Value>(data.get()).ok());
                    let spoken = texts(&data.unwrap_or_default()["supported"]);
                    // Only the modern era has this error: a handshake is no answer to it (ERA-21).
                    if spoken.is_empty() {
                        return DiscoverOutcome::Refused(self.refused(&message));
                    }
                    let names_modern = spoken.iter().any(|revision| revision == capabilities::MODERN);
                    if again && names_modern {
                        again = false;
                        continue;
                    }
                    // It refuses the one that it names, so the revisions are not the reason.
                    if names_modern
                        && !spoken
                            .iter()
                            .any(|revision| capabilities::has_handshake(revision))
                    {
                        return DiscoverOutcome::Refused(self.refused(&message));
                    }
                    spoken
                }
                // These two only a server of the modern era knows.
                Ok(Some(RpcOutcome::Refused {
                    code: NEEDS_MORE,
                    message,
                    data,
                })) => {
                    let error = needs(self.rpc.label(), &message, data.as_deref());
                    return DiscoverOutcome::Refused(error);
                }
                Ok(Some(RpcOutcome::Refused {
                    code: OTHER_HEADERS,
                    message,
                    ..
                })) => return DiscoverOutcome::Refused(self.refused(&message)),
                Ok(Some(RpcOutcome::Refused { .. })) => return DiscoverOutcome::Legacy,
                Ok(Some(RpcOutcome::Broken(error))) | Err(error) => return DiscoverOutcome::Failed(error),
                Ok(None) => return DiscoverOutcome::Silent,
            };
            return self.other(&spoken);
        }
    }

    /// A server that does not name the modern revision we speak.
    fn other(&self, spoken: &[String]) -> DiscoverOutcome {
        if spoken.is_empty()
            || spoken
                .iter()
                .any(|revision| capabilities::has_handshake(revision))
        {
            return DiscoverOutcome::Legacy;
        }
        DiscoverOutcome::Refused(self.no_common(spoken))
    }

    /// The handshake of the legacy era. A server that names another revision that we speak is asked again with it
    /// (ERA-09).
    ///
    /// # Errors
    /// `server.silent`, `protocol.*`, `revision.none` when it chose one that we do not speak (ERA-04), or why the
    /// connection failed.
    pub(super) async fn initialize(
        &self,
        offers: ClientCapabilities,
        patience: Duration,
    ) -> Result<HandshakeResult> {
        let mut revision = capabilities::LEGACY.to_owned();
        let mut again = true;
        let operation = self.rpc.operation();
        loop {
            let params = capabilities::initialize(offers, &revision);
            let said = match self.ask(operation, "initialize", params, None, patience).await? {
                Some(RpcOutcome::Result(raw)) => serde_json::from_str::<Value>(raw.get()).unwrap_or_default(),
                Some(RpcOutcome::Refused {
                    code: BAD_PARAMETERS | OTHER_REVISION,
                    data: Some(data),
                    message,
                }) if again => {
                    again = false;
                    let data: Value = serde_json::from_str(data.get()).unwrap_or_default();
                    let spoken = texts(&data["supported"]);
                    let ours = spoken
                        .iter()
                        .filter(|revision| capabilities::has_handshake(revision))
                        .max();
                    match ours {
                        Some(ours) => revision.clone_from(ours),
                        None if spoken.is_empty() => return Err(self.refused(&message)),
                        None if spoken.iter().any(|revision| revision == capabilities::MODERN) => {
                            return Err(self.only_modern());
                        }
                        None => return Err(self.no_common(&spoken)),
                    }
                    continue;
                }
                Some(RpcOutcome::Refused { message, .. }) => return Err(self.refused(&message)),
                Some(RpcOutcome::Broken(error)) => return Err(error),
                None => return Err(self.silent(patience)),
            };
            let Some(chosen) = said["protocolVersion"].as_str().map(str::to_owned) else {
                return Err(self.broken());
            };
            if chosen == capabilities::MODERN {
                return Err(self.no_handshake());
            }
            if !capabilities::has_handshake(&chosen) {
                return Err(self.no_common(&[chosen]));
            }
            self.transport.agreed(&chosen);
            let told =
                self.rpc
                    .notification_within(Some(operation), "notifications/initialized", &Map::new())?;
            self.transport.deliver(told).await?;
            return Ok(HandshakeResult {
                revision: chosen,
                said,
            });
        }
    }

    /// One request; `None` when there was no answer in time.
    async fn ask(
        &self,
        operation: u64,
        method: &'static str,
        mut params: Map<String, Value>,
        meta: Option<Map<String, Value>>,
        patience: Duration,
    ) -> Result<Option<RpcOutcome>> {
        let begun = self.rpc.begin_within(operation, method, &mut params, meta)?;
        let sending = RequestHead {
            id: begun.id,
            method,
            params: &params,
            marked: &[],
        };
        let guard = self.transport.request(&sending, begun.bytes);
        let failed = async {
            self.rpc.failed().await;
            self.rpc.failure()
        };
        let reply = tokio::select! {
            biased;
            reply = tokio::time::timeout(patience, begun.answer) => reply,
            error = failed => return Err(error.unwrap_or_else(|| self.ended())),
        };
        drop(guard);
        match reply {
            Ok(Ok(reply)) => Ok(Some(reply)),
            Ok(Err(_)) => Err(self.rpc.failure().unwrap_or_else(|| self.ended())),
            Err(_) => {
                self.rpc.forget(begun.id);
                Ok(None)
            }
        }
    }

    pub(super) fn ended(&self) -> Error {
        Error::new(
            Code::TransportLost,
            say!("ended-early", server = self.rpc.label()),
        )
        .remedy(match self.is_local() {
            true => say!("see-log", label = text::shell_word(self.rpc.label())),
            false => say!("check-url-or-later"),
        })
    }

    /// It said nothing for this long.
    pub(super) fn silent(&self, patience: Duration) -> Error {
        let (label, time) = (self.rpc.label(), seconds(patience));
        if !self.is_local() {
            return Error::new(Code::ServerSilent, say!("silent-remote", server = label, time))
                .remedy(say!("check-url-or-later"));
        }
        let partial = self.rpc.partial_line();
        let sentence = silent_program(label, &time, self.rpc.junk(), partial.as_ref());
        let error = Error::new(Code::ServerSilent, sentence);
        let error = match &partial {
            Some(partial) if partial.is_message() => error.remedy(say!("silent-local-unterminated-remedy")),
            _ => error.remedy(say!("silent-local-remedy", label = text::shell_word(label))),
        };
        match partial {
            Some(PartialLine { head, .. }) => error
                .clue(Clue::UnterminatedLine)
                .said(TextSource::Server, &text::ForeignText::new(head)),
            None => error,
        }
    }

    /// Whether it is a program that runs here.
    fn is_local(&self) -> bool {
        self.transport.kind() == TransportKind::Stdio
    }

    fn refused(&self, message: &str) -> Error {
        let label = self.rpc.label();
        let error = Error::new(Code::ProtocolError, say!("handshake-error", server = label));
        match message.trim() {
            "" => error.remedy(say!("see-log", label = text::shell_word(label))),
            message => error
                .remedy(say!("see-error-and-log"))
                .said(TextSource::Server, &text::ForeignText::new(message)),
        }
    }

    fn broken(&self) -> Error {
        Error::new(
            Code::ProtocolBroken,
            say!("handshake-invalid", server = self.rpc.label()),
        )
        .remedy(say!("server-bug", label = text::shell_word(self.rpc.label())))
    }

    /// It chose the one that we speak too, and that has no handshake in which it could be chosen.
    fn no_handshake(&self) -> Error {
        Error::new(
            Code::NoCommonRevision,
            say!(
                "no-handshake-version",
                server = self.rpc.label(),
                version = capabilities::MODERN
            ),
        )
        .remedy(say!("server-bug", label = text::shell_word(self.rpc.label())))
    }

    /// It refuses a handshake, and speaks the one of ours that has none.
    fn only_modern(&self) -> Error {
        Error::new(
            Code::NoCommonRevision,
            say!(
                "modern-only",
                server = self.rpc.label(),
                version = capabilities::MODERN
            ),
        )
        .remedy(say!("legacy-only-remedy"))
    }

    fn no_common(&self, theirs: &[String]) -> Error {
        let theirs = theirs.iter().take(10).cloned().collect::<Vec<_>>().join(", ");
        Error::new(
            Code::NoCommonRevision,
            say!(
                "no-version",
                server = self.rpc.label(),
                theirs = text::escape_line(&theirs).text,
                ours = capabilities::REVISIONS.join(", ")
            ),
        )
        .remedy(say!("no-version-remedy"))
    }
}

impl HandshakeResult {
    /// For the rest of the client.
    pub(super) fn server_info(&self, era: Era, era_certain: bool, transport: TransportKind) -> ServerInfo {
        let said = &self.said;
        // Servers of before the final text name themselves at the top (ERA-16).
        let named = match &said["_meta"]["io.modelcontextprotocol/serverInfo"] {
            Value::Null => &said["serverInfo"],
            named => named,
        };
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let filled = |name: &String| !name.trim().is_empty();
        let offers = |what: &str, more: &str| said["capabilities"][what][more] == Value::Bool(true);
        ServerInfo {
            era,
            era_certain,
            revision: self.revision.clone(),
            transport,
            name: text(&named["title"])
                .filter(filled)
                .or_else(|| text(&named["name"]).filter(filled)),
            version: text(&named["version"]),
            icons: Icons::read(named.get("icons"), limits::ICON_SOURCE),
            instructions: text(&said["instructions"]),
            announces_tools: offers("tools", "listChanged"),
            announces_resources: offers("resources", "listChanged"),
            announces_prompts: offers("prompts", "listChanged"),
            subscribes: offers("resources", "subscribe"),
            tasks: TaskCapabilities::read(&said["capabilities"]),
            capabilities: match &said["capabilities"] {
                // Some write down every one that there is, and `null` for those that they do not have (CAP-09).
                Value::Object(all) => {
                    let offered = all.iter().filter(|(_, how)| !how.is_null());
                    offered.map(|(name, _)| name.clone()).take(32).collect()
                }
                _ => Vec::new(),
            },
            pid: None,
            took: 0,
        }
    }
}

/// A program that said nothing, only what is not protocol, or a message without its end.
fn silent_program(label: &str, time: &str, lines: u64, partial: Option<&PartialLine>) -> String {
    match (lines, partial) {
        (_, Some(partial)) if lines == 0 || partial.is_message() => {
            say!(
                "silent-local-unterminated",
                server = label,
                time,
                bytes = partial.bytes
            )
        }
        (0, _) => say!("silent-local", server = label, time),
        (lines, _) => say!("silent-local-junk", server = label, time, lines),
    }
}

fn texts(value: &Value) -> Vec<String> {
    let items = value.as_array().map(Vec::as_slice).unwrap_or_default();
    items
        .iter()
        .filter_map(|item| item.as_str().map(str::to_owned))
        .take(100)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Era, HandshakeResult, PartialLine, TransportKind, seconds, silent_program};
    use serde_json::json;
    use std::time::Duration;

    // Proves CAP-09.
    #[test]
    fn a_capability_without_a_value_is_not_offered() {
        let greeted = HandshakeResult {
            revision: "2025-06-18".to_owned(),
            said: json!({"capabilities": {"tools": {}, "prompts": null, "resources": null, "logging": {}}}),
        };
        let info = greeted.server_info(Era::Legacy, true, TransportKind::Http);
        assert_eq!(info.capabilities, ["tools", "logging"]);
    }

    #[test]
    fn a_server_with_an_empty_title_goes_by_its_name() {
        for (title, name, shown) in [
            (json!(""), json!("notes"), Some("notes")),
            (json!(" "), json!("notes"), Some("notes")),
            (json!("Notes"), json!("notes"), Some("Notes")),
            (json!(""), json!(" "), None),
        ] {
            let greeted = HandshakeResult {
                revision: "2025-06-18".to_owned(),
                said: json!({"serverInfo": {"title": title, "name": name}}),
            };
            let info = greeted.server_info(Era::Legacy, true, TransportKind::Http);
            assert_eq!(info.name.as_deref(), shown, "{title} {name}");
        }
    }

    // Proves F-04.
    #[test]
    fn one_line_and_one_second_are_not_several() {
        let said = [0, 1, 2].map(|lines| silent_program("Notes", "2 seconds", lines, None));
        assert_eq!(
            said,
            [
                "“Notes” did not respond within 2 seconds. It was stopped.",
                "“Notes” did not respond within 2 seconds. It wrote 1 line that is not an MCP message. It was stopped.",
                "“Notes” did not respond within 2 seconds. It wrote 2 lines that are not MCP messages. It was stopped."
            ]
        );
        let partial = |head: &str| PartialLine {
            bytes: head.len(),
            head: head.to_owned(),
        };
        for (lines, head, words) in [
            (0, "{", "It wrote 1 byte without a newline."),
            (3, r#"{"id":1}"#, "It wrote 8 bytes without a newline."),
            (0, "> ", "It wrote 2 bytes without a newline."),
            (1, "> ", "It wrote 1 line that is not an MCP message."),
        ] {
            let said = silent_program("Notes", "2 seconds", lines, Some(&partial(head)));
            assert!(said.contains(words), "{said}");
        }
        let times = [1, 2].map(|count| seconds(Duration::from_secs(count)));
        assert_eq!(times, ["1 second", "2 seconds"]);
    }
}
