import type {
  Account,
  IssuerChoice,
  Request,
  ServerAccount,
  ServerDetail,
  SignInReview,
} from "../../bindings/host";
import type { FakeHost, Handlers } from "./fakeHost";
import { DAY, foreign, freshId, MINUTE, problem, refOf, request, waitingOf } from "./make";

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

function usualReview({ draft }: ServerDetail, { account, more, own_client }: ServerAccount): SignInReview {
  const why: SignInReview["why"] =
    account === null
      ? { kind: "first" }
      : account.ended !== null
        ? { kind: "ended" }
        : more !== null
          ? { kind: "more", tool: more.tool }
          : { kind: "again" };
  return {
    resource: draft.endpoint.kind === "address" ? draft.endpoint.url : "",
    why,
    issuers: [issuer("login.linear.example", own_client === null ? {} : { registration: "own" })],
    moved_from: null,
    unattended: own_client?.unattended ?? false,
    own_client,
    notes: [],
  };
}

function question(label: string, { why }: SignInReview): string {
  if (why.kind !== "more") return `Sign in to “${label}”${why.kind === "first" ? "" : " again"}?`;
  const what = why.tool === null ? "than you granted" : `for “${why.tool.text}”`;
  return `Give “${label}” more scopes ${what}?`;
}

/** The question about a sign-in. */
export function signInRequest(detail: ServerDetail, review: SignInReview): Request {
  const { summary } = detail;
  const asked = { kind: "sign_in", review } as const;
  return request(freshId("req-sign-in"), question(summary.label, review), refOf(summary), asked, {
    kind: "person",
  });
}

/** What follows from a yes; a test tells how it goes on, with `tellAccount`. */
export function beginSignIn(fake: FakeHost, server: string, issuer: string): void {
  const since = Date.now();
  if (fake.account(server).own_client?.unattended) {
    fake.tellAccount(server, { state: { phase: "finishing", since } });
    return;
  }
  const address = `${issuer}authorize?response_type=code&client_id=portcullis`;
  const until = since + 5 * MINUTE;
  fake.tellAccount(server, { state: { phase: "browser", address, since, until, not_opened: null } });
}

export function accountHandlers(fake: FakeHost) {
  let address: string | null = null;
  const published = () => ({ address, content: `{\n  "client_id": "${address ?? "https://…"}"\n}` });
  return {
    account: ({ server }) => fake.account(server),
    sign_in: ({ server }) => {
      const waits = fake.world.waiting.find((it) => it.asked.kind === "sign_in" && it.server.id === server);
      const review = {
        ...usualReview(fake.server(server), fake.account(server)),
        ...fake.world.reviews.get(server),
      };
      const why = review.issuers.find((it) => it.problem !== null)?.problem;
      if (!review.issuers.some((it) => it.problem === null && it.registration !== null)) {
        const sentence = `“${review.issuers[0]?.host}” does not support client registration, so Portcullis needs a client ID.`;
        throw (
          why ??
          problem("auth.client_needed", {
            sentence,
            remedy: "Get a client ID there and enter it on the server’s page.",
          })
        );
      }
      const asked = waits ?? signInRequest(fake.server(server), review);
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
