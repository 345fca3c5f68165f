// Watches the page from inside: what it says that went wrong, how long it was without a frame, and which commands it sent
// and got answered. Nothing of the page is changed but two moments: the command that ends everything waits until it was
// noted, and once the host is about to be killed nothing new is sent (`hold`). True when it was not there yet.
if (window.__uiFuzz) return false;

// What decides something: noted with what was sent. Everything else is noted by its name.
const [deciding] = arguments;
const fuzz = { heard: [], wrong: [], longest: 0, own: false, held: false, taken: null };
Object.defineProperty(window, "__uiFuzz", { value: fuzz });

const note = (words) => {
  if (fuzz.wrong.length < 50) fuzz.wrong.push(String(words).slice(0, 2_000));
};
// The browser's own remark that a size changed twice in one frame is no fault: it measures again with the next.
const harmless = (words) => words.startsWith("ResizeObserver loop");
window.addEventListener("error", (event) => {
  if (!harmless(event.message ?? "")) note(`error: ${event.message} at ${event.filename}:${event.lineno} ${event.error?.stack ?? ""}`);
});
window.addEventListener("unhandledrejection", (event) => {
  const why = event.reason;
  note(`unhandled rejection: ${why?.stack ?? (typeof why === "object" ? JSON.stringify(why) : why)}`);
});
document.addEventListener("securitypolicyviolation", (event) => {
  note(`forbidden by the page's own policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`);
});
const complain = console.error;
console.error = (...words) => {
  note(`console: ${words.map((it) => it?.stack ?? String(it)).join(" ")}`);
  complain.apply(console, words);
};

let last = null;
const look = (now) => {
  if (last !== null) fuzz.longest = Math.max(fuzz.longest, now - last);
  last = now;
  requestAnimationFrame(look);
};
requestAnimationFrame(look);
document.addEventListener("visibilitychange", () => {
  last = null;
});

const at = "ipc://localhost/";
const send = window.fetch;
let count = 0;
window.fetch = async (to, options) => {
  const address = typeof to === "string" ? to : (to?.url ?? "");
  if (fuzz.own || !address.startsWith(at)) return send(to, options);
  const command = decodeURIComponent(address.slice(at.length));
  if (command.startsWith("plugin:")) return send(to, options);
  const decides = deciding.includes(command);
  if (decides && fuzz.held) return new Promise(() => {});
  count += 1;
  const id = count;
  let args = null;
  if (decides) {
    try {
      args = JSON.parse(options.body);
    } catch {
      args = null;
    }
  }
  fuzz.heard.push({ id, command, args });
  if (command === "quit") {
    await new Promise((go) => {
      fuzz.taken = go;
      setTimeout(go, 3_000);
    });
  }
  const response = await send(to, options);
  const ok = response.headers.get("Tauri-Response") === "ok";
  let error = null;
  if (!ok) error = await response.clone().text().catch(() => null);
  fuzz.heard.push({ id, command, ended: true, ok, error: error?.slice(0, 300) ?? null });
  return response;
};

// Asks the host beside the page, unnoted.
fuzz.ask = (command, args) => {
  fuzz.own = true;
  try {
    return window.__TAURI_INTERNALS__.invoke(command, args ?? {});
  } finally {
    fuzz.own = false;
  }
};
fuzz.sleep = (ms) => new Promise((go) => setTimeout(go, ms));
return true;
