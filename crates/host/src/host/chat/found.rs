//! Search over all conversations: the index says which messages have the words, and here an excerpt of each is cut
//! out and the words are marked in it, as ranges and never as markup, after what hides in it was made visible.

use super::{Host, Inner, shown_title};
use crate::limits;
use icu_normalizer::DecomposingNormalizerBorrowed;
use portcullis_api::{ChatHits, Excerpt, Mark, MessageHit, TitleHit};
use portcullis_core::Result;
use portcullis_core::text::{self, is_unspaced};
use portcullis_domain::{Foreign, Part};
use portcullis_storage::store::conversations::{self, SearchHit};
use rusqlite::Connection;
use std::ops::Range;
use std::sync::Arc;

impl Host {
    /// Conversations and messages with all these words, on whichever branch; the last word may be the beginning of one.
    /// `before` is the `next` of the page before.
    ///
    /// # Errors
    /// `store.*`. Words that cannot be found are no error: there is nothing then.
    pub async fn find_chats(&self, words: &str, before: Option<u64>) -> Result<ChatHits> {
        let words = split(words);
        let terms = SearchTerms::new(&words);
        if words.is_empty() {
            return Ok(ChatHits {
                titles: Vec::new(),
                messages: Vec::new(),
                next: None,
                indexing: false,
            });
        }
        let (most, most_titles) = limits::CHAT_HITS;
        let titles = match before {
            Some(_) => Vec::new(),
            None => self.0.titles_with(&words, most_titles).await?,
        };
        let (mut found, indexing) = self
            .0
            .store
            .read(move |db| {
                // Before the search: what is indexed in between would be missing without a word.
                let indexing = conversations::is_indexing(db)?;
                Ok((conversations::find(db, &words, before, most + 1)?, indexing))
            })
            .await?;
        let more = found.len() > most;
        found.truncate(most);
        Ok(ChatHits {
            titles,
            next: found.last().map(|last| last.id).filter(|_| more),
            messages: found.into_iter().map(|found| hit(found, &terms)).collect(),
            indexing,
        })
    }
}

impl Inner {
    /// Indexes what an update left to be indexed again, without being waited for.
    pub(in crate::host) fn index_chats(self: &Arc<Self>) {
        let (host, closing) = (Arc::clone(self), self.closing.clone());
        let indexing = async move {
            match host.store.read(conversations::is_indexing).await {
                Ok(true) => {}
                Ok(false) => return,
                Err(error) => {
                    tracing::warn!(%error, "it was not read whether messages wait for their index");
                    return;
                }
            }
            let (messages, bytes) = limits::MESSAGES_INDEXED;
            loop {
                let piece = move |db: &Connection| conversations::index_left(db, messages, bytes);
                match host.store.write_again(piece).await {
                    Ok(true) => {}
                    Ok(false) => break,
                    Err(error) => {
                        tracing::warn!(%error, "messages were not indexed");
                        tokio::time::sleep(limits::STORE_RETRY).await;
                    }
                }
            }
            // What was searched for meanwhile is searched for again.
            host.tell_conversations().await;
        };
        tokio::spawn(async move { closing.run_until_cancelled(indexing).await });
    }

    async fn titles_with(&self, words: &[String], most: usize) -> Result<Vec<TitleHit>> {
        let terms = SearchTerms::new(words);
        let wanted = terms.clone();
        let ids = self
            .store
            .read(move |db| {
                let matches = |title: &str| wanted.all_in(&shown_title(title.to_owned()));
                conversations::find_titles(db, matches, most)
            })
            .await?;
        let mut hits = Vec::new();
        for id in ids {
            // It may have been deleted meanwhile.
            if let Ok(row) = self.conversation_row(&id).await {
                hits.push(TitleHit {
                    conversation: id,
                    title: terms.excerpt(&shown_title(row.title)),
                    updated_at: row.updated_at,
                });
            }
        }
        Ok(hits)
    }
}

/// What was typed as words: everything between spaces in which there is a letter or a digit.
fn split(typed: &str) -> Vec<String> {
    let (words, characters) = limits::CHAT_WORDS;
    let typed: String = typed.chars().take(characters).collect();
    typed
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| word.contains(char::is_alphanumeric))
        .take(words)
        .map(str::to_owned)
        .collect()
}

fn hit(found: SearchHit, terms: &SearchTerms) -> MessageHit {
    let SearchHit {
        conversation,
        title,
        message,
        ..
    } = found;
    let mut parts: Vec<(&str, Option<&String>)> = Vec::new();
    for part in &message.parts {
        match part {
            Part::Words { text } => parts.push((text.as_str(), None)),
            Part::Quoted {
                text, server_label, ..
            } => parts.push((text.text.as_str(), Some(server_label))),
            Part::Call { call } => parts.push((call.tool_shown.text.as_str(), Some(&call.server_label))),
            Part::File { file } => {
                let texts = std::iter::once(&file.name).chain(&file.text);
                parts.extend(texts.map(|text| (text.text.as_str(), None)));
            }
            Part::Thought { .. }
            | Part::Trouble { .. }
            | Part::Stopped {}
            | Part::Held { .. }
            | Part::Search { .. }
            | Part::Made { .. } => {}
        }
    }
    // The words may stand in several parts; the one with most of them says most.
    let best = parts.iter().enumerate().max_by_key(|(at, (text, _))| {
        let nearest = usize::MAX - at;
        (terms.count_in(text), nearest)
    });
    let (text, server) = best.map_or(("", None), |(_, (text, server))| (*text, *server));
    MessageHit {
        conversation,
        title: shown_title(title),
        seq: message.seq,
        at: message.at,
        speaker: message.speaker,
        server: server.cloned(),
        excerpt: terms.excerpt(text),
    }
}

/// Words as they are compared: without case and without accents, as the index takes them.
#[derive(Clone)]
struct SearchTerms {
    /// Runs of letters and digits, each with the number of the word that it is of, and whether it may be the beginning of
    /// a longer one.
    runs: Vec<(String, usize, bool)>,
    words: usize,
}

impl SearchTerms {
    fn new(words: &[String]) -> Self {
        let mut runs = Vec::new();
        for (number, word) in words.iter().enumerate() {
            let of_word: Vec<_> = runs_of(word).collect();
            for (at, (_, run)) in of_word.iter().enumerate() {
                let begins = number + 1 == words.len() && at + 1 == of_word.len();
                let plain = folded(run);
                // Of accents alone nothing is left, which everything begins with.
                if !plain.is_empty() {
                    runs.push((plain, number, begins));
                }
            }
        }
        Self {
            runs,
            words: words.len(),
        }
    }

    /// Where a run of a text has words, each with its number. In a script without spaces they are anywhere in it. Any other run
    /// is one of them as a whole, or begins with it.
    fn places_in(&self, run: &str) -> Vec<(Range<usize>, usize)> {
        let mut places = Vec::new();
        let plain = folded(run);
        for (term, number, begins) in &self.runs {
            if run.starts_with(is_unspaced) {
                let inside = run.match_indices(term.as_str());
                places.extend(inside.map(|(at, piece)| (at..at + piece.len(), *number)));
            } else if plain == *term || *begins && plain.starts_with(term.as_str()) {
                places.push((0..run.len(), *number));
            }
        }
        places
    }

    fn count_in(&self, text: &str) -> usize {
        let mut found = vec![false; self.words];
        for (_, run) in runs_of(text) {
            for (_, number) in self.places_in(run) {
                found[number] = true;
            }
            if found.iter().all(|found| *found) {
                break;
            }
        }
        found.into_iter().filter(|found| *found).count()
    }

    fn all_in(&self, text: &str) -> bool {
        self.count_in(text) == self.words
    }

    /// A piece of a text around the first of the words in it.
    fn excerpt(&self, text: &str) -> Excerpt {
        let (length, before) = limits::EXCERPT;
        let first = runs_of(text)
            .find_map(|(at, run)| {
                let starts = self.places_in(run).into_iter().map(|(place, _)| place.start);
                starts.min().map(|start| at + start)
            })
            .unwrap_or(0);
        let start = start_of(text, first, before);
        let mut piece: String = text[start..]
            .chars()
            .take(length)
            .map(|c| if matches!(c, '\n' | '\r' | '\t') { ' ' } else { c })
            .collect();
        if start > 0 {
            piece.insert(0, '…');
        }
        if text[start..].chars().nth(length).is_some() {
            piece.push('…');
        }
        let shown = text::escape_line(&piece);
        let marks = self.marks(&shown.text);
        Excerpt {
            text: Foreign {
                text: shown.text,
                hidden: text::count_hidden(text),
                ..shown
            },
            marks,
        }
    }

    fn marks(&self, shown: &str) -> Vec<Mark> {
        let units = |bytes: usize| {
            let units = shown[..bytes].encode_utf16().count();
            u32::try_from(units).unwrap_or(u32::MAX)
        };
        let mut places: Vec<Range<usize>> = Vec::new();
        for (at, run) in runs_of(shown) {
            let of_run = self.places_in(run).into_iter();
            places.extend(of_run.map(|(place, _)| at + place.start..at + place.end));
        }
        places.sort_by_key(|place| place.start);
        // Two words may share letters, and are one mark then.
        let mut apart: Vec<Range<usize>> = Vec::new();
        for place in places {
            match apart.last_mut() {
                Some(last) if place.start < last.end => last.end = last.end.max(place.end),
                _ => apart.push(place),
            }
        }
        let mark = |place: Range<usize>| Mark {
            from: units(place.start),
            to: units(place.end),
        };
        apart.into_iter().map(mark).collect()
    }
}

/// Where a piece begins so that a word is not its first: at most `before` characters ahead of it, between two words where
/// that is possible.
fn start_of(text: &str, word: usize, before: usize) -> usize {
    let ahead = text[..word].char_indices().rev();
    let start = ahead.take(before).last().map_or(word, |(at, _)| at);
    if start == 0 {
        return 0;
    }
    let next_word = text[start..word].find(char::is_whitespace);
    next_word.map_or(start, |space| {
        let after = &text[start + space..word];
        word - after.trim_start().len()
    })
}

/// Runs of letters and digits, with the accents that follow them, and where they begin. Letters of scripts without spaces are
/// runs of their own.
fn runs_of(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_word = |c: char| c.is_alphanumeric() || is_accent(c) || is_unspaced(c);
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(is_word)?;
        let unspaced = text[start..].starts_with(is_unspaced);
        let is_other = |c: char| !is_word(c) || (is_unspaced(c) != unspaced && !is_accent(c));
        let end = text[start..]
            .find(is_other)
            .map_or(text.len(), |length| start + length);
        at = end;
        Some((start, &text[start..end]))
    })
}

fn is_accent(c: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&c)
}

fn folded(run: &str) -> String {
    if run.is_ascii() {
        return run.to_ascii_lowercase();
    }
    // They have no case, and Korean must not come apart into less than syllables.
    if run.starts_with(is_unspaced) {
        return run.to_owned();
    }
    let apart = DecomposingNormalizerBorrowed::new_nfd().normalize(run);
    let plain: String = apart.chars().filter(|c| !is_accent(*c)).collect();
    plain.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(words: &str) -> SearchTerms {
        SearchTerms::new(&split(words))
    }

    fn marked(excerpt: &Excerpt) -> Vec<String> {
        let units: Vec<u16> = excerpt.text.text.encode_utf16().collect();
        let piece = |mark: &Mark| String::from_utf16_lossy(&units[mark.from as usize..mark.to as usize]);
        excerpt.marks.iter().map(piece).collect()
    }

    #[test]
    fn what_is_typed_becomes_words_and_never_operators() {
        assert_eq!(
            split("  \"red\" AND (build OR *) "),
            ["\"red\"", "AND", "(build", "OR"]
        );
        assert_eq!(split(" -- *** \u{0} \"\" "), Vec::<String>::new());
        assert_eq!(split(&"word ".repeat(400)).len(), limits::CHAT_WORDS.0);
    }

    #[test]
    fn marks_are_ranges_of_what_is_shown_whatever_the_letters() {
        let long = format!("{}Das 👋 CAFÉ in Zürich, cafe\u{301}s inside", "word ".repeat(60));
        let excerpt = terms("zurich cafe").excerpt(&long);
        assert_eq!(marked(&excerpt), ["CAFÉ", "Zürich", "cafe\u{301}s"]);
        assert!(excerpt.text.text.starts_with('…') && !excerpt.text.text.ends_with('…'));
        let early = terms("word").excerpt(&long);
        assert!(early.text.text.starts_with("word word") && early.text.text.ends_with('…'));
    }

    // Proves S-41.
    #[test]
    fn what_hides_in_a_hit_is_written_out_and_marks_stay_where_they_belong() {
        let excerpt = terms("secret plan").excerpt("a \u{202e}secret\u{200b} and\nno plan <b>planned</b>");
        assert_eq!(
            excerpt.text.text,
            "a ⟨U+202E⟩secret⟨U+200B⟩ and no plan <b>planned</b>"
        );
        assert_eq!(excerpt.text.hidden, 2);
        assert_eq!(marked(&excerpt), ["secret", "plan", "planned"]);
    }

    #[test]
    fn words_of_scripts_without_spaces_are_marked_inside_a_run_of_text() {
        let long = format!("{}请用中文总结这份会议纪要，发到iPhone手机。", "字".repeat(300));
        let excerpt = terms("手机 IPHONE 会议纪要").excerpt(&long);
        assert_eq!(marked(&excerpt), ["会议纪要", "iPhone", "手机"]);
        assert!(excerpt.text.text.starts_with('…'));
        assert_eq!(marked(&terms("搜索 索引").excerpt("全文搜索引擎")), ["搜索引"]);
        assert_eq!(marked(&terms("서울").excerpt("내일 서울에서만나요")), ["서울"]);
        assert_eq!(marked(&terms("กิน").excerpt("ผมชอบกินข้าว")), ["กิน"]);
        assert_eq!(marked(&terms("议会").excerpt("会议")), Vec::<String>::new());
        assert!(terms("纪要 notes").all_in("会议纪要 Notes"));
        assert!(!terms("议会").all_in("会议"));
    }

    #[test]
    fn letters_from_the_right_are_found_like_others() {
        let excerpt = terms("שלום").excerpt("abc שלום עולם def");
        assert_eq!(marked(&excerpt), ["שלום"]);
    }
}
