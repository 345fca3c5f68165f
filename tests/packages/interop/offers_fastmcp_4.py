"""One of everything, on fastmcp 4.

What it asks in return is a request of its own in the older era, part of an answer that wants more input in the newer.
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


async def ask(ctx: Context, request):
    """The answer, or what is to be returned to get it."""
    if ctx.input_responses:
        return ctx.input_responses["it"]
    if ctx.request_context.protocol_version >= "2026-07-28":
        return InputRequiredResult(input_requests={"it": request})
    session, params = ctx.session, request.params
    match request:
        case CreateMessageRequest():
            return await session.create_message(messages=params.messages, max_tokens=params.max_tokens)
        case ListRootsRequest():
            return await session.list_roots()
        case ElicitRequest(params=ElicitRequestURLParams()):
            return await session.elicit_url(params.message, params.url, "look-1")
        case ElicitRequest():
            return await session.elicit_form(params.message, params.requested_schema)


@server.tool
async def sample(ctx: Context) -> str | InputRequiredResult:
    """Ask for words of a model."""
    question = SamplingMessage(role="user", content=TextContent(type="text", text="Say something."))
    params = CreateMessageRequestParams(messages=[question], max_tokens=100)
    answer = await ask(ctx, CreateMessageRequest(params=params))
    return answer if isinstance(answer, InputRequiredResult) else f"The model said: {answer.content.text}"


@server.tool
async def folders(ctx: Context) -> str | InputRequiredResult:
    """Ask for the folders."""
    told = await ask(ctx, ListRootsRequest())
    return told if isinstance(told, InputRequiredResult) else f"Told of {len(told.roots)}."


@server.tool
async def form(ctx: Context) -> str | InputRequiredResult:
    """Ask for a size."""
    schema = {"type": "object", "properties": {"size": {"type": "integer"}}, "required": ["size"]}
    params = ElicitRequestFormParams(message="Which size?", requested_schema=schema)
    answer = await ask(ctx, ElicitRequest(params=params))
    return answer if isinstance(answer, InputRequiredResult) else f"{answer.action}: {answer.content['size']}"


@server.tool
async def address(ctx: Context) -> str | InputRequiredResult:
    """Ask to open an address."""
    params = ElicitRequestURLParams(message="Please look.", url="https://example.com/look")
    answer = await ask(ctx, ElicitRequest(params=params))
    return answer if isinstance(answer, InputRequiredResult) else answer.action


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
