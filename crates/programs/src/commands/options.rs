//! Which options of an interpreter take the next word, so that it is neither the script nor the code.

use super::{is_javascript, is_python, is_shell};

/// Whether this option of an interpreter takes the word after it.
pub(crate) fn takes_value(interpreter: &str, option: &str) -> bool {
    let options = match interpreter {
        name if is_python(name) => "-W -X --check-hash-based-pycs",
        name if is_javascript(name) => {
            "-r --require --import --loader --experimental-loader --env-file --env-file-if-exists -C --conditions \
             --preload --config -c --import-map --cwd --lock --tsconfig -P --project --watch-path --icu-data-dir"
        }
        name if is_shell(name) => "--rcfile --init-file -O -o +O +o",
        "ruby" | "jruby" | "truffleruby" => "-r -I -C -E",
        "perl" | "raku" => "-I",
        "php" => "-c -d -z",
        "java" | "javaw" => {
            "-cp -classpath --class-path -p --module-path --add-modules --add-opens --add-exports"
        }
        "dotnet" | "mono" => {
            "--depsfile --runtimeconfig --additionalprobingpath --fx-version --roll-forward --config"
        }
        "make" | "gmake" | "just" => "-C --directory -I -o -W",
        "julia" => "-J -L --project -t -p",
        "lua" | "luajit" => "-l",
        _ => "",
    };
    options.split_whitespace().any(|known| known == option)
}
