"""One of everything, on the Python SDK that speaks both eras (mcp 2.x).

What it asks in return is asked as its transport has it: as a request of its own in the older era, as part of an
answer that wants more input in the newer one.
"""

import asyncio
import sys
from typing import Annotated

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.resolve import Elicit, ListRoots, Resolve, Sample
from mcp_types import (
    Completion,
    CreateMessageResult,
    ElicitRequest,
    ElicitRequestURLParams,
    InputRequiredResult,
    ListRootsResult,
    SamplingMessage,
    TextContent,
)
from pydantic import BaseModel

TRANSPORT, PORT = sys.argv[1], int((sys.argv + ["0"])[2])

server = MCPServer("offers")


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


def ask_a_model() -> Sample:
    question = TextContent(type="text", text="Say something.")
    return Sample([SamplingMessage(role="user", content=question)], max_tokens=100)


@server.tool()
def sample(answer: Annotated[CreateMessageResult, Resolve(ask_a_model)]) -> str:
    """Ask for words of a model."""
    return f"The model said: {answer.content.text}"


def ask_for_folders() -> ListRoots:
    return ListRoots()


@server.tool()
def folders(told: Annotated[ListRootsResult, Resolve(ask_for_folders)]) -> str:
    """Ask for the folders."""
    return f"Told of {len(told.roots)}."


def ask_for_a_size() -> Elicit[Size]:
    return Elicit("Which size?", Size)


@server.tool()
def form(size: Annotated[Size, Resolve(ask_for_a_size)]) -> str:
    """Ask for a size."""
    return f"accept: {size.size}"


@server.tool()
async def address(ctx: Context) -> str | InputRequiredResult:
    """Ask to open an address."""
    message, url = "Please look.", "https://example.com/look"
    if ctx.protocol_version < "2026-07-28":
        return (await ctx.elicit_url(message, url, "look-1")).action
    if ctx.input_responses:
        return ctx.input_responses["look"].action
    asked = ElicitRequest(params=ElicitRequestURLParams(message=message, url=url))
    return InputRequiredResult(input_requests={"look": asked})


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


@server.completion()
async def complete(ref, argument, context):
    return Completion(values=["Ada", "Grace"])


if __name__ == "__main__":
    if TRANSPORT == "stdio":
        server.run("stdio")
    else:
        server.run(TRANSPORT, host="127.0.0.1", port=PORT)
