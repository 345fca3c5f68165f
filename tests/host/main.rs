//! What the host promises, proved without a window system. One module per promise.
//!
//! The first modules prove the rig: that a fault is there when a script asks for one. The others add servers
//! and call tools as a person does, through the review and the gate of the real host.

mod hostile_http;
mod hostile_server;
mod plain_server;
mod real_servers;
mod rig;

mod addresses;
mod announcements;
mod asking;
mod certificates;
mod closing;
mod definitions;
mod floods;
mod frames;
mod gate;
mod guarded;
mod http_requests;
mod http_sessions;
mod interop;
mod launches;
mod lifecycle;
mod networks;
mod old_transport;
mod pages;
mod pressure;
mod probing;
mod replies;
mod resources;
mod rules;
mod secrets;
mod sign_in;
mod tasks;
