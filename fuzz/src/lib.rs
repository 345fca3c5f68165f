//! See [`targets`], which the tests of the host replay without a fuzzer.

pub mod targets;
