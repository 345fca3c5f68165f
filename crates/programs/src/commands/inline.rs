//! Arguments that are a program of their own.

use super::options::takes_value;
use super::{ParsedCommand, is_javascript, is_python, is_shell};
use portcullis_core::text::command_line;

/// Code among the arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inline {
    /// The code.
    pub text: String,
    /// It is for a shell.
    pub shell: bool,
}

impl ParsedCommand {
    /// The code that its arguments hold, if they hold some.
    #[must_use]
    pub fn inline_code(&self) -> Option<Inline> {
        let name = self.name.as_str();
        match name {
            "cmd" => self.of_cmd(),
            "powershell" | "pwsh" => self.of_powershell(),
            "awk" | "gawk" | "mawk" => {
                let file = self.arguments.iter().any(|word| word.starts_with("-f"));
                let code = super::after_options(&self.arguments, "-F -v").first();
                code.filter(|_| !file).map(|text| text.clone().into())
            }
            "npx" => self.after(&["-c", "--call"]).map(Inline::of_shell),
            "npm" => {
                let lead = self
                    .arguments
                    .iter()
                    .position(|word| word == "exec" || word == "x")?;
                let rest = self.arguments.get(lead + 1..)?;
                after(rest, &["-c", "--call"]).map(Inline::of_shell)
            }
            "deno" => {
                let mut words = self.arguments.iter().skip_while(|word| *word != "eval").skip(1);
                words
                    .find(|word| !word.starts_with('-'))
                    .map(|text| text.clone().into())
            }
            "erl" => self.after(&["-eval"]).map(Inline::from),
            "make" | "gmake" => self.anywhere(&["--eval", "-E"]).map(Inline::from),
            "nix-shell" => self.anywhere(&["--run", "--command"]).map(Inline::of_shell),
            "cross-env-shell" => {
                Some(Inline::of_shell(self.arguments.join(" "))).filter(|code| !code.text.is_empty())
            }
            "just" => {
                let at = self
                    .arguments
                    .iter()
                    .position(|word| matches!(word.as_str(), "-c" | "--command"))?;
                Some(Inline::of_shell(command_line(self.arguments.get(at + 1..)?)))
            }
            "flock" => {
                let rest =
                    super::after_options(&self.arguments, "-w --wait --timeout -E --conflict-exit-code");
                after(rest.get(1..)?, &["-c", "--command"]).map(Inline::of_shell)
            }
            _ if is_shell(name) => self
                .letter("c", "oO", "oO")
                .or_else(|| self.after(&["--command", "--init-command", "-C"]))
                .map(Inline::of_shell),
            _ if is_python(name) => self.letter("c", "mWXQ", "WXQ").map(Inline::from),
            _ => {
                let (letters, long, valued): (&str, &[&str], &str) = match name {
                    _ if is_javascript(name) => ("ep", &["--eval", "--print"], "rCIc"),
                    "perl" | "raku" => ("eE", &[], "IMmiFlxDdCT0"),
                    "ruby" | "jruby" | "truffleruby" => ("e", &[], "rICEKFTxi0"),
                    "php" => ("rRBE", &["--run", "--process-code"], "cdzfFStg"),
                    "lua" | "luajit" | "osascript" | "groovy" | "scala" | "swift" | "rscript" | "r" => {
                        ("e", &["--execute"], "l")
                    }
                    "julia" => ("eE", &["--eval", "--print"], "JLtpH"),
                    "elixir" | "clojure" | "bb" | "racket" => ("e", &["--eval", "--rpc-eval"], "rSpI"),
                    "sed" => ("e", &["--expression"], "f"),
                    "expect" => ("c", &[], "fbD"),
                    "guile" => ("c", &[], "LxleC"),
                    _ => return None,
                };
                self.letter(letters, valued, valued)
                    .or_else(|| self.after(long))
                    .map(Inline::from)
            }
        }
    }

    /// The code that belongs to a short option, alone or at the end of others (`-ec`, `-Ic`). `ends` are letters after
    /// which the rest of the word is a value, `next` those that take the next word where it is all there is.
    fn letter(&self, wanted: &str, ends: &str, next: &str) -> Option<String> {
        let mut at = 0;
        while let Some(word) = self.arguments.get(at) {
            at += 1;
            let letters = word
                .strip_prefix(['-', '+'])
                .filter(|letters| !letters.is_empty())?;
            if letters.starts_with('-') {
                if letters == "-" {
                    return None;
                }
                at += usize::from(takes_value(&self.name, word));
                continue;
            }
            for (index, letter) in letters.char_indices() {
                // What is behind a script belongs to it.
                if letter == 's' && self.name == "guile" {
                    return None;
                }
                let rest = letters.get(index + letter.len_utf8()..).unwrap_or_default();
                if wanted.contains(letter) {
                    // A shell takes the next word also where other letters follow; the others take what follows.
                    let glued = !is_shell(&self.name)
                        && !rest.is_empty()
                        && !rest.chars().all(|c| wanted.contains(c));
                    let code = if glued {
                        Some(rest.to_owned())
                    } else {
                        self.code_from(at)
                    };
                    return Some(code.unwrap_or_default());
                }
                if ends.contains(letter) {
                    at += usize::from(rest.is_empty() && next.contains(letter));
                    // What `-m` names gets all that follows.
                    if letter == 'm' && is_python(&self.name) {
                        return None;
                    }
                    break;
                }
            }
        }
        None
    }

    /// A shell reads further options after `-c` before it takes its code.
    fn code_from(&self, at: usize) -> Option<String> {
        let rest = self.arguments.get(at..)?;
        if is_shell(&self.name) {
            return super::after_options(rest, "-o").first().cloned();
        }
        rest.first().cloned()
    }

    /// The value of one of these options, wherever it is: what reads them knows no arguments of a script.
    fn anywhere(&self, options: &[&str]) -> Option<String> {
        let glued = |word: &String| {
            let mut short = options.iter().filter(|option| !option.starts_with("--"));
            short
                .find_map(|option| word.strip_prefix(option))
                .map(str::to_owned)
        };
        let mut values = super::values(&self.arguments, options);
        match values.is_empty() {
            true => self.arguments.iter().find_map(glued),
            false => Some(values.swap_remove(0)),
        }
    }

    fn after(&self, options: &[&str]) -> Option<String> {
        after(&self.arguments, options)
    }

    /// Everything after `/c`, `/k` or `/r`, which may follow other switches in one word.
    fn of_cmd(&self) -> Option<Inline> {
        let at = self.arguments.iter().position(|word| {
            let switches = word.to_ascii_lowercase();
            switches.starts_with('/') && ["/c", "/k", "/r"].iter().any(|it| switches.contains(it))
        })?;
        let rest = self.arguments.get(at + 1..).unwrap_or_default();
        Some(Inline::of_shell(rest.join(" ")))
    }

    /// `-Command` and `-EncodedCommand` may be cut short, in any case, behind `-` or `/`. Words without an option are code
    /// for `powershell` and a file for `pwsh`.
    fn of_powershell(&self) -> Option<Inline> {
        let mut at = 0;
        while let Some(word) = self.arguments.get(at) {
            let option = word.to_ascii_lowercase();
            let Some(option) = option.strip_prefix(['-', '/']) else {
                let code = self.name == "powershell";
                let rest = self.arguments.get(at..).unwrap_or_default();
                return code.then(|| Inline::of_shell(rest.join(" ")));
            };
            let option = option.trim_start_matches('-');
            let short = |full: &str, least: usize| option.len() >= least && full.starts_with(option);
            if short("command", 1) || short("commandwithargs", 8) || option == "cwa" {
                let rest = self.arguments.get(at + 1..).unwrap_or_default();
                return Some(Inline::of_shell(rest.join(" ")));
            }
            if short("encodedcommand", 1) || option == "ec" {
                return self.arguments.get(at + 1).cloned().map(Inline::from);
            }
            if short("file", 1) {
                return None;
            }
            let valued = [
                ("executionpolicy", 1),
                ("workingdirectory", 1),
                ("windowstyle", 1),
                ("version", 1),
                ("psconsolefile", 1),
                ("outputformat", 1),
                ("inputformat", 3),
                ("settingsfile", 2),
                ("custompipename", 3),
                ("configurationname", 6),
                ("configurationfile", 6),
                ("encodedarguments", 8),
            ];
            let takes = valued.iter().any(|(full, least)| short(full, *least))
                || matches!(option, "ep" | "wd" | "if" | "of" | "ea");
            at += 1 + usize::from(takes);
        }
        None
    }
}

/// The word after one of these options, or behind its `=`. What follows the first word that is no option, and no value of
/// one, belongs to what is run.
fn after(arguments: &[String], options: &[&str]) -> Option<String> {
    let mut before = "";
    for (at, word) in arguments.iter().enumerate() {
        if options.contains(&word.as_str()) {
            return Some(arguments.get(at + 1).cloned().unwrap_or_default());
        }
        if let Some((option, value)) = word.split_once('=')
            && options.contains(&option)
        {
            return Some(value.to_owned());
        }
        if !word.starts_with('-') && !before.starts_with('-') {
            return None;
        }
        before = word;
    }
    None
}

impl Inline {
    fn of_shell(text: String) -> Self {
        Self { text, shell: true }
    }
}

impl From<String> for Inline {
    fn from(text: String) -> Self {
        Self { text, shell: false }
    }
}
