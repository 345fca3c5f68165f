//! From what policy says to a permit, through a person where policy wants one.

use super::asker::asker;
use super::files::{self, FilesNow, LookScope};
use super::order::AskingPosition;
use super::{CallContext, Caller, Permitted, changed};
use crate::host::links::follow;
use crate::host::permissions::permission_words;
use crate::host::{Inner, locked, tools, views};
use crate::limits;
use portcullis_approval::consent::{
    AnsweredCall, Ask, CallQuestion, Decision, Edited, Permit, ProposedReview, Waiting, as_shown,
};
use portcullis_approval::policy::{
    self, Asker, GrantScopeOffer, ProposedCall, SeenAgainst, SymlinkState, Verdict,
};
use portcullis_catalog::{Tool, exact, schema};
use portcullis_core::text;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{ArgumentIssue, ArgumentRow, Asked, Claim, FlowMeeting, Foreign};
use portcullis_l10n::say;
use portcullis_storage::audit::Decided;
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use tokio::runtime::Handle;

impl Inner {
    /// What policy says now.
    pub(super) async fn verdict(&self, context: &CallContext) -> Verdict {
        let grants = locked(&self.grants).clone();
        let call = &context.call;
        let paths = policy::paths(&grants, &call.server, &call.tool, &call.arguments);
        let links = follow(&context.entry, paths).await;
        let flow = self.flow(context).await;
        // With everything as it is now: a permission may have been taken back meanwhile.
        self.decide(context, &links, flow.as_ref())
    }

    fn decide(&self, context: &CallContext, links: &SymlinkState, flow: Option<&FlowMeeting>) -> Verdict {
        let grants = locked(&self.grants).clone();
        let caller = match &context.by {
            Caller::Person => policy::Caller::Person,
            Caller::Window => policy::Caller::Window {
                session: &self.session,
            },
            Caller::Model { conversation, .. } => policy::Caller::Model { conversation },
        };
        let definition = context.entry.state_of(&context.tool);
        let seen = self.against_claims(&context.entry, &context.tool);
        policy::decide(&policy::PolicyInput {
            caller,
            call: &context.call,
            definition: &definition,
            reads_only: context.tool.claims.contains(&Claim::ReadOnly),
            against_claims: seen.as_ref().map(|seen| SeenAgainst {
                why: &seen.why,
                answered: seen.answered,
            }),
            grants: &grants,
            now: self.now(),
            server_enabled: context.entry.enabled(),
            in_conversation: matches!(
                &context.by,
                Caller::Person | Caller::Window | Caller::Model { takes_part: true, .. }
            ),
            links,
            holds_secret: self.redactor.finds(&context.call.arguments),
            flow,
        })
    }

    /// What a permission for calls like this one may be narrowed to.
    async fn limits_offered(&self, context: &CallContext) -> GrantScopeOffer {
        let arguments = &*context.call.arguments;
        let links = follow(&context.entry, GrantScopeOffer::paths(arguments)).await;
        GrantScopeOffer::of(&context.tool.input_schema(), arguments, &links)
    }

    /// What meets in a model's call (S-78). A person's own call carries what they put into it.
    async fn flow(&self, context: &CallContext) -> Option<FlowMeeting> {
        let conversation = context.by.conversation()?;
        let asked = self.was_asked(conversation, &context.entry, &context.tool).await;
        self.meeting(&context.reads, &context.entry, &context.tool, asked)
    }

    /// From a verdict to a permit, through a person where policy wants one. A permission given meanwhile, for
    /// this call or another, answers it too; a definition that changes meanwhile ends it (S-48).
    pub(super) async fn permit(
        self: &Arc<Self>,
        context: &CallContext,
        mut position: Option<AskingPosition>,
        mut verdict: Verdict,
        seq: u64,
    ) -> Result<Permitted> {
        let mut grants = self.grants_changed.subscribe();
        let mut definitions = context.entry.definitions_changed.subscribe();
        let mut waiting: Option<Waiting<CallQuestion>> = None;
        let (mut asked_before, mut shown, mut asked_at) = (false, None, 0);
        loop {
            // What the person is looking at is not what it is about any more: it is asked again. Arguments that they
            // changed are left to their own answer, unless it became stricter.
            let flow = self.flow(context).await;
            if waiting
                .as_ref()
                .is_some_and(|waiting| shown != flow && waiting.is_asked_again(flow.is_some()))
            {
                waiting = None;
            }
            match verdict {
                Verdict::Allow(allowed) if waiting.as_ref().is_none_or(Waiting::give_way) => {
                    let (why, rule) = (allowed.why().to_owned(), allowed.rule().map(str::to_owned));
                    if asked_before {
                        let row = Decided {
                            why: why.clone(),
                            rule: rule.clone(),
                            shown: None,
                            sent: None,
                        };
                        self.audit.decide(seq, row).await?;
                    }
                    return Ok(Permitted {
                        permit: Permit::by_rule(allowed),
                        why,
                        rule,
                        answered: None,
                    });
                }
                Verdict::Deny { code, why } => {
                    if code == Code::ToolChanged {
                        self.show_change(context.entry.id.0.clone(), context.tool.name.clone());
                    }
                    return Err(Error::new(code, why));
                }
                Verdict::Allow(_) | Verdict::Ask { .. } => {}
            }
            let waiting = match &mut waiting {
                Some(waiting) => waiting,
                None => {
                    let offered = self.limits_offered(context).await;
                    if let Some(position) = &position {
                        tokio::select! {
                            biased;
                            ended = self.ended(context) => return Err(ended),
                            () = position.comes() => {}
                        }
                    }
                    // Policy said that it is asked: only now is anything looked at for the question.
                    let scope = LookScope::of(&context.entry, &context.tool);
                    let files = files::look(&context.call.arguments, &scope).await;
                    asked_at = self.now();
                    let asked = self.ask(context, flow.clone(), offered, (files, scope));
                    let asked = self.gate.ask(asked)?;
                    position = None;
                    (asked_before, shown) = (true, flow);
                    let request = Some(asked.request.id.clone());
                    context.live.change(self, |view| view.request = request);
                    waiting.insert(asked)
                }
            };
            tokio::select! {
                biased;
                // What ends everything is looked at first: a request that was only closed was not denied.
                ended = self.ended(context) => return Err(ended),
                decided = waiting.decided() => {
                    return self.by_answer(context, decided?, (shown.as_ref(), asked_at), seq).await;
                }
                _ = grants.changed() => {}
                _ = definitions.changed() => {}
                () = context.entry.gone() => {
                    return Err(Error::new(Code::ServerNotReady, say!("call-server-gone", server = context.entry.label())));
                }
            }
            let now = context.entry.tool(&context.tool.name)?;
            if now.digest != context.tool.digest {
                self.show_change(context.entry.id.0.clone(), context.tool.name.clone());
                return Err(changed(&context.entry.label()));
            }
            verdict = self.verdict(context).await;
        }
    }

    /// Resolves when the host is closing or the call was cancelled.
    pub(super) async fn ended(&self, context: &CallContext) -> Error {
        tokio::select! {
            biased;
            () = self.closing.cancelled() => Error::new(Code::Closing, say!("call-closed")),
            () = context.live.cancel.cancelled() => Error::new(Code::CallCancelled, say!("call-stopped")),
        }
    }

    async fn by_answer(
        self: &Arc<Self>,
        context: &CallContext,
        decision: Decision<CallQuestion>,
        (flow, asked_at): (Option<&FlowMeeting>, u64),
        seq: u64,
    ) -> Result<Permitted> {
        let Decision { answered, permit } = decision;
        let AnsweredCall { call: permit, grant } = match permit {
            Ok(permit) => permit.spend(),
            Err(no) => {
                // Held until the row says so.
                *locked(&context.live.answered) = Some(answered);
                return Err(no);
            }
        };
        if answered.is_edited() {
            let sent = Arc::clone(&permit.effect().arguments);
            let (line, edited) = (
                self.arguments_line(&sent),
                differing(&context.call.arguments, &sent),
            );
            context.live.change(self, |view| {
                view.arguments_line = line;
                view.edited = edited;
            });
        }
        let why = match (&grant, flow, answered.is_edited()) {
            (Some(grant), _, _) => {
                let permission = permission_words(grant.effect(), &context.entry.label());
                say!("call-allowed-permission", permission)
            }
            (None, Some(flow), false) => say!("call-allowed-once-flow", flow = flow.sentence),
            (None, Some(flow), true) => say!("call-allowed-edited-flow", flow = flow.sentence),
            (None, None, false) => say!("call-allowed-once"),
            (None, None, true) => say!("call-allowed-edited"),
        };
        let row = Decided {
            why: why.clone(),
            rule: None,
            shown: Some(answered.digest().to_owned()),
            sent: answered
                .is_edited()
                .then(|| Value::clone(&permit.effect().arguments)),
        };
        self.audit.decide(seq, row).await?;
        if answered.is_reviewed() {
            let read = Permit::<ProposedReview>::by_call(&permit);
            self.reviewed(&context.entry, &context.tool, read).await?;
        }
        if let (Some(conversation), Some(FlowMeeting { once: true, .. })) = (&context.live.conversation, flow)
        {
            self.record_asked_read(conversation, &context.entry, &context.tool)
                .await?;
        }
        self.behavior_answered(&context.entry, &context.tool, asked_at)
            .await?;
        if let Some(grant) = grant {
            self.give_grant(&context.entry, grant, answered.digest()).await?;
        }
        answered.is_kept();
        Ok(Permitted {
            permit,
            why,
            rule: None,
            answered: Some(answered),
        })
    }

    /// Opens the question about a changed tool, unless it waits already.
    pub(in crate::host) fn show_change(self: &Arc<Self>, server: String, tool: String) {
        let host = Arc::clone(self);
        tokio::spawn(async move {
            if let Err(error) = host.change_question(&server, &tool, false).await {
                tracing::debug!(%error, "a changed tool was not asked about");
            }
        });
    }

    fn ask(
        &self,
        context: &CallContext,
        flow: Option<FlowMeeting>,
        mut offered: GrantScopeOffer,
        (files, scope): (FilesNow, LookScope),
    ) -> Ask<CallQuestion> {
        let server = views::server_ref(&context.entry);
        let definition = context.entry.state_of(&context.tool);
        let seen = self.against_claims(&context.entry, &context.tool);
        let mut notes = self.notes(&context.entry, &context.tool);
        let (mut scopes, mut no_always) = policy::offers(
            &context.tool.claims,
            &definition,
            match &context.by {
                Caller::Window => Asker::ByHand,
                Caller::Model { .. } => Asker::Conversation,
                Caller::Person => Asker::Other,
            },
            seen.is_some(),
        );
        notes.extend(seen.into_iter().flat_map(|seen| seen.remarks));
        let arguments_json = as_shown(&context.call.arguments);
        let declared = offered
            .declared
            .iter()
            .map(|name| text::mark_lookalikes(text::escape_line(name)))
            .collect();
        if self.redactor.finds(&context.call.arguments) {
            offered.conditions.clear();
            scopes.clear();
            no_always = Some(say!("no-always-secret"));
        }
        if flow.as_ref().is_some_and(|flow| !flow.once) {
            offered.conditions.clear();
            scopes.clear();
            no_always = Some(say!("no-always-flow"));
        }
        let (asked_by, why) = asker(&context.by);
        let narrowings = offered.conditions.iter().map(policy::Condition::shown).collect();
        let proposal = CallQuestion {
            call: context.call.clone(),
            offered,
            conversation: match &context.by {
                Caller::Window => Some(self.session.clone()),
                _ => context.live.conversation.clone(),
            },
        };
        let (tool, before, label) = (Arc::clone(&context.tool), proposal.clone(), server.label.clone());
        let data = self.data_dir.clone();
        Ask {
            question: say!(
                "call-question",
                server = server.label,
                tool = named(&context.tool.name)
            ),
            server,
            asked_by,
            asked: Asked::Tool {
                call: context.live.id.clone(),
                tool: context.tool.name.clone(),
                shown: text::mark_lookalikes(text::escape_line(&context.tool.name)),
                title: context.tool.title.as_ref().map(|title| title.first_line(128)),
                arguments: rows(&context.call.arguments, None, &files, &self.data_dir),
                arguments_json,
                left_out: Vec::new(),
                schema: form_schema(&context.tool),
                why,
                claims: context.tool.claims.clone(),
                definition,
                description: context.tool.description.shown(),
                described: context.tool.described(),
                notes,
                scopes,
                narrowings,
                declared,
                no_always,
                flow,
            },
            proposal,
            edit: Some(Arc::new(move |text, asked| {
                let arguments = edit(&tool, &label, text)?;
                // An edit is read on a thread that may wait.
                let files = Handle::current().block_on(files::look(&arguments, &scope));
                Ok(edited(&before, arguments, asked, (&files, data.as_path())))
            })),
            pressed_for: false,
        }
    }
}

/// A tool in a question of ours. What could be read as more than a name is not part of it: a server chooses its
/// names, and a sentence in one would look like ours (S-34). Title and name stand below, as the server's.
pub(in crate::host) fn named(tool: &str) -> String {
    if is_plain_name(tool) {
        format!("“{tool}”")
    } else {
        say!("call-question-tool-below")
    }
}

/// Whether a name of a tool reads as nothing but a name.
pub(in crate::host) fn is_plain_name(tool: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '/');
    (1..=64).contains(&tool.len()) && tool.chars().all(plain)
}

/// Names of the arguments that are not the same in both.
fn differing(before: &Value, after: &Value) -> Vec<Foreign> {
    let (Value::Object(before), Value::Object(after)) = (before, after) else {
        return Vec::new();
    };
    let names: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    names
        .into_iter()
        .filter(|name| before.get(*name) != after.get(*name))
        .map(|name| text::escape_line(name))
        .collect()
}

/// Names of the arguments that are no longer there.
fn gone(before: &Value, after: &Value) -> Vec<Foreign> {
    let names = before.as_object().into_iter().flat_map(Map::keys);
    names
        .filter(|name| after.get(*name).is_none())
        .map(|name| text::mark_lookalikes(text::escape_line(name)))
        .collect()
}

/// The schema for a form, where a form can be made of it.
fn form_schema(tool: &Tool) -> Option<String> {
    let schema = schema::presented_schema(&tool.input_schema()).to_string();
    (schema.len() <= limits::FORM_SCHEMA).then_some(schema)
}

/// Every argument whole; what is not text as JSON. What is not as it was `before` was changed by the person.
fn rows(arguments: &Value, before: Option<&Value>, files: &FilesNow, data: &Path) -> Vec<ArgumentRow> {
    let Value::Object(arguments) = arguments else {
        return Vec::new();
    };
    arguments
        .iter()
        .map(|(name, value)| {
            let text = match value {
                Value::String(text) => text.clone(),
                other => as_shown(other),
            };
            ArgumentRow {
                name: text::mark_lookalikes(text::escape_line(name)),
                bytes: text.len() as u64,
                changed: before.is_some_and(|before| before.get(name) != Some(value)),
                warnings: files::warnings(value, data),
                files: files::of_value(value, files),
                value: text::mark_lookalikes(text::escape(&text)),
            }
        })
        .collect()
}

fn edit(tool: &Tool, label: &str, text: &str) -> Result<Value> {
    let bad = |what: String| {
        Error::new(
            Code::CallBadArguments,
            say!("call-arguments-invalid", server = label, problem = what),
        )
    };
    let arguments = exact::parse(text).map_err(|fault| bad(fault.to_string()))?;
    if !arguments.is_object() {
        return Err(bad(say!("call-arguments-object")));
    }
    if let Some(issue) = tools::check_now(tool, &arguments).first() {
        return Err(bad(format!(
            "{} {}",
            issue.path,
            issue.message.trim_end_matches(['.', '。'])
        )
        .trim()
        .to_owned()));
    }
    Ok(arguments)
}

/// Everything in changed arguments that would be refused; empty when they could be used.
pub(in crate::host) fn issues(tool: &Tool, text: &str) -> Vec<ArgumentIssue> {
    let whole = |message: String| {
        vec![ArgumentIssue {
            path: String::new(),
            message,
        }]
    };
    match exact::parse(text) {
        Err(fault) => whole(say!("call-arguments-not-json", problem = fault.to_string())),
        Ok(arguments) if !arguments.is_object() => whole(say!("call-arguments-braces")),
        Ok(arguments) => tools::check_now(tool, &arguments),
    }
}

/// The same call with other arguments, and the question that shows it. The limits were about the arguments before.
fn edited(
    before: &CallQuestion,
    new: Value,
    mut asked: Asked,
    (files, data): (&FilesNow, &Path),
) -> Edited<CallQuestion> {
    if let Asked::Tool {
        arguments,
        arguments_json,
        left_out,
        narrowings,
        ..
    } = &mut asked
    {
        narrowings.clear();
        *arguments = rows(&new, Some(&before.call.arguments), files, data);
        *left_out = gone(&before.call.arguments, &new);
        *arguments_json = as_shown(&new);
    }
    Edited {
        proposal: CallQuestion {
            call: ProposedCall {
                arguments: Arc::new(new),
                ..before.call.clone()
            },
            offered: GrantScopeOffer::default(),
            conversation: before.conversation.clone(),
        },
        asked,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_a_person_changed_added_or_took_away_is_named() {
        let names = |before: Value, after: Value| -> Vec<String> {
            differing(&before, &after)
                .into_iter()
                .map(|name| name.text)
                .collect()
        };
        let before = json!({"path": "/a", "mode": 1, "old": true});
        assert_eq!(
            names(before.clone(), json!({"path": "/b", "mode": 1, "new": null})),
            ["new", "old", "path"]
        );
        assert_eq!(names(before.clone(), before), Vec::<String>::new());
        assert_eq!(names(json!({"a\u{202e}b": 1}), json!({})), ["a⟨U+202E⟩b"]);
    }

    #[test]
    fn a_schema_goes_along_for_a_form_only_up_to_its_limit() {
        let tool = |name: String| {
            let schema = json!({"type": "object", "properties": {name: {"type": "string"}}});
            Tool::read(json!({"name": "t", "inputSchema": schema})).unwrap()
        };
        assert!(form_schema(&tool("a".to_owned())).is_some_and(|schema| schema.contains("\"a\"")));
        assert_eq!(form_schema(&tool("a".repeat(limits::FORM_SCHEMA))), None);
    }

    // Proves SCH-04.
    #[test]
    fn changed_arguments_are_refused_where_they_cannot_be_checked() {
        let tool = |schema: Value| Tool::read(json!({"name": "t", "inputSchema": schema})).unwrap();
        let plain = tool(json!({"type": "object", "properties": {"a": {"type": "string"}}}));
        assert_eq!(edit(&plain, "Mail", r#"{"a": "b"}"#).unwrap(), json!({"a": "b"}));
        for bad in [r#"{"a": 1}"#, "[]", "{"] {
            let error = edit(&plain, "Mail", bad).err().unwrap();
            assert_eq!(error.code, Code::CallBadArguments, "{bad}");
        }
        let unusable = tool(json!({"type": "object", "$ref": "https://elsewhere.example/schema"}));
        let error = edit(&unusable, "Mail", "{}").err().unwrap();
        assert_eq!(error.code, Code::CallBadArguments);
        assert!(error.sentence.contains("cannot be used"), "{error}");
    }
}
