//! What the window promises, proved in the real one. One module per promise.
//!
//! Set `PORTCULLIS_SKIP_WINDOW` to leave these out on a machine without WebKit's driver.

#[macro_use]
extern crate portcullis_tests;

mod a_minute;
mod access;
mod address;
mod app;
mod asking;
mod autostart;
mod bad_input;
mod branches;
mod bundles;
mod definition;
mod desktop;
mod diagrams;
mod doctor;
mod documented;
mod dropping;
mod ending;
mod enemy;
mod fenced;
mod first_run;
mod flows;
mod gate;
mod importing;
mod install;
mod intruder;
mod keeping;
mod languages;
mod large;
mod latency;
mod models;
mod models_held;
mod models_made;
mod offers;
mod on_demand;
mod payloads;
mod permissions;
mod profiles;
mod real;
mod registry;
mod screens;
mod sign_in;
mod staged;
mod still;
mod streaming;
mod tasks;
mod wayland;
