"""One tool on an SDK of the first generation (mcp 1.2.0).

Its read loop dies of a method it does not know while the process stays, silent. A host that
probes with `server/discover` must do so in a process it can afford to lose.
"""

from mcp.server.fastmcp import FastMCP

server = FastMCP("greet-legacy")


@server.tool()
def greet(name: str) -> str:
    """Say hello to someone by name."""
    return f"Hello, {name}."


if __name__ == "__main__":
    server.run("stdio")
