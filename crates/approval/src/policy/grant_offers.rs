//! Which standing permissions may be given with a yes (S-38).

use portcullis_domain::{Claim, DefinitionState, Scope, ScopeOffer};
use portcullis_l10n::say;

/// For whom a permission would be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asker {
    /// The person, who runs the tool by hand in the window.
    ByHand,
    /// A model, in a conversation.
    Conversation,
    /// Any other caller.
    Other,
}

/// The scopes to offer, narrowest first, and why there is no `Always` when there is none.
///
/// - A changed definition: nothing beyond this once.
/// - A call by hand: by hand alone, until Portcullis ends. What the person does by hand is no permission for a model.
/// - No conversation: nothing that ends with it.
/// - `Always` not where something was seen during a call that is against what the server claims: its other claims are worth as
///   much.
/// - `Always` only when the server says `destructiveHint: false`. Absent counts as true, also for a tool that
///   claims to be read-only: the narrower claim is the one that a standing permission rests on. A claim can only
///   take the offer away; it never gives a permission alone (TOL-07).
#[must_use]
pub fn offers(
    claims: &[Claim],
    definition: &DefinitionState,
    asker: Asker,
    against_claims: bool,
) -> (Vec<ScopeOffer>, Option<String>) {
    if matches!(definition, DefinitionState::Changed { .. }) {
        return (Vec::new(), Some(say!("no-offer-changed")));
    }
    let offer = |scope, sentence| ScopeOffer { scope, sentence };
    let mut offers = Vec::new();
    if asker == Asker::ByHand {
        offers.push(offer(Scope::Session, say!("offer-session")));
        return (offers, None);
    }
    if asker == Asker::Conversation {
        offers.push(offer(Scope::Conversation, say!("offer-conversation")));
    }
    offers.push(offer(Scope::Hour, say!("offer-hour")));
    let no_always = if against_claims {
        Some(say!("no-always-seen"))
    } else if claims.contains(&Claim::Destructive) {
        Some(say!("no-always-destructive"))
    } else if claims.contains(&Claim::Additive) {
        None
    } else {
        Some(say!("no-always-unsaid"))
    };
    if no_always.is_none() {
        offers.push(offer(Scope::Always, say!("offer-always")));
    }
    (offers, no_always)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Claim::{Additive, ClosedWorld, Destructive, ReadOnly, Repeatable, Silent};
    use DefinitionState::{Changed, Known, New};
    use Scope::{Always, Conversation, Hour};

    // Proves S-38.
    #[test]
    fn always_is_offered_only_where_destroying_is_denied() {
        let known = Known {
            since: 1,
            reviewed: None,
        };
        let new = New {
            since: 1,
            reviewed: None,
        };
        let table: [(&[Claim], DefinitionState, Asker, &[Scope]); 12] = [
            (
                &[Additive],
                known.clone(),
                Asker::Conversation,
                &[Conversation, Hour, Always],
            ),
            (
                &[Additive, Repeatable],
                new.clone(),
                Asker::Conversation,
                &[Conversation, Hour, Always],
            ),
            (
                &[ReadOnly, Additive],
                known.clone(),
                Asker::Other,
                &[Hour, Always],
            ),
            (
                &[ReadOnly],
                known.clone(),
                Asker::Conversation,
                &[Conversation, Hour],
            ),
            (
                &[Destructive],
                known.clone(),
                Asker::Conversation,
                &[Conversation, Hour],
            ),
            (
                &[Silent, Destructive],
                known.clone(),
                Asker::Conversation,
                &[Conversation, Hour],
            ),
            (
                &[ReadOnly, Destructive],
                known.clone(),
                Asker::Conversation,
                &[Conversation, Hour],
            ),
            (
                &[ClosedWorld],
                known.clone(),
                Asker::Conversation,
                &[Conversation, Hour],
            ),
            (&[], known, Asker::Other, &[Hour]),
            (&[Additive], Changed { since: 1 }, Asker::Conversation, &[]),
            (&[Destructive], new.clone(), Asker::ByHand, &[Scope::Session]),
            (&[Additive], Changed { since: 1 }, Asker::ByHand, &[]),
        ];
        for (claims, definition, asker, expected) in table {
            let (offers, no_always) = offers(claims, &definition, asker, false);
            let scopes: Vec<_> = offers.iter().map(|offer| offer.scope).collect();
            assert_eq!(scopes, expected, "{claims:?} {definition:?}");
            let said = expected.contains(&Always) || expected.contains(&Scope::Session);
            assert_eq!(no_always.is_none(), said, "{claims:?}");

            let (offers, no_always) = super::offers(claims, &definition, asker, true);
            assert!(offers.iter().all(|offer| offer.scope != Always), "{claims:?}");
            assert!(no_always.is_some() || asker == Asker::ByHand, "{claims:?}");
        }
    }
}
