import type { OwnClient, Problem, ServerAccount, SignInReview } from "../../bindings/host";
import { blankAccount, inBrowser, issuer, scope, signIn } from "./accounts";
import { foreign, found, linear, MINUTE, problem, saidBy } from "./make";
import type { World } from "./seed";

const HOST = "login.linear.example";
const ISSUER = `https://${HOST}/`;
const LONG_HOST = `${"a-very-long-name-of-a-tenant-of-an-identity-provider.".repeat(4)}login.example`;

const ownClient: OwnClient = {
  client_id: "portal-desktop-7f3a",
  proof: "secret",
  issuer: foreign(ISSUER),
  unattended: false,
  port: null,
  redirect: "http://127.0.0.1/callback",
  organisation: null,
  token_file: null,
};

const AGAIN = "Sign in again.";

const noS256 = (host: string): Problem =>
  problem("auth.bad_metadata", { sentence: `“${host}” does not support PKCE with S256.`, remedy: AGAIN });

/** What did not work: without and with words of the server. */
export const failures: Record<string, Problem> = {
  "no-s256": noS256(HOST),
  denied: problem("auth.refused", {
    sentence: `“${HOST}” ended the sign-in (access_denied). You are not signed in.`,
    remedy: AGAIN,
    said: saidBy("authorization_server", "The resource owner denied the request"),
  }),
};

const ended = problem("auth.ended", { sentence: `The sign-in at “${HOST}” has ended.`, remedy: AGAIN });
const notOpened = problem("opener.failed", {
  sentence: "The browser did not open.",
  remedy: "Copy the URL and open it in a browser on this computer.",
});

/** How the account is, and what a review says. The server is ready where a sign-in holds. */
type Scene = [account?: Partial<ServerAccount>, review?: Partial<SignInReview>];

const organisation = { issuer: "https://id.acme.example", client_id: "portcullis-at-acme" };
const own = (over: Partial<OwnClient>): Partial<ServerAccount> => ({ own_client: { ...ownClient, ...over } });
const many = Array.from({ length: 300 }, (_, at) => `workspace.${at}:read`);

const scenes: Record<string, () => Scene> = {
  none: () => [],
  finding: () => [{ state: { phase: "finding_out", since: Date.now() } }],
  several: () => [
    {},
    {
      issuers: [
        issuer(HOST),
        issuer("id.acme.example", { registration: "dynamic" }),
        issuer("old.linear.example", { registration: null, problem: noS256("old.linear.example") }),
      ],
    },
  ],
  "has-client": () => [own({})],
  browser: () => [{ state: inBrowser(ISSUER) }],
  "not-opened": () => [{ state: inBrowser(ISSUER, notOpened) }],
  finishing: () => [{ state: { phase: "finishing", since: Date.now() } }],
  "signed-in": () => [{ account: signIn() }],
  unsaid: () => [{ account: signIn({ scopes: [], until: null, renews: false }) }],
  expired: () => [{ account: signIn({ until: Date.now() - MINUTE, renews: false, ended }) }],
  more: () => {
    const granted = ["read", "offline_access"].map((it) => scope(it, { granted: true }));
    const scopes = [scope("issues:write"), scope("admin", { wide: true }), ...granted];
    const asked = [foreign("issues:write"), foreign("admin")];
    const more = { tool: foreign("create_issue"), scopes: asked, at: Date.now() - MINUTE, settled: false };
    return [{ account: signIn(), more }, { issuers: [issuer(HOST, { before: true, scopes })] }];
  },
  moved: () => [
    { account: signIn({ ended }) },
    { moved_from: foreign(ISSUER), issuers: [issuer("accounts.linear-id.example")] },
  ],
  bound: () => [{ account: signIn({ bound: true }) }],
  "of-organisation": () => [own({ proof: "none", organisation })],
  "from-file": () => [
    own({ client_id: "", proof: "none", unattended: true, token_file: "/var/run/secrets/token" }),
  ],
  unattended: () => [
    own({ unattended: true }),
    { issuers: [issuer(HOST, { registration: "own", page: null })] },
  ],
  long: () => {
    const scopes = many.map((it, at) => scope(it, { wide: at === 299 }));
    const at = { issuer: foreign(`https://${LONG_HOST}/`), issuer_host: LONG_HOST };
    const account = signIn({ ...at, scopes: many.map((it) => foreign(it)) });
    const notes = ["Only “Linear” names this authorization server."];
    return [{ account }, { issuers: [issuer(LONG_HOST, { scopes })], notes }];
  },
  hidden: () => {
    const host = "xn--lnear-r8a.example";
    const scopes = [{ ...scope(""), scope: foreign("read⟨U+200B⟩all", 1) }];
    return [{}, { issuers: [issuer(host, { shown: foreign(`https://${host}/⟨U+202E⟩`, 1), scopes })] }];
  },
};
for (const [name, why] of Object.entries(failures)) {
  scenes[`failed-${name}`] = () => [{ state: { phase: "failed", problem: why, at: Date.now() } }];
}

export const accountScenes = Object.keys(scenes);

/** Makes “Linear” like this. */
export function scene(name: string): (world: World) => void {
  return (world) => {
    const detail = world.server(linear.id);
    const [account = {}, review = {}] = found(scenes[name], "scene")();
    world.accounts.set(linear.id, { ...blankAccount(detail), ...account });
    world.reviews.set(linear.id, review);
    if (account.account?.ended === null) {
      Object.assign(detail.summary.state, { phase: "ready", words: "ready" });
      detail.ready_at = Date.now() - 3 * MINUTE;
    }
  };
}
