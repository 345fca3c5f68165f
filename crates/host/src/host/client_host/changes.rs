//! What a fresh list of tools changed of what was known, as one row of the record: however many definitions a
//! server changes at once, it is told once.

use super::super::views;
use crate::limits;
use portcullis_approval::policy::Grant;
use portcullis_core::ids::ServerId;
use portcullis_domain::{Outcome, RecordKind};
use portcullis_l10n::say;
use portcullis_storage::audit::Intended;
use portcullis_storage::store::pins::{PinObservation, Subject};
use serde_json::json;

/// What changed.
pub(super) struct Changes {
    /// Approved definitions that differ now.
    approved: Vec<Subject>,
    /// Whether definitions that were not approved differ.
    others: bool,
    /// Changed tools that a permission covers.
    pub(super) relied_on: Vec<String>,
    /// Permissions that are on hold for it.
    held: usize,
    /// Approved definitions that are written differently and mean the same.
    rewritten: Vec<Subject>,
}

impl Changes {
    pub(super) fn of(server: &ServerId, observed: PinObservation, grants: &[Grant]) -> Self {
        let held = |tool: &str| {
            let on = |grant: &&Grant| grant.server == *server && grant.tool == tool && !grant.revoked;
            grants.iter().filter(on).count()
        };
        let tools = observed.changed.iter().filter_map(|subject| match subject {
            Subject::Tool(name) => Some((name, held(name))),
            Subject::Instructions => None,
        });
        let tools: Vec<_> = tools.filter(|(_, held)| *held > 0).collect();
        Self {
            others: !observed.replaced.is_empty(),
            held: tools.iter().map(|(_, held)| held).sum(),
            relied_on: tools.into_iter().map(|(name, _)| name.clone()).collect(),
            approved: observed.changed,
            rewritten: observed.rewritten,
        }
    }

    /// Whether an approved definition is written differently now.
    pub(super) fn rewritten(&self) -> bool {
        !self.rewritten.is_empty()
    }

    /// That definitions are written differently. It needs no answer.
    fn rewritten_row(&self, server: &ServerId, label: &str) -> Option<Intended> {
        let names: Vec<String> = self.rewritten.iter().map(name).collect();
        let what = match names.as_slice() {
            [] => return None,
            [one] => say!("notation-row", name = one),
            many => say!("notation-row-many", count = many.len()),
        };
        Some(Intended {
            why: say!("notation-why"),
            ..definition_row((server, label), what, &self.rewritten, ("rewritten", &names))
        })
    }

    /// Whether any definition differs from what was known of it.
    pub(super) fn any(&self) -> bool {
        self.others || !self.approved.is_empty()
    }

    /// What is recorded, if a person has to know. All names are in the details, where they are found.
    pub(super) fn row(&self, server: &ServerId, label: &str) -> Option<Intended> {
        let names: Vec<String> = self.approved.iter().map(name).collect();
        let what = match names.as_slice() {
            [] => return self.rewritten_row(server, label),
            [one] => say!("changes-row", name = one),
            many => {
                let first = many[..many.len().min(limits::CHANGES_NAMED)].join(", ");
                match many.len().saturating_sub(limits::CHANGES_NAMED) {
                    0 => say!("changes-row-many", count = many.len(), names = first),
                    more => say!("changes-row-more", count = many.len(), names = first, more),
                }
            }
        };
        let words = match (self.held, names.len()) {
            (0, count) => say!("changes-blocked", count),
            (held, _) => say!("changes-on-hold", count = held),
        };
        Some(Intended {
            why: say!("changes-why"),
            outcome: Some((Outcome::Attention, words)),
            ..definition_row((server, label), what, &self.approved, ("changed", &names))
        })
    }
}

fn definition_row(
    (server, label): (&ServerId, &str),
    what: String,
    subjects: &[Subject],
    (member, names): (&str, &[String]),
) -> Intended {
    Intended {
        kind: RecordKind::Definition,
        what,
        server: Some((server.clone(), label.to_owned())),
        asked_by: say!("asked-by-server"),
        tool: match subjects {
            [Subject::Tool(name)] => Some(name.clone()),
            _ => None,
        },
        sent: (names.len() > 1).then(|| json!({ member: names })),
        ..views::blank_row()
    }
}

/// How a person reads it.
fn name(subject: &Subject) -> String {
    match subject {
        Subject::Tool(name) => portcullis_core::text::escape_line(name).text,
        Subject::Instructions => say!("changes-instructions"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use portcullis_approval::policy::GrantScope;
    use portcullis_domain::Scope;

    fn changed(count: usize) -> Option<Intended> {
        let server = ServerId("s".to_owned());
        let observed = PinObservation {
            changed: (0..count).map(|n| Subject::Tool(format!("tool-{n}"))).collect(),
            ..PinObservation::default()
        };
        Changes::of(&server, observed, &[]).row(&server, "Files")
    }

    // Proves S-46.
    #[test]
    fn a_change_is_felt_where_a_permission_of_this_tool_and_server_is_valid() {
        let server = ServerId("s".to_owned());
        let relied_on = |of: &str, tool: &str, revoked: bool| {
            let grant = Grant {
                server: ServerId(of.to_owned()),
                tool: tool.to_owned(),
                revoked,
                id: "g".to_owned(),
                digest: "d".to_owned(),
                scope: Scope::Always,
                conversation: None,
                ends_at: None,
                narrowed: GrantScope::default(),
                deny: false,
            };
            let observed = PinObservation {
                changed: vec![Subject::Tool("tool-0".to_owned())],
                ..PinObservation::default()
            };
            let changes = Changes::of(&server, observed, &[grant.clone(), grant]);
            (changes.relied_on, changes.held)
        };
        assert_eq!(relied_on("s", "tool-0", false), (vec!["tool-0".to_owned()], 2));
        for (of, tool, revoked) in [
            ("other", "tool-0", false),
            ("s", "tool-1", false),
            ("s", "tool-0", true),
        ] {
            assert_eq!(
                relied_on(of, tool, revoked),
                (Vec::new(), 0),
                "{of} {tool} {revoked}"
            );
        }
    }

    // Proves S-46.
    #[test]
    fn a_thousand_changes_are_one_row_that_names_them_all() {
        assert!(changed(0).is_none());
        let one = changed(1).map(|row| (row.what, row.tool, row.sent));
        assert_eq!(
            one,
            Some((
                "Definition changed: tool-0".to_owned(),
                Some("tool-0".to_owned()),
                None
            ))
        );
        let three = changed(3).map(|row| row.what);
        assert_eq!(
            three.as_deref(),
            Some("3 definitions changed: tool-0, tool-1, tool-2")
        );
        let all = changed(1_000).map(|row| (row.what, row.sent.unwrap_or_default()));
        let (what, details) = all.unwrap_or_default();
        assert_eq!(
            what,
            "1000 definitions changed: tool-0, tool-1, tool-2 and 997 more"
        );
        assert_eq!(details["changed"].as_array().map(Vec::len), Some(1_000));
    }
}
