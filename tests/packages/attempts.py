"""A server that does what it is told to, and says how that went, by one tool that claims nothing and one that claims to read
only: for tests of the fence."""

import ctypes
import json
import os
import socket
import subprocess
import sys
import urllib.request


def attempt(what, target):
    if what == "read":
        with open(target, encoding="utf-8") as file:
            return file.read(200)
    if what == "write":
        with open(target, "w", encoding="utf-8") as file:
            file.write("written")
        return "written"
    if what == "open":
        # To be written, and nothing is.
        with open(target, "r+", encoding="utf-8") as file:
            return file.read(200)
    if what == "remove":
        os.unlink(target)
        return "removed"
    if what == "connect":
        host, port = target.rsplit(":", 1)
        with socket.create_connection((host, int(port)), timeout=5):
            return "connected"
    if what == "leave":
        # Says something to a host, and is gone before anybody answers.
        host, port = target.rsplit(":", 1)
        one = socket.create_connection((host, int(port)), timeout=5)
        one.sendall(b"GET / HTTP/1.0\r\n\r\n")
        one.close()
        return "left"
    if what == "get":
        with urllib.request.urlopen(target, timeout=5) as answer:
            return answer.read(200).decode()
    if what == "sandbox":
        # As a browser does, with its words where that fails.
        if ctypes.CDLL(None).unshare(0x10000000) != 0:
            raise OSError("ERROR:zygote_host_impl_linux.cc:130] No usable sandbox!")
        return "built"
    if what == "folders":
        # Asks for its folders, and waits for the answer.
        print(json.dumps({"jsonrpc": "2.0", "id": "folders", "method": "roots/list"}), flush=True)
        return sys.stdin.readline()
    if what == "daemon":
        # In a session of its own, with another parent.
        null = subprocess.DEVNULL
        line = f"sleep {target} &"
        subprocess.run(["/bin/sh", "-c", line], check=True, start_new_session=True, stdin=null, stdout=null, stderr=null)
        return "started"
    if what == "variable":
        return os.environ.get(target, "")
    raise ValueError(what)


TOOL = {
    "name": "attempt",
    "inputSchema": {
        "type": "object",
        "properties": {"what": {"type": "string"}, "target": {"type": "string"}},
        "required": ["what", "target"],
    },
}
LOOK = {**TOOL, "name": "look", "annotations": {"readOnlyHint": True, "destructiveHint": False}}


def answer(method, params):
    if method == "initialize":
        about = {"name": "attempts", "version": "1"}
        return {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": about}
    if method == "tools/list":
        return {"tools": [TOOL, LOOK]}
    if method == "tools/call":
        given = params["arguments"]
        try:
            text, failed = attempt(given["what"], given["target"]), False
        except Exception as error:
            text, failed = f"{type(error).__name__}: {error}", True
        return {"content": [{"type": "text", "text": text}], "isError": failed}
    return None if method != "ping" else {}


for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    result = answer(message["method"], message.get("params") or {})
    reply = {"jsonrpc": "2.0", "id": message["id"]}
    if result is None:
        reply["error"] = {"code": -32601, "message": "Method not found"}
    else:
        reply["result"] = result
    print(json.dumps(reply), flush=True)
