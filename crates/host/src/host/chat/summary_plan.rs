//! What a summary would cover now, and how much of the context is taken: reckoned from messages and marks alone.

use super::{context, model_turns, summary_request as record};
use crate::limits;
use portcullis_domain::{Compaction, ImportedFrom, Message, Speaker};
use portcullis_llm::{End, ModelTurn, tokens};

/// A branch up to a message, each with what a model was told of it, where that is known.
pub(super) type BranchMessages = Vec<(Message, Option<Vec<ModelTurn>>)>;

/// A summary that can be made.
#[derive(Debug, PartialEq)]
pub(super) struct SummaryPlan {
    /// The last message that it covers.
    pub(super) after: u32,
    /// How many it covers, from the first of the conversation on.
    pub(super) messages: usize,
    /// How many follow it.
    pub(super) kept: usize,
    /// The summary that it takes the place of.
    pub(super) earlier: Option<String>,
    /// The record, in as many parts as there are requests.
    pub(super) parts: Vec<Vec<String>>,
    /// About how many tokens the record has.
    pub(super) tokens: usize,
    /// Words that the model is told to stay below.
    pub(super) words: usize,
    /// Characters that are kept of it.
    pub(super) most: usize,
}

/// Where what follows a mark begins.
pub(super) fn beginning(branch: &BranchMessages, mark: Option<&Compaction>) -> usize {
    mark.map_or(0, |mark| {
        branch.partition_point(|(message, _)| message.seq <= mark.after)
    })
}

/// What a model was told of these messages. Words that broke off are said again.
pub(super) fn history(
    branch: &[(Message, Option<Vec<ModelTurn>>)],
    from: Option<ImportedFrom>,
) -> Vec<ModelTurn> {
    let kept = branch
        .iter()
        .filter_map(|(message, told)| Some((message.seq, told.clone()?)))
        .collect();
    let messages: Vec<Message> = branch.iter().map(|(message, _)| message.clone()).collect();
    let mut said = model_turns::history(&messages, kept, from);
    if matches!(said.last(), Some(ModelTurn::Model(reply)) if reply.calls.is_empty() && reply.end == End::Stopped)
    {
        said.pop();
    }
    said
}

fn is_imported(message: &Message, from: Option<ImportedFrom>) -> bool {
    from.is_some_and(|from| message.seq <= from.last)
}

/// The lines of one message, each with about how many tokens it takes.
fn lines(
    (message, told): &(Message, Option<Vec<ModelTurn>>),
    from: Option<ImportedFrom>,
) -> Vec<(String, usize)> {
    let turns = model_turns::of_message(message, told.clone());
    let lines = record::lines(&turns, is_imported(message, from));
    lines
        .into_iter()
        .map(|line| {
            let tokens = tokens(&line);
            (line, tokens)
        })
        .collect()
}

fn sum(lines: &[(String, usize)]) -> usize {
    lines.iter().map(|(_, tokens)| tokens).sum()
}

/// About how many tokens of the context are taken by what was said, and whether that is the last count of a provider with what
/// came since.
pub(super) fn used(branch: &BranchMessages, mark: Option<&Compaction>, uncounted: u32) -> (usize, bool) {
    let mut sum_of = 0;
    for (message, told) in branch[beginning(branch, mark)..].iter().rev() {
        let told = model_turns::of_message(message, told.clone());
        if message.seq > uncounted
            && let Some((counted, after)) = context::last_count(&told)
        {
            let counted = usize::try_from(counted).unwrap_or(usize::MAX / 2);
            return (sum_of + counted + weight(after), true);
        }
        sum_of += weight(&told);
    }
    (sum_of + mark.map_or(0, |mark| tokens(&mark.summary)), false)
}

/// About how many tokens a model is told with this. Nothing of it is cut as it is in a record.
fn weight(told: &[ModelTurn]) -> usize {
    let of = |turn: &ModelTurn| match turn {
        ModelTurn::Instructions(text) | ModelTurn::Person(text) => tokens(text),
        ModelTurn::Shown(media) => tokens(&media.in_words()),
        ModelTurn::Model(reply) => {
            let calls = reply.calls.iter();
            tokens(&reply.words)
                + calls
                    .map(|call| tokens(&call.arguments.to_string()))
                    .sum::<usize>()
        }
        ModelTurn::Results(results) => results.iter().map(|result| tokens(&result.text)).sum(),
    };
    told.iter().map(of).sum()
}

/// Where the messages of the person begin that end before `end`, with the files that belong to them.
fn asked_at(branch: &BranchMessages, end: usize) -> Option<usize> {
    let is_person = |at: &usize| branch[*at].0.speaker == Speaker::Person;
    let last = (0..end).rev().find(is_person)?;
    Some((0..last).rev().take_while(is_person).last().unwrap_or(last))
}

/// What a summary would cover now: all but what waits for an answer, and the exchange before that where it is short. A message
/// holds its calls together with their results, so none of these are separated.
pub(super) fn plan(
    branch: &BranchMessages,
    mark: Option<&Compaction>,
    from: Option<ImportedFrom>,
    context: Option<u32>,
) -> Option<SummaryPlan> {
    let context = context.unwrap_or(limits::COMPACTION_CONTEXT) as usize;
    let begin = beginning(branch, mark);
    let mut end = match branch.last()?.0.speaker {
        Speaker::Person => asked_at(branch, branch.len())?,
        Speaker::Model | Speaker::Host => branch.len(),
    };
    if let Some(start) = asked_at(branch, end).filter(|start| *start > begin) {
        let kept: usize = branch[start..end].iter().map(|it| sum(&lines(it, from))).sum();
        if kept <= context / limits::COMPACTION_KEPT {
            end = start;
        }
    }
    if end <= begin {
        return None;
    }
    let record: Vec<(String, usize)> = branch[begin..end].iter().flat_map(|it| lines(it, from)).collect();
    if record.is_empty() {
        return None;
    }
    let (share, most) = limits::COMPACTION_PART;
    let (least_words, most_words) = limits::COMPACTION_WORDS;
    let (least_chars, most_chars) = limits::COMPACTION_SUMMARY;
    Some(SummaryPlan {
        after: branch[end - 1].0.seq,
        messages: end,
        kept: branch.len() - end,
        earlier: mark.map(|mark| mark.summary.clone()),
        tokens: sum(&record),
        parts: record::parts(&record, (context / share).min(most)),
        words: (context / 32).clamp(least_words, most_words),
        most: (context / 2).clamp(least_chars, most_chars),
    })
}

#[cfg(test)]
mod tests {
    use super::super::model_turns::text_result;
    use super::*;
    use portcullis_domain::Part;
    use portcullis_llm::{ModelReply, ToolCall, Usage};
    use serde_json::json;

    fn said(
        seq: u32,
        speaker: Speaker,
        told: Option<Vec<ModelTurn>>,
        text: &str,
    ) -> (Message, Option<Vec<ModelTurn>>) {
        let message = Message {
            seq,
            speaker,
            at: 0,
            parts: vec![Part::Words {
                text: text.to_owned(),
            }],
            streaming: false,
            by: None,
            parent: (seq > 1).then(|| seq - 1),
            branch: None,
        };
        (message, told)
    }

    fn asks(seq: u32) -> (Message, Option<Vec<ModelTurn>>) {
        said(seq, Speaker::Person, None, "What now?")
    }

    fn answers(seq: u32, input: u64, text: &str) -> (Message, Option<Vec<ModelTurn>>) {
        let reply = ModelReply {
            words: text.to_owned(),
            usage: Usage {
                input: Some(input),
                output: Some(1),
                dollars: None,
            },
            ..ModelReply::default()
        };
        said(
            seq,
            Speaker::Model,
            Some(vec![ModelTurn::Model(Box::new(reply))]),
            text,
        )
    }

    fn mark(after: u32) -> Compaction {
        Compaction {
            after,
            messages: after,
            model: "m".to_owned(),
            at: 1,
            automatic: false,
            summary: "before".to_owned(),
        }
    }

    fn ends(branch: &BranchMessages, mark: Option<&Compaction>, context: u32) -> Option<(u32, usize, usize)> {
        plan(branch, mark, None, Some(context)).map(|plan| (plan.after, plan.messages, plan.kept))
    }

    #[test]
    fn what_waits_for_an_answer_and_a_short_last_exchange_stay_as_they_are() {
        let branch = vec![asks(1), answers(2, 9, "a"), asks(3), answers(4, 9, "b")];
        assert_eq!(ends(&branch, None, 8_000), Some((2, 2, 2)));
        let waits = [branch.clone(), vec![asks(5), asks(6)]].concat();
        assert_eq!(
            ends(&waits, None, 8_000),
            Some((2, 2, 4)),
            "a file and words to it"
        );
        // An exchange that is long itself is covered as well.
        let long = vec![
            asks(1),
            answers(2, 9, "a"),
            asks(3),
            answers(4, 9, &"b ".repeat(4_000)),
        ];
        assert_eq!(ends(&long, None, 8_000), Some((4, 4, 0)));
        // One exchange alone is all that there is.
        assert_eq!(ends(&branch[..2].to_vec(), None, 8_000), Some((2, 2, 0)));
        assert_eq!(ends(&branch[..1].to_vec(), None, 8_000), None);
        assert_eq!(ends(&Vec::new(), None, 8_000), None);
    }

    #[test]
    fn a_second_summary_has_the_first_one_and_what_came_after_it() {
        let branch = vec![
            asks(1),
            answers(2, 9, "a"),
            asks(3),
            answers(4, 9, "b"),
            asks(5),
            answers(6, 9, "c"),
        ];
        let second = plan(&branch, Some(&mark(2)), None, Some(8_000)).unwrap();
        assert_eq!((second.after, second.messages, second.kept), (4, 4, 2));
        assert_eq!(second.earlier.as_deref(), Some("before"));
        assert_eq!(second.parts.concat().len(), 2, "messages 3 and 4 alone");
        assert_eq!(
            plan(&branch, Some(&mark(6)), None, Some(8_000)),
            None,
            "nothing is new"
        );
    }

    fn reads() -> ToolCall {
        ToolCall {
            id: "1".to_owned(),
            name: "notes__read".to_owned(),
            arguments: json!({}),
            garbled: None,
            why: None,
        }
    }

    #[test]
    fn calls_and_their_results_are_on_the_same_side_of_a_mark() {
        let told = vec![
            ModelTurn::Model(Box::new(ModelReply {
                calls: vec![reads()],
                ..ModelReply::default()
            })),
            ModelTurn::Results(vec![text_result(&reads(), true, "x".repeat(20_000))]),
        ];
        let branch = vec![
            asks(1),
            said(2, Speaker::Model, Some(told), ""),
            asks(3),
            answers(4, 9, "b"),
        ];
        let plan = plan(&branch, None, None, Some(2_000)).unwrap();
        assert_eq!(plan.after, 2);
        let after = history(&branch[2..], None);
        let pairs = |turn: &ModelTurn| match turn {
            ModelTurn::Model(reply) => !reply.calls.is_empty(),
            ModelTurn::Results(_) => true,
            _ => false,
        };
        assert!(!after.iter().any(pairs));
        assert!(
            plan.parts.len() > 1,
            "a record longer than half of the context is divided"
        );
    }

    #[test]
    fn a_count_from_before_a_mark_says_nothing_of_what_is_sent_now() {
        let branch = vec![
            asks(1),
            answers(2, 900, "a"),
            asks(3),
            answers(4, 990, "b"),
            asks(5),
        ];
        let (before, is_counted) = used(&branch, None, 0);
        assert!((991..1_100).contains(&before) && is_counted, "{before}");
        let (after, is_counted) = used(&branch, Some(&mark(2)), 4);
        // Two questions, a reply and the summary.
        assert_eq!((after, is_counted), (3 + 1 + 3 + 2, false));
    }

    #[test]
    fn what_tools_brought_after_the_last_count_takes_its_place_in_the_context() {
        let reply = |input| {
            ModelTurn::Model(Box::new(ModelReply {
                usage: Usage {
                    input: Some(input),
                    output: Some(1),
                    dollars: None,
                },
                ..ModelReply::default()
            }))
        };
        // A turn that ended while its model was given the result.
        let result = text_result(&reads(), true, "x".repeat(limits::FOR_MODEL));
        let told = vec![reply(500), reply(900), ModelTurn::Results(vec![result])];
        let branch = vec![asks(1), said(2, Speaker::Model, Some(told), "")];
        let (tokens, is_counted) = used(&branch, None, 0);
        assert_eq!((tokens, is_counted), (901 + limits::FOR_MODEL / 4, true));
    }
}
