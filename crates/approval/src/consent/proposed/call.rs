//! One call of one tool with these arguments, under this definition.

use crate::consent::proposal::{GateAnswer, Sealed, denied};
use crate::consent::{Permit, Proposal};
use crate::policy::{Allowed, Condition, GrantScope, GrantScopeOffer, ProposedCall};
use portcullis_core::ids::ServerId;
use portcullis_core::{Error, Result};
use portcullis_domain::{Answer, Asked, Scope};
use portcullis_l10n::say;
use serde_json::{Value, json};

/// Arguments, or a part of them, as a person reads them.
#[must_use]
pub fn as_shown(arguments: &Value) -> String {
    serde_json::to_string_pretty(arguments).unwrap_or_else(|_| arguments.to_string())
}

/// A call that a person is asked about, and what a permission for more calls may be limited to.
#[derive(Debug, Clone)]
pub struct CallQuestion {
    /// The call.
    pub call: ProposedCall,
    /// The limits that are shown with it.
    pub offered: GrantScopeOffer,
    /// The conversation that it belongs to.
    pub conversation: Option<String>,
}

/// What an answer about a call lets happen.
#[derive(Debug)]
pub struct AnsweredCall {
    /// The call.
    pub call: Permit<ProposedCall>,
    /// A permission for more of them, where the person gave one.
    pub grant: Option<Permit<StandingGrant>>,
}

/// A permission to call one tool under one definition without being asked.
#[derive(Debug, PartialEq)]
pub struct StandingGrant {
    /// Server.
    pub server: ServerId,
    /// Raw tool name.
    pub tool: String,
    /// Digest of the definition that was looked at.
    pub definition: String,
    /// How long it lasts.
    pub scope: Scope,
    /// The calls that it covers.
    pub narrowed: GrantScope,
    /// The conversation that it ends with, for [`Scope::Conversation`], or the session, for [`Scope::Session`].
    pub conversation: Option<String>,
}

impl CallQuestion {
    fn grant(&self, scope: Scope, narrowed: GrantScope) -> Result<Permit<StandingGrant>> {
        let ends_with = matches!(scope, Scope::Conversation | Scope::Session);
        let conversation = self.conversation.clone().filter(|_| ends_with);
        if ends_with && conversation.is_none() {
            return Err(Error::internal("a permission ends with no conversation"));
        }
        Ok(Permit::new(StandingGrant {
            server: self.call.server.clone(),
            tool: self.call.tool.clone(),
            definition: self.call.definition.clone(),
            scope,
            narrowed,
            conversation,
        }))
    }
}

impl Sealed for CallQuestion {}

impl Proposal for CallQuestion {
    type Effect = AnsweredCall;

    fn covers(&self) -> Value {
        let limits = self.offered.conditions.iter().map(Condition::in_words);
        json!({
            "server": self.call.server.as_str(),
            "tool": self.call.tool,
            // As text: the canonical form of a number holds 53 bits of it.
            "arguments": as_shown(&self.call.arguments),
            "definition": self.call.definition,
            "limits": limits.collect::<Vec<_>>(),
            "declared": self.offered.declared,
            "conversation": self.conversation,
        })
    }

    fn is_shown(&self, server: &str, asked: &Asked) -> bool {
        match asked {
            Asked::Tool {
                tool,
                arguments_json,
                narrowings,
                ..
            } => {
                server == self.call.server.as_str()
                    && *tool == self.call.tool
                    && *arguments_json == as_shown(&self.call.arguments)
                    && self
                        .offered
                        .conditions
                        .iter()
                        .map(Condition::shown)
                        .eq(narrowings.iter().cloned())
            }
            _ => false,
        }
    }

    fn reach(&self, asked: &Asked) -> String {
        match asked {
            Asked::Tool { scopes, .. } if !scopes.is_empty() => say!("covers-tool-more"),
            _ => say!("covers-tool"),
        }
    }

    fn permit(self, answer: GateAnswer<'_>) -> Result<Permit<AnsweredCall>> {
        let grant = match answer.get() {
            Answer::AllowOnce {} => None,
            Answer::Allow { scope } => Some(self.grant(*scope, GrantScope::default())?),
            Answer::AllowWhile { scope, only } => Some(self.grant(*scope, self.offered.chosen(only)?)?),
            _ => return Err(denied(say!("denied-call"))),
        };
        let call = Permit::new(self.call);
        Ok(Permit::new(AnsweredCall { call, grant }))
    }
}

impl Permit<ProposedCall> {
    /// By a rule: for exactly the call that the policy allowed.
    #[must_use]
    pub fn by_rule(allowed: Allowed) -> Self {
        Self::new(allowed.into_call())
    }
}
