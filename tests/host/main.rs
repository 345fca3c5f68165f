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
mod attached;
mod before_sending;
mod carried;
mod certificates;
mod closing;
mod conversations;
mod cut;
mod definitions;
mod downloading;
mod explained;
mod floods;
mod flows;
mod frames;
mod fuzzed;
mod gate;
mod guarded;
mod held_results;
mod http_requests;
mod http_sessions;
mod http_words;
mod interop;
mod keeping;
mod keychain;
mod kills;
mod launches;
mod lifecycle;
mod made;
mod minds;
mod narrowed;
mod networks;
mod offered_tools;
mod old_transport;
mod pages;
mod pressure;
mod probing;
mod providers;
mod recorded;
mod replies;
mod resources;
mod reverse_proxy;
mod rules;
mod sealed;
mod secrets;
mod sign_in;
mod sweep;
mod tasks;
mod unapproved;
mod unlisted;
mod varying;
