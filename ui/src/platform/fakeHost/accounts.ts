import type * as Host from "../../bindings/host";
import type { FakeHost, Handlers } from "./fakeHost";
import { DAY, foreign, freshId, MINUTE, refOf, request, waitingOf } from "./make";

export function blankAccount({ summary, draft }: Host.ServerDetail): Host.ServerAccount {
  const own = draft.headers.some((it) => it.name.toLowerCase() === "authorization");
  const applies = draft.endpoint.kind === "address" && !own;
  const none = { account: null, own_client: null, more: null };
  return { server: summary.id, applies, state: { phase: "idle" }, ...none };
}

export function scope(text: string, over: { granted?: boolean; wide?: boolean } = {}) {
  return { scope: foreign(text), granted: false, wide: false, ...over };
}

const REDIRECT = "http://127.0.0.1/callback";

/** An authorization server as a review names it. */
export function issuer(host: string, over: Partial<Host.IssuerChoice> = {}): Host.IssuerChoice {
  return {
    issuer: `https://${host}/`,
    shown: foreign(`https://${host}/`),
    host,
    page: foreign(`https://${host}/authorize`),
    before: false,
    registration: "document",
    scopes: ["read", "write", "offline_access"].map((it) => scope(it)),
    problem: null,
    ...over,
  };
}

/** Who is signed in at “Linear”. */
export function signIn(over: Partial<Host.Account> = {}): Host.Account {
  return {
    resource: "https://mcp.linear.example/mcp",
    issuer: foreign("https://login.linear.example/"),
    issuer_host: "login.linear.example",
    client_id: foreign("https://portcullis.example/client.json"),
    registration: "document",
    scopes: ["read", "write", "offline_access"].map((it) => foreign(it)),
    signed_in_at: Date.now() - 3 * DAY,
    until: Date.now() + 41 * MINUTE,
    renews: true,
    unattended: false,
    bound: false,
    ended: null,
    ...over,
  };
}

/** What a review says of an account, where a scene does not say it. */
function reviewOf({ account, more, own_client }: Host.ServerAccount): Partial<Host.SignInReview> {
  const had: Host.SignInReview["why"] = { kind: account?.ended ? "ended" : "first" };
  return {
    why: more === null ? had : { kind: "more", tool: more.tool },
    issuers: [issuer("login.linear.example", own_client === null ? {} : { registration: "own" })],
    unattended: own_client?.unattended ?? false,
    own_client,
  };
}

function question(label: string, { why }: Host.SignInReview): string {
  return why.kind === "more"
    ? `Give “${label}” more scopes for “${why.tool?.text}”?`
    : `Sign in to “${label}”${why.kind === "first" ? "" : " again"}?`;
}

/** The question about a sign-in: the first one, unless told otherwise. */
export function signInRequest(server: Host.ServerRef, over: Partial<Host.SignInReview> = {}): Host.Request {
  const usual = { moved_from: null, unattended: false, own_client: null, notes: [] };
  const first = { why: { kind: "first" } as const, issuers: [issuer("login.linear.example")] };
  const review = { resource: "https://mcp.linear.example/mcp", ...first, ...usual, ...over };
  const asked = { kind: "sign_in", review } as const;
  return request(freshId("req-sign-in"), question(server.label, review), server, asked, { kind: "person" });
}

/** What follows from a yes; a test tells how it goes on, with `tellAccount`. */
export function inBrowser(
  issuer: string,
  not_opened: Host.Problem | null = null,
): Host.ServerAccount["state"] {
  const since = Date.now();
  const address = `${issuer}authorize?response_type=code&client_id=portcullis&scope=${"read%20".repeat(40)}`;
  return { phase: "browser", address, since, until: since + 5 * MINUTE, not_opened };
}

export function accountHandlers(fake: FakeHost) {
  let address: string | null = null;
  const published = () => ({ address, content: `{\n  "client_id": "${address ?? "https://…"}"\n}` });
  return {
    account: ({ server }) => fake.account(server),
    sign_in: ({ server }) => {
      const review = { ...reviewOf(fake.account(server)), ...fake.world.reviews.get(server) };
      const asked = signInRequest(refOf(fake.server(server).summary), review);
      fake.ask(asked);
      fake.front.open([asked]);
      fake.tellGate();
      return waitingOf(asked);
    },
    cancel_sign_in: ({ server }) => fake.tellAccount(server, { state: { phase: "idle" } }),
    decline_more: ({ server }) => {
      const { more } = fake.account(server);
      return fake.tellAccount(server, { more: more && { ...more, settled: true } });
    },
    sign_out: ({ server }) => {
      fake.setPhase(server, "needs_sign_in", "needs you to sign in");
      return fake.tellAccount(server, { account: null, more: null, state: { phase: "idle" } });
    },
    set_own_client: ({ server, client: { secret: _, issuer: at, ...rest } }) => {
      const known = { issuer: at === null ? null : foreign(at), redirect: REDIRECT, token_file: null };
      return fake.tellAccount(server, { own_client: { ...rest, ...known } });
    },
    client_document: published,
    set_client_document: (given) => {
      address = given.address;
      return published();
    },
    forget_own_client: ({ server }) => fake.tellAccount(server, { own_client: null }),
  } satisfies Partial<Handlers>;
}
