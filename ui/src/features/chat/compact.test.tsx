import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Message } from "../../bindings/host";
import { inWords, message, problem } from "../../platform/fakeHost/make";
import { conversationOf } from "../../platform/fakeHost/seed";
import { expectAxeClean } from "../../test/axe";
import { showApp } from "../../test/show";

/** A conversation of six messages, and the button of its context. */
function long(marks: number[] = []) {
  return showApp("#/chat/conv-long", {
    prepare: (world) => {
      const messages = Array.from({ length: 6 }, (_, index): Message => {
        const speaker = index % 2 === 0 ? "person" : "model";
        const before = index === 0 ? {} : { parent: index };
        return message([inWords(`number ${index + 1}`)], {
          seq: index + 1,
          speaker,
          at: Date.now(),
          ...before,
        });
      });
      const summary = { id: "conv-long", title: "A long one" };
      const conversation = conversationOf(world, summary, messages);
      conversation.compactions = marks.map((after) => ({
        after,
        messages: after,
        model: "m-1",
        at: Date.now(),
        automatic: true,
        summary: "Short.",
      }));
      world.conversations.set("conv-long", conversation);
    },
  });
}

async function opened() {
  const app = await long();
  await app.user.click(await screen.findByRole("button", { name: /of context/ }));
  const section = await screen.findByRole("region", { name: "Summarize earlier messages" });
  return { ...app, section };
}

describe("a summary of earlier messages", () => {
  it("says what it covers and sends first, and leaves a mark that can be undone", async () => {
    const { user, fake, section } = await opened();
    await within(section).findByText(/Demo model summarizes 4 messages\. .*about 31,000 tokens/);
    expect(section).toHaveTextContent("The last 2 messages are kept as they are.");
    expect(fake.sent("compact_conversation")).toEqual([]);
    await expectAxeClean(section);
    await user.click(within(section).getByRole("button", { name: "Summarize" }));
    const mark = await screen.findByRole("region", { name: "Summary of earlier messages" });
    expect(mark).toHaveTextContent(/Summarized here · 4 messages · Demo model · /);
    // It stands between what it covers and what is kept, and nothing is gone.
    const log = screen.getByRole("log");
    const order = [...log.querySelectorAll("[data-seq], section[aria-label]")].map(
      (it) => it.getAttribute("data-seq") ?? "mark",
    );
    expect(order).toEqual(["1", "2", "3", "4", "mark", "5", "6"]);
    // The meter is that of now, also without another reply.
    await screen.findByText(/≈ 2\.\d% of context/);
    await user.click(within(mark).getByText("Summary"));
    await within(mark).findByText("18 pull requests");
    expect(mark).toHaveTextContent("It may contain text from servers and files");
    await expectAxeClean(mark);
    await user.click(within(mark).getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(screen.queryByRole("region", { name: /Summary of earlier/ })).toBeNull());
    expect(fake.sent("undo_compaction")).toContainEqual({ conversation: "conv-long", after: 4 });
    // The focus is not lost with the button.
    await waitFor(() => expect(document.activeElement).toHaveAttribute("data-seq", "4"));
  });

  it("is set to be made automatically, and off again", async () => {
    const { user, fake, section } = await opened();
    const choice = within(section).getByRole("combobox", { name: "Summarize automatically" });
    expect(choice).toHaveValue("Off");
    for (const name of ["From 80% of context", "Off"]) {
      await user.click(choice);
      await user.click(await within(section).findByRole("option", { name }));
      await waitFor(() => expect(choice).toHaveValue(name));
    }
    const set = fake.sent("set_compaction");
    expect(set).toEqual([
      { conversation: "conv-long", at: 80 },
      { conversation: "conv-long", at: null },
    ]);
  });

  it("says that it was made automatically, and that an earlier one is only removed", async () => {
    const { user, fake } = await long([2, 4]);
    const [first, last] = await screen.findAllByRole("region", { name: "Summary of earlier messages" });
    expect(first).toHaveTextContent("Summarized here automatically · 2 messages · m-1");
    within(last as HTMLElement).getByRole("button", { name: "Undo" });
    await user.click(within(first as HTMLElement).getByRole("button", { name: "Remove" }));
    await waitFor(() => expect(screen.getAllByRole("region", { name: /^Summary of/ })).toHaveLength(1));
    expect(fake.sent("undo_compaction")).toContainEqual({ conversation: "conv-long", after: 2 });
  });

  it("says why it was not made, and leaves everything as it is", async () => {
    const { user, fake, section } = await opened();
    fake.failNext("compact_conversation", {
      code: "spending.limit",
      sentence: "The monthly spending limit of $5.00 is reached. The request was not sent.",
    });
    await user.click(await within(section).findByRole("button", { name: "Summarize" }));
    await within(section).findByText(/spending limit of \$5\.00/);
    expect(screen.queryByRole("region", { name: "Summary of earlier messages" })).toBeNull();
  });

  it("is offered where a conversation is too long for its model", async () => {
    const { user } = await showApp("#/chat/conv-long", {
      prepare: (world) => {
        const tooLong = problem("model.too_long", { sentence: "Too long." });
        const told = message([{ kind: "trouble", problem: tooLong }], { seq: 2, at: Date.now() });
        const summary = { id: "conv-long", title: "A long one" };
        world.conversations.set("conv-long", conversationOf(world, summary, [told]));
      },
    });
    await user.click(await screen.findByRole("button", { name: "Summarize…" }));
    await screen.findByRole("region", { name: "Summarize earlier messages" });
    screen.getByRole("button", { name: "Try again" });
  });

  it("is reached from the list by keyboard, and closed with Escape", async () => {
    const { user } = await long();
    const row = await screen.findByRole("button", { name: "More for “A long one”" });
    row.focus();
    await user.keyboard("{Enter}");
    (await screen.findByRole("menuitem", { name: "Summarize…" })).focus();
    await user.keyboard("{Enter}");
    await screen.findByRole("region", { name: "Summarize earlier messages" });
    await user.keyboard("{Escape}");
    await waitFor(() =>
      expect(screen.queryByRole("region", { name: "Summarize earlier messages" })).toBeNull(),
    );
  });
});
