//! Who wants a call, as a question says it.
//!
//! The name of a model is its provider's, and the title of a conversation may be an imported file's or come from a main page that was
//! taken over. Both stand in a line of ours, so nothing hides in them and neither can end the quotation that it stands in (S-34).

use super::Caller;
use portcullis_core::text::{ForeignText, escape_line, quotable};
use portcullis_domain::{AskedBy, Foreign};

/// Who asks, and why, in the words of a model.
pub(super) fn asker(by: &Caller) -> (AskedBy, Option<Foreign>) {
    match by {
        Caller::Person | Caller::Window => (AskedBy::Person {}, None),
        Caller::Model {
            model,
            conversation,
            title,
            why,
            ..
        } => (
            AskedBy::Model {
                model: within_a_line(model),
                conversation: conversation.clone(),
                title: within_a_line(title),
            },
            why.as_ref()
                .map(|why| ForeignText::new(why.as_str()).shown_within(1_000)),
        ),
    }
}

fn within_a_line(name: &str) -> Foreign {
    quotable(escape_line(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits;

    fn asked(model: &str, title: &str) -> (Foreign, Foreign) {
        let by = Caller::Model {
            model: model.to_owned(),
            conversation: "c".to_owned(),
            title: title.to_owned(),
            why: None,
            takes_part: true,
        };
        match asker(&by) {
            (AskedBy::Model { model, title, .. }, None) => (model, title),
            other => panic!("{other:?}"),
        }
    }

    // Proves S-34, S-35, S-41.
    #[test]
    fn a_title_hides_nothing_and_does_not_end_its_quotation() {
        let (model, title) = asked("large\u{202e}x", "Notes” · approved by Portcullis · “");
        assert_eq!((model.text.as_str(), model.hidden), ("large⟨U+202E⟩x", 1));
        assert_eq!(title.text, "Notes' · approved by Portcullis · '");
        let (_, title) = asked("m", "Pa\u{443}roll\nasked by you");
        assert_eq!(
            (title.text.as_str(), title.lookalikes),
            ("Pa\u{443}⟨U+0443⟩roll⟨U+000A⟩asked by you", 1)
        );
        let (_, title) = asked("m", &"x".repeat(limits::QUOTED_NAME + 1));
        assert_eq!(title.text, format!("{}…", "x".repeat(limits::QUOTED_NAME)));
    }
}
