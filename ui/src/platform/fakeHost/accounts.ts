import type {
  Account,
  IssuerChoice,
  Problem,
  Request,
  ServerAccount,
  ServerDetail,
  ServerRef,
  SignInReview,
} from "../../bindings/host";
import type { FakeHost, Handlers } from "./fakeHost";
import { DAY, foreign, freshId, MINUTE, refOf, request, waitingOf } from "./make";

export function blankAccount({ summary, draft }: ServerDetail): ServerAccount {
  const own = draft.headers.some((it) => it.name.toLowerCase() === "authorization");
  const applies = draft.endpoint.kind === "address" && !own;
  return {
    server: summary.id,
    applies,
    account: null,
    own_client: null,
    state: { phase: "idle" },
    more: null,
  };
}

export function scope(text: string, over: { granted?: boolean; wide?: boolean } = {}) {
  return { scope: foreign(text), granted: false, wide: false, ...over };
}

/** An authorization server as a review names it. */
export function issuer(host: string, over: Partial<IssuerChoice> = {}): IssuerChoice {
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
export function signIn(over: Partial<Account> = {}): Account {
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
function reviewOf({ account, more, own_client }: ServerAccount): Partial<SignInReview> {
  const had: SignInReview["why"] = { kind: account?.ended ? "ended" : "first" };
  return {
    why: more === null ? had : { kind: "more", tool: more.tool },
    issuers: [issuer("login.linear.example", own_client === null ? {} : { registration: "own" })],
    unattended: own_client?.unattended ?? false,
    own_client,
  };
}

function question(label: string, { why }: SignInReview): string {
  if (why.kind !== "more") return `Sign in to “${label}”${why.kind === "first" ? "" : " again"}?`;
  const what = why.tool === null ? "than you granted" : `for “${why.tool.text}”`;
  return `Give “${label}” more scopes ${what}?`;
}

/** The question about a sign-in: the first one, unless told otherwise. */
export function signInRequest(server: ServerRef, over: Partial<SignInReview> = {}): Request {
  const review: SignInReview = {
    resource: "https://mcp.linear.example/mcp",
    why: { kind: "first" },
    issuers: [issuer("login.linear.example")],
    moved_from: null,
    unattended: false,
    own_client: null,
    notes: [],
    ...over,
  };
  const asked = { kind: "sign_in", review } as const;
  return request(freshId("req-sign-in"), question(server.label, review), refOf(server), asked, {
    kind: "person",
  });
}

/** What follows from a yes; a test tells how it goes on, with `tellAccount`. */
export function inBrowser(issuer: string, not_opened: Problem | null = null): ServerAccount["state"] {
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
      const waits = fake.world.waiting.find((it) => it.asked.kind === "sign_in" && it.server.id === server);
      const review = { ...reviewOf(fake.account(server)), ...fake.world.reviews.get(server) };
      const asked = waits ?? signInRequest(fake.server(server).summary, review);
      fake.front.open(asked.id);
      if (waits === undefined) {
        fake.ask(asked);
      } else {
        fake.tellGate();
      }
      return waitingOf(asked);
    },
    cancel_sign_in: ({ server }) => {
      fake.world.waiting = fake.world.waiting.filter(
        (it) => it.asked.kind !== "sign_in" || it.server.id !== server,
      );
      fake.tellWaiting();
      return fake.tellAccount(server, { state: { phase: "idle" } });
    },
    decline_more: ({ server }) => {
      const { more } = fake.account(server);
      return fake.tellAccount(server, { more: more && { ...more, settled: true } });
    },
    sign_out: ({ server }) => {
      fake.setPhase(server, "needs_sign_in", "needs you to sign in");
      return fake.tellAccount(server, { account: null, more: null, state: { phase: "idle" } });
    },
    set_own_client: ({ server, client: { secret: _, issuer: at, port, ...rest } }) =>
      fake.tellAccount(server, {
        own_client: {
          ...rest,
          issuer: at === null ? null : foreign(at),
          port,
          redirect: `http://127.0.0.1${port === null ? "" : `:${port}`}/callback`,
          token_file: null,
        },
      }),
    client_document: published,
    set_client_document: (given) => {
      address = given.address;
      return published();
    },
    forget_own_client: ({ server }) => fake.tellAccount(server, { own_client: null }),
  } satisfies Partial<Handlers>;
}
