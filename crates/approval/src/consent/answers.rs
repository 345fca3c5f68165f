//! Which answers a request offers. Any other decides nothing.

use portcullis_domain::{Answer, Asked, Carried, CarriedKind};

pub(super) fn offered(asked: &Asked, answer: &Answer) -> bool {
    match (asked, answer) {
        (_, Answer::Deny {} | Answer::DenyAllFromServer {}) => true,
        (
            Asked::Tool { .. }
            | Asked::Changed { .. }
            | Asked::Setting { .. }
            | Asked::Sampling { .. }
            | Asked::SampledAnswer { .. },
            Answer::AllowOnce {},
        ) => true,
        (Asked::Sampling { .. }, Answer::Write { .. }) => true,
        (Asked::Tool { scopes, .. }, Answer::Allow { scope }) => {
            scopes.iter().any(|offer| offer.scope == *scope)
        }
        (
            Asked::Tool {
                scopes, narrowings, ..
            },
            Answer::AllowWhile { scope, only },
        ) => {
            let places = 0..u32::try_from(narrowings.len()).unwrap_or(u32::MAX);
            scopes.iter().any(|offer| offer.scope == *scope)
                && !only.is_empty()
                && only.iter().all(|place| places.contains(place))
        }
        (
            Asked::Launch {
                refusals, carried, ..
            },
            Answer::Add {} | Answer::AddAndStart {},
        ) => refusals.is_empty() && secrets_confirmed(carried, &[]),
        (
            Asked::Launch {
                refusals, carried, ..
            },
            Answer::AddKeeping { keep, .. },
        ) => {
            let places = 0..u32::try_from(carried.len()).unwrap_or(u32::MAX);
            refusals.is_empty()
                && keep.iter().all(|place| places.contains(place))
                && secrets_confirmed(carried, keep)
        }
        (Asked::Launch { pinnable, .. }, Answer::PinVersion {}) => *pinnable,
        (Asked::Changed { .. }, Answer::TurnOff {}) => true,
        (Asked::Changed { varying, .. }, Answer::AcceptVarying { parts }) => {
            let places = 0..u32::try_from(varying.len()).unwrap_or(u32::MAX);
            !parts.is_empty() && parts.iter().all(|place| places.contains(place))
        }
        (Asked::Form { refusals, .. }, Answer::Submit { .. }) => refusals.is_empty(),
        (Asked::Link { .. }, Answer::Open {})
        | (Asked::Roots { .. }, Answer::Share {})
        | (Asked::Page { .. }, Answer::Done {}) => true,
        (Asked::Form { .. } | Asked::Link { .. } | Asked::Roots { .. }, Answer::Decline {}) => true,
        (Asked::SignIn { review }, Answer::SignIn { issuer }) => {
            let mut usable = review.issuers.iter().filter(|choice| choice.is_usable());
            usable.any(|choice| choice.issuer == *issuer)
        }
        _ => false,
    }
}

/// No secret goes to another program or address without a word of the person about that secret.
fn secrets_confirmed(carried: &[Carried], keep: &[u32]) -> bool {
    let mut secrets = (0_u32..)
        .zip(carried)
        .filter(|(_, carried)| carried.kind == CarriedKind::Secret);
    secrets.all(|(place, _)| keep.contains(&place))
}
