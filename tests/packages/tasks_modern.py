"""Calls that become tasks of the newer era, on fastmcp 4 with its own extension for them, at the port that PORT names."""

import asyncio
import os
import sys
from datetime import timedelta
from pathlib import Path

from fastmcp import Context, FastMCP
from fastmcp.utilities.tasks import TaskConfig
from fastmcp_tasks import TasksExtension
from mcp_types import ElicitRequest, ElicitRequestFormParams, InputRequiredResult

DONE = Path(sys.argv[1])

# Asked for as often as the host would at most.
TASK = TaskConfig(mode="required", poll_interval=timedelta(seconds=1))

server = FastMCP("surveys")
server.add_extension(TasksExtension(url="memory://"))


@server.tool(title="Survey the field", task=TASK)
async def survey(ctx: Context) -> str | InputRequiredResult:
    """Survey a field. Takes until somebody says that it is done, and asks which field first."""
    if not ctx.input_responses:
        schema = {
            "type": "object",
            "properties": {"field": {"type": "string", "title": "Field", "description": "Which of them."}},
            "required": ["field"],
        }
        params = ElicitRequestFormParams(message="Which field is to be surveyed?", requested_schema=schema)
        return InputRequiredResult(input_requests={"field": ElicitRequest(params=params)})
    while not DONE.exists():
        await asyncio.sleep(0.1)
    return f"Surveyed: {ctx.input_responses['field'].content['field']}."


@server.tool(title="Watch the birds", task=TASK)
async def watch() -> str:
    """Watch the birds, for an hour."""
    await asyncio.sleep(3600)
    return "Watched."


if __name__ == "__main__":
    server.run("http", host="127.0.0.1", port=int(os.environ["PORT"]), show_banner=False)
