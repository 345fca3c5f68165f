import type {
  Account,
  IssuerChoice,
  OwnClient,
  Problem,
  ServerAccount,
  ServerDetail,
  SignInReview,
} from "../../bindings/host";
import { DAY, foreign, freshId, MINUTE, problem } from "./make";
import type { World } from "./seed";

/** What the next review of a server says: something of it, or why there is none. */
export type PlannedReview = Partial<SignInReview> | Problem;

export function blankAccount({ summary, draft }: ServerDetail): ServerAccount {
  const own = draft.headers.some((it) => it.name.toLowerCase() === "authorization");
  return {
    server: summary.id,
    applies: draft.endpoint.kind === "address" && !own,
    account: null,
    own_client: null,
    state: { phase: "idle" },
    more: null,
  };
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

export function scope(text: string, over: { granted?: boolean; wide?: boolean } = {}) {
  return { scope: foreign(text), granted: over.granted ?? false, wide: over.wide ?? false };
}

export function usualReview({ summary, draft }: ServerDetail, now: ServerAccount): SignInReview {
  const { id, label, whereabouts, origin } = summary;
  const { account, more, own_client } = now;
  const host = account?.issuer_host ?? `login.${origin.split(".").slice(-2).join(".")}`;
  const granted = account?.scopes.map((it) => ({ scope: it, granted: true, wide: false })) ?? [];
  const wanted = more?.scopes.map((it) => ({ scope: it, granted: false, wide: false })) ?? [];
  return {
    nonce: freshId("nonce"),
    server: { id, label, whereabouts, origin },
    resource: draft.endpoint.kind === "address" ? draft.endpoint.url : "",
    why:
      account === null
        ? { kind: "first" }
        : account.ended !== null
          ? { kind: "ended" }
          : more !== null
            ? { kind: "more", tool: more.tool }
            : { kind: "again" },
    issuers: [
      issuer(host, {
        ...(account === null ? {} : { before: true, scopes: [...wanted, ...granted] }),
        ...(own_client === null ? {} : { registration: "own" as const }),
      }),
    ],
    moved_from: null,
    unattended: own_client?.unattended ?? false,
    notes: [],
    until: Date.now() + 5 * MINUTE,
  };
}

const LONG_HOST = `${"a-very-long-name-of-a-tenant-of-an-identity-provider.".repeat(4)}login.example`;

function signIn(over: Partial<Account> = {}): Account {
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

const ownClient: OwnClient = {
  client_id: "portal-desktop-7f3a",
  proof: "secret",
  issuer: foreign("https://login.linear.example/"),
  unattended: false,
  port: null,
  redirect: "http://127.0.0.1/callback",
  organisation: null,
  token_file: null,
};

function noS256(host: string): Problem {
  return problem("auth.bad_metadata", {
    sentence: `“${host}” does not say that it protects the way back to Portcullis (PKCE with S256). No browser was opened.`,
    remedy: "Ask whoever runs “Linear” to turn it on.",
  });
}

/** What did not work, one of each kind. */
export const failures: Record<string, Problem> = {
  "no-s256": noS256("login.linear.example"),
  issuer: problem("auth.mixed_up", {
    sentence:
      "The answer to the sign-in came from another authorization server than the one you chose. It was not used, and nothing was sent to either.",
    remedy: "Sign in again. If it happens twice, tell whoever runs “Linear”.",
  }),
  denied: problem("auth.refused", {
    sentence: "The sign-in at “login.linear.example” was declined there. “Linear” was not signed in to.",
    remedy: "Sign in again if you did not mean to decline.",
    said: foreign("The resource owner denied the request"),
  }),
  "timed-out": problem("auth.too_late", {
    sentence:
      "Nobody came back from the browser within 5 minutes, so the sign-in was given up. Nothing was kept.",
    remedy: "Sign in again when you are ready.",
  }),
  locked: problem("vault.locked", {
    sentence:
      "The keychain of this computer is locked, so the sign-in could not be kept. You are not signed in.",
    remedy: "Unlock the keychain, then sign in again.",
  }),
  registration: problem("auth.client_needed", {
    sentence:
      "“login.linear.example” does not let Portcullis register itself. Nobody was signed in and no browser was opened.",
    remedy: "Enter a client ID that you got there, then sign in again.",
    said: foreign("invalid_redirect_uri: loopback is not allowed for new clients"),
  }),
};

const ended = problem("auth.ended", {
  sentence: "The sign-in at “login.linear.example” ended: it is not renewed there any more.",
  remedy: "Sign in again.",
});

interface Scene {
  account?: Partial<ServerAccount>;
  review?: PlannedReview;
  /** `Linear` is ready in it. */
  ready?: boolean;
}

/** What `Linear` is like, by name. */
const scenes: Record<string, () => Scene> = {
  none: () => ({}),
  finding: () => ({ account: { state: { phase: "finding_out", since: Date.now() } } }),
  several: () => ({
    review: {
      issuers: [
        issuer("login.linear.example"),
        issuer("id.acme.example", { registration: "dynamic" }),
        issuer("old.linear.example", { registration: null, problem: noS256("old.linear.example") }),
      ],
    },
  }),
  "own-client": () => ({ review: { issuers: [issuer("login.linear.example", { registration: null })] } }),
  "has-client": () => ({ account: { own_client: ownClient } }),
  browser: () => ({
    account: {
      state: {
        phase: "browser",
        address: "https://login.linear.example/authorize?response_type=code&client_id=portcullis&state=x",
        since: Date.now(),
        until: Date.now() + 5 * MINUTE,
        not_opened: null,
      },
    },
  }),
  "not-opened": () => ({
    account: {
      state: {
        phase: "browser",
        address: `https://login.linear.example/authorize?response_type=code&client_id=portcullis&scope=${"read%20".repeat(40)}`,
        since: Date.now(),
        until: Date.now() + 5 * MINUTE,
        not_opened: problem("opener.failed", {
          sentence: "No browser could be opened.",
          remedy: "Copy the address and open it in a browser on this computer.",
        }),
      },
    },
  }),
  finishing: () => ({ account: { state: { phase: "finishing", since: Date.now() } } }),
  "signed-in": () => ({ account: { account: signIn() }, ready: true }),
  unsaid: () => ({
    account: { account: signIn({ scopes: [], until: null, renews: false }) },
    ready: true,
  }),
  expired: () => ({ account: { account: signIn({ until: Date.now() - MINUTE, renews: false, ended }) } }),
  more: () => ({
    account: {
      account: signIn(),
      more: {
        tool: foreign("create_issue"),
        scopes: [foreign("issues:write"), foreign("admin")],
        at: Date.now() - MINUTE,
        settled: false,
      },
    },
    review: {
      issuers: [
        issuer("login.linear.example", {
          before: true,
          scopes: [
            scope("issues:write"),
            scope("admin", { wide: true }),
            scope("read", { granted: true }),
            scope("offline_access", { granted: true }),
          ],
        }),
      ],
    },
    ready: true,
  }),
  moved: () => ({
    account: { account: signIn({ ended }) },
    review: {
      why: { kind: "ended" },
      moved_from: foreign("https://login.linear.example/"),
      issuers: [issuer("accounts.linear-id.example")],
    },
  }),
  bound: () => ({ account: { account: signIn({ bound: true }) } }),
  "of-organisation": () => ({
    account: {
      own_client: {
        ...ownClient,
        proof: "none" as const,
        organisation: { issuer: "https://id.acme.example", client_id: "portcullis-at-acme" },
      },
    },
  }),
  "from-file": () => ({
    account: {
      own_client: {
        ...ownClient,
        client_id: "",
        proof: "none" as const,
        unattended: true,
        token_file: "/var/run/secrets/token",
      },
    },
  }),
  unattended: () => ({
    account: { own_client: { ...ownClient, unattended: true } },
    review: { issuers: [issuer("login.linear.example", { registration: "own", page: null })] },
  }),
  long: () => ({
    account: {
      account: signIn({
        issuer: foreign(`https://${LONG_HOST}/`),
        issuer_host: LONG_HOST,
        scopes: Array.from({ length: 300 }, (_, at) => foreign(`workspace.${at}:read`)),
      }),
    },
    review: {
      issuers: [
        issuer(LONG_HOST, {
          scopes: Array.from({ length: 300 }, (_, at) => scope(`workspace.${at}:read`, { wide: at === 299 })),
        }),
      ],
      notes: ["This authorization server is named by “Linear” alone; its host is not the one of “Linear”."],
    },
    ready: true,
  }),
  hidden: () => ({
    review: {
      issuers: [
        issuer("xn--lnear-r8a.example", {
          shown: foreign("https://xn--lnear-r8a.example/⟨U+202E⟩", 1),
          scopes: [{ scope: foreign("read⟨U+200B⟩all", 1), granted: false, wide: false }],
        }),
      ],
    },
  }),
  ...Object.fromEntries(
    Object.entries(failures).map(([name, why]) => [
      `failed-${name}`,
      (): Scene => ({ account: { state: { phase: "failed", problem: why, at: Date.now() } } }),
    ]),
  ),
};

export type AccountScene = string;
export const accountScenes = Object.keys(scenes);

/** Makes `Linear` like this. */
export function setScene(world: World, name: AccountScene): void {
  const detail = world.servers.get("srv-linear");
  const scene = scenes[name]?.();
  if (!detail || !scene) {
    return;
  }
  world.accounts.set("srv-linear", { ...blankAccount(detail), ...scene.account });
  if (scene.review) {
    world.reviews.set("srv-linear", scene.review);
  }
  if (scene.ready) {
    detail.summary.state = { ...detail.summary.state, phase: "ready", words: "ready" };
    detail.ready_at = Date.now() - 3 * MINUTE;
  }
}
