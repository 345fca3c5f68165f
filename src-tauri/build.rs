//! Build script of the window.
fn main() {}
