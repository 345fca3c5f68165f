import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { Problem } from "../../../bindings/host";
import { Drafts } from "../../../drafts";
import type { FakeHost } from "../../../platform/fakeHost";
import { accountScenes, failures, scene } from "../../../platform/fakeHost/accountScenes";
import { signIn } from "../../../platform/fakeHost/accounts";
import { expectAxeClean } from "../../../test/axe";
import { button, click, gate, key, noGate, pass } from "../../../test/gate";
import { goTo, showApp } from "../../../test/show";
import { withFakeTimers } from "../../../test/timers";
import { scopeWords } from "../../../words";
import { left } from "./words";

/** The page of “Linear” in a state. */
async function open(name: string, where = "account") {
  const { fake } = await showApp(`#/servers/srv-linear/${where}`, { prepare: scene(name) });
  await pass(0);
  await pass(0);
  return fake;
}

/** The same, with the question about a sign-in in front, past its guard. */
async function review(name: string): Promise<FakeHost> {
  const fake = await open(name, "account/sign-in");
  await pass(500);
  return fake;
}

/** The person signed in at the page and came back. */
async function comesBack(fake: FakeHost): Promise<void> {
  await act(async () => {
    fake.tellAccount("srv-linear", { state: { phase: "finishing", since: Date.now() } });
    fake.tellAccount("srv-linear", { account: signIn(), state: { phase: "idle" } });
    fake.setPhase("srv-linear", "ready");
  });
  await pass(0);
}

async function type(label: string, text: string): Promise<void> {
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
  await pass(0);
}

withFakeTimers();

describe("the account of a server", () => {
  it.each(accountScenes)("is axe clean when it is: %s", async (scene) => {
    await open(scene);
    await expectAxeClean();
  });

  it("is a tab only where there is an address", async () => {
    await showApp("#/servers/srv-files");
    await pass(0);
    expect(screen.queryByRole("tab", { name: "Account" })).toBeNull();
    await goTo("#/servers/srv-linear");
    await pass(0);
    expect(screen.getByRole("tab", { name: "Account" })).toBeInTheDocument();
  });

  it("says that a sign-in is needed, and asks only after a click", async () => {
    const fake = await open("none");
    expect(screen.getByText("“Linear” requires sign-in.")).toBeInTheDocument();
    expect(fake.sent("sign_in")).toEqual([]);
  });

  it("says who is signed in where, for what and until when", async () => {
    await open("signed-in");
    const account = screen.getByLabelText("Account at Linear");
    expect(within(account).getByText("login.linear.example").closest("strong")).not.toBeNull();
    expect(account).toHaveTextContent("https://login.linear.example/");
    expect(account).toHaveTextContent("offline_access stay signed in");
    expect(account).toHaveTextContent("Portcullis refreshes the token automatically.");
    expect(account).toHaveTextContent("https://mcp.linear.example/mcp");
  });

  it("says what the authorization server did not say", async () => {
    await open("unsaid");
    const account = screen.getByLabelText("Account at Linear");
    expect(within(account).getAllByText("not reported by the authorization server")).toHaveLength(2);
    expect(account).toHaveTextContent("The token cannot be refreshed");
  });

  // Proves AUT-49.
  it("signs out after a question that says what is deleted", async () => {
    const fake = await open("signed-in");
    await click(screen.getByRole("button", { name: "Sign out" }));
    expect(fake.sent("sign_out")).toEqual([]);
    expect(
      screen.getByText(
        /Portcullis deletes the tokens and, if login.linear.example supports it, revokes them/,
      ),
    ).toBeVisible();
    await click(screen.getByRole("button", { name: "Sign out" }));
    expect(fake.sent("sign_out")).toEqual([{ server: "srv-linear" }]);
    expect(screen.queryByLabelText("Account at Linear")).toBeNull();
    expect(screen.getByText(/requires sign-in/)).toBeInTheDocument();
  });

  it("says when one has ended, and keeps saying where it was", async () => {
    await open("expired");
    expect(screen.getByText(/has ended\./)).toBeInTheDocument();
    expect(screen.getByLabelText("Account at Linear")).toHaveTextContent("Last signed in at");
    expect(screen.getByRole("link", { name: "Sign in…" })).toHaveAttribute(
      "href",
      "#/servers/srv-linear/account/sign-in",
    );
  });

  // Proves AUT-49.
  it("forgets one that has ended, after a question", async () => {
    const fake = await open("expired");
    expect(screen.queryByRole("button", { name: "Sign out" })).toBeNull();
    await click(screen.getByRole("button", { name: "Forget sign-in…" }));
    expect(fake.sent("sign_out")).toEqual([]);
    await click(screen.getByRole("button", { name: "Forget" }));
    expect(fake.sent("sign_out")).toEqual([{ server: "srv-linear" }]);
    expect(screen.queryByLabelText("Account at Linear")).toBeNull();
  });

  it.each(Object.entries(failures))("says why one failed and what to do: %s", async (name, why) => {
    await open(`failed-${name}`);
    const note = screen.getByText(why.sentence);
    expect(note).toBeInTheDocument();
    expect(note).toHaveTextContent(why.remedy ?? "");
    if (why.said !== null) {
      expect(screen.getByText(why.said.text).closest("figure")).toHaveAccessibleName(
        "Message from the authorization server",
      );
    }
  });

  it("says that a token of one's own was not taken, and reviews nothing", async () => {
    const { fake } = await showApp("#/servers/srv-github/account/sign-in");
    await act(async () => fake.setPhase("srv-github", "needs_sign_in", "needs you to sign in"));
    await pass(10);
    expect(noGate()).toBeNull();
    expect(screen.getByText("“GitHub” did not accept your token.")).toBeInTheDocument();
    expect(fake.sent("sign_in")).toEqual([]);
  });

  it("stays out of the way of a token of one's own", async () => {
    await showApp("#/servers/srv-github/account");
    await pass(0);
    expect(screen.getByText(/uses your own token/)).toBeInTheDocument();
    expect(document.querySelector('[href="#/servers/srv-github/account/sign-in"]')).toBeNull();
  });
});

describe("a sign-in that is asked for", () => {
  // Proves AUT-03.
  it("is a question at the gate: this page opens and answers nothing", async () => {
    const fake = await review("none");
    expect(fake.sent("sign_in")).toEqual([{ server: "srv-linear" }]);
    expect(window.location.hash).toBe("#/servers/srv-linear/account");
    expect(gate()).toHaveAccessibleName("Sign in to “Linear”?");
    expect(screen.getByText("Waiting for your answer.")).toBeInTheDocument();
    expect(screen.queryByText(/requires sign-in/)).toBeNull();
    expect(fake.sent("answer")).toEqual([]);
    expect(fake.account("srv-linear").state).toEqual({ phase: "idle" });
  });

  it("goes on to the browser, the way back and a quiet word", async () => {
    const fake = await review("none");
    await click(button("Open browser"));
    await pass(0);
    expect(noGate()).toBeNull();
    expect(screen.queryByText("Waiting for your answer.")).toBeNull();
    expect(screen.getByText(/Portcullis then continues automatically/)).toBeInTheDocument();
    expect(screen.getByRole("timer")).toHaveTextContent("expires in 5 min 0 s");
    await pass(61_000);
    expect(screen.getByRole("timer")).toHaveTextContent(/expires in 3 min 5\d s/);
    await comesBack(fake);
    await pass(0);
    expect(screen.getByText("You are signed in to “Linear”.")).toBeInTheDocument();
    expect(screen.getByLabelText("Account at Linear")).toBeInTheDocument();
  });

  // Proves S-56.
  it("forgets the page of a sign-in when it is over", async () => {
    const { fake, store } = await showApp("#/servers/srv-linear/account", { prepare: scene("browser") });
    await pass(0);
    const kept = () => JSON.stringify(store.queries.getQueryData(["account", { server: "srv-linear" }]));
    expect(kept()).toContain("response_type=code");
    await goTo("#/chat");
    await comesBack(fake);
    expect(kept()).not.toContain("response_type=code");
  });

  it("that was left for later is brought to the front from here", async () => {
    const fake = await review("none");
    await key("Escape");
    expect(noGate()).toBeNull();
    expect(fake.sent("answer")).toEqual([]);
    await click(screen.getByRole("button", { name: "Show request: Sign in to “Linear”?" }));
    await pass(0);
    expect(gate()).toHaveAccessibleName("Sign in to “Linear”?");
    expect(fake.sent("sign_in")).toHaveLength(1);
  });

  it("that was denied leaves the account as it was", async () => {
    const fake = await review("none");
    await click(button("Cancel"));
    await pass(0);
    expect(noGate()).toBeNull();
    expect(screen.getByText("“Linear” requires sign-in.")).toBeInTheDocument();
    expect(fake.account("srv-linear").state).toEqual({ phase: "idle" });
  });

  it("says that it asks, and can be cancelled meanwhile", async () => {
    const { fake } = await showApp("#/servers/srv-linear/account", { prepare: scene("none") });
    await pass(0);
    fake.reply("sign_in", () => new Promise(() => {}));
    await goTo("#/servers/srv-linear/account/sign-in");
    await pass(10);
    expect(screen.getByText("Checking how to sign in to “Linear”…")).toBeInTheDocument();
    await click(screen.getByRole("button", { name: "Cancel sign-in" }));
    expect(fake.sent("cancel_sign_in")).toEqual([{ server: "srv-linear" }]);
  });

  it("says why there is no sign-in request, and tries again on a click", async () => {
    const { fake } = await showApp("#/servers/srv-linear/account", { prepare: scene("none") });
    await pass(0);
    fake.failNext("sign_in", {
      code: "network.unreachable",
      sentence: "“Linear” could not be reached. No browser was opened.",
    });
    await goTo("#/servers/srv-linear/account/sign-in");
    await pass(10);
    await pass(0);
    expect(screen.getByRole("alert")).toHaveTextContent("could not be reached");
    expect(noGate()).toBeNull();
    await click(screen.getByRole("button", { name: "Try again" }));
    await pass(0);
    expect(screen.queryByRole("alert")).toBeNull();
    expect(gate()).toHaveAccessibleName("Sign in to “Linear”?");
  });

  // Proves AUT-26.
  it("says where a client ID is needed, and goes on once it was entered", async () => {
    const fake = await open("none");
    fake.failNext("sign_in", {
      code: "auth.client_needed",
      sentence:
        "“login.linear.example” does not support client registration, so Portcullis needs a client ID.",
    });
    await goTo("#/servers/srv-linear/account/sign-in");
    await pass(10);
    await pass(0);
    expect(noGate()).toBeNull();
    expect(screen.getByRole("alert")).toHaveTextContent("does not support client registration");
    await click(screen.getByRole("button", { name: "Enter a client ID…" }));
    await type("Client ID", "portal-1");
    await type("Client secret", "s3cret-of-mine");
    await click(screen.getByRole("button", { name: "Save" }));
    await pass(0);
    await click(screen.getByRole("button", { name: "Try again" }));
    await pass(500);
    expect(gate()).toHaveTextContent("the client ID that you entered");
    expect(gate()).toHaveTextContent("portal-1");
  });

  it("counts once among what waits", async () => {
    await review("none");
    await goTo("#/waiting");
    await pass(0);
    expect(screen.getByText("1 request")).toBeInTheDocument();
    expect(screen.queryByText("“Linear” needs you to sign in")).toBeNull();
  });
});

describe("a sign-in under way", () => {
  it("gives the address for copying, as text that leads nowhere", async () => {
    await open("not-opened");
    expect(screen.getByText("The browser did not open.")).toBeInTheDocument();
    const address = screen.getByText(/^https:\/\/login.linear.example\/authorize\?/);
    expect(address.closest("a")).toBeNull();
    expect(screen.getByRole("button", { name: "Copy URL" })).toBeVisible();
  });

  it.each(["finding", "browser", "finishing"])("can be cancelled while it is: %s", async (scene) => {
    const fake = await open(scene);
    await click(screen.getByRole("button", { name: "Cancel sign-in" }));
    expect(fake.sent("cancel_sign_in")).toEqual([{ server: "srv-linear" }]);
    expect(screen.queryByRole("button", { name: "Cancel sign-in" })).toBeNull();
  });

  it("that fails while it is shown is said aloud", async () => {
    const fake = await open("browser");
    const state = { phase: "failed", problem: failures.denied as Problem, at: Date.now() } as const;
    await act(async () => void fake.tellAccount("srv-linear", { state }));
    await pass(0);
    expect(screen.getByRole("alert")).toHaveTextContent("ended the sign-in");
  });
});

describe("a client ID of one's own", () => {
  // Proves AUT-26.
  it("is typed once; its secret never comes back", async () => {
    const fake = await open("none");
    await click(screen.getByRole("button", { name: "Enter a client ID…" }));
    await click(screen.getByRole("button", { name: "Save" }));
    expect(screen.getByLabelText("Client ID")).toHaveAttribute("aria-invalid", "true");
    expect(fake.sent("set_own_client")).toEqual([]);
    await type("Client ID", " portal-1 ");
    await type("Client secret", "s3cret-of-mine");
    expect(screen.getByLabelText("Client secret")).toHaveAttribute("type", "password");
    await click(screen.getByRole("button", { name: "Save" }));
    expect(fake.sent("set_own_client")).toMatchObject([{ client: { client_id: "portal-1", issuer: null } }]);
    expect(screen.getByText("client secret, kept with your other secrets")).toBeInTheDocument();
    expect(document.body.innerHTML).not.toContain("s3cret-of-mine");
    await click(screen.getByRole("button", { name: "Change…" }));
    expect(screen.getByLabelText("Client secret")).toHaveValue("");
    expect(screen.getByLabelText("Client secret")).toHaveAttribute("placeholder", "Stored; type to replace");
    await type("Client ID", "portal-2");
    await click(screen.getByRole("button", { name: "Save" }));
    expect(screen.getByLabelText("Client secret")).toHaveAttribute("aria-invalid", "true");
    await type("Client ID", "portal-1");
    await click(screen.getByRole("button", { name: "Save" }));
    expect(fake.sent("set_own_client")[1]).toMatchObject({ client: { secret: null } });
  });

  // Proves AUT-63.
  it("an organisation that vouches is entered; its page takes the redirect address", async () => {
    const fake = await open("none");
    await click(screen.getByRole("button", { name: "Enter a client ID…" }));
    await type("Client ID", "portal-1");
    await click(screen.getByLabelText("None"));
    await click(screen.getByRole("switch", { name: "Single sign-on (SSO)" }));
    await click(screen.getByRole("button", { name: "Save" }));
    expect(screen.getByLabelText("Identity provider")).toHaveAttribute("aria-invalid", "true");
    expect(fake.sent("set_own_client")).toEqual([]);
    await type("Identity provider", " https://id.acme.example ");
    await type("SSO client ID", "me-there");
    await click(screen.getByRole("button", { name: "Save" }));
    expect(fake.sent("set_own_client")).toMatchObject([
      {
        client: {
          unattended: false,
          organisation: { issuer: "https://id.acme.example", client_id: "me-there" },
        },
      },
    ]);
    expect(screen.getByText(/Register this URI with your organization/)).toBeInTheDocument();
    await expectAxeClean();
  });

  it("whose token comes from a file is shown, and changed on a terminal alone", async () => {
    await open("from-file");
    expect(screen.getByText("/var/run/secrets/token")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Change…" })).toBeNull();
  });

  it("tokens that are bound to a key are said to be of no use to others", async () => {
    await open("bound");
    expect(screen.getByText(/A stolen token cannot be used without this key/)).toBeInTheDocument();
  });

  it("is forgotten after a question", async () => {
    const fake = await open("has-client");
    await click(screen.getByRole("button", { name: "Forget client ID…" }));
    await click(screen.getByRole("button", { name: "Forget" }));
    expect(fake.sent("forget_own_client")).toEqual([{ server: "srv-linear" }]);
    expect(screen.getByRole("button", { name: "Enter a client ID…" })).toBeVisible();
  });

  // Proves F-35.
  it("says when the keychain is locked, and keeps what was typed", async () => {
    const fake = await open("none");
    await click(screen.getByRole("button", { name: "Enter a client ID…" }));
    await type("Client ID", "portal-1");
    await type("Client secret", "s3cret-of-mine");
    fake.failNext("set_own_client", { code: "vault.locked", sentence: "The keychain is locked." });
    await click(screen.getByRole("button", { name: "Save" }));
    expect(screen.getByRole("alert")).toHaveTextContent("The keychain is locked.");
    expect(screen.getByLabelText("Client ID")).toHaveValue("portal-1");
  });

  it("is kept while another tab is shown, until it is cancelled, its secret not", async () => {
    const written = vi.spyOn(Drafts.prototype, "write");
    await open("none");
    await click(screen.getByRole("button", { name: "Enter a client ID…" }));
    expect(screen.queryByRole("tab", { name: "Account unsaved" })).toBeNull();
    await type("Client ID", "portal-1");
    await type("Client secret", "s3cret-of-mine");
    expect(screen.getByRole("tab", { name: "Account unsaved" })).toBeInTheDocument();
    await goTo("#/servers/srv-linear");
    await pass(0);
    expect(screen.queryByLabelText("Client ID")).toBeNull();
    await goTo("#/servers/srv-linear/account");
    await pass(0);
    expect(screen.getByLabelText("Client ID")).toHaveValue("portal-1");
    expect(screen.getByLabelText("Client ID")).not.toHaveFocus();
    expect(screen.getByLabelText("Client secret")).toHaveValue("");
    expect(JSON.stringify(written.mock.calls)).not.toContain("s3cret-of-mine");
    await click(screen.getByRole("button", { name: "Cancel" }));
    expect(screen.getByRole("tab", { name: "Account" })).toBeInTheDocument();
    await click(screen.getByRole("button", { name: "Enter a client ID…" }));
    expect(screen.getByLabelText("Client ID")).toHaveValue("");
  });
});

describe("another account", () => {
  it("is the same server under another label, by the usual review", async () => {
    const fake = await open("signed-in");
    const other = fake.world.servers.get("srv-github")?.summary;
    if (other === undefined) throw new Error("no second server");
    // The host takes no label that differs in case alone.
    other.label = "linear 2";
    await act(async () => fake.emit({ kind: "server", server: other }));
    await click(screen.getByRole("button", { name: "Add another account…" }));
    await click(screen.getByRole("button", { name: "Cancel" }));
    expect(screen.getByRole("button", { name: "Add another account…" })).toHaveFocus();
    await click(screen.getByRole("button", { name: "Add another account…" }));
    expect(screen.getByLabelText("Label")).toHaveValue("Linear 3");
    expect(screen.getByLabelText("Label")).toHaveFocus();
    await click(screen.getByRole("button", { name: "Review" }));
    expect(fake.sent("propose_server")).toMatchObject([
      {
        draft: { label: "Linear 3", endpoint: { kind: "address", url: "https://mcp.linear.example/mcp" } },
        changes: null,
      },
    ]);
    expect(screen.getByRole("alertdialog")).toBeInTheDocument();
  });

  it("is not lent the secrets of the first", async () => {
    const { fake } = await showApp("#/servers/srv-github/account");
    await pass(0);
    await click(screen.getByRole("button", { name: "Add another account…" }));
    await click(screen.getByRole("button", { name: "Review" }));
    expect(fake.sent("propose_server")).toEqual([]);
    expect(screen.getByLabelText("Authorization")).toHaveAttribute("aria-invalid", "true");
    await type("Authorization", "Bearer other");
    await click(screen.getByRole("button", { name: "Review" }));
    expect(fake.sent("propose_server")).toMatchObject([
      { draft: { headers: [{ name: "Authorization", value: "Bearer other", secret: true }] } },
    ]);
  });
});

describe("the ways there", () => {
  it("lead from the list, the overview and the inbox to the review in one click", async () => {
    await showApp("#/servers/srv-linear");
    await pass(0);
    const list = screen.getByRole("navigation", { name: "All servers" });
    expect(within(list).getByRole("link", { name: /^Linear.*needs sign-in/ })).toBeVisible();
    const ways = [
      within(list).getByRole("link", { name: "Sign in… to Linear" }),
      screen.getByRole("link", { name: "Sign in…" }),
    ];
    await goTo("#/waiting");
    await pass(0);
    ways.push(screen.getByRole("link", { name: "Sign in… to Linear" }));
    for (const way of ways) {
      expect(way).toHaveAttribute("href", "#/servers/srv-linear/account/sign-in");
    }
  });

  it("count in the inbox also when a server wants more", async () => {
    const fake = await open("more");
    await goTo("#/waiting");
    await pass(0);
    expect(screen.getByText("“Linear” requests additional scopes")).toBeVisible();
    await act(async () => {
      await fake.call("decline_more", { server: "srv-linear" });
    });
    await pass(0);
    expect(screen.queryByText("“Linear” requests additional scopes")).toBeNull();
  });
});

describe("words", () => {
  it.each([
    ["issues:write", "change issues"],
    ["read:user_profile", "read user profile"],
    ["offline_access", "stay signed in"],
    ["https://www.googleapis.com/auth/drive", null],
    ["constructor", null],
    ["repo", null],
    ["a⟨U+200B⟩b:read", null],
  ])("of a scope: %s", (scope, words) => {
    expect(scopeWords(scope)).toBe(words);
  });

  it("of the time that is left", () => {
    expect(left(300_000, 0)).toBe("5 min 0 s");
    expect(left(59_001, 0)).toBe("1 min 0 s");
    expect(left(0, 5_000)).toBe("0 s");
  });
});

describe("a list that grew", () => {
  it("keeps the arrow keys among servers", async () => {
    vi.useRealTimers();
    const { user } = await showApp("#/servers");
    await waitFor(() => expect(screen.getByRole("navigation", { name: "All servers" })).toBeVisible());
    const list = screen.getByRole("navigation", { name: "All servers" });
    within(list)
      .getByRole("link", { name: /^Linear/ })
      .focus();
    await user.keyboard("{ArrowDown}");
    expect(within(list).getByRole("link", { name: /^Weather/ })).toHaveFocus();
    await user.keyboard("{ArrowUp}");
    expect(within(list).getByRole("link", { name: /^Linear/ })).toHaveFocus();
  });
});
