//! Writes a run down for people: a table, a curve and the slope of the second half into `docs/reliability.md`.

use std::{fmt::Write as _, path::Path};

use super::sample::Sample;

const PAGE: &str = "reliability.md";
const CURVE: &str = "pictures/soak.svg";
/// Everything between these lines is written anew.
const MARKS: (&str, &str) = ("<!-- soak -->", "<!-- end of soak -->");

/// What is drawn and judged: name, unit, value.
type Measure = (&'static str, &'static str, fn(&Sample) -> f64);

const MEASURES: [Measure; 4] = [
    ("memory", "MiB", |sample| sample.memory),
    ("handles", "", |sample| sample.handles),
    ("processes", "", |sample| sample.processes),
    ("tasks", "", |sample| sample.tasks),
];

/// Reads the samples of a file and writes page and curve below a folder.
///
/// # Errors
/// A sentence when something cannot be read or written, or the run was too short to say anything.
pub fn write(samples: &Path, docs: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(samples).map_err(|error| format!("{}: {error}", samples.display()))?;
    let mut samples: Vec<Sample> = text.lines().filter_map(Sample::read).collect();
    let Some(rest) = samples.pop().filter(|_| samples.len() >= 12) else {
        return Err("The run was too short to say anything.".to_owned());
    };
    let page = docs.join(PAGE);
    let before = std::fs::read_to_string(&page).map_err(|error| format!("{}: {error}", page.display()))?;
    let section = section(&samples, &rest);
    let (Some((head, _)), Some((_, tail))) = (before.split_once(MARKS.0), before.split_once(MARKS.1)) else {
        return Err(format!("{} has no place for a run.", page.display()));
    };
    let after = format!("{head}{}\n\n{section}\n{}{tail}", MARKS.0, MARKS.1);
    let wrote = |path: &Path, text: String| {
        std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
    };
    wrote(&page, after)?;
    wrote(&docs.join(CURVE), curve(&samples))
}

/// The text between the marks.
fn section(samples: &[Sample], rest: &Sample) -> String {
    let last = samples.last().cloned().unwrap_or_default();
    let mut text = format!(
        "{:.0} minutes, {:.0} calls, {:.0} of them done, {:.0} faults, {:.0} that surprised.\n\n![Curves]({CURVE})\n\n",
        last.at / 60.0,
        last.calls,
        last.done,
        last.faults,
        last.surprises,
    );
    text.push_str(
        "| Minute | Memory (MiB) | Handles | Processes | Tasks | Threads | Ready | Calls | Faults | On disk (MiB) |\n",
    );
    text.push_str("|---|---|---|---|---|---|---|---|---|---|\n");
    let row = |text: &mut String, name: String, sample: &Sample| {
        // Writing into a string does not fail.
        _ = writeln!(
            text,
            "| {name} | {:.1} | {:.0} | {:.0} | {:.0} | {:.0} | {:.0} | {:.0} | {:.0} | {:.1} |",
            sample.memory,
            sample.handles,
            sample.processes,
            sample.tasks,
            sample.threads,
            sample.ready,
            sample.calls,
            sample.faults,
            sample.disk,
        );
    };
    let step = (samples.len() / 16).max(1);
    for sample in samples.iter().step_by(step) {
        row(&mut text, format!("{:.0}", sample.at / 60.0), sample);
    }
    row(&mut text, "all off".to_owned(), rest);
    text.push_str("\n| Second half | Least | Middle | Most | Slope per hour |\n|---|---|---|---|---|\n");
    let half = &samples[samples.len() / 2..];
    for (name, unit, value) in MEASURES {
        let mut values: Vec<f64> = half.iter().map(value).collect();
        values.sort_by(f64::total_cmp);
        let at = |share: usize| {
            values
                .get((values.len() - 1) * share / 2)
                .copied()
                .unwrap_or_default()
        };
        _ = writeln!(
            text,
            "| {name} | {:.1} | {:.1} | {:.1} | {:+.2} {unit} |",
            at(0),
            at(1),
            at(2),
            slope(half, value)
        );
    }
    text
}

/// The straight line nearest to the samples: how much more per hour.
fn slope(samples: &[Sample], value: fn(&Sample) -> f64) -> f64 {
    let count = samples.iter().fold(0.0, |count, _| count + 1.0);
    let mean = |of: &dyn Fn(&Sample) -> f64| samples.iter().map(of).sum::<f64>() / count;
    let hours = |sample: &Sample| sample.at / 3_600.0;
    let (middle, level) = (mean(&hours), mean(&value));
    let over: f64 = samples
        .iter()
        .map(|sample| (hours(sample) - middle) * (value(sample) - level))
        .sum();
    let under: f64 = samples
        .iter()
        .map(|sample| (hours(sample) - middle).powi(2))
        .sum();
    if under == 0.0 { 0.0 } else { over / under }
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 110.0;

/// Four curves over one time, each from zero.
fn curve(samples: &[Sample]) -> String {
    let end = samples.last().map_or(1.0, |sample| sample.at);
    let mut picture = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0} {:.0}\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        WIDTH + 20.0,
        (HEIGHT + 30.0) * 4.0 + 10.0
    );
    for (index, (name, unit, value)) in MEASURES.into_iter().enumerate() {
        let top = (HEIGHT + 30.0) * f64::from(u32::try_from(index).unwrap_or_default()) + 20.0;
        let most = samples.iter().map(value).fold(1.0, f64::max);
        let points: Vec<String> = samples
            .iter()
            .map(|sample| {
                let x = 10.0 + sample.at / end * WIDTH;
                let y = top + HEIGHT - value(sample) / most * HEIGHT;
                format!("{x:.1},{y:.1}")
            })
            .collect();
        _ = writeln!(
            picture,
            "<text x=\"10\" y=\"{:.0}\" fill=\"#333\">{name}: at most {most:.0} {unit}; {:.0} minutes</text>\n\
             <path d=\"M10 {:.0}h{WIDTH:.0}\" stroke=\"#bbb\"/>\n\
             <polyline fill=\"none\" stroke=\"#2563eb\" stroke-width=\"1.2\" points=\"{}\"/>",
            top - 6.0,
            end / 60.0,
            top + HEIGHT,
            points.join(" ")
        );
    }
    picture.push_str("</svg>\n");
    picture
}

#[cfg(test)]
mod tests {
    use super::{Sample, section, slope};

    fn growing() -> Vec<Sample> {
        let one = |index: u32| Sample {
            at: f64::from(index) * 60.0,
            memory: 100.0 + f64::from(index) / 60.0,
            handles: 40.0,
            ..Sample::default()
        };
        (0..60).map(one).collect()
    }

    #[test]
    fn what_grows_by_one_an_hour_is_said_to() {
        let samples = growing();
        let (memory, handles) = (
            slope(&samples, |sample| sample.memory),
            slope(&samples, |sample| sample.handles),
        );
        assert!(
            (memory - 1.0).abs() < 1e-9 && handles.abs() < 1e-9,
            "{memory} {handles}"
        );
        assert!(section(&samples, &Sample::default()).contains("+1.00 MiB"));
    }

    #[test]
    fn a_line_is_read_as_it_was_written_and_the_head_is_none() {
        let sample = &growing()[7];
        let read = Sample::read(&sample.line()).unwrap();
        assert_eq!((read.at, read.handles), (420.0, 40.0));
        assert_eq!(Sample::read(Sample::HEAD), None);
    }
}
