import type {
  Account,
  OwnClient,
  Problem,
  ServerAccount,
  ServerDetail,
  SignInReview,
  SignInState,
} from "../../bindings/host";
import { blankAccount, usualReview } from "./accountScenes";
import type { FakeHost, Handlers } from "./fakeHost";
import { foreign, freshId, HOUR, MINUTE, problem } from "./make";

type Names =
  | "account"
  | "sign_in_review"
  | "sign_in"
  | "cancel_sign_in"
  | "decline_more"
  | "sign_out"
  | "set_own_client"
  | "client_document"
  | "set_client_document"
  | "forget_own_client";

const GUARD = 500;

/**
 * Sign-ins of the fake host. Nobody is in its browser: `comesBack` and `fails` say how one ends; with a pace it ends well
 * by itself.
 */
export class Accounts {
  #reviews = new Map<string, { review: SignInReview; at: number }>();
  #turns = new Map<string, number>();

  constructor(private readonly fake: FakeHost) {}

  of(server: string): ServerAccount {
    const known = this.fake.world.accounts.get(server) ?? blankAccount(this.#detail(server));
    this.fake.world.accounts.set(server, known);
    return known;
  }

  /** The person signed in at the page and came back. */
  comesBack(server: string): void {
    this.#state(server, { phase: "finishing", since: Date.now() });
    this.#later(server, () => this.#signedIn(server));
  }

  /** It came to nothing. */
  fails(server: string, why: Problem): void {
    this.#state(server, { phase: "failed", problem: why, at: Date.now() });
  }

  readonly handlers: Pick<Handlers, Names> = {
    account: ({ server }) => this.of(server),
    sign_in_review: ({ server }) => this.#review(server),
    sign_in: ({ server, nonce, issuer }) => this.#begin(server, nonce, issuer),
    cancel_sign_in: ({ server }) => this.#state(server, { phase: "idle" }),
    decline_more: ({ server }) => {
      const { more } = this.of(server);
      return this.#change(server, { more: more && { ...more, settled: true } });
    },
    sign_out: ({ server }) => {
      const gone = this.#change(server, { account: null, more: null, state: { phase: "idle" } });
      this.#phase(server, false);
      return gone;
    },
    set_own_client: ({ server, client }) => {
      const kept: OwnClient = {
        client_id: client.client_id,
        proof: client.proof,
        issuer: client.issuer === null ? null : foreign(client.issuer),
        unattended: client.unattended,
        port: client.port,
        redirect: `http://127.0.0.1${client.port === null ? "" : `:${client.port}`}/callback`,
        organisation: client.organisation,
        token_file: null,
      };
      return this.#change(server, { own_client: kept });
    },
    client_document: () => this.#document(),
    set_client_document: ({ address }) => {
      this.#published = address;
      return this.#document();
    },
    forget_own_client: ({ server }) => {
      const { account } = this.of(server);
      const ended = account?.registration === "own";
      return this.#change(server, { own_client: null, ...(ended ? { account: null } : {}) });
    },
  };

  #published: string | null = null;

  #document() {
    const address = this.#published;
    return { address, content: `{\n  "client_id": "${address ?? "https://…"}"\n}` };
  }

  #detail(server: string): ServerDetail {
    const found = this.fake.world.servers.get(server);
    if (!found) {
      throw problem("not_found", { sentence: "This server does not exist any more." });
    }
    return found;
  }

  async #review(server: string): Promise<SignInReview> {
    const detail = this.#detail(server);
    const before = this.of(server).state;
    this.#state(server, { phase: "finding_out", since: Date.now() });
    if (this.fake.pace > 0) {
      await new Promise((done) => setTimeout(done, this.fake.pace * 3));
    }
    const planned = this.fake.world.reviews.get(server) ?? {};
    this.#state(server, before.phase === "failed" ? before : { phase: "idle" });
    if ("sentence" in planned) {
      this.fails(server, planned);
      throw planned;
    }
    const made = { ...usualReview(detail, this.of(server)), ...planned, nonce: freshId("nonce") };
    this.#reviews.set(server, { review: made, at: Date.now() });
    return made;
  }

  #begin(server: string, nonce: string, issuer: string): ServerAccount {
    const found = this.#reviews.get(server);
    const choice = found?.review.issuers.find((it) => it.issuer === issuer);
    if (found?.review.nonce !== nonce || found.review.until < Date.now() || !choice?.registration) {
      throw problem("consent.stale", {
        sentence: "This review of the sign-in has ended. No browser was opened.",
        remedy: "Look at it again.",
      });
    }
    if (Date.now() - found.at < GUARD) {
      throw problem("consent.too_soon", {
        sentence: "The answer came before the review could be read. No browser was opened.",
      });
    }
    this.#reviews.delete(server);
    this.#next.set(server, {
      resource: found.review.resource,
      issuer: choice.shown,
      issuer_host: choice.host,
      client_id: foreign(this.of(server).own_client?.client_id ?? "https://portcullis.example/client.json"),
      registration: choice.registration,
      scopes: choice.scopes.map((it) => it.scope),
      signed_in_at: Date.now(),
      until: Date.now() + HOUR,
      renews: true,
      unattended: found.review.unattended,
      bound: false,
      ended: null,
    });
    if (found.review.unattended) {
      this.comesBack(server);
      return this.of(server);
    }
    const since = Date.now();
    const waiting = this.#state(server, {
      phase: "browser",
      address: `${choice.page?.text}?response_type=code&client_id=portcullis&state=${freshId("state")}`,
      since,
      until: since + 5 * MINUTE,
      not_opened: null,
    });
    if (this.fake.pace > 0) {
      this.#later(server, () => this.comesBack(server), 30);
    }
    return waiting;
  }

  #next = new Map<string, Account>();

  #signedIn(server: string): void {
    const account = this.#next.get(server);
    if (account) {
      this.#change(server, { account, more: null, state: { phase: "idle" } });
      this.fake.world.reviews.delete(server);
      this.fake.record("Signed in", this.#detail(server).summary.label, "done", "signed in");
      this.#phase(server, true);
    }
  }

  /** Unless something else happened meanwhile. */
  #later(server: string, then: () => void, steps = 6): void {
    const turn = this.#turns.get(server);
    setTimeout(() => {
      if (this.#turns.get(server) === turn) {
        then();
      }
    }, this.fake.pace * steps);
  }

  #phase(server: string, ready: boolean): void {
    const { summary } = this.#detail(server);
    summary.state = {
      ...summary.state,
      phase: ready ? "ready" : "needs_sign_in",
      words: ready ? "ready" : "needs you to sign in",
      since: Date.now(),
      problem: null,
    };
    this.fake.emit({ kind: "server", server: summary });
  }

  #state(server: string, state: SignInState): ServerAccount {
    return this.#change(server, { state });
  }

  #change(server: string, over: Partial<ServerAccount>): ServerAccount {
    const account = { ...this.of(server), ...over };
    this.#turns.set(server, (this.#turns.get(server) ?? 0) + 1);
    this.fake.world.accounts.set(server, account);
    this.fake.emit({ kind: "account", account });
    return account;
  }
}
