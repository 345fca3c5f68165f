import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { changedRequest, launchRequest, newToolRequest } from "../../platform/memory/requests";
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

  it("says what to expect when nothing waits", async () => {
    await show(<WaitingRoom path={[]} />);
    expect(screen.getByRole("heading", { name: "Nothing waits for you" })).toBeInTheDocument();
  });
});
