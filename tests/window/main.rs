//! What the window promises, proved in the real one. One module per promise.
//!
//! Set `PORTCULLIS_SKIP_WINDOW` to leave these out on a machine without WebKit's driver.

mod rig;
