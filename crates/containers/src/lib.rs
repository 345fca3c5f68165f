//! Servers that come as images and run in a container: what a command line of Docker or Podman asks for, and the command line that
//! gives it only that.
//!
//! [`ContainerRun::of`] reads `docker run …` or refuses it by the first word that is not understood; [`confined`] writes the command
//! line again from what was read and from what a person granted. Nothing of what was typed goes through: each flag is written here, as
//! one word, and an image, a name or a path that could be read as another flag is refused. [`FolderMounts`], a [`ContainerLabel`]
//! and the network of a [`GatewayContainer`] are added at each start. [`kubernetes`] writes the same as a manifest.
//!
//! This crate starts no engine, reads no file and asks no question. The reviews of `portcullis-install`, the start of
//! a program and the host use it.

mod confine;
mod engine;
mod folders;
mod gateway;
mod image;
mod inspect;
mod kubernetes;
mod label;
pub mod limits;
mod mounts;
mod pin;
mod run;
mod words;

use portcullis_core::bad_input as bad;

portcullis_l10n::catalogue!();

pub use confine::{ConfinedRun, Confinement, ContainerNetwork, ContainerUser, confined, removal_note};
pub use engine::Engine;
pub use folders::FolderMounts;
pub use gateway::GatewayContainer;
pub use image::ImageName;
pub use inspect::{inspect_arguments, pinned, pull_arguments};
pub use kubernetes::kubernetes;
pub use label::{ContainerLabel, Labelled, kill_arguments, listed, remove_arguments, removes_itself};
pub use mounts::{Mount, MountSource};
pub use pin::with_image;
pub use run::{ContainerRisk, ContainerRun, before_image, risks};
