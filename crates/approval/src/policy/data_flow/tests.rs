use super::*;
use Knowledge::{Claimed, RuledOut, Said, Unknown};
use proptest::prelude::*;

const SILENT: DataTraits = DataTraits::UNKNOWN;
const NOTHING: DataTraits = DataTraits {
    private: RuledOut,
    strangers: RuledOut,
    sends: RuledOut,
};

fn read(server: &str, nature: DataTraits) -> ReadSource {
    ReadSource {
        server: Some(ServerId::from(server)),
        label: server.to_owned(),
        what: escape_line("look"),
        at: 1,
        nature,
        tool: Some("look".to_owned()),
    }
}

/// Whether it is asked about each time.
fn asked(reads: &[ReadSource], to: &str, nature: DataTraits) -> bool {
    asked_with(reads, to, nature, |_| {}) == Some(false)
}

/// Whether it is asked about, and whether once.
fn asked_with(
    reads: &[ReadSource],
    to: &str,
    nature: DataTraits,
    change: impl FnOnce(&mut CallTarget<'_>),
) -> Option<bool> {
    let server = ServerId::from(to);
    let mut to = CallTarget {
        server: &server,
        label: to,
        nature,
        tool: "send",
        claims_closed: false,
        asked: false,
    };
    change(&mut to);
    meet(reads, &to).map(|met| met.once)
}

fn said(private: bool, strangers: bool, sends: bool) -> DataTraits {
    let of = |it: bool| if it { Said } else { RuledOut };
    DataTraits {
        private: of(private),
        strangers: of(strangers),
        sends: of(sends),
    }
}

// Proves S-78.
#[test]
fn of_the_eight_only_all_three_are_asked_about() {
    // What a conversation has read and what it calls next, all of one server and all of it said by a person.
    let mut asked_about = Vec::new();
    for bits in 0..8 {
        let [private, strangers, sends] = [bits & 4 != 0, bits & 2 != 0, bits & 1 != 0];
        let before = [read("a", said(private, strangers, false))];
        if asked(&before, "a", said(false, false, sends)) {
            asked_about.push((private, strangers, sends));
        }
    }
    assert_eq!(asked_about, [(true, true, true)]);
}

// Proves S-78.
#[test]
fn the_eight_of_a_conversation_and_the_eight_of_a_call() {
    // Asked exactly when all three are there afterwards, and this call sends or is what brings the third.
    for before in 0..8 {
        for call in 0..8 {
            let of = |bits: u8| said(bits & 4 != 0, bits & 2 != 0, bits & 1 != 0);
            let expected = (before | call) == 7 && (call & 1 != 0 || before != 7);
            assert_eq!(
                asked(&[read("a", of(before))], "b", of(call)),
                expected,
                "{before:03b} then {call:03b}"
            );
        }
    }
}

// Proves S-78.
#[test]
fn a_call_between_unclassified_servers_is_asked_about() {
    assert!(asked(&[read("notes", SILENT)], "mail", SILENT));
    // One server alone is not asked about each time.
    assert!(!asked(&[read("notes", SILENT)], "notes", SILENT));
    // The first call of a conversation carries nothing of anybody.
    assert!(!asked(&[], "mail", SILENT));
    // Each of the three can be ruled out, by a person alone.
    let without = |change: fn(&mut DataTraits)| {
        let mut nature = SILENT;
        change(&mut nature);
        nature
    };
    let no_secrets = without(|it| it.private = RuledOut);
    assert!(!asked(&[read("weather", no_secrets)], "mail", SILENT));
    let keeps_it = without(|it| it.sends = RuledOut);
    assert!(!asked(&[read("notes", SILENT)], "sums", keeps_it));
    let error_reason = without(|it| it.strangers = RuledOut);
    assert!(!asked(&[read("notes", error_reason)], "mail", error_reason));
    assert!(
        asked(&[read("notes", error_reason)], "mail", SILENT),
        "the called server is a stranger"
    );
    let page = read("web", without(|it| it.private = RuledOut));
    assert!(asked(&[read("notes", error_reason), page], "mail", error_reason));
}

// Proves S-78.
#[test]
fn a_server_alone_is_asked_about_where_it_was_classified_so() {
    // Issues by others, private code and public comments in one server.
    let mixed = said(true, true, false);
    assert!(asked(&[read("hub", mixed)], "hub", said(false, false, true)));
    // Mail is private and goes out; what another server gave may be written by anybody.
    let mail = said(true, false, true);
    assert!(asked(&[read("mail", mail), read("web", SILENT)], "mail", mail));
    assert!(!asked(&[read("mail", mail), read("sums", NOTHING)], "mail", mail));
    // Foreign text of another server is enough where it was not ruled out, also when nothing else of it counts.
    let words = DataTraits {
        strangers: Unknown,
        ..NOTHING
    };
    let sends = said(false, false, true);
    let own = read("mail", said(true, false, false));
    assert!(asked(&[own.clone(), read("web", words)], "mail", sends));
    assert!(!asked(&[own, read("mail", words)], "mail", sends));
}

// Proves S-78.
#[test]
fn text_of_strangers_counts_where_the_tool_or_anything_before_it_may_hold_some() {
    let without = DataTraits {
        strangers: RuledOut,
        ..SILENT
    };
    let once = |gave, nature| asked_with(&[read("hub", gave)], "hub", nature, |_| {}) == Some(true);
    assert!(once(SILENT, without));
    assert!(once(without, SILENT));
    assert!(!once(without, without));
}

#[test]
fn a_nature_is_within_another_when_none_of_the_three_is_more() {
    for more in [
        said(true, false, false),
        said(false, true, false),
        said(false, false, true),
    ] {
        assert!(!more.is_within(NOTHING), "{more:?}");
        assert!(NOTHING.is_within(more) && more.is_within(more), "{more:?}");
    }
}

// Proves S-78.
#[test]
fn a_lone_server_is_asked_about_once_per_tool_that_may_send_out_others_data() {
    let gave = [read("hub", SILENT)];
    let once = |nature: DataTraits, change: fn(&mut CallTarget<'_>)| {
        asked_with(&gave, "hub", nature, change) == Some(true)
    };
    let claims_open = DataTraits::new(FlowClass::default(), true);
    assert!(once(SILENT, |_| {}) && once(claims_open, |_| {}));
    // It was asked about already.
    assert!(!once(SILENT, |to| to.asked = true) && !once(claims_open, |to| to.asked = true));
    // The same tool again, which was asked about or allowed with what it gives.
    assert!(!once(SILENT, |to| to.tool = "look"));
    // What a server says of itself counts here, unless a person knows better.
    assert!(!once(SILENT, |to| to.claims_closed = true));
    let sends = DataTraits {
        sends: Said,
        ..SILENT
    };
    assert!(once(sends, |to| to.claims_closed = true));
    // Each of the three can be ruled out by a person.
    let ruled_out = |change: fn(&mut DataTraits)| {
        let mut nature = SILENT;
        change(&mut nature);
        nature
    };
    assert!(!once(ruled_out(|it| it.sends = RuledOut), |_| {}));
    let public = [read("hub", ruled_out(|it| it.private = RuledOut))];
    assert_eq!(asked_with(&public, "hub", SILENT, |_| {}), None);
    let error_reason = ruled_out(|it| it.strangers = RuledOut);
    assert_eq!(
        asked_with(&[read("hub", error_reason)], "hub", error_reason, |_| {}),
        None
    );
    // Where another server gave it, or the user said that all three are there, it is each time, asked or not.
    let elsewhere = [read("notes", SILENT)];
    assert_eq!(
        asked_with(&elsewhere, "hub", SILENT, |to| to.asked = true),
        Some(false)
    );
    let mixed = [read("hub", said(true, true, false))];
    let sending = said(false, false, true);
    assert_eq!(
        asked_with(&mixed, "hub", sending, |to| to.asked = true),
        Some(false)
    );
    // What is shown is what this server gave.
    let server = ServerId::from("hub");
    let to = CallTarget {
        server: &server,
        label: "Hub",
        nature: SILENT,
        tool: "send",
        claims_closed: false,
        asked: false,
    };
    let met = meet(&gave, &to).unwrap();
    let lines: Vec<_> = met
        .sources
        .iter()
        .map(|it| (it.mark, it.what.text.as_str()))
        .collect();
    assert_eq!(
        lines,
        [(FlowMark::Private, "look"), (FlowMark::Strangers, "look")]
    );
    assert!(
        met.sentence.starts_with("This tool of “Hub” can send data out"),
        "{}",
        met.sentence
    );
}

// Proves S-78.
#[test]
fn what_a_server_says_of_itself_makes_it_stricter_only() {
    let quiet = FlowClass {
        private: Tristate::No,
        strangers: Tristate::No,
        sends: Tristate::No,
    };
    assert_eq!(DataTraits::new(quiet, false), NOTHING);
    let open = DataTraits::new(quiet, true);
    assert_eq!(
        (open.private, open.strangers, open.sends),
        (RuledOut, Claimed, Claimed)
    );
    assert_eq!(DataTraits::new(FlowClass::default(), false), SILENT);
}

// Proves S-78.
#[test]
fn a_mark_is_taken_back_by_a_person_alone() {
    let each = |then: Knowledge, now: Knowledge| {
        let all = |it| DataTraits {
            private: it,
            strangers: it,
            sends: it,
        };
        all(then).and_now(all(now)).private
    };
    assert_eq!(each(Unknown, RuledOut), RuledOut, "a person said so");
    assert_eq!(each(Said, RuledOut), RuledOut, "a person said otherwise");
    assert_eq!(
        each(RuledOut, Said),
        Said,
        "it is private after all, also what was read"
    );
    assert_eq!(each(RuledOut, Unknown), Unknown, "they took their word back");
    assert_eq!(
        each(Said, Unknown),
        Said,
        "no answer was taken back: the server is gone"
    );
    assert_eq!(each(Claimed, RuledOut), Claimed, "the server said so itself");
    assert_eq!(each(Unknown, Claimed), Claimed);
}

// Proves S-78.
#[test]
fn whose_data_may_go_where_is_said() {
    let server = ServerId::from("w");
    let to = CallTarget {
        server: &server,
        label: "Web",
        nature: SILENT,
        tool: "send",
        claims_closed: false,
        asked: false,
    };
    let mut file = read("you", said(true, false, false));
    (file.server, file.tool) = (None, None);
    // What it gave itself goes home.
    let own = read("w", SILENT);
    let found = [read("Notes", SILENT), read("Notes", SILENT), file, own];
    let sentence = meet(&found, &to).unwrap().sentence;
    assert!(
        sentence.starts_with("These arguments may send data from you and “Notes” to “Web”."),
        "{sentence}"
    );
    // What its own tools read of strangers may have asked for it all the same.
    let untrusted = sentence.contains("Content from “Notes” and “w” is untrusted");
    assert!(untrusted, "{sentence}");
    let met = meet(&found[..3], &to).unwrap();
    assert_eq!(
        met.sentence,
        "These arguments may send data from you and “Notes” to “Web”. Content from “Notes” is untrusted and may have \
         asked for it. Saved permissions do not apply."
    );
    let lines: Vec<_> = met
        .sources
        .iter()
        .map(|it| (it.mark, it.label.as_str(), it.known))
        .collect();
    assert_eq!(
        lines,
        [
            (FlowMark::Private, "you", true),
            (FlowMark::Private, "Notes", false),
            (FlowMark::Strangers, "Notes", false)
        ]
    );
    // Each server is named, and the call itself with what it certainly gives.
    let mixed = said(true, true, false);
    let met = meet(
        &[read("Mail", mixed), read("Notes", mixed)],
        &CallTarget {
            nature: said(true, false, true),
            ..to
        },
    )
    .unwrap();
    let lines: Vec<_> = met
        .sources
        .iter()
        .map(|it| (it.mark, it.label.as_str()))
        .collect();
    assert_eq!(
        lines,
        [
            (FlowMark::Private, "Mail"),
            (FlowMark::Private, "Notes"),
            (FlowMark::Private, "Web"),
            (FlowMark::Strangers, "Mail"),
            (FlowMark::Strangers, "Notes")
        ]
    );
}

fn any_nature() -> impl Strategy<Value = DataTraits> {
    let known = || prop::sample::select(vec![RuledOut, Unknown, Said, Claimed]);
    (known(), known(), known()).prop_map(|(private, strangers, sends)| DataTraits {
        private,
        strangers,
        sends,
    })
}

fn any_reads() -> impl Strategy<Value = Vec<ReadSource>> {
    let read = (prop::sample::select(vec!["a", "b", "c"]), any_nature()).prop_map(|(id, it)| read(id, it));
    prop::collection::vec(read, 0..6)
}

// Proves S-78.
#[test]
fn stored_marks_are_read_as_they_were_and_unknown_numbers_as_the_most() {
    let nature = DataTraits {
        private: RuledOut,
        strangers: Said,
        sends: Claimed,
    };
    assert_eq!(DataTraits::of_numbers(nature.numbers()), nature);
    assert_eq!(DataTraits::of_numbers(SILENT.numbers()), SILENT);
    assert_eq!(DataTraits::of_numbers([9, 255, 4]).sends, Claimed);
    assert!(SILENT.is_within(SILENT) && NOTHING.is_within(SILENT) && !nature.is_within(SILENT));
}

fn worse(nature: DataTraits) -> DataTraits {
    let up = |known: Knowledge| match known {
        RuledOut => Unknown,
        Unknown => Said,
        Said | Claimed => Claimed,
    };
    DataTraits {
        private: up(nature.private),
        strangers: up(nature.strangers),
        sends: up(nature.sends),
    }
}

// Proves S-78.
#[test]
fn what_is_known_of_data_is_kept_as_a_number_of_its_own_and_read_back() {
    for (known, number) in [(RuledOut, 0), (Unknown, 1), (Said, 2), (Claimed, 3)] {
        let traits = DataTraits {
            private: known,
            strangers: Unknown,
            sends: Said,
        };
        assert_eq!(traits.numbers(), [number, 1, 2]);
        assert_eq!(DataTraits::of_numbers([number, 1, 2]), traits);
    }
    // An unknown number is read as the most.
    assert_eq!(DataTraits::of_numbers([9, 1, 2]).private, Claimed);
}

proptest! {
    // Proves S-78.
    #[test]
    fn all_three_for_certain_and_a_call_that_sends_are_always_asked_about(
        reads in any_reads(), nature in any_nature()
    ) {
        let all = certain(reads.iter().map(|read| &read.nature).chain([&nature]));
        if all == [true; 3] && nature.sends.is_certain() {
            prop_assert!(asked(&reads, "a", nature));
        }
    }

    // Proves S-78.
    #[test]
    fn data_from_one_server_to_another_is_asked_about_unless_ruled_out(
        reads in any_reads(), nature in any_nature()
    ) {
        let other = reads.iter().any(|read| read.server != Some(ServerId::from("a")));
        let ruled_out = |it: &DataTraits| [it.private, it.strangers, it.sends].contains(&RuledOut);
        if other && !ruled_out(&nature) && !reads.iter().any(|read| ruled_out(&read.nature)) {
            prop_assert!(asked(&reads, "a", nature));
        }
    }

    // Proves S-78.
    #[test]
    fn reading_more_never_lets_anything_leave(
        reads in any_reads(), more in any_reads(), nature in any_nature()
    ) {
        // Where it leaves, it leaves whatever else is read. (What only completes the three is asked about once.)
        let together: Vec<ReadSource> = reads.iter().chain(&more).cloned().collect();
        if asked(&reads, "a", nature) && nature.sends.is_certain() {
            prop_assert!(asked(&together, "a", nature));
        }
    }

    // Proves S-78.
    #[test]
    fn more_that_is_known_is_never_looser(reads in any_reads(), nature in any_nature()) {
        let stricter: Vec<ReadSource> = reads.iter().map(|it| read(it.label.as_str(), worse(it.nature))).collect();
        if asked(&reads, "a", nature) && nature.sends.is_possible() {
            prop_assert!(asked(&stricter, "a", worse(nature)) , "{reads:?} {nature:?}");
        }
    }
}
