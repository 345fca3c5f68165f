//! Which of several icons fits best, by what is claimed of them.

use serde_json::Value;

/// What is claimed of an icon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IconClaims {
    /// Whether it is for a dark theme; `None` for both.
    dark: Option<bool>,
    /// Its smaller side in pixels; `None` where it has no size or any.
    side: Option<u32>,
}

impl IconClaims {
    /// Reads the members `theme` and `sizes`; of the first `most` sizes the largest counts.
    #[must_use]
    pub fn read(icon: &Value, most: usize) -> Self {
        Self {
            dark: match icon["theme"].as_str() {
                Some("dark") => Some(true),
                Some("light") => Some(false),
                _ => None,
            },
            side: side(&icon["sizes"], most),
        }
    }

    /// The smaller, the better it fits a window that is dark or not. `shown`: a side at which it is sharp there.
    #[must_use]
    pub fn misfit(self, dark: bool, shown: u32) -> (u8, u8, u32) {
        let theme = match self.dark {
            Some(theme) if theme == dark => 0,
            None => 1,
            Some(_) => 2,
        };
        // Large enough, and not larger than it must be.
        match self.side {
            Some(side) if side >= shown => (theme, 0, side),
            None => (theme, 1, 0),
            Some(side) => (theme, 2, u32::MAX - side),
        }
    }
}

/// The largest of `["48x48", "any"]`, by its smaller side. Older servers write a text in place of the list.
fn side(sizes: &Value, most: usize) -> Option<u32> {
    let one = |text: &str| {
        let (width, height) = text.split_once(['x', 'X'])?;
        Some(width.parse::<u32>().ok()?.min(height.parse().ok()?))
    };
    match sizes {
        Value::Array(all) => {
            let all = all.iter().take(most);
            all.filter_map(|size| one(size.as_str()?)).max()
        }
        Value::String(text) => text.split_whitespace().take(most).filter_map(one).max(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::IconClaims;
    use serde_json::json;

    #[test]
    fn the_theme_counts_first_and_then_a_size_that_is_large_enough() {
        let sizes = ["64x64", "512x512", "any", "32x32"].map(|size| json!({"sizes": [size]}));
        let [dark, light] = ["dark", "light"].map(|theme| json!({"theme": theme, "sizes": "64x64"}));
        let order: Vec<_> = std::iter::once(&dark)
            .chain(&sizes)
            .chain([&light])
            .map(|icon| IconClaims::read(icon, 4).misfit(true, 64))
            .collect();
        assert!(order.is_sorted(), "{order:?}");
        let many = json!({"sizes": ["1x1", "16X8", "900x900"]});
        assert_eq!(IconClaims::read(&many, 2).misfit(false, 8), (1, 0, 8));
    }
}
