//! The room Permissions: what may run without asking, and taking it back.

use super::chat::shown_title;
use super::{Entry, Host, Inner, count, locked, views};
use crate::limits;
use portcullis_api::{GrantConversation, GrantView, HostEvent};
use portcullis_approval::consent::{Permit, StandingGrant};
use portcullis_approval::policy::{self, Grant, GrantScope, HOUR};
use portcullis_core::ids::{self, ServerId};
use portcullis_core::text;
use portcullis_core::{Code, Error, Result};
use portcullis_domain::{Outcome, RecordKind, Scope};
use portcullis_l10n::say;
use portcullis_storage::audit::Intended;
use portcullis_storage::store::grants::{self, GrantEffect, GrantRow, RevokeFilter};
use portcullis_storage::store::{self, conversations};
use serde_json::json;
use std::sync::Arc;

impl Host {
    /// Standing permissions that count in the profile that is in use, newest first.
    ///
    /// # Errors
    /// `store.*`.
    pub async fn grants(&self) -> Result<Vec<GrantView>> {
        let now = self.0.now();
        let rows = self.0.store.read(move |db| {
            let titled = |row: GrantRow| {
                let of = row.conversation.as_deref();
                let found = of.map(|id| conversations::get(db, id)).transpose()?.flatten();
                Ok((row, found.map(|found| (found.id, found.title))))
            };
            grants::in_use(db, now)?
                .into_iter()
                .map(titled)
                .collect::<store::Result<Vec<_>>>()
        });
        let view = |(row, conversation): (GrantRow, Option<(String, String)>)| GrantView {
            conversation: conversation.map(|(id, title)| GrantConversation {
                id,
                title: shown_title(title),
            }),
            ..self.0.grant_view(row)
        };
        Ok(rows.await?.into_iter().rev().map(view).collect())
    }

    /// Ends one.
    ///
    /// # Errors
    /// `not_found` when it had ended already, `store.*`.
    pub async fn revoke(&self, grant: &str) -> Result<()> {
        match self.0.revoke(RevokeFilter::One(grant.to_owned())).await? {
            0 => Err(Error::new(Code::NotFound, say!("permission-ended"))),
            _ => Ok(()),
        }
    }

    /// Ends all of a server, in all profiles; the number ended.
    ///
    /// # Errors
    /// `store.*`.
    pub async fn revoke_server(&self, server: &str) -> Result<u32> {
        self.0.revoke(RevokeFilter::Server(ServerId::from(server))).await
    }

    /// Ends these; the number ended. Those that had ended already are left out.
    ///
    /// # Errors
    /// `store.*`.
    pub async fn revoke_these(&self, grants: Vec<String>) -> Result<u32> {
        self.0.revoke(RevokeFilter::These(grants)).await
    }

    /// Ends all, in all profiles; the number ended.
    ///
    /// # Errors
    /// `store.*`.
    pub async fn revoke_all(&self) -> Result<u32> {
        self.0.revoke(RevokeFilter::All).await
    }
}

/// Milliseconds.
const DAY: u64 = 86_400_000;

fn policy_grant(row: &GrantRow) -> Grant {
    let narrowed: Option<GrantScope> = serde_json::from_str(&row.only).ok();
    Grant {
        id: row.id.clone(),
        server: row.server.clone(),
        tool: row.tool.clone(),
        digest: row.digest.clone(),
        scope: row.scope,
        conversation: row.conversation.clone(),
        ends_at: row.ends_at,
        // Limits that cannot be read are not left out: such a yes is none.
        revoked: row.revoked_at.is_some() || narrowed.is_none(),
        narrowed: narrowed.unwrap_or_default(),
        deny: row.effect == GrantEffect::Deny,
    }
}

/// The same of a permission that a person gives with a call.
pub(super) fn permission_words(given: &StandingGrant, label: &str) -> String {
    let grant = Grant {
        id: String::new(),
        server: given.server.clone(),
        tool: given.tool.clone(),
        digest: given.definition.clone(),
        scope: given.scope,
        conversation: given.conversation.clone(),
        ends_at: None,
        revoked: false,
        narrowed: given.narrowed.clone(),
        deny: false,
    };
    policy::in_words(&grant, label, &text::escape_line(&given.tool))
}

/// What a permission allows, with the raw name of its tool and no word of its server.
pub(super) fn in_words(row: &GrantRow, label: &str) -> String {
    policy::in_words(&policy_grant(row), label, &text::escape_line(&row.tool))
}

impl Inner {
    fn grant_view(&self, row: GrantRow) -> GrantView {
        let entry = self.entry(row.server.as_str()).ok();
        let label = entry
            .as_ref()
            .map_or_else(|| say!("permission-server-gone"), |entry| entry.label());
        let tool = entry.as_ref().and_then(|entry| entry.tool(&row.tool).ok());
        let shown = tool.as_ref().map_or_else(
            || text::escape_line(&row.tool),
            |tool| tool.called().first_line(128),
        );
        let idle = self.now().saturating_sub(row.last_used_at.unwrap_or(row.made_at));
        let unused = u32::try_from(idle / DAY)
            .ok()
            .filter(|days| *days >= limits::GRANT_UNUSED_DAYS);
        GrantView {
            // A title is what the server says: our sentence has the name that is called (S-34).
            sentence: in_words(&row, &label),
            on_hold: tool.is_some_and(|tool| tool.digest != row.digest),
            id: row.id,
            server: row.server.0,
            server_label: label,
            tool: row.tool,
            tool_shown: shown,
            scope: row.scope,
            made_at: row.made_at,
            ends_at: row.ends_at,
            last_used_at: row.last_used_at,
            uses: row.uses,
            unused_days: unused,
            conversation: None,
        }
    }

    /// Ends what was allowed for the sessions before this one.
    pub(super) async fn end_sessions(&self) -> Result<()> {
        let now = self.now();
        self.store.write(move |db| grants::end_sessions(db, now)).await
    }

    pub(super) async fn reload_grants(&self) -> Result<()> {
        self.reload_classes().await?;
        self.reload_behavior().await?;
        let now = self.now();
        // One after the other: what was read before a revocation must not replace what was read after it.
        let _turn = self.reloading.lock().await;
        let rows = self.store.read(move |db| grants::in_use(db, now)).await?;
        *locked(&self.grants) = Arc::new(rows.iter().map(policy_grant).collect());
        self.grants_changed.send_modify(|count| *count += 1);
        self.emit(HostEvent::Grants {});
        Ok(())
    }

    /// How many permissions wait for a person to look at a tool.
    pub(super) fn grants_on(&self, server: &ServerId, tool: &str) -> u32 {
        let grants = locked(&self.grants).clone();
        let found = grants
            .iter()
            .filter(|grant| grant.server == *server && grant.tool == tool && !grant.revoked);
        count(found.count())
    }

    pub(super) async fn give_grant(
        &self,
        entry: &Entry,
        permit: Permit<StandingGrant>,
        shown: &str,
    ) -> Result<()> {
        let StandingGrant {
            server,
            tool,
            definition,
            scope,
            narrowed,
            conversation,
        } = permit.spend();
        if server != entry.id {
            return Err(Error::internal("a permission is for another server"));
        }
        let now = self.now();
        let row = GrantRow {
            id: ids::random(),
            server,
            tool: tool.clone(),
            digest: definition.clone(),
            effect: GrantEffect::Allow,
            scope,
            conversation,
            only: serde_json::to_string(&narrowed).map_err(Error::internal)?,
            made_at: now,
            ends_at: (scope == Scope::Hour).then_some(now + HOUR),
            last_used_at: None,
            uses: 0,
            revoked_at: None,
            profile: None,
        };
        let what = self.grant_view(row.clone()).sentence;
        let told = Intended {
            kind: RecordKind::Grant,
            what,
            server: Some((entry.id.clone(), entry.label())),
            asked_by: say!("asked-by-you"),
            tool: Some(tool),
            rule: Some(row.id.clone()),
            definition: Some(definition),
            shown: Some(shown.to_owned()),
            // Also when the permission is gone, the record knows what it was narrowed to.
            sent: (!narrowed.only.is_empty()).then(|| json!(narrowed)),
            outcome: Some((Outcome::Done, say!("permission-given"))),
            ..views::blank_row()
        };
        self.audit
            .once_with(move |db| Ok((grants::insert(db, &row)?, Some(told))))
            .await?;
        self.reload_grants().await
    }

    /// Counts a use, after the call went out.
    pub(super) async fn grant_used(&self, grant: String) {
        let now = self.now();
        if let Err(error) = self
            .store
            .write(move |db| grants::used(db, &grant, now).map(drop))
            .await
        {
            tracing::warn!(%error, "a use of a permission was not counted");
        }
    }

    pub(super) async fn revoke(&self, which: RevokeFilter) -> Result<u32> {
        let now = self.now();
        let revoked = self
            .store
            .write(move |db| grants::revoke(db, &which, now))
            .await?;
        // From here on nothing relies on them, whatever happens to the rows about it.
        self.reload_grants().await?;
        let ended = count(revoked.len());
        for row in revoked {
            self.audit.once(self.revoked_row(row)).await?;
        }
        Ok(ended)
    }

    /// The end of a permission, for the record.
    pub(super) fn revoked_row(&self, row: GrantRow) -> Intended {
        let (server, tool, id) = (row.server.clone(), row.tool.clone(), row.id.clone());
        let view = self.grant_view(row);
        Intended {
            server: Some((server, view.server_label)),
            tool: Some(tool),
            rule: Some(id),
            outcome: Some((Outcome::Done, say!("permission-revoked"))),
            ..views::row_by_you(RecordKind::Grant, view.sentence)
        }
    }
}
