// Whether what the main window says is what the host says, at the latest after the given time: both are asked for at the same
// moment, and as both go on, again and again until they agree. Gives what they differed in last, or nothing.
const [most, words, done] = arguments;
const fuzz = window.__uiFuzz;
const said = (e) => (e?.textContent ?? "").replace(/\s+/g, " ").trim();
const plain = (text) => (text ?? "").replace(/\s+/g, " ").trim();

const differs = async () => {
  const [servers, waiting, settings, tasks] = await Promise.all(["servers", "waiting", "settings", "tasks"].map((it) => fuzz.ask(it)));
  const rail = [...document.querySelectorAll("nav[aria-label=Pages] ul li a")].map(said);
  const real = servers.map((it) => `${plain(it.label)}, ${words[it.state.phase]}`);
  if (rail.join("|") !== real.join("|")) return `the rail says ${JSON.stringify(rail)}; the host says ${JSON.stringify(real)}`;

  // One that is asked at the gate counts as the request that it is.
  const asked = (id) => waiting.some((it) => it.kind === "sign_in" && it.server.id === id);
  const signIns = servers.filter((it) => it.state.phase === "needs_sign_in" && !asked(it.id)).length;
  const count = waiting.length + signIns;
  const badge = Number(said(document.querySelector('nav a[aria-label="Waiting for you"]')?.parentElement?.querySelector("[aria-hidden=true]:not(svg)")) || 0);
  if (badge !== count) return `the rail counts ${badge} that wait; the host ${count}`;

  const going = tasks.filter((it) => it.state !== "ended").length;
  const shown = Number(said(document.querySelector('nav a[aria-label="Tasks"]')?.parentElement?.querySelector("[aria-hidden=true]:not(svg)")) || 0);
  if (going !== shown) return `the rail counts ${shown} tasks; the host ${going}`;

  const scheme = document.documentElement.getAttribute("data-mantine-color-scheme");
  if (settings.appearance !== "system" && scheme !== settings.appearance) return `it looks ${scheme}; set is ${settings.appearance}`;

  const room = document.querySelector("nav a[aria-current=page][aria-label]")?.getAttribute("aria-label");
  if (room === "Permissions" && document.querySelector("main h1") !== null) {
    const grants = await fuzz.ask("grants");
    const listed = document.querySelectorAll("main section:not([aria-label='Unused permissions']) > ul > li").length;
    if (grants.length !== listed) return `the room lists ${listed} permissions; the host has ${grants.length}`;
  }
  return null;
};

const agree = async () => {
  let last = null;
  const end = performance.now() + most;
  do {
    last = await differs();
    if (last === null) return null;
    await fuzz.sleep(60);
  } while (performance.now() < end);
  return last;
};
agree().then(done, (error) => done(`the host could not be asked: ${typeof error === "object" ? (error?.stack ?? JSON.stringify(error)) : error}`));
