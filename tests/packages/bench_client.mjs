// Calls the echo server through the TypeScript SDK: reads how many calls, a line each, and writes their times in
// microseconds.
import readline from "node:readline";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const client = new Client({ name: "bench", version: "1" });
await client.connect(new StdioClientTransport({ command: process.argv[2] }));
for await (const line of readline.createInterface({ input: process.stdin })) {
  const times = [];
  for (let call = 0; call < Number(line); call += 1) {
    const began = process.hrtime.bigint();
    await client.callTool({ name: "echo", arguments: { text: "hello" } });
    times.push(Number(process.hrtime.bigint() - began) / 1000);
  }
  console.log(JSON.stringify(times));
}
await client.close();
