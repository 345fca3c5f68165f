import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Request } from "../../bindings/host";
import { formRequest, linkRequest, pageRequest, rootsRequest } from "../../platform/fakeHost/asking";
import { changedRequest, launchRequest, newToolRequest } from "../../platform/fakeHost/requests";
import { answerRequest, samplingRequest } from "../../platform/fakeHost/sampling";
import { show, showApp } from "../../test/show";
import { WaitingRoom } from "./WaitingRoom";

/** The lines of requests: a sign-in waits for as long as it takes. */
const lines = () => screen.getAllByRole("listitem").filter((it) => within(it).queryByRole("timer"));

describe("the inbox", () => {
  it("lists everything that waits, in order, and opens each in the gate", async () => {
    const waiting = [newToolRequest(), launchRequest(), changedRequest()];
    const { user } = await showApp("#/waiting", { waiting });
    await user.keyboard("{Escape}");
    const names = screen
      .getAllByRole("button", { name: /^Open: / })
      .map((it) => it.getAttribute("aria-label"));
    expect(names).toEqual(waiting.map((it) => `Open: ${it.question}`));
    await user.click(screen.getByRole("button", { name: /Open: Add/ }));
    expect(await screen.findByRole("alertdialog")).toHaveAccessibleName(launchRequest().question);
    expect(screen.getByRole("alertdialog")).toHaveTextContent("2 of 3");
  });

  it("says of every kind what it wants, and how long it waits for you", async () => {
    const ends = { expires_at: Date.now() + 12 * 60_000 };
    const waiting = [
      samplingRequest(),
      answerRequest(),
      formRequest(),
      linkRequest(),
      rootsRequest(),
      pageRequest(),
    ].map((it) => ({ ...it, ...ends }));
    const { user } = await showApp("#/waiting", { waiting });
    await user.keyboard("{Escape}");
    const wants = [
      /model access.*Denied in 12 minutes if you do not answer/,
      /model reply for the server.*Denied in 12 minutes if you do not answer/,
      /form to fill in.*Dismissed in 12 minutes if you do not answer/,
      /URL to open.*Dismissed in 12 minutes if you do not answer/,
      /list of your folders.*Dismissed in 12 minutes if you do not answer/,
      /waiting for you on a web page.*Asked again in 12 minutes if you do not answer/,
    ];
    expect(lines()).toHaveLength(wants.length);
    for (const [index, words] of wants.entries()) {
      expect(lines()[index]).toHaveTextContent(words);
    }
  });

  // Proves S-41.
  it("shows the arguments of a call on one line, as text", async () => {
    const { user } = await showApp("#/waiting", { waiting: [newToolRequest(), launchRequest()] });
    await user.keyboard("{Escape}");
    const [call, launch] = lines();
    expect(call).toHaveTextContent('repo: "acme/portal"');
    expect(call).toHaveTextContent("⟨U+202E⟩ 2.4");
    expect(launch).not.toHaveTextContent("weather-mcp");
  });

  it("brings calls up together that can be answered together, from the first of them", async () => {
    const waiting = ["one", "two"].map((it): Request => ({ ...newToolRequest(), id: it, nonce: it }));
    const [first] = waiting;
    const same = waiting.map((it) => ({ ...it, asked: first?.asked ?? it.asked }));
    const { user } = await showApp("#/waiting", { waiting: [...same, launchRequest()] });
    await user.keyboard("{Escape}");
    const all = screen.getAllByRole("button", { name: /^Review these/ });
    expect(all.map((it) => it.textContent)).toEqual(["Review these 2"]);
    await user.click(screen.getByRole("button", { name: `Review these 2: ${newToolRequest().question}` }));
    expect(await screen.findByRole("alertdialog")).toHaveTextContent("2 calls, answered together");
  });

  it("says what to expect when nothing waits", async () => {
    await show(<WaitingRoom path={[]} />, { fresh: true });
    expect(screen.getByRole("heading", { name: "Nothing is waiting for you" })).toBeInTheDocument();
  });
});
