//! From what policy says to a permit, through a person where policy wants one.

use super::{By, Permitted, Way, changed};
use crate::audit::Decided;
use crate::catalog::Tool;
use crate::consent::{Ask, CallPermit, Decision, Edited, ProposedCall, Waiting};
use crate::host::{Entry, Inner, locked, views};
use crate::policy::{self, Caller, Verdict};
use crate::text::{self, ForeignText};
use crate::view::{Answer, ArgumentRow, Asked, AskedBy, FlowMeeting};
use crate::{Code, Error, Result};
use serde_json::Value;
use std::sync::Arc;

impl Inner {
    /// What policy says now.
    pub(super) fn verdict(&self, way: &Way) -> Verdict {
        let grants = locked(&self.grants).clone();
        let caller = match &way.wanted.by {
            By::Person => Caller::Person,
            By::Model { conversation, .. } => Caller::Model { conversation },
        };
        let definition = way.entry.state_of(&way.tool);
        let flow = self.flow(way);
        policy::decide(&policy::Question {
            caller,
            server: &way.entry.id,
            tool: &way.tool.name,
            digest: &way.tool.digest,
            definition: &definition,
            grants: &grants,
            now: self.now(),
            server_enabled: way.entry.enabled(),
            in_conversation: matches!(&way.wanted.by, By::Person | By::Model { takes_part: true, .. }),
            arguments: &way.wanted.arguments,
            holds_secret: self.redactor.finds(&way.wanted.arguments),
            flow: flow.as_ref(),
        })
    }

    /// What meets in a model's call (S-78). A person's own call carries what they put into it.
    fn flow(&self, way: &Way) -> Option<FlowMeeting> {
        match way.wanted.by {
            By::Person => None,
            By::Model { .. } => self.meeting(&way.reads, &way.entry, &way.tool),
        }
    }

    fn proposed(&self, way: &Way) -> ProposedCall {
        ProposedCall {
            server: way.entry.id.clone(),
            tool: way.tool.name.clone(),
            arguments: way.wanted.arguments.clone(),
            definition: way.tool.digest.clone(),
        }
    }

    /// From a verdict to a permit, through a person where policy wants one. A permission given meanwhile, for
    /// this call or another, answers it too; a definition that changes meanwhile ends it (S-48).
    pub(super) async fn permit(
        self: &Arc<Self>,
        way: &Way,
        mut verdict: Verdict,
        seq: u64,
    ) -> Result<Permitted> {
        let mut grants = self.grants_changed.subscribe();
        let mut definitions = way.entry.definitions_changed.subscribe();
        let mut waiting: Option<Waiting> = None;
        let (mut asked_before, mut shown) = (false, None);
        loop {
            // What the person is looking at is not what it is about any more: it is asked anew. Arguments that they
            // changed are left to their own answer, unless it became stricter.
            let flow = self.flow(way);
            if waiting
                .as_ref()
                .is_some_and(|waiting| shown != flow && (flow.is_some() || waiting.give_way()))
            {
                waiting = None;
            }
            if let Verdict::Allow { rule, why } = &verdict
                && waiting.as_ref().is_none_or(Waiting::give_way)
            {
                let permit = CallPermit::by_rule(self.proposed(way), &verdict)?;
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
                    permit,
                    why: why.clone(),
                    rule: rule.clone(),
                    decision: None,
                });
            }
            if let Verdict::Deny { code, why } = &verdict {
                if *code == Code::ToolChanged {
                    self.show_change(way.entry.id.0.clone(), way.tool.name.clone());
                }
                return Err(Error::new(*code, why.clone()));
            }
            let waiting = match &mut waiting {
                Some(waiting) => waiting,
                None => {
                    let asked = self.gate.ask(self.ask(way, flow.clone()))?;
                    (asked_before, shown) = (true, flow);
                    let request = Some(asked.request.id.clone());
                    way.live.change(self, |view| view.request = request);
                    waiting.insert(asked)
                }
            };
            tokio::select! {
                biased;
                // What ends everything is looked at first: nobody denied what was only closed.
                () = self.closing.cancelled() => {
                    return Err(Error::new(Code::Closing, "Portcullis was closed before you answered. Nothing was called."));
                }
                () = way.live.cancel.cancelled() => {
                    return Err(Error::new(Code::CallCancelled, "You stopped the call before it was sent. Nothing was called."));
                }
                decided = waiting.decided() => {
                    return self.by_answer(way, &decided?, shown.as_ref(), seq).await;
                }
                _ = grants.changed() => {}
                _ = definitions.changed() => {}
                () = self.gone(&way.entry) => {
                    return Err(Error::new(Code::ServerNotReady, format!("“{}” went away while you were asked. Nothing was called.", way.entry.label())));
                }
            }
            let now = way.entry.tool(&way.tool.name)?;
            if now.digest != way.tool.digest {
                self.show_change(way.entry.id.0.clone(), way.tool.name.clone());
                return Err(changed(&way.entry.label()));
            }
            verdict = self.verdict(way);
        }
    }

    /// Resolves when the server is no longer connected.
    async fn gone(&self, entry: &Entry) {
        let Some(client) = entry.client() else { return };
        let mut snapshots = client.snapshots();
        // An error means that the client itself is gone.
        _ = snapshots.wait_for(|snapshot| snapshot.connection.is_none()).await;
    }

    async fn by_answer(
        self: &Arc<Self>,
        way: &Way,
        decision: &Decision,
        flow: Option<&FlowMeeting>,
        seq: u64,
    ) -> Result<Permitted> {
        let permit = match CallPermit::by_answer(self.proposed(way), decision) {
            Ok(permit) => permit,
            Err(no) => {
                // Held until the row says so.
                *locked(&way.live.answered) = Some(decision.clone());
                return Err(no);
            }
        };
        let why = match (decision.answer(), flow) {
            (Answer::Allow { .. } | Answer::AllowWhile { .. }, _) => {
                "You allowed it and gave a permission.".to_owned()
            }
            (_, Some(flow)) => format!("You allowed it this once after you read this: {}", flow.sentence),
            _ => "You allowed it this once.".to_owned(),
        };
        let sent = decision.arguments().cloned();
        let row = Decided {
            why: why.clone(),
            rule: None,
            shown: Some(decision.digest().to_owned()),
            sent,
        };
        self.audit.decide(seq, row).await?;
        let given = match decision.answer() {
            Answer::Allow { scope } => Some((*scope, Vec::new())),
            Answer::AllowWhile { scope, only } => {
                Some((*scope, policy::chosen(&way.wanted.arguments, only)?))
            }
            _ => None,
        };
        if let Some(given) = given {
            self.give_grant(
                &way.entry,
                &way.tool,
                given,
                way.live.conversation.as_deref(),
                decision.digest(),
            )
            .await?;
        }
        decision.is_kept();
        Ok(Permitted {
            permit,
            why,
            rule: None,
            decision: Some(decision.clone()),
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

    fn ask(&self, way: &Way, flow: Option<FlowMeeting>) -> Ask {
        let server = views::server_ref(&way.entry);
        let definition = way.entry.state_of(&way.tool);
        let (mut scopes, mut no_always) =
            policy::offers(&way.tool.claims, &definition, way.live.conversation.is_some());
        let arguments_json = pretty(&way.wanted.arguments);
        let mut narrowings: Vec<_> = policy::possible(&way.wanted.arguments)
            .iter()
            .map(policy::Condition::shown)
            .collect();
        if self.redactor.finds(&way.wanted.arguments) {
            narrowings.clear();
            scopes.clear();
            no_always = Some("The arguments hold one of your secrets, so it is asked every time.".to_owned());
        }
        if flow.is_some() {
            narrowings.clear();
            scopes.clear();
            no_always = Some("What meets in this call is asked about every time.".to_owned());
        }
        let (asked_by, why) = match &way.wanted.by {
            By::Person => (AskedBy::Person {}, None),
            By::Model {
                model,
                conversation,
                title,
                why,
                ..
            } => (
                AskedBy::Model {
                    model: model.clone(),
                    conversation: conversation.clone(),
                    title: title.clone(),
                },
                why.as_ref()
                    .map(|why| ForeignText::new(why.as_str()).shown_within(1_000)),
            ),
        };
        let (tool, label) = (Arc::clone(&way.tool), server.label.clone());
        Ask {
            question: format!("Let “{}” run {}?", server.label, named(&way.tool.name)),
            server,
            asked_by,
            asked: Asked::Tool {
                call: way.live.id.clone(),
                tool: way.tool.name.clone(),
                shown: text::escape_line(&way.tool.name),
                title: way.tool.title.as_ref().map(|title| title.first_line(128)),
                arguments: rows(&way.wanted.arguments),
                arguments_json,
                why,
                claims: way.tool.claims.clone(),
                definition,
                notes: self.notes(&way.entry, &way.tool),
                scopes,
                narrowings,
                no_always,
                flow,
            },
            edit: Some(Arc::new(move |edited| edit(&tool, &label, edited))),
            pressed_for: false,
        }
    }
}

/// A tool in a question of ours. What could be read as more than a name is not part of it: a server chooses its
/// names, and a sentence in one would look like ours (S-34). Title and name stand below, as the server's.
pub(in crate::host) fn named(tool: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '/');
    if (1..=64).contains(&tool.len()) && tool.chars().all(plain) {
        format!("“{tool}”")
    } else {
        "the tool below".to_owned()
    }
}

fn pretty(arguments: &Value) -> String {
    serde_json::to_string_pretty(arguments).unwrap_or_else(|_| arguments.to_string())
}

/// Every argument whole; what is not text as JSON.
fn rows(arguments: &Value) -> Vec<ArgumentRow> {
    let Value::Object(arguments) = arguments else {
        return Vec::new();
    };
    arguments
        .iter()
        .map(|(name, value)| {
            let text = match value {
                Value::String(text) => text.clone(),
                other => pretty(other),
            };
            ArgumentRow {
                name: text::escape_line(name),
                bytes: text.len() as u64,
                value: ForeignText::new(text).shown(),
            }
        })
        .collect()
}

fn edit(tool: &Tool, label: &str, edited: &str) -> Result<Edited> {
    let bad = |what: String| {
        Error::new(
            Code::CallBadArguments,
            format!("These arguments do not fit what “{label}” asks for: {what}. Nothing was changed."),
        )
    };
    let arguments: Value =
        serde_json::from_str(edited).map_err(|error| bad(format!("this is not JSON ({error})")))?;
    if !arguments.is_object() {
        return Err(bad("arguments are an object".to_owned()));
    }
    if let Ok(checker) = tool.arguments()
        && let Some(issue) = checker.check(&arguments).first()
    {
        return Err(bad(format!(
            "{} {}",
            issue.path,
            issue.message.trim_end_matches('.')
        )
        .trim()
        .to_owned()));
    }
    Ok(Edited {
        rows: rows(&arguments),
        text: pretty(&arguments),
        arguments,
        asked: None,
    })
}
