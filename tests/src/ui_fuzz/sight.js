// What a user sees of a page: which room or which request, and what could be clicked or typed into.
// Comes back after a frame was drawn, where frames are drawn. Arguments: whether to look for controls, whether nothing may be sent from now on.
const [controls, hold, done] = arguments;
const fuzz = window.__uiFuzz;
if (!fuzz) {
  done(null);
  return;
}
const plain = (text) => (text ?? "").replace(/\s+/g, " ").trim();

const kindOf = (e) => {
  const role = e.getAttribute("role")?.split(" ")[0];
  if (role && role !== "presentation") return role;
  if (e.tagName === "A") return "link";
  if (e.tagName === "SUMMARY") return "summary";
  if (e.tagName === "SELECT") return "select";
  if (e.tagName === "TEXTAREA") return "text";
  if (e.tagName === "INPUT") return ["checkbox", "radio", "range", "file", "hidden"].includes(e.type) ? e.type : "text";
  return e.tagName === "BUTTON" ? "button" : e.tagName.toLowerCase();
};
const nameOf = (e) => {
  const by = e.getAttribute("aria-labelledby")?.split(/\s+/) ?? [];
  const words = plain(e.getAttribute("aria-label")) || plain(by.map((id) => document.getElementById(id)?.textContent).join(" "));
  return (words || plain([...(e.labels ?? [])].map((it) => it.textContent).join(" ")) || plain(e.textContent) || plain(e.placeholder)).slice(0, 80);
};

const WHICH = `a[href], button, input, textarea, select, summary, [contenteditable=true], [role=tab], [role=option],
  [role=menuitem], [role=menuitemcheckbox], [role=switch], [role=treeitem], [role=row][tabindex], [tabindex="0"]`;

// A field lays out all that is in it with each key.
const endless = (e) =>
  (e.tagName === "TEXTAREA" || (e.tagName === "INPUT" && /^(text|search|password|url|email|tel)$/.test(e.type))) &&
  !e.readOnly && (e.maxLength < 0 || e.maxLength > 100_000);

const look = () => {
  const seen = [];
  const [wide, high] = [window.innerWidth, window.innerHeight];
  for (const e of document.querySelectorAll(WHICH)) {
    if (seen.length >= 400) break;
    if (e.disabled || e.closest("[inert], [aria-hidden='true']")) continue;
    const kind = kindOf(e);
    if (kind === "hidden" || kind === "file") continue;
    if (endless(e)) fuzz.wrong.push(`a field takes text without an end: ${nameOf(e)}`);
    // What stands for a switch or a checkbox is often its label.
    let box = e.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) box = e.labels?.[0]?.getBoundingClientRect() ?? box;
    const [x, y] = [Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)];
    if (box.width < 2 || box.height < 2 || x < 0 || y < 0 || x >= wide || y >= high) continue;
    const top = document.elementFromPoint(x, y);
    const label = top?.closest("label");
    if (top === null || !(e.contains(top) || top.contains(e) || label?.control === e)) continue;
    const part = e.closest("[role=alertdialog]") ? "gate" : e.closest("[aria-label='Allow for longer']") ? "allow" : e.closest("nav[aria-label=Pages]") ? "rail" : "";
    seen.push({ kind, name: nameOf(e), x, y, part });
  }
  return seen;
};

// The gate's page alone is told what is asked, and cannot be asked for it again: React drew the sheet from it.
const requestOf = (e) => {
  let at = e[Object.keys(e).find((it) => it.startsWith("__reactFiber$"))];
  while (at && !at.memoizedProps?.request?.nonce) at = at.return;
  return at?.memoizedProps.request ?? null;
};
const sheet = () => {
  const e = document.querySelector("[role=alertdialog]");
  if (e === null) return null;
  const it = requestOf(e);
  const asked = it && { id: it.id, question: it.question, server: it.server.id, kind: it.asked.kind, call: it.asked.call ?? null };
  return { id: e.dataset.request ?? "", ready: e.dataset.ready === "true", asked };
};

// A window that is hidden draws no frame, and one may be hidden while it is waited for.
const drawn = () =>
  new Promise((go) => {
    requestAnimationFrame(() => setTimeout(go, 0));
    document.addEventListener("visibilitychange", go, { once: true });
  });

const see = async () => {
  if (!document.hidden) await drawn();
  const gate = sheet();
  const atGate = location.pathname.endsWith("/gate.html");
  const root = document.getElementById("root");
  const words = document.body.textContent ?? "";
  const sight = {
    at_gate: atGate,
    shown: !document.hidden,
    there: atGate ? root?.dataset.attached === "true" : document.querySelector("nav a[aria-current=page][aria-label]") !== null,
    room: document.querySelector("nav a[aria-current=page][aria-label]")?.getAttribute("aria-label") ?? null,
    tab: document.querySelector("main [role=tab][aria-selected=true]") ? nameOf(document.querySelector("main [role=tab][aria-selected=true]")) : null,
    hash: location.hash.slice(0, 300),
    origin: `${location.protocol}//${location.host}`,
    // Nothing stands at the gate while nothing is asked.
    empty: !atGate && (root === null || root.childElementCount === 0 || words.trim() === ""),
    broken: words.includes("Portcullis ran into an internal error"),
    detached: ["The window lost its connection to Portcullis", "Portcullis did not start", "Waiting requests cannot be shown"].some((it) => words.includes(it)),
    gate,
    controls: controls ? look() : [],
    heard: fuzz.heard.splice(0),
    wrong: fuzz.wrong.splice(0),
    longest: fuzz.longest,
  };
  fuzz.longest = 0;
  if (hold) fuzz.held = true;
  fuzz.taken?.();
  return sight;
};
see().then(done, (error) => done({ failed: String(error?.stack ?? error) }));
