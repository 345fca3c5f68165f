/** How a sign-in is said. What a scope really covers only its authorization server knows. */
import type { Registration } from "../bindings/host";
import { say } from "../l10n";

/** How Portcullis is known at an authorization server. */
export const registrationWord = (registration: Registration): string =>
  say(`words-registration-${registration}`);

/** Scopes of OpenID Connect, and one that many servers have. */
const KNOWN = {
  openid: "words-scope-openid",
  profile: "words-scope-profile",
  email: "words-scope-email",
  phone: "words-scope-phone",
  address: "words-scope-address",
  offline_access: "words-scope-offline_access",
  write: "words-scope-write-alone",
} as const;

const VERBS = {
  read: "words-scope-read",
  write: "words-scope-write",
  delete: "words-scope-delete",
  create: "words-scope-create",
  update: "words-scope-write",
  manage: "words-scope-manage",
  admin: "words-scope-admin",
} as const;

const has = <T extends object>(all: T, name: PropertyKey): name is keyof T => Object.hasOwn(all, name);

/** A scope in plain words, where its name says them; `null` where it does not. */
export function scopeWords(scope: string): string | null {
  if (has(KNOWN, scope)) return say(KNOWN[scope]);
  const parts = /^([a-z0-9_-]+)[:.]([a-z0-9_-]+)$/.exec(scope);
  if (parts === null) return null;
  const [, first = "", last = ""] = parts;
  if (has(VERBS, last)) return say(VERBS[last], { what: plain(first) });
  return has(VERBS, first) ? say(VERBS[first], { what: plain(last) }) : null;
}

function plain(name: string): string {
  return name.replaceAll(/[_-]/g, " ");
}
