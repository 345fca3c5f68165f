import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ActivityRoom } from "../features/activity";
import { ChatRoom } from "../features/chat";
import { showServers } from "../test/servers";
import { show } from "../test/show";

/** The messages that were said, in order: each part says its own whenever it is drawn. */
const { said } = vi.hoisted(() => ({ said: [] as string[] }));

vi.mock("../l10n", async (original) => {
  const l10n = await original<typeof import("../l10n")>();
  const say = l10n.say as unknown as (id: string, args?: Record<string, string | number>) => string;
  return {
    ...l10n,
    say: (id: string, args?: Record<string, string | number>) => {
      said.push(id);
      return say(id, args);
    },
  };
});

beforeEach(() => {
  said.length = 0;
});

/** What is said while this is typed, once what was still being read is there. */
async function saidWith(field: HTMLElement, text: string): Promise<string[]> {
  do {
    said.length = 0;
    await act(async () => new Promise((done) => setTimeout(done, 300)));
  } while (said.length > 0);
  fireEvent.change(field, { target: { value: text } });
  return [...said];
}

// Each proves that a key draws the part in which it is typed, and not what stands around it.
describe("a key", () => {
  it("in one field of the server form leaves the others alone", async () => {
    await showServers("/add");
    fireEvent.change(screen.getByLabelText("Command"), { target: { value: "npx" } });
    const all = await saidWith(screen.getByLabelText("Label"), "N");
    expect(all).toContain("words-field-label");
    const others = [
      "servers-form-type",
      "words-field-arguments",
      "servers-form-fetch",
      "words-field-folder",
      "servers-form-variable-add",
      "words-field-fence",
      "words-field-protocol",
      "servers-form-idle",
    ];
    expect(all.filter((id) => others.includes(id))).toEqual([]);
  });

  it("in one variable of the server form leaves the other rows alone", async () => {
    const { user } = await showServers("/add");
    await user.click(screen.getByRole("button", { name: "Add variable" }));
    await user.click(screen.getByRole("button", { name: "Add variable" }));
    const all = await saidWith(screen.getByLabelText("Name of variable 2"), "A");
    expect(all.filter((id) => id === "servers-form-secret-of")).toHaveLength(1);
  });

  it("in the field for a configuration leaves the form and the suggestions alone", async () => {
    await showServers("/add");
    const all = await saidWith(screen.getByLabelText("Paste a command, URL or configuration"), "n");
    expect(all).toContain("servers-form-paste");
    expect(all).not.toContain("words-field-label");
    expect(all).not.toContain("servers-suggested-needs");
  });

  it("in the search for tools leaves the chosen tool alone", async () => {
    await showServers("/srv-files/tools/search_files");
    await screen.findByRole("button", { name: /^Run/ });
    const all = await saidWith(screen.getByLabelText("Search tools"), "r");
    expect(all).toContain("servers-catalog-search-tools");
    expect(all).not.toContain("servers-tools-run");
  });

  it("in the search of the audit log leaves its filters alone", async () => {
    await show(<ActivityRoom path={[]} />);
    const all = await saidWith(screen.getByRole("searchbox", { name: "Search audit log" }), "r");
    expect(all).toContain("activity-search");
    expect(all).not.toContain("words-kind-all");
  });

  it("in the search of conversations does not draw the list that it replaces", async () => {
    await show(<ChatRoom path={["conv-flaky"]} />);
    const all = await saidWith(screen.getByRole("searchbox", { name: "Search conversations" }), "b");
    expect(all).toContain("chat-search");
    expect(all).not.toContain("chat-list-more");
  });
});
