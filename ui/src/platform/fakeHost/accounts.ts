import type { Account, IssuerChoice, ServerAccount, ServerDetail, SignInReview } from "../../bindings/host";
import type { FakeHost, Handlers } from "./fakeHost";
import { DAY, foreign, freshId, MINUTE } from "./make";

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

function usualReview(
  { summary, draft }: ServerDetail,
  { account, more, own_client }: ServerAccount,
): SignInReview {
  const { id, label, whereabouts, origin } = summary;
  const why: SignInReview["why"] =
    account === null
      ? { kind: "first" }
      : account.ended !== null
        ? { kind: "ended" }
        : more !== null
          ? { kind: "more", tool: more.tool }
          : { kind: "again" };
  return {
    nonce: freshId("nonce"),
    server: { id, label, whereabouts, origin },
    resource: draft.endpoint.kind === "address" ? draft.endpoint.url : "",
    why,
    issuers: [issuer("login.linear.example", own_client === null ? {} : { registration: "own" })],
    moved_from: null,
    unattended: own_client?.unattended ?? false,
    notes: [],
    until: Date.now() + 5 * MINUTE,
  };
}

/** Sign-ins begin here and go no further: a test tells how one goes on, with `tellAccount`. */
export function accountHandlers(fake: FakeHost) {
  let address: string | null = null;
  const published = () => ({ address, content: `{\n  "client_id": "${address ?? "https://…"}"\n}` });
  return {
    account: ({ server }) => fake.account(server),
    sign_in_review: ({ server }) => {
      const { state } = fake.account(server);
      fake.tellAccount(server, { state: { phase: "finding_out", since: Date.now() } });
      const now = fake.tellAccount(server, { state: state.phase === "failed" ? state : { phase: "idle" } });
      return { ...usualReview(fake.server(server), now), ...fake.world.reviews.get(server) };
    },
    sign_in: ({ server, issuer: chosen }) => {
      const since = Date.now();
      if (fake.account(server).own_client?.unattended) {
        return fake.tellAccount(server, { state: { phase: "finishing", since } });
      }
      const address = `${chosen}authorize?response_type=code&client_id=portcullis`;
      const until = since + 5 * MINUTE;
      return fake.tellAccount(server, {
        state: { phase: "browser", address, since, until, not_opened: null },
      });
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
