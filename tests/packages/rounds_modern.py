"""What only the newer era has, on the SDK that speaks it (mcp 2.3.0).

One tool that needs a form, words of a model and the folders before it can answer, pictures for a server and its tool,
and a resource that says when it has changed.
"""

import base64
import struct
import zlib
from typing import Annotated

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.resolve import Elicit, ListRoots, Resolve, Sample
from mcp_types import CreateMessageResult, Icon, ListRootsResult, SamplingMessage, TextContent
from pydantic import BaseModel, Field


def picture(red: int, green: int, blue: int) -> Icon:
    """A plain square of 32 points."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    row = b"\0" + bytes((red, green, blue)) * 32
    head = struct.pack(">IIBBBBB", 32, 32, 8, 2, 0, 0, 0)
    parts = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(row * 32)) + chunk(b"IEND", b"")
    data = base64.b64encode(b"\x89PNG\r\n\x1a\n" + parts).decode()
    return Icon(src=f"data:image/png;base64,{data}", mime_type="image/png", sizes=["32x32"])


server = MCPServer(
    "observatory",
    title="Observatory",
    instructions="Ask for a night before you plan one.",
    icons=[picture(40, 60, 140)],
)
sky = {"text": "Clear until midnight."}


class Night(BaseModel):
    telescope: str = Field(title="Telescope", description="Which one is used.")
    hours: int = Field(title="Hours", ge=1, le=8)


def which_night() -> Elicit[Night]:
    return Elicit("Which telescope, and for how long?", Night)


def what_to_look_at(night: Annotated[Night, Resolve(which_night)]) -> Sample:
    question = TextContent(type="text", text=f"What can {night.telescope} see in {night.hours} hours?")
    return Sample([SamplingMessage(role="user", content=question)], max_tokens=60)


def where_to_keep() -> ListRoots:
    return ListRoots()


@server.tool(title="Plan a night", icons=[picture(200, 120, 30)])
def plan(
    night: Annotated[Night, Resolve(which_night)],
    answer: Annotated[CreateMessageResult, Resolve(what_to_look_at)],
    kept: Annotated[ListRootsResult, Resolve(where_to_keep)],
) -> str:
    """Plan a night at the telescope. Asks for everything that it needs."""
    return f"{night.telescope}, {night.hours} h: {answer.content.text} Kept in {len(kept.roots)} folders."


@server.tool(title="Measure")
async def measure(steps: int, ctx: Context) -> list[float]:
    """Measure the seeing, and tell how far it is."""
    for step in range(1, steps + 1):
        await ctx.report_progress(step, steps, f"exposure {step}")
    return [round(0.8 + step / 10, 1) for step in range(steps)]


@server.tool(title="Look again")
async def look(ctx: Context) -> str:
    """Look at the sky again, which changes what is known of it."""
    sky["text"] = "Clouds from the west."
    await ctx.notify_resource_updated("sky://tonight")
    return "Looked."


@server.resource("sky://tonight", title="The sky tonight", icons=[picture(20, 20, 60)])
def tonight() -> str:
    """What is known of the sky."""
    return sky["text"]


@server.prompt(title="Describe an object")
def describe(name: str) -> str:
    """Words about one object."""
    return f"Describe {name} to somebody who has never seen it."


if __name__ == "__main__":
    server.run("stdio")
