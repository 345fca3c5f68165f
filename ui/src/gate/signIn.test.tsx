import { within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { FakeHost } from "../platform/fakeHost";
import { scene } from "../platform/fakeHost/accountScenes";
import { issuer } from "../platform/fakeHost/accounts";
import { problem } from "../platform/fakeHost/make";
import type { World } from "../platform/fakeHost/seed";
import { LASTING_QUIET_MS } from "../shortcuts";
import { expectAxeClean } from "../test/axe";
import { answers, button, click, gate, key, pass } from "../test/gate";
import { showApp } from "../test/show";
import { withFakeTimers } from "../test/timers";

withFakeTimers();

/** The question about a sign-in at “Linear”, past the guard unless told otherwise. */
async function review(how: string | ((world: World) => void), { guarded = false } = {}): Promise<FakeHost> {
  const prepare = typeof how === "string" ? scene(how) : how;
  const { fake } = await showApp("#/servers/srv-linear/account/sign-in", { prepare });
  await pass(0);
  await pass(0);
  if (!guarded) {
    await pass(500);
  }
  return fake;
}

const given = (fake: FakeHost) => answers(fake).map((it) => it.answer);
const YES = { kind: "sign_in", issuer: "https://login.linear.example/" };

describe("the question about a sign-in", () => {
  // Proves AUT-03.
  it("says who asks for what, where, as whom, and what comes next", async () => {
    const fake = await review("none");
    expect(gate()).toHaveAccessibleName("Sign in to “Linear”?");
    expect(within(gate()).getAllByText("login.linear.example")[0]?.closest("strong")).not.toBeNull();
    for (const words of [
      "remote server · mcp.linear.example · requested by you · browser not opened yet",
      "https://login.linear.example/",
      "https://mcp.linear.example/mcp",
      "write make changes",
      "a URL with the client metadata of Portcullis",
      "Your browser opens https://login.linear.example/authorize",
      "Portcullis connects to “Linear” automatically",
    ]) {
      expect(gate()).toHaveTextContent(words);
    }
    expect(answers(fake)).toEqual([]);
    vi.useRealTimers();
    await expectAxeClean(gate());
  });

  // Proves AUT-03, S-33.
  it("is not answered before it could be read", async () => {
    const fake = await review("none", { guarded: true });
    await click(button("Open browser"));
    await key("a");
    await key("Enter");
    expect(answers(fake)).toEqual([]);
    await pass(500);
    await click(button("Open browser"));
    expect(given(fake)).toEqual([YES]);
  });

  // Proves S-27.
  it("is answered with nonce and digest, by key or by click", async () => {
    const fake = await review("none");
    const [waiting] = fake.world.waiting;
    await pass(LASTING_QUIET_MS);
    await key("a");
    expect(answers(fake)).toEqual([
      { request: waiting?.id, nonce: waiting?.nonce, digest: waiting?.digest, answer: YES },
    ]);
  });

  it.each([
    ["by the button", () => click(button("Cancel"))],
    ["by the key", () => key("d")],
  ])("is denied %s", async (_, deny) => {
    const fake = await review("none");
    await deny();
    expect(given(fake)).toEqual([{ kind: "deny" }]);
  });

  // Proves AUT-08.
  it("has one chosen among several, of those that can be used", async () => {
    const fake = await review("several");
    const all = within(gate()).getAllByRole("radio");
    expect(all).toHaveLength(3);
    // Circles of ours, legible in both themes, as everywhere at the gate.
    for (const it of all) expect(it).toHaveClass("mantine-Radio-radio");
    expect(all[2]).toBeDisabled();
    expect(all[2]).toHaveAccessibleDescription(/PKCE with S256/);
    expect(gate()).toHaveTextContent("Choose where to sign in.");
    await click(button("Open browser"));
    expect(answers(fake)).toEqual([]);
    await click(all[1] as HTMLElement);
    expect(gate()).toHaveTextContent("Portcullis registers itself at id.acme.example");
    // What it is for is shown only now.
    await click(button("Open browser"));
    expect(answers(fake)).toEqual([]);
    await pass(500);
    await click(button("Open browser"));
    expect(given(fake)).toEqual([{ kind: "sign_in", issuer: "https://id.acme.example/" }]);
  });

  // Proves AUT-08.
  it.each([
    ["its problem", { problem: problem("auth.bad_metadata", { sentence: "It does not support PKCE." }) }],
    ["that it knows no client", { registration: null }],
  ])("says of the one that cannot be used %s, and not what a yes would cover", async (_, over) => {
    const fake = await review((world) => {
      scene("none")(world);
      world.reviews.set("srv-linear", { issuers: [issuer("login.linear.example", over)] });
    });
    expect(gate()).toHaveTextContent(/does not support PKCE\.|cannot register here automatically\./);
    expect(gate()).not.toHaveTextContent("Choose where to sign in.");
    expect(gate()).not.toHaveTextContent("Your approval covers");
    await click(button("Open browser"));
    expect(answers(fake)).toEqual([]);
  });

  // Proves AUT-59.
  it("names the tool and sets apart what is new, what is wide and what was granted", async () => {
    await review("more");
    expect(gate()).toHaveAccessibleName("Give “Linear” more scopes for “create_issue”?");
    const fresh = within(gate()).getByRole("list", { name: "New scopes" });
    expect(
      within(fresh)
        .getAllByRole("listitem")
        .map((it) => it.textContent),
    ).toEqual(["adminname suggests full access", "issues:write change issues"]);
    const granted = within(gate()).getByRole("list", { name: "Already granted" });
    expect(within(granted).getAllByRole("listitem")).toHaveLength(2);
  });

  // Proves S-55.
  it("says that the authorization server is another one, before anything else", async () => {
    await review("moved");
    const text = gate().textContent ?? "";
    expect(text).toContain("“Linear” now names a different authorization server.");
    expect(text).toContain("You were signed in at https://login.linear.example/");
    expect(text.indexOf("names a different")).toBeLessThan(text.indexOf("accounts.linear-id.example"));
  });

  it("needs no browser where the client proves itself", async () => {
    const fake = await review("unattended");
    expect(gate()).toHaveTextContent("No browser opens.");
    await click(button("Sign in"));
    expect(given(fake)).toEqual([YES]);
  });

  // Proves AUT-26.
  it("names the client ID and the redirect address that has to be entered there", async () => {
    await review("has-client");
    for (const words of [
      "the client ID that you entered",
      "portal-desktop-7f3a",
      "Redirect URI to register there: http://127.0.0.1/callback",
    ]) {
      expect(gate()).toHaveTextContent(words);
    }
  });

  // Proves S-41.
  it("shows what is hidden in an address and in a scope", async () => {
    await review("hidden");
    expect(within(gate()).getAllByText("1 hidden character").length).toBeGreaterThanOrEqual(2);
    expect(gate()).toHaveTextContent("xn--lnear-r8a.example");
  });

  it("leaves none of 300 scopes out, and puts the wide one first", async () => {
    await review("long");
    const scopes = within(within(gate()).getByRole("list", { name: "Requested scopes" })).getAllByRole(
      "listitem",
    );
    expect(scopes).toHaveLength(300);
    expect(scopes[0]).toHaveTextContent("name suggests full access");
  });

  it.each(["several", "more", "moved", "unattended", "hidden", "long"])(
    "is axe clean when it is: %s",
    async (scene) => {
      await review(scene);
      vi.useRealTimers();
      await expectAxeClean(gate());
    },
  );
});
