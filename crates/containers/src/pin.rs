//! An image in a command line, replaced by the same image with a digest.

use crate::{ContainerRun, ImageName};

/// The arguments of a command line with another image, and everything else as it was.
#[must_use]
pub fn with_image(run: &ContainerRun, arguments: &[String], image: &ImageName) -> Vec<String> {
    let at = arguments.len().checked_sub(run.command.len() + 1);
    let mut arguments = arguments.to_vec();
    if let Some(named) = at.and_then(|at| arguments.get_mut(at)) {
        *named = image.to_string();
    }
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    // Proves S-13.
    #[test]
    fn only_the_image_is_replaced() {
        let words = ["run", "-e", "notes", "--name", "notes", "notes", "notes"].map(str::to_owned);
        let run = ContainerRun::of("docker", &words)
            .expect("a container")
            .expect("understood");
        let image = ImageName::read("other:1").expect("an image");
        let pinned = with_image(&run, &words, &image);
        assert_eq!(
            pinned,
            ["run", "-e", "notes", "--name", "notes", "other:1", "notes"]
        );
    }
}
