"""One tool on an SDK that speaks both eras (mcp 2.3.0)."""

from mcp.server.mcpserver import MCPServer

server = MCPServer("greet-modern")


@server.tool()
def greet(name: str) -> str:
    """Say hello to someone by name."""
    return f"Hello, {name}."


if __name__ == "__main__":
    server.run("stdio")
