import { fireEvent, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { evilLinkRequest, linkRequest } from "../../platform/fakeHost/asking";
import { expectAxeClean } from "../../test/axe";
import { answers, button, click, gate, openGate, pass } from "../../test/gate";
import { withFakeTimers } from "../../test/timers";

withFakeTimers();

describe("an address that a server wants opened", () => {
  // Proves ELI-20, S-82.
  it("is shown whole, with its host in bold and named once more", async () => {
    const request = linkRequest();
    await openGate([request]);
    const address = within(gate()).getByRole("region", { name: "Full URL" });
    const url = request.asked.kind === "link" ? request.asked.url.text : "";
    expect(address).toHaveTextContent(url);
    expect(address).toHaveTextContent("This URL leads to accounts.github.example");
    for (const bold of within(address).getAllByText("accounts.github.example")) {
      expect(bold.tagName).toBe("STRONG");
    }
  });

  // Proves S-82.
  it("is whole when it is very long, and says what is unusual before it", async () => {
    const request = evilLinkRequest();
    await openGate([request]);
    const url = request.asked.kind === "link" ? request.asked.url.text : "";
    expect(url.length).toBeGreaterThan(2_000);
    const text = gate().textContent ?? "";
    expect(text).toContain(url);
    // The real name is the subject, and the name that it looks like is denied before anything else is read.
    expect(text).toContain("This URL leads to xn--ithub-6sd.example, not to github.example");
    expect(text.indexOf("look-alike letters")).toBeLessThan(text.indexOf("Sign in on our page"));
    expect(text).not.toContain("reads “");
    expect(text.indexOf("It goes to port 8443")).toBeLessThan(text.indexOf(url));
  });

  // Proves ELI-18, ELI-19, S-82.
  it("leads nowhere automatically: it is no link, and nothing is fetched", async () => {
    const fetched = vi.spyOn(globalThis, "fetch");
    const fake = await openGate([linkRequest()]);
    expect(within(gate()).queryByRole("link")).toBeNull();
    expect(gate().querySelector("[href], [src], link, iframe")).toBeNull();
    fireEvent.click(within(gate()).getAllByText("accounts.github.example")[1] as HTMLElement);
    await pass(600);
    expect(answers(fake)).toEqual([]);
    expect(fetched).not.toHaveBeenCalled();
    expect(gate()).toHaveTextContent("has not loaded the page");
  });

  // Proves ELI-05.
  it.each([
    ["Decline", { kind: "decline" }],
    ["Dismiss", { kind: "deny" }],
  ])("%s is an answer of its own", async (name, answer) => {
    const fake = await openGate([linkRequest()]);
    await click(button(name));
    expect(answers(fake).map((it) => it.answer)).toEqual([answer]);
  });

  // Proves ELI-24.
  it("says what the server learns", async () => {
    await openGate([linkRequest()]);
    expect(gate()).toHaveTextContent("“GitHub” is told only that you agreed");
  });

  it("counts hidden characters of the address", async () => {
    await openGate([linkRequest({ url: { text: "https://x.example/⟨U+200B⟩", hidden: 1 } })]);
    expect(gate()).toHaveTextContent("1 hidden character");
  });

  it("is axe clean when it is evil", async () => {
    await openGate([evilLinkRequest()]);
    await expectAxeClean();
  });
});
