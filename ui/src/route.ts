import { useSyncExternalStore } from "react";

/** The rooms, as they stand in the address: `#/servers/<id>/tools/<name>`. */
export const rooms = ["chat", "servers", "waiting", "tasks", "activity", "permissions", "settings"] as const;
export type Room = (typeof rooms)[number];

/** Where the window is: the room and what follows it, decoded. */
export interface Route {
  room: Room;
  path: string[];
}

function parse(hash: string): Route {
  const [first, ...rest] = hash.replace(/^#?\/?/, "").split("/");
  const room = rooms.find((it) => it === first) ?? "chat";
  return { room, path: rest.filter((it) => it !== "").map(decode) };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

let seen = "";
let current: Route = { room: "chat", path: [] };

function read(): Route {
  if (window.location.hash !== seen) {
    seen = window.location.hash;
    current = parse(seen);
  }
  return current;
}

const listeners = new Set<() => void>();

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  window.addEventListener("hashchange", changed);
  return () => {
    listeners.delete(changed);
    window.removeEventListener("hashchange", changed);
  };
}

/** The current route; renders again when it changes. */
export function useRoute(): Route {
  return useSyncExternalStore(subscribe, read);
}

/** Whether the window is at this place or within it. */
export function isAt(room: Room, ...path: string[]): boolean {
  const now = read();
  return now.room === room && path.every((it, index) => it === now.path[index]);
}

/** The address of a place, for `href`. */
export function to(room: Room, ...path: string[]): string {
  return `#/${[room, ...path.map(encodeURIComponent)].join("/")}`;
}

/** Goes to a place. */
export function go(room: Room, ...path: string[]): void {
  window.location.hash = to(room, ...path);
  // The event of the engine comes later; the old room must not show meanwhile.
  for (const changed of listeners) {
    changed();
  }
}

/** Goes to a place, which takes the place of the one before in the history. */
export function goInstead(room: Room, ...path: string[]): void {
  window.location.replace(to(room, ...path));
  for (const changed of listeners) {
    changed();
  }
}

/** Where an install link of another program is read, among the servers. */
export const LINK = "link";

/** The form for another server like the one whose id follows, among the servers. */
export const DUPLICATE = "duplicate";

/** The files that were dropped on the window, among the servers. */
export const DROPPED = "dropped";

/** The page of a bundle that is open, among the servers. */
export const BUNDLE = "bundle";

/** Where conversations are imported, in the place of one. */
export const CHAT_IMPORT = "import";

/** The registry, among the servers, and behind it an entry by its name. */
export const REGISTRY = "registry";

/** Where servers are exported, among the servers, and behind it the id of one. */
export const EXPORT = "export";

/** The tab of a server on which its account is, and what is put after it to ask for a sign-in. */
export const ACCOUNT = "account";
export const SIGN_IN = "sign-in";

/** One click to the question about a sign-in at a server; nothing but a click leads there (AUT-03). */
export function toSignIn(server: string): string {
  return to("servers", server, ACCOUNT, SIGN_IN);
}
