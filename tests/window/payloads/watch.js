// Watches the page for everything that words of a server could become: an element, an attribute, a script that ran, a
// rule of the content policy that was broken, a page that went elsewhere. Run once; what it kept must still be there
// at the end.
const MARK = /§[A-Za-z]\d{3}/g;
const HIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b\u200d-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|\udb40[\udc00-\udfff]/;
// Nothing of this is ever made by the page itself. Pictures, sounds and drawings are, and their addresses are looked at.
const NEVER = "script, iframe, frame, frameset, object, embed, applet, portal, fencedframe, base, meta, link, style,"
  + " template, noscript, marquee, dialog, math, foreignObject, animate, set, use, image, feImage, handler, video, track,"
  + " area, map, xmp, plaintext, listing, title, center, font, [contenteditable=''], [shadowrootmode]";
const CLOBBERED = new Set(["__TAURI_INTERNALS__", "document", "location", "body", "getElementById", "attributes", "root"]);
const before = new Set(document.querySelectorAll(`${NEVER}, #root`));
const kept = {marks: new Set(), made: new Set(), hidden: new Set(), broken: [], pressed: null};
document.addEventListener("securitypolicyviolation", (event) =>
  kept.broken.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`));
window.__same = true;

const ours = (address) => /^(data:image\/|data:audio\/|blob:|tauri:\/\/localhost\/|\/|$)/.test(address);
const wrong = (name, value, element) => {
  switch (name) {
    case "srcdoc": case "formaction": case "action": case "ping": case "target": case "http-equiv": case "srcset":
    case "poster": case "data": case "background": case "is": return true;
    case "href": case "xlink:href": return !value.startsWith("#");
    case "src": return !ours(value);
    case "style": return /url\(|expression|-moz-binding/i.test(value);
    case "id": case "name": return CLOBBERED.has(value) && !before.has(element);
    default: return name.startsWith("on");
  }
};

/** One look at all there is now. */
window.__look = () => {
  for (const element of document.body.querySelectorAll(NEVER))
    if (!before.has(element)) kept.made.add(element.outerHTML.slice(0, 120));
  for (const element of document.head.querySelectorAll("*"))
    if (!before.has(element) && !/^(tauri:\/\/localhost\/|\.\/)assets\//.test(element.getAttribute("href") ?? element.getAttribute("src")))
      kept.made.add(element.outerHTML.slice(0, 120));
  for (const element of document.body.querySelectorAll("*:not(#root + script, body > script)"))
    for (const {name, value} of element.attributes)
      if (wrong(name, value, element)) kept.made.add(`${name}=${value.slice(0, 60)} on ${element.tagName}`);
  const words = document.body.innerText;
  const at = words.search(HIDDEN);
  if (at >= 0) kept.hidden.add(escape(words.slice(Math.max(0, at - 30), at + 20)));
  for (const mark of words.match(MARK) ?? []) kept.marks.add(mark);
  for (const field of document.querySelectorAll("input, textarea"))
    for (const mark of field.value.match(MARK) ?? []) kept.marks.add(mark);
};

const frame = () => new Promise((go) => requestAnimationFrame(() => setTimeout(go, 0)));

/** Where the last walk was when its time was over. */
let paused = null;

/** Looks at everything on the page, also at what has to be opened or scrolled to. */
window.__walk = async (wanted) => {
  const all = () => wanted.length > 0 && wanted.every((mark) => kept.marks.has(mark));
  for (let turn = 0; turn < 400; turn += 1) {
    const closed = [...document.querySelectorAll(":is(main, [role=alertdialog]) :is(button.link, button[aria-expanded=false])")].find((it) =>
      /show all/i.test(it.textContent) && it.checkVisibility());
    if (!closed) break;
    closed.click();
    await frame();
  }
  window.__look();
  if (all()) return;
  const boxes = [...document.querySelectorAll(":is(main, [role=alertdialog]) *")].filter((it) =>
    it.scrollHeight > it.clientHeight + 20 && /auto|scroll/.test(getComputedStyle(it).overflowY));
  // A driver does not wait forever: what is long is gone on with by the next walk.
  const end = performance.now() + 12_000;
  const from = paused !== null && paused.place === location.hash ? paused : {box: 0, top: 0};
  paused = null;
  for (let at = from.box; at < boxes.length; at += 1) {
    const box = boxes[at];
    // What scrolls within what scrolls is looked at where it can be seen.
    box.scrollIntoView({block: "center"});
    // The question stays in view: no text moves the gate's page itself.
    if (box.closest("[role=alertdialog]") && document.scrollingElement.scrollTop !== 0)
      kept.made.add(`the page scrolled by ${document.scrollingElement.scrollTop}`);
    box.scrollTop = at === from.box ? from.top : 0;
    for (let last = -1; box.scrollTop !== last;) {
      // Rows that are only just measured move the others.
      await frame();
      await frame();
      window.__look();
      if (all()) return;
      if (performance.now() > end) {
        paused = {place: location.hash, box: at, top: box.scrollTop};
        return;
      }
      last = box.scrollTop;
      box.scrollTop += Math.max(40, box.clientHeight * 0.7);
    }
  }
};

/**
 * Goes from page to page, on each until what belongs there was seen. Gives what was not: a driver does not wait forever, and goes
 * there again. What is pressed on a page is pressed once.
 */
window.__visit = async (pages) => {
  const missing = [];
  for (const {page, press, marks} of pages) {
    location.hash = page;
    let pressed = press === null || kept.pressed === page;
    for (const end = performance.now() + 16_000; performance.now() < end;) {
      await frame();
      if (!pressed) {
        const button = [...document.querySelectorAll("main button")].find((it) => it.textContent.startsWith(press));
        if (button && location.hash === page && !button.disabled) { button.click(); pressed = true; kept.pressed = page; }
      }
      // What comes and goes is looked for as long as more of it comes.
      for (let before = -1; pressed && kept.marks.size > before;) {
        before = kept.marks.size;
        for (let turn = 0; turn < 24; turn += 1) {
          await frame();
          window.__look();
          if (marks.every((mark) => kept.marks.has(mark))) break;
        }
      }
      await window.__walk(marks);
      if (pressed && marks.every((mark) => kept.marks.has(mark))) break;
    }
    missing.push(...marks.filter((mark) => !kept.marks.has(mark)));
  }
  return missing;
};

/** What was seen, to be begun again. */
window.__marks = () => { const marks = [...kept.marks]; kept.marks.clear(); return marks; };

/** What must not be. */
window.__harm = () => ({
  pwned: window.__pwned ?? null,
  polluted: {}.pwned ?? null,
  same: window.__same ?? null,
  place: location.origin + location.pathname,
  roots: document.querySelectorAll("#root").length,
  shown: getComputedStyle(document.body).display,
  asks: typeof window.__TAURI_INTERNALS__.invoke,
  made: [...kept.made], hidden: [...kept.hidden], broken: kept.broken,
  visited: performance.getEntriesByType("resource").map((it) => it.name)
    .filter((it) => !/^(tauri:\/\/localhost\/|ipc:\/\/localhost\/|http:\/\/ipc\.localhost\/|data:|blob:)/.test(it)),
});
