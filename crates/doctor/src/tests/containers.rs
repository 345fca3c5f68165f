use super::check;
use crate::FailureCause as Cause;

#[test]
fn what_docker_and_podman_say_is_told_apart() {
    check(&[
        // `docker run -i --rm mcp/time` without a daemon
        (
            "docker run -i --rm mcp/time",
            "docker: Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?\n\nRun 'docker run --help' for more information",
            Cause::EngineStopped,
            "Docker",
        ),
        (
            "docker run -i --rm mcp/time",
            "docker: permission denied while trying to connect to the Docker daemon socket at unix:///var/run/docker.sock: Post \"http://%2Fvar%2Frun%2Fdocker.sock/v1.47/containers/create\": dial unix /var/run/docker.sock: connect: permission denied.",
            Cause::EngineDenied,
            "",
        ),
        // From podman#24905.
        (
            "podman run -i --rm mcp/time",
            "Cannot connect to Podman. Please verify your connection to the Linux system using `podman system connection list`, or try `podman machine init` and `podman machine start` to manage a new Linux VM\nError: unable to connect to Podman socket: failed to connect: dial tcp 127.0.0.1:63733: connectex: No connection could be made because the target machine actively refused it.",
            Cause::EngineStopped,
            "Podman",
        ),
        // From moby/moby#36915.
        (
            "docker run -i --rm nope/notes",
            "Unable to find image 'nope/notes:latest' locally\ndocker: Error response from daemon: pull access denied for nope/notes, repository does not exist or may require 'docker login': denied: requested access to the resource is denied.",
            Cause::ImageNotFound,
            "“nope/notes”",
        ),
        (
            "docker run -i --rm mcp/time:99",
            "Unable to find image 'mcp/time:99' locally\ndocker: Error response from daemon: manifest for mcp/time:99 not found: manifest unknown: manifest unknown.",
            Cause::ImageNotFound,
            "“mcp/time:99”",
        ),
        // From coze-dev/coze-mcp-server#5: Docker 29, and earlier versions with its store of images.
        (
            "docker run --rm -i ghcr.io/acme/notes",
            "Unable to find image 'ghcr.io/acme/notes:latest' locally\ndocker: Error response from daemon: failed to resolve reference \"ghcr.io/acme/notes:latest\": ghcr.io/acme/notes:latest: not found\n\nRun 'docker run --help' for more information",
            Cause::ImageNotFound,
            "“ghcr.io/acme/notes”",
        ),
        // From kai-tub/rico-hdl#6.
        (
            "docker run --rm -i ghcr.io/acme/notes",
            "docker: Error response from daemon: failed to resolve reference \"ghcr.io/acme/notes:latest\": unexpected status from HEAD request to https://ghcr.io/v2/acme/notes/manifests/latest: 403 Forbidden",
            Cause::ImageNotFound,
            "“ghcr.io/acme/notes”",
        ),
        // From teableio/teable#2407.
        (
            "docker run --rm -i ghcr.io/acme/notes",
            "docker: Error response from daemon: failed to resolve reference \"ghcr.io/acme/notes:latest\": failed to authorize: failed to fetch anonymous token: Get \"https://ghcr.io/token\": connecting to ghcr.io:443: dial tcp: lookup ghcr.io: no such host",
            Cause::RegistryUnreachable,
            "registry",
        ),
        // What a server in its container says of its own connection.
        (
            "docker run --rm -i ghcr.io/acme/notes",
            "Get \"https://api.example.com/\": dial tcp: lookup api.example.com: no such host",
            Cause::ServiceUnreachable,
            "",
        ),
        // From docker/hub-feedback#2464.
        (
            "docker run -i --rm mcp/time",
            "docker: Error response from daemon: toomanyrequests: You have reached your unauthenticated pull rate limit. https://www.docker.com/increase-rate-limit",
            Cause::RegistryDenied,
            "limit",
        ),
        // From docker/for-mac#7445.
        (
            "docker run -i --rm mcp/time",
            "error getting credentials - err: exec: \"docker-credential-desktop\": executable file not found in $PATH, out: ``",
            Cause::CommandNotFound,
            "“docker-credential-desktop”",
        ),
        // Docker 29 on Windows.
        (
            "docker run -i --rm mcp/time",
            "docker: permission denied while trying to connect to the docker API at npipe:////./pipe/docker_engine",
            Cause::EngineDenied,
            "",
        ),
        // From aquanauts/legit#1.
        (
            "docker run -i --rm ghcr.io/acme/notes",
            "Unable to find image 'ghcr.io/acme/notes:latest' locally\nlatest: Pulling from acme/notes\ndocker: no matching manifest for linux/arm64/v8 in the manifest list entries.\nSee 'docker run --help'.",
            Cause::WrongArchitecture,
            "image",
        ),
        (
            "docker run -i --rm acme/notes",
            "exec /usr/local/bin/notes: exec format error",
            Cause::WrongArchitecture,
            "image",
        ),
        (
            "docker run -i --rm acme/notes serve",
            "docker: Error response from daemon: failed to create task for container: exec: \"serve\": executable file not found in $PATH: unknown",
            Cause::CommandNotFound,
            "image",
        ),
        (
            "docker run -it --rm acme/notes",
            "the input device is not a TTY",
            Cause::ArgumentInvalid,
            "terminal",
        ),
        // `docker run -i --rm -e X`
        (
            "docker run -i --rm -e X",
            "docker: 'docker run' requires at least 1 argument\n\nUsage:  docker run [OPTIONS] IMAGE [COMMAND] [ARG...]",
            Cause::ArgumentInvalid,
            "container",
        ),
        (
            "docker run -i --mount type=bind,src=/nowhere,dst=/data acme/notes",
            "docker: Error response from daemon: invalid mount config for type \"bind\": bind source path does not exist: /nowhere.",
            Cause::FileNotFound,
            "folder",
        ),
        // `uv run` in an image that is read-only.
        (
            "docker run -i acme/notes",
            "error: failed to create directory `/app/.venv`: Read-only file system (os error 30)",
            Cause::FileNotPermitted,
            "read-only",
        ),
        (
            "docker run -i -p 80:80 acme/notes",
            "docker: Error response from daemon: driver failed programming external connectivity: Bind for 0.0.0.0:80 failed: port is already allocated.",
            Cause::PortInUse,
            "",
        ),
    ]);
}
