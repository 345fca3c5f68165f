//! Which characters hide, reorder or command: the table behind the escape.

use std::fmt::Write as _;

/// Ranges of characters that are never shown as themselves, in order.
///
/// Unicode's `Default_Ignorable_Code_Point` is the heart of it: what a renderer may leave out. Added are
/// controls, separators that break lines, spaces that look like the plain one or have no width, letters that are
/// drawn blank, characters for private use (a font decides what they look like) and noncharacters.
const HIDDEN: &[(u32, u32)] = &[
    (0x0000, 0x001f),    // C0: escape sequences of terminals start here (S-44)
    (0x007f, 0x009f),    // DEL and C1, among them the one-character CSI and OSC
    (0x00a0, 0x00a0),    // no-break space
    (0x00ad, 0x00ad),    // soft hyphen
    (0x034f, 0x034f),    // combining grapheme joiner
    (0x061c, 0x061c),    // Arabic letter mark
    (0x070f, 0x070f),    // Syriac abbreviation mark
    (0x115f, 0x1160),    // Hangul fillers
    (0x1680, 0x1680),    // Ogham space
    (0x17b4, 0x17b5),    // Khmer inherent vowels
    (0x180b, 0x180f),    // Mongolian selectors and vowel separator
    (0x2000, 0x200f),    // spaces of other widths, zero-width space, joiners, direction marks
    (0x2028, 0x202f),    // line and paragraph separators, embeddings, overrides, narrow no-break space
    (0x205f, 0x206f),    // mathematical space, word joiner, invisible operators, isolates, deprecated formats
    (0x2800, 0x2800),    // blank Braille pattern
    (0x3000, 0x3000),    // ideographic space
    (0x3164, 0x3164),    // Hangul filler
    (0xe000, 0xf8ff),    // private use
    (0xfdd0, 0xfdef),    // noncharacters
    (0xfe00, 0xfe0f),    // variation selectors
    (0xfeff, 0xfeff),    // byte order mark
    (0xffa0, 0xffa0),    // half-width Hangul filler
    (0xfff0, 0xfffb),    // reserved ignorables, interlinear annotation
    (0xfffe, 0xffff),    // noncharacters
    (0x13430, 0x1343f),  // Egyptian format controls
    (0x1bca0, 0x1bca3),  // shorthand format controls
    (0x1d173, 0x1d17a),  // musical format controls
    (0xe0000, 0xe0fff),  // tags and further variation selectors
    (0xf0000, 0x10ffff), // private use planes
];

/// Blocks of pictograms that may be followed by the selector of their coloured form.
const PICTOGRAMS: &[(u32, u32)] = &[
    (0x203c, 0x203c),
    (0x2049, 0x2049),
    (0x2122, 0x2122),
    (0x2139, 0x2139),
    (0x2194, 0x21aa),
    (0x231a, 0x23ff),
    (0x24c2, 0x24c2),
    (0x25aa, 0x25fe),
    (0x2600, 0x27bf),
    (0x2934, 0x2935),
    (0x2b05, 0x2b55),
    (0x3030, 0x303d),
    (0x3297, 0x3299),
    (0x1f000, 0x1faff),
];

fn within(ranges: &[(u32, u32)], character: char) -> bool {
    let code = u32::from(character);
    let after = ranges.partition_point(|&(first, _)| first <= code);
    after > 0 && code <= ranges[after - 1].1
}

/// Whether a character is written as an escape wherever text of servers is shown. Line feed and tab count as
/// hidden here; text of several lines keeps them.
#[must_use]
pub fn is_hidden(character: char) -> bool {
    // The last two code points of every plane are noncharacters.
    within(HIDDEN, character) || u32::from(character) & 0xfffe == 0xfffe
}

/// Whether a character ends or begins a quotation to a reader. What stands between quotation marks of ours must have none, or what
/// follows it reads as ours.
#[must_use]
pub fn is_quotation_mark(character: char) -> bool {
    matches!(
        character,
        '"' | '“' | '”' | '„' | '‟' | '〝' | '〞' | '〟' | '＂' | '«' | '»' | '「' | '」' | '『' | '』'
            // Signs of other uses that look the same.
            | '″' | '‶' | '‴' | '‷' | '⁗' | '❝' | '❞' | '❠' | '🙶' | '🙷' | '🙸' | 'ʺ' | '˝' | '˶' | 'ˮ' | '〃' | '״'
            | '﹁' | '﹂' | '﹃' | '﹄' | '｢' | '｣'
    )
}

/// Whether a character may be followed by one U+FE0F that stays as it is.
pub(super) fn is_pictogram(character: char) -> bool {
    within(PICTOGRAMS, character)
}

/// Writes `⟨U+202E⟩`.
pub(super) fn write_escape(out: &mut String, character: char) {
    // Writing to a string cannot fail.
    _ = write!(out, "⟨U+{:04X}⟩", u32::from(character));
}

/// Writes `⟨120 spaces⟩`, also where there are tabs among them.
pub(super) fn write_blanks(out: &mut String, blanks: &str) {
    _ = write!(out, "⟨{} spaces⟩", blanks.len());
}
