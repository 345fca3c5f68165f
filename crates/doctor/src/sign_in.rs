//! Who is let in at an address.

use crate::case::Case;
use crate::diagnosis::{FailureCause, RepairAction};
use crate::finding::Finding;
use portcullis_core::{Clue, Code};
use portcullis_l10n::say;

pub(super) fn examine(case: &Case<'_>) -> Option<Finding> {
    let evidence = case.evidence;
    let status = match evidence.clue {
        Some(Clue::Answer { status, .. }) => Some(status),
        Some(Clue::NoAnswer(_) | Clue::UnterminatedLine) | None => None,
    };
    match (evidence.code?, status) {
        (Code::AuthBadMetadata | Code::AuthBadEndpoint | Code::AuthMixUp, _) => Some(
            Finding::new(
                FailureCause::SignInMetadata,
                say!("sign-in-metadata"),
                say!("sign-in-metadata-remedy"),
            )
            .action(RepairAction::EditHeaders),
        ),
        (Code::AuthUnreachable, _) => Some(
            Finding::new(
                FailureCause::SignInFailed,
                say!("sign-in-unreachable"),
                say!("sign-in-unreachable-remedy"),
            )
            .action(RepairAction::Restart),
        ),
        (
            Code::AuthRefused
            | Code::AuthNoClient
            | Code::AuthNoWayBack
            | Code::AuthTooLate
            | Code::AuthVoucher,
            _,
        ) => Some(
            Finding::new(
                FailureCause::SignInFailed,
                evidence
                    .sentence
                    .clone()
                    .unwrap_or_else(|| say!("sign-in-failed")),
                say!("sign-in-failed-remedy"),
            )
            .action(RepairAction::SignIn),
        ),
        (Code::AuthForbidden, _) | (_, Some(403)) => Some(
            Finding::new(
                FailureCause::AccessDenied,
                say!("access-denied"),
                say!("access-denied-remedy"),
            )
            .action(if evidence.own_authorization {
                RepairAction::EditHeaders
            } else {
                RepairAction::SignIn
            }),
        ),
        (Code::AuthRequired | Code::AuthMore | Code::AuthEnded, _) | (_, Some(401)) => Some(needed(case)),
        _ => None,
    }
}

fn needed(case: &Case<'_>) -> Finding {
    if case.evidence.own_authorization {
        return Finding::new(
            FailureCause::TokenRejected,
            say!("token-rejected"),
            say!("token-rejected-remedy"),
        )
        .action(RepairAction::EditHeaders);
    }
    let named = match case.evidence.clue {
        Some(Clue::Answer { challenge, .. }) => challenge,
        Some(Clue::NoAnswer(_) | Clue::UnterminatedLine) | None => true,
    };
    let cause = FailureCause::SignInNeeded;
    match (named, case.evidence.signed_in) {
        // It names no sign-in: what it wants is most often a key.
        (false, _) => Finding::new(cause, say!("key-needed"), say!("key-needed-remedy"))
            .action(RepairAction::EditHeaders),
        (true, Some(true)) => {
            Finding::new(cause, say!("sign-in-again"), say!("sign-in-remedy")).action(RepairAction::SignIn)
        }
        (true, _) => {
            Finding::new(cause, say!("sign-in-needed"), say!("sign-in-remedy")).action(RepairAction::SignIn)
        }
    }
}
