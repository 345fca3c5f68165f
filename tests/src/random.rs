//! Random numbers that come again with the same seed, so that what went wrong can be tried again.

/// A row of numbers (SplitMix64, after Steele, Lea and Flood).
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// The row that begins with this seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A seed from the clock. Print it: a similar run can be made again.
    pub fn seed() -> u64 {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        now.map_or(1, |now| now.as_secs())
    }

    /// The next one.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// The next one below a bound, which is at least 1.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.number() % bound.max(1)
    }

    /// One of these, which are at least one.
    pub fn one<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        let index = self.below(of.len() as u64);
        &of[usize::try_from(index).unwrap_or_default()]
    }

    /// True about this often in a hundred.
    pub fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }
}
