//! Packages of npm and PyPI, fetched once instead of at each start (`npx`, `uvx` and their like): which package a command names,
//! the commands that fetch it without running any of its code, the tree that they leave, and how that tree is run.
//!
//! A launcher runs whatever is newest at each start. Here one version is fetched, without install scripts, and recorded by a
//! digest over every file; each start compares the tree with it and runs the program without a package manager.
//!
//! This crate starts no program and asks no questions: the host uses it, runs the commands after a person agreed, and decides where
//! the tree is.

mod entry;
pub mod limits;
mod release_age;
mod request;
mod steps;
mod tree;

use portcullis_core::{Code, Error};

portcullis_l10n::catalogue!();

pub use entry::{FetchedVersion, fetched_version};
pub use release_age::release_age;
pub use request::{Ecosystem, PackageRequest};
pub use steps::{FetchStep, PackageTools, authorities, prepare, steps};
pub use tree::{PackageTree, seal};

fn failed(sentence: String) -> Error {
    Error::new(Code::LaunchFailed, sentence)
}
