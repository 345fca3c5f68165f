"""Calls the echo server through the Python SDK: reads how many calls, a line each, and writes their times in
microseconds."""

import asyncio
import json
import sys
import time

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


async def main() -> None:
    async with stdio_client(StdioServerParameters(command=sys.argv[1])) as (read, write):
        async with ClientSession(read, write) as session:
            await session.initialize()
            while line := await asyncio.to_thread(sys.stdin.readline):
                times = []
                for _ in range(int(line)):
                    began = time.perf_counter()
                    await session.call_tool("echo", {"text": "hello"})
                    times.append((time.perf_counter() - began) * 1e6)
                print(json.dumps(times), flush=True)


asyncio.run(main())
