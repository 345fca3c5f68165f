import { act, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { foreign } from "../../platform/fakeHost/make";
import { expectAxeClean } from "../../test/axe";
import { show } from "../../test/show";
import { Marks } from "./Marks";

describe("what a conversation has met", () => {
  // Proves S-78.
  it("is one line, and opened says where each came from and who has not been spoken of", async () => {
    const { user } = await show(<Marks conversation="conv-notes" />);
    const line = await screen.findByRole("button", { name: /^Data risk in this chat/ });
    expect(line).toHaveTextContent(
      "private data from “Project files” · untrusted content from “GitHub” · partly unknown for “Project files” and “GitHub”",
    );
    await user.click(line);
    expect(await screen.findByText("Private data read")).toBeVisible();
    expect(screen.getAllByText(/not set, counts as yes/)).toHaveLength(2);
    await expectAxeClean();
  });

  it("does not ask the user to set the data flow of their own attachments", async () => {
    const { fake } = await show(<Marks conversation="conv-other" />);
    const mine = { server: null, label: "", what: foreign("notes.md"), at: 1 };
    fake.reply("conversation_flows", () => ({
      sources: [
        { ...mine, mark: "private", known: true },
        { ...mine, mark: "strangers", known: false },
      ],
    }));
    act(() => fake.emit({ kind: "flows" }));
    expect(await screen.findByRole("button", { name: /^Data risk in this chat/ })).toHaveTextContent(
      "Data risk in this chat: private data from you · your attachments may contain untrusted content",
    );
  });

  it("is not there where nothing was met", async () => {
    await show(<Marks conversation="conv-other" />);
    expect(screen.queryByRole("button")).toBeNull();
  });
});
