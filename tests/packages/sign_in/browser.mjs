// The system's browser for a test: a real one without a window that signs in as a person would, by filling in the form
// and pressing the button of every page until it comes back to the loopback address that it was sent from.
//
//   node browser.mjs CHROMIUM ADDRESS [refuse]
//
// With `refuse` it leaves the first page by its way out instead. CHROMIUM is the browser's program.
// Writes one line of JSON: the title and the text of the page on which it ended, and every address it was on without
// its query.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [chromium, address, how] = process.argv.slice(2);
const back = new URL(new URL(address).searchParams.get("redirect_uri"));
const PATIENCE = 60_000;

const profile = mkdtempSync(join(tmpdir(), "browser-"));
const browser = spawn(
  chromium,
  [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost, EXCLUDE ::1",
    "--remote-debugging-port=0",
    `--user-data-dir=${profile}`,
    "about:blank",
  ],
  { stdio: ["ignore", "ignore", "pipe"] },
);
const end = (code, said) => {
  process.stdout.write(`${JSON.stringify(said)}\n`);
  browser.on("exit", () => {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    process.exit(code);
  });
  browser.kill();
};
const seen = [];
setTimeout(() => end(1, { late: true, seen }), PATIENCE).unref();

let log = "";
const debugged = await new Promise((done) => {
  browser.stderr.on("data", (piece) => {
    log += piece;
    const found = /ws:\/\/(\S+?)\//.exec(log);
    if (found) done(found[1]);
  });
});
const pages = await (await fetch(`http://${debugged}/json`)).json();
const socket = new WebSocket(pages.find((it) => it.type === "page").webSocketDebuggerUrl);
await new Promise((done) => {
  socket.onopen = done;
});
let last = 0;
const waiting = new Map();
socket.onmessage = ({ data }) => {
  const { id, result } = JSON.parse(data);
  waiting.get(id)?.(result);
  waiting.delete(id);
};
const send = (method, params) =>
  new Promise((done) => {
    last += 1;
    waiting.set(last, done);
    socket.send(JSON.stringify({ id: last, method, params }));
  });
const run = async (expression) =>
  (await send("Runtime.evaluate", { expression, returnByValue: true }))?.result?.value;

// Once on each page; `done` is a mark on the page itself, so that one that is loaded again is filled in again.
const step = `(() => {
  const at = location.origin + location.pathname;
  if (document.readyState !== "complete" || window.done) return { at };
  const form = document.querySelector("form");
  const out = document.querySelector("a[href$='/abort']");
  if (out && ${how === "refuse"}) {
    window.done = true;
    out.click();
  } else if (form) {
    window.done = true;
    for (const field of form.querySelectorAll("input:not([type=hidden])")) field.value = "ada";
    form.querySelector("button[type=submit], [type=submit]").click();
  }
  return { at, title: document.title, text: document.body.innerText };
})()`;
await send("Page.navigate", { url: address });
for (;;) {
  const page = await run(step);
  if (page !== undefined && page.at !== seen.at(-1)) seen.push(page.at);
  if (page?.text !== undefined && page.at === back.origin + back.pathname) {
    end(0, { title: page.title, text: page.text, seen });
    break;
  }
  await new Promise((done) => setTimeout(done, 100));
}
