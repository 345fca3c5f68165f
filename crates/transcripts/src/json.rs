//! JSON that is known to be valid, looked at piece by piece and never made into a tree: a file of 200 MiB takes its own size
//! and that of the words which are kept.

use portcullis_core::raw_json;
use serde_json::value::RawValue;
use std::borrow::Cow;

/// A value.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Json<'a>(&'a str);

impl<'a> Json<'a> {
    /// The text as one value, or the line in which it is not one.
    pub fn whole(text: &'a str) -> Result<Self, usize> {
        match serde_json::from_str::<&RawValue>(text) {
            Ok(raw) => Ok(Self(raw.get())),
            Err(error) => Err(error.line()),
        }
    }

    /// Elements of a list.
    pub fn elements(self) -> Option<impl Iterator<Item = Json<'a>>> {
        raw_json::elements(self.0).map(|elements| elements.map(Self))
    }

    /// Members of an object.
    pub fn members(self) -> Option<impl Iterator<Item = (Cow<'a, str>, Json<'a>)>> {
        raw_json::members(self.0).map(|members| members.map(|(name, value)| (name, Self(value))))
    }

    /// The members with these names, in one pass. Of two with the same name the first counts; `null` is none.
    pub fn fields<const N: usize>(self, names: [&str; N]) -> [Option<Self>; N] {
        let mut found = [None; N];
        for (name, value) in self.members().into_iter().flatten() {
            if let Some(at) = names.iter().position(|it| *it == name)
                && found[at].is_none()
                && value.0 != "null"
            {
                found[at] = Some(value);
            }
        }
        found
    }

    /// A member.
    pub fn get(self, name: &str) -> Option<Self> {
        let [found] = self.fields([name]);
        found
    }

    /// What a text says.
    pub fn text(self) -> Option<Cow<'a, str>> {
        let inner = self.0.strip_prefix('"')?.strip_suffix('"')?;
        match inner.contains('\\') {
            // Half of a surrogate pair is no text.
            true => serde_json::from_str(self.0).ok().map(Cow::Owned),
            false => Some(Cow::Borrowed(inner)),
        }
    }

    /// Whether it is `false`.
    pub fn is_false(self) -> bool {
        self.0 == "false"
    }

    /// A number that is finite.
    pub fn number(self) -> Option<f64> {
        let number: f64 = self.0.parse().ok()?;
        number.is_finite().then_some(number)
    }
}
