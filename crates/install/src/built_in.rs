//! Whether what would run is the demo server of this very copy of Portcullis. A name says nothing: it is the file.

use super::DemoProgram;
use portcullis_domain::ServerDraft;
use portcullis_l10n::say;
use portcullis_programs::Fingerprint;

/// What a person is told of it, where nothing that the draft adds changes what runs. It is a promise of `portcullis-demo`: no disk,
/// no network, everything in memory.
pub(super) fn said(draft: &ServerDraft, is_own: bool) -> Option<String> {
    (is_own && draft.environment.is_empty()).then(|| say!("built-in"))
}

/// Whether a program is our own file, started as the demo server.
pub(super) fn is_own(file: &Fingerprint, arguments: &[String], demo: Option<&DemoProgram>) -> bool {
    demo.is_some_and(|demo| {
        let is_path = demo.program.canonicalize().is_ok_and(|own| own == file.target);
        // Only then is the file read, which is known already.
        is_path
            && arguments == demo.arguments
            && Fingerprint::of(&demo.program).is_ok_and(|own| own.sha256 == file.sha256)
    })
}
