//! Proof that something may happen.

/// Proof that one thing may happen, once, exactly as it is in here. It cannot be copied, and cannot be made outside
/// this module; an effect takes it by value and reads from it what to do.
///
/// S-05: no other code can make one, of parts or of another one. (To fill in the rest from another one needs every
/// field, so that it fails for the fields alone.)
///
/// ```compile_fail,E0451
/// use portcullis_approval::consent::Permit;
/// let made = |url| Permit::<portcullis_approval::consent::OpenUrl> { effect: url };
/// ```
///
/// ```compile_fail,E0451
/// use portcullis_approval::consent::{OpenUrl, Permit};
/// let again = |given: Permit<OpenUrl>| Permit::<OpenUrl> { ..given };
/// ```
///
/// ```compile_fail,E0624
/// use portcullis_approval::{consent::Permit, policy::ProposedCall};
/// let made = |call: ProposedCall| Permit::new(call);
/// ```
///
/// Nor does an address that was looked at make one, and a sign-in opens one page:
///
/// ```compile_fail,E0624
/// use portcullis_approval::consent::{OpenUrl, Permit};
/// let made = |link: &portcullis_catalog::links::Link| Permit::<OpenUrl>::for_page(link);
/// ```
///
/// ```compile_fail,E0451
/// use portcullis_approval::consent::SignInPermit;
/// let again = |given: SignInPermit| SignInPermit { ..given };
/// ```
///
/// ```compile_fail,E0382
/// use portcullis_approval::consent::SignInPermit;
/// use portcullis_catalog::links::Link;
/// let twice = |given: SignInPermit, link: &Link| (given.open(link), given.open(link));
/// ```
///
/// It cannot be copied, and not be spent twice:
///
/// ```compile_fail,E0277
/// fn copied<T: Clone>(it: &T) -> T { it.clone() }
/// let twice = |given: portcullis_approval::consent::Permit<portcullis_approval::policy::ProposedCall>| copied(&given);
/// ```
///
/// ```compile_fail,E0382
/// use portcullis_approval::{consent::Permit, policy::ProposedCall};
/// let twice = |given: Permit<ProposedCall>| (given.spend(), given.spend());
/// ```
///
/// What it is for cannot be changed:
///
/// ```compile_fail,E0616
/// use portcullis_approval::{consent::Permit, policy::ProposedCall};
/// let other = |given: &mut Permit<ProposedCall>| given.effect.tool.push('x');
/// ```
///
/// A verdict that allows comes from the policy alone, carries the call that it is about, and makes one permit:
///
/// ```compile_fail,E0451
/// use portcullis_approval::policy::Allowed;
/// let made = |given: Allowed| Allowed { ..given };
/// ```
///
/// ```compile_fail,E0382
/// use portcullis_approval::{consent::Permit, policy::Allowed};
/// let twice = |given: Allowed| (Permit::by_rule(given), Permit::by_rule(given));
/// ```
///
/// What the gate gave to one question cannot be made, nor put together of the answers to two:
///
/// ```compile_fail,E0451
/// use portcullis_approval::consent::RecordedAnswer;
/// let again = |given: RecordedAnswer| RecordedAnswer { ..given };
/// ```
///
/// A proposal gives its permit for an answer of the gate alone, and only this crate can propose:
///
/// ```compile_fail,E0308
/// use portcullis_approval::consent::{Proposal, ProposedRetry};
/// let made = |it: ProposedRetry, answer: portcullis_domain::Answer| it.permit(&answer);
/// ```
///
/// ```compile_fail,E0624
/// use portcullis_approval::consent::GateAnswer;
/// let made = |answer: &portcullis_domain::Answer| { GateAnswer::new(answer); };
/// ```
///
/// ```compile_fail,E0423
/// use portcullis_approval::consent::GateAnswer;
/// let made = |answer: &'static portcullis_domain::Answer| GateAnswer(answer);
/// ```
///
/// ```compile_fail,E0277
/// use portcullis_approval::consent::{GateAnswer, Permit, Proposal};
/// struct Mine;
/// impl Proposal for Mine {
///     type Effect = ();
///     fn covers(&self) -> serde_json::Value { serde_json::Value::Null }
///     fn is_shown(&self, _: &str, _: &portcullis_domain::Asked) -> bool { true }
///     fn reach(&self, _: &portcullis_domain::Asked) -> String { String::new() }
///     fn permit(self, _: GateAnswer<'_>) -> portcullis_core::Result<Permit<()>> { unimplemented!() }
/// }
/// ```
///
/// These are the same with what is allowed, so that each of the others fails for the reason that it names:
///
/// ```
/// use portcullis_approval::consent::{GateAnswer, OpenUrl, Permit, Proposal, ProposedRetry, RecordedAnswer};
/// use portcullis_approval::consent::SignInPermit;
/// use portcullis_approval::policy::{Allowed, ProposedCall};
/// use portcullis_catalog::links::Link;
/// let answered = |it: ProposedRetry, answer: GateAnswer<'_>| it.permit(answer);
/// let url = |given: Permit<OpenUrl>| given.spend().0;
/// let page = |given: SignInPermit, link: &Link| given.open(link);
/// let once = |given: Allowed| Permit::by_rule(given).spend();
/// let read = |given: &Permit<ProposedCall>| given.effect().tool.clone();
/// let digest = |given: &RecordedAnswer| given.digest().to_owned();
/// ```
pub struct Permit<E> {
    effect: E,
}

impl<E> Permit<E> {
    pub(in crate::consent) fn new(effect: E) -> Self {
        Self { effect }
    }

    /// What may happen.
    #[must_use]
    pub fn effect(&self) -> &E {
        &self.effect
    }

    /// Spends the permit.
    #[must_use]
    pub fn spend(self) -> E {
        self.effect
    }
}

/// What it is for may be a person's own, and must not be printed (ELI-17).
impl<E> std::fmt::Debug for Permit<E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Permit").finish_non_exhaustive()
    }
}
