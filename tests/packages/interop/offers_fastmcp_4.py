"""One of everything, on fastmcp 4.

In the newer era, what it asks in return is part of an answer that wants more input.
"""

import asyncio
import sys

from fastmcp import Context, FastMCP
from mcp_types import (
    CreateMessageRequest,
    CreateMessageRequestParams,
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitRequestURLParams,
    InputRequiredResult,
    ListRootsRequest,
    SamplingMessage,
    TextContent,
)

TRANSPORT, PORT = sys.argv[1], int((sys.argv + ["0"])[2])

server = FastMCP("offers")


@server.tool
def greet(name: str) -> str:
    """Say hello to someone by name."""
    return f"Hello, {name}."


@server.tool
async def count(steps: int, ctx: Context) -> str:
    """Count, and tell how far it is."""
    for step in range(1, steps + 1):
        await ctx.report_progress(step, steps)
        await asyncio.sleep(0.05)
    return f"Counted to {steps}."


@server.tool
async def sleep(seconds: float) -> str:
    """Do nothing for a while."""
    await asyncio.sleep(seconds)
    return "Slept."


@server.tool
def sample(ctx: Context) -> str | InputRequiredResult:
    """Ask for words of a model."""
    if ctx.input_responses:
        return f"The model said: {ctx.input_responses['it'].content.text}"
    question = SamplingMessage(role="user", content=TextContent(type="text", text="Say something."))
    params = CreateMessageRequestParams(messages=[question], max_tokens=100)
    return InputRequiredResult(input_requests={"it": CreateMessageRequest(params=params)})


@server.tool
def folders(ctx: Context) -> str | InputRequiredResult:
    """Ask for the folders."""
    if ctx.input_responses:
        return f"Told of {len(ctx.input_responses['it'].roots)}."
    return InputRequiredResult(input_requests={"it": ListRootsRequest()})


@server.tool
def form(ctx: Context) -> str | InputRequiredResult:
    """Ask for a size."""
    if ctx.input_responses:
        answer = ctx.input_responses["it"]
        return f"{answer.action}: {answer.content['size']}"
    schema = {"type": "object", "properties": {"size": {"type": "integer"}}, "required": ["size"]}
    params = ElicitRequestFormParams(message="Which size?", requested_schema=schema)
    return InputRequiredResult(input_requests={"it": ElicitRequest(params=params)})


@server.tool
def address(ctx: Context) -> str | InputRequiredResult:
    """Ask to open an address."""
    if ctx.input_responses:
        return ctx.input_responses["it"].action
    params = ElicitRequestURLParams(message="Please look.", url="https://example.com/look")
    return InputRequiredResult(input_requests={"it": ElicitRequest(params=params)})


@server.resource("notes://today")
def today() -> str:
    """The note of today."""
    return "Nothing happened."


@server.resource("notes://{day}/note")
def note(day: str) -> str:
    """The note of a day."""
    return f"Nothing happened on {day}."


@server.prompt
def welcome(name: str) -> str:
    """A welcome."""
    return f"Welcome {name}."


@server.completion
def complete(ref, argument, context):
    return ["Ada", "Grace"]


if __name__ == "__main__":
    if TRANSPORT == "stdio":
        server.run("stdio", show_banner=False)
    else:
        server.run(TRANSPORT, host="127.0.0.1", port=PORT, show_banner=False)
