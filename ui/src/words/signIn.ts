/** How a sign-in is said. What a scope really covers only its authorization server knows. */
import type { Registration } from "../bindings/host";

/** How Portcullis is known at an authorization server. */
export const registrationWord: Record<Registration, string> = {
  own: "the client ID that you entered",
  document: "the address of a page that says who Portcullis is; nothing is registered",
  dynamic: "a client that Portcullis registers there, for this server alone",
};

const KNOWN: Record<string, string> = {
  openid: "who you are there",
  profile: "your name and picture there",
  email: "your e-mail address",
  phone: "your telephone number",
  address: "your postal address",
  offline_access: "go on without asking you again",
  write: "change",
};

const VERBS: Record<string, string> = {
  read: "read",
  write: "change",
  delete: "delete",
  create: "create",
  update: "change",
  manage: "manage",
  admin: "administer",
};

/** A scope in plain words, where its name says them; `null` where it does not. */
export function scopeWords(scope: string): string | null {
  if (Object.hasOwn(KNOWN, scope)) return KNOWN[scope] ?? null;
  const parts = /^([a-z0-9_-]+)[:.]([a-z0-9_-]+)$/.exec(scope);
  if (parts === null) return null;
  const [, first = "", last = ""] = parts;
  if (Object.hasOwn(VERBS, last)) return `${VERBS[last]} ${plain(first)}`;
  return Object.hasOwn(VERBS, first) ? `${VERBS[first]} ${plain(last)}` : null;
}

function plain(name: string): string {
  return name.replaceAll(/[_-]/g, " ");
}
