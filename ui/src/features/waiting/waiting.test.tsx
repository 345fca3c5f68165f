import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { formRequest, linkRequest, rootsRequest } from "../../platform/fakeHost/asking";
import { changedRequest, launchRequest, newToolRequest } from "../../platform/fakeHost/requests";
import { answerRequest, samplingRequest } from "../../platform/fakeHost/sampling";
import { show, showApp } from "../../test/show";
import { WaitingRoom } from "./WaitingRoom";

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
    expect(screen.getByRole("alertdialog")).toHaveAccessibleName(launchRequest().question);
    expect(screen.getByRole("alertdialog")).toHaveTextContent("2 of 3");
  });

  it("says of every kind what it wants, and how it ends unanswered", async () => {
    const waiting = [samplingRequest(), answerRequest(), formRequest(), linkRequest(), rootsRequest()];
    const { user } = await showApp("#/waiting", { waiting });
    await user.keyboard("{Escape}");
    const lines = screen.getAllByRole("listitem").filter((it) => /Unanswered/.test(it.textContent ?? ""));
    const wants = [
      /asks for words of a model.*it is denied at/,
      /would get an answer of a model.*it is denied at/,
      /wants a form filled in.*it is dismissed at/,
      /wants an address opened.*it is dismissed at/,
      /wants to know its folders.*it is dismissed at/,
    ];
    expect(lines).toHaveLength(wants.length);
    for (const [index, words] of wants.entries()) {
      expect(lines[index]).toHaveTextContent(words);
    }
  });

  it("says what to expect when nothing waits", async () => {
    await show(<WaitingRoom path={[]} />, { fresh: true });
    expect(screen.getByRole("heading", { name: "Nothing waits for you" })).toBeInTheDocument();
  });
});
