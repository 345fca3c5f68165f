//! What the host promises, proved without a window system. One module per promise.
//!
//! So far: that the rig itself does what its words say.

mod hostile_http;
mod hostile_server;
mod plain_server;
mod real_servers;
mod rig;
