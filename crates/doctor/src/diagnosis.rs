//! What a diagnosis is.

use crate::change::DraftChange;
use portcullis_core::Foreign;
use portcullis_programs::InstallCommand;

/// One cause, one remedy, and what was looked at.
#[derive(Debug, Clone, PartialEq)]
pub struct Diagnosis {
    /// The cause.
    pub cause: FailureCause,
    /// The cause, in a sentence.
    pub sentence: String,
    /// What to do, in a sentence.
    pub remedy: String,
    /// What installs what is missing, on this system.
    pub install: Option<InstallCommand>,
    /// What can be done by a button.
    pub action: Option<RepairAction>,
    /// What the action changes in the settings, where that is known exactly.
    pub change: Option<DraftChange>,
    /// Environment variables that the remedy asks for.
    pub variables: Vec<String>,
    /// The line of the server's output that tells the cause.
    pub said: Option<Foreign>,
    /// What was looked at, also where it told nothing.
    pub looked_at: Vec<Observation>,
}

/// Something that was looked at.
#[derive(Debug, Clone, PartialEq)]
pub struct Observation {
    /// What it is.
    pub kind: ObservationKind,
    /// What was seen, in our words.
    pub words: String,
    /// What the server wrote, a line each.
    pub said: Vec<Foreign>,
}

macro_rules! codes {
    ($(#[$about:meta])* $name:ident { $($(#[doc = $doc:literal])* $variant:ident = $text:literal,)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[doc = $doc])* $variant,)* }
        impl $name {
            /// The stable form, in snake case.
            #[must_use]
            pub const fn as_str(self) -> &'static str { match self { $(Self::$variant => $text,)* } }
            /// Each of them.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];
        }
    };
}

codes! {
    /// Why a server does not start or connect.
    FailureCause {
        /// No rule knows it.
        Unknown = "unknown",
        /// Nothing failed.
        Nothing = "nothing",
        /// It waits for a review of what would start.
        NeedsReview = "needs_review",
        /// A variable or argument is not allowed.
        NotAllowed = "not_allowed",
        /// The keychain is locked or there is none.
        KeychainUnavailable = "keychain_unavailable",
        /// The program is nowhere.
        ProgramNotFound = "program_not_found",
        /// The program may not be executed.
        ProgramNotExecutable = "program_not_executable",
        /// The script is there, its interpreter is not.
        InterpreterNotFound = "interpreter_not_found",
        /// The shim of a version manager has no version to run.
        ShimNeedsShell = "shim_needs_shell",
        /// The program is for another processor or system.
        WrongArchitecture = "wrong_architecture",
        /// The program needs a library that is missing or older here.
        LibraryMissing = "library_missing",
        /// The working folder is missing.
        FolderMissing = "folder_missing",
        /// A program that the server or its launcher starts is missing.
        CommandNotFound = "command_not_found",
        /// A script or file among the arguments is missing.
        FileNotFound = "file_not_found",
        /// A file or folder may not be read or written.
        FileNotPermitted = "file_not_permitted",
        /// The disk is full.
        DiskFull = "disk_full",
        /// The fence keeps it from a host, such as the registry of its package, or from a path.
        FenceKeptOut = "fence_kept_out",
        /// The package does not exist.
        PackageNotFound = "package_not_found",
        /// The package exists, and this version of it does not.
        VersionNotFound = "version_not_found",
        /// The package has no program to run.
        PackageHasNoProgram = "package_has_no_program",
        /// The package does not work with what it was installed with.
        PackageBroken = "package_broken",
        /// The registry requires a sign-in.
        RegistryDenied = "registry_denied",
        /// The registry is not reached.
        RegistryUnreachable = "registry_unreachable",
        /// The proxy wants a name and a password.
        ProxySignIn = "proxy_sign_in",
        /// The proxy rejects the connection.
        ProxyRejected = "proxy_rejected",
        /// The cache of the package manager is damaged, or may not be written.
        CacheUnusable = "cache_unusable",
        /// The runtime is older than the server needs.
        RuntimeTooOld = "runtime_too_old",
        /// A module that the server loads is missing.
        ModuleNotFound = "module_not_found",
        /// The runtime does not know an option.
        OptionUnknown = "option_unknown",
        /// An argument is missing.
        ArgumentMissing = "argument_missing",
        /// An argument is not known, or has a value that is not valid.
        ArgumentInvalid = "argument_invalid",
        /// An environment variable is missing.
        VariableMissing = "variable_missing",
        /// The container engine does not run.
        EngineStopped = "engine_stopped",
        /// The container engine does not let this account in.
        EngineDenied = "engine_denied",
        /// The image does not exist, or needs a sign-in.
        ImageNotFound = "image_not_found",
        /// The server's port is in use.
        PortInUse = "port_in_use",
        /// The server does not reach something that it needs.
        ServiceUnreachable = "service_unreachable",
        /// Standard output has text that is no message.
        StdoutNotMcp = "stdout_not_mcp",
        /// The program ended at once, without an error.
        EndedEarly = "ended_early",
        /// The system or a person killed it.
        Killed = "killed",
        /// It crashed.
        Crashed = "crashed",
        /// It runs and does not answer.
        NotResponding = "not_responding",
        /// It was still being downloaded.
        StillDownloading = "still_downloading",
        /// The host name is unknown.
        HostNotFound = "host_not_found",
        /// Nothing listens on the port.
        ConnectionRefused = "connection_refused",
        /// The network does not lead there, or the connection is cut.
        NetworkUnreachable = "network_unreachable",
        /// No answer in time.
        ConnectionTimeout = "connection_timeout",
        /// The certificate comes from an unknown authority.
        CertificateUnknown = "certificate_unknown",
        /// The certificate has expired, or is not valid yet.
        CertificateExpired = "certificate_expired",
        /// The certificate is for another name.
        CertificateName = "certificate_name",
        /// The server asks for a certificate of the client.
        CertificateWanted = "certificate_wanted",
        /// What answers does not use TLS.
        TlsMissing = "tls_missing",
        /// TLS failed.
        TlsFailed = "tls_failed",
        /// The path of the endpoint is wrong.
        WrongPath = "wrong_path",
        /// What answers is no server of the protocol.
        NotMcp = "not_mcp",
        /// The network wants a sign-in first.
        CaptivePortal = "captive_portal",
        /// It redirects elsewhere.
        Redirected = "redirected",
        /// It is overloaded, or limits the rate of requests.
        ServerBusy = "server_busy",
        /// It failed with an HTTP error.
        ServerError = "server_error",
        /// It needs a sign-in.
        SignInNeeded = "sign_in_needed",
        /// It does not accept the header that was entered.
        TokenRejected = "token_rejected",
        /// This account may not use it.
        AccessDenied = "access_denied",
        /// The sign-in has no usable metadata.
        SignInMetadata = "sign_in_metadata",
        /// The authorization server is not reached, or refused.
        SignInFailed = "sign_in_failed",
        /// It has only the transport of 2024-11-05.
        OldTransport = "old_transport",
        /// It has only another protocol version.
        ProtocolVersion = "protocol_version",
        /// A message broke the protocol.
        ProtocolBroken = "protocol_broken",
        /// The host or its storage failed.
        HostFailed = "host_failed",
    }
}

codes! {
    /// What can be done by a button.
    RepairAction {
        /// Start it again.
        Restart = "restart",
        /// Review what would start, and start it.
        Review = "review",
        /// Begin the sign-in.
        SignIn = "sign_in",
        /// Edit program, arguments or working folder.
        EditCommand = "edit_command",
        /// Edit environment variables.
        EditVariables = "edit_variables",
        /// Edit the URL.
        EditAddress = "edit_address",
        /// Edit headers.
        EditHeaders = "edit_headers",
        /// Set the transport to detect it.
        DetectTransport = "detect_transport",
        /// Set the protocol version to detect it.
        DetectVersion = "detect_version",
        /// Raise the start timeout.
        RaiseTimeout = "raise_timeout",
        /// Let it through its fence to a host.
        AllowHost = "allow_host",
        /// Let it read a path that its fence hides.
        AllowPath = "allow_path",
        /// Open the log.
        OpenLog = "open_log",
    }
}

codes! {
    /// What was looked at.
    ObservationKind {
        /// How the host says it failed.
        Error = "error",
        /// How the program ended.
        Exit = "exit",
        /// Last lines of standard error.
        Stderr = "stderr",
        /// What is on standard output and is no whole message.
        Stdout = "stdout",
        /// The program.
        Program = "program",
        /// Where it was searched.
        SearchPath = "search_path",
        /// The working folder.
        Folder = "folder",
        /// Runtime and version.
        Runtime = "runtime",
        /// Names of environment variables.
        Variables = "variables",
        /// The answer over HTTP.
        Http = "http",
        /// Certificates.
        Certificate = "certificate",
        /// The proxy of this computer.
        Proxy = "proxy",
        /// Sign-in.
        SignIn = "sign_in",
        /// Transport.
        Transport = "transport",
        /// Protocol version.
        Version = "version",
    }
}
