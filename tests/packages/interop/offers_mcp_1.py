"""One of everything, on the Python SDK of the first generation (mcp 1.x).

What a version does not have is not offered; the rest is the same on all of them.
"""

import asyncio
import sys

from mcp import types
from mcp.server.fastmcp import Context, FastMCP
from pydantic import BaseModel

TRANSPORT, PORT = sys.argv[1], int((sys.argv + ["0"])[2])

server = FastMCP("offers", host="127.0.0.1", port=PORT)


class Size(BaseModel):
    size: int


@server.tool()
def greet(name: str) -> str:
    """Say hello to someone by name."""
    return f"Hello, {name}."


@server.tool()
async def count(steps: int, ctx: Context) -> str:
    """Count, and tell how far it is."""
    for step in range(1, steps + 1):
        await ctx.report_progress(step, steps)
        await asyncio.sleep(0.05)
    return f"Counted to {steps}."


@server.tool()
async def sleep(seconds: float) -> str:
    """Do nothing for a while."""
    await asyncio.sleep(seconds)
    return "Slept."


@server.tool()
async def sample(ctx: Context) -> str:
    """Ask for words of a model."""
    question = types.TextContent(type="text", text="Say something.")
    message = types.SamplingMessage(role="user", content=question)
    answer = await ctx.session.create_message(messages=[message], max_tokens=100)
    return f"The model said: {answer.content.text}"


@server.tool()
async def folders(ctx: Context) -> str:
    """Ask for the folders."""
    told = await ctx.session.list_roots()
    return f"Told of {len(told.roots)}."


if hasattr(Context, "elicit"):

    @server.tool()
    async def form(ctx: Context) -> str:
        """Ask for a size."""
        answer = await ctx.elicit(message="Which size?", schema=Size)
        return f"{answer.action}: {answer.data.size}"


if hasattr(Context, "elicit_url"):

    @server.tool()
    async def address(ctx: Context) -> str:
        """Ask to open an address."""
        answer = await ctx.elicit_url("Please look.", "https://example.com/look", "look-1")
        return answer.action


@server.resource("notes://today")
def today() -> str:
    """The note of today."""
    return "Nothing happened."


@server.resource("notes://{day}/note")
def note(day: str) -> str:
    """The note of a day."""
    return f"Nothing happened on {day}."


@server.prompt()
def welcome(name: str) -> str:
    """A welcome."""
    return f"Welcome {name}."


if hasattr(server, "completion"):

    @server.completion()
    async def complete(ref, argument, context):
        return types.Completion(values=["Ada", "Grace"])


# Not offered by the class above it in any version.
@server._mcp_server.set_logging_level()
async def set_level(level: types.LoggingLevel) -> None:
    pass


if __name__ == "__main__":
    server.run(TRANSPORT)
