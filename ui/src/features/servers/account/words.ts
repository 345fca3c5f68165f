/** How a sign-in is said. What a scope really covers only its authorization server knows. */
import type { ClientProof, Registration, SignInReview } from "../../../bindings/host";

/** How Portcullis is known at an authorization server. */
export const registrationWord: Record<Registration, string> = {
  own: "the client ID that you entered",
  document: "the address of a page that says who Portcullis is; nothing is registered",
  dynamic: "a client that Portcullis registers there, for this server alone",
};

export const proofWord: Record<ClientProof, string> = {
  none: "nothing but its ID",
  secret: "a secret, kept with your other secrets",
  key: "a private key, kept with your other secrets",
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

/** What the person is asked, by why. */
export function question({ server, why }: Pick<SignInReview, "server" | "why">): string {
  switch (why.kind) {
    case "first":
      return `Sign in to “${server.label}”?`;
    case "ended":
      return `Sign in to “${server.label}” again?`;
    case "again":
      return `Sign in to “${server.label}” anew?`;
    case "more":
      return why.tool === null
        ? `Let “${server.label}” have more than you granted?`
        : `Let “${server.label}” have more, for “${why.tool.text}”?`;
  }
}

/** Minutes and seconds that are left: `4 min 12 s`. */
export function left(until: number, now: number): string {
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
