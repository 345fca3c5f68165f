import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { expectAxeClean } from "../../../test/axe";
import { showServers } from "../../../test/servers";

const at = (server: string) => showServers(`/${server}/permissions`);

const folders = () => screen.findByRole("list", { name: /^Folders of / });

describe("the folders of a server", () => {
  // Proves ROO-06.
  it("are listed whole, with what is unusual and what is gone", async () => {
    await at("srv-files");
    const rows = within(await folders()).getAllByRole("listitem");
    expect(rows).toHaveLength(3);
    expect(rows[1]).toHaveTextContent("/home/ada/Müller & Co/⟨U+202E⟩notes 1 hidden character");
    expect(rows[1]).toHaveTextContent("not found, so not shared");
    expect(rows[2]).toHaveTextContent("This is your whole home folder");
    await expectAxeClean();
  });

  // Proves ROO-07.
  it("are called guidance and no fence", async () => {
    await at("srv-files");
    expect(await screen.findByText(/They do not restrict it/)).toBeVisible();
  });

  // Proves S-72.
  it("come from the picker of the host: the page never names one", async () => {
    const { user, fake } = await at("srv-files");
    await folders();
    await user.click(screen.getByRole("button", { name: "Add folder…" }));
    expect(await screen.findByText("/home/ada/picked-4")).toBeVisible();
    expect(fake.sent("add_root")[0]).toEqual({ server: "srv-files" });
  });

  it("are removed after a question, by the path as listed", async () => {
    const { user, fake } = await at("srv-files");
    await user.click(await screen.findByRole("button", { name: "Remove /home/ada/portal/docs" }));
    expect(fake.sent("remove_root")).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Remove" }));
    await waitFor(() => expect(screen.queryByText("/home/ada/portal/docs")).toBeNull());
    expect(fake.sent("remove_root")[0]).toEqual({
      server: "srv-files",
      path: "/home/ada/portal/docs",
    });
  });

  // Proves ROO-03.
  it("can be kept from it, and asked about again; a yes is not given here", async () => {
    const { user, fake } = await at("srv-files");
    expect(await screen.findByText(/shares these folders with “Project files”/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Don’t share folders" }));
    expect(
      await screen.findByText("Portcullis tells “Project files” that there are no folders."),
    ).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Ask me again" }));
    expect(
      await screen.findByText("Portcullis asks you before it shares folders with “Project files”."),
    ).toBeVisible();
    expect(fake.sent("withhold_roots")).toEqual([
      { server: "srv-files", withheld: true },
      { server: "srv-files", withheld: false },
    ]);
    expect(screen.queryByRole("button", { name: /Tell|Share|Allow/ })).toBeNull();
  });

  it("says what to do when there are none, and what did not work", async () => {
    const { user, fake } = await at("srv-github");
    expect(await screen.findByText(/No folders yet/)).toBeVisible();
    fake.failNext("add_root", { code: "input.bad", sentence: "This folder cannot be shown to a server." });
    await user.click(screen.getByRole("button", { name: "Add folder…" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("This folder cannot be shown");
    await expectAxeClean();
  });

  it("follow what happens elsewhere", async () => {
    const { fake } = await at("srv-files");
    await folders();
    fake.world.roots.set("srv-files", { folders: [], access: "ask", note: "Guidance." });
    await act(async () => fake.emit({ kind: "roots", server: "srv-files" }));
    expect(await screen.findByText(/No folders yet/)).toBeVisible();
  });
});

describe("model access of a server", () => {
  // Proves S-74.
  it("are off until a person says so, and say what that means", async () => {
    const { user, fake } = await at("srv-github");
    const on = screen.getByRole("switch", { name: "“GitHub” may send prompts to your model" });
    expect(on).not.toBeChecked();
    expect(screen.getByText(/told that no model is available/)).toBeVisible();
    await user.click(on);
    await waitFor(() => expect(on).toBeChecked());
    expect(screen.getByText(/You review each prompt before the model gets it/)).toBeVisible();
    expect(fake.sent("set_sampling")[0]).toEqual({
      server: "srv-github",
      allowed: true,
    });
  });

  it("keeps its switch enabled while it is set, and sets it once", async () => {
    const { user, fake } = await at("srv-github");
    const answer = fake.hold("set_sampling");
    const on = screen.getByRole("switch", { name: "“GitHub” may send prompts to your model" });
    await user.click(on);
    await waitFor(() => expect(fake.sent("set_sampling")).toHaveLength(1));
    // A switch that is disabled loses the focus.
    expect(on).toBeEnabled();
    await user.click(on);
    await act(async () => answer());
    await waitFor(() => expect(on).toBeChecked());
    expect(fake.sent("set_sampling")).toHaveLength(1);
  });

  it("says that it reconnects, where it runs", async () => {
    await at("srv-postgres");
    expect(await screen.findByRole("switch")).toBeInTheDocument();
    expect(screen.queryByText(/reconnects/)).toBeNull();
  });
});

describe("the data flow of a server", () => {
  const choose = (name: string, answer: string) =>
    within(screen.getByRole("radiogroup", { name })).getByRole("radio", { name: answer });

  // Proves S-78.
  it("is said of it, and what is stricter counts at once", async () => {
    const { user, fake } = await at("srv-github");
    await screen.findByRole("heading", { name: "Data flow" });
    const name = "GitHub: Returns untrusted content";
    await waitFor(() => expect(choose(name, "Not set")).toBeChecked());
    await user.click(choose(name, "Yes"));
    await waitFor(() => expect(choose(name, "Yes")).toBeChecked());
    expect(fake.sent("set_class")[0]).toEqual({
      server: "srv-github",
      tool: null,
      class: { private: "unsaid", strangers: "yes", sends: "unsaid" },
    });
    expect(fake.world.waiting).toEqual([]);
    await expectAxeClean();
  });

  // Proves S-78.
  it("stands beside what was seen of a tool, which sets nothing automatically", async () => {
    const { user, fake } = await at("srv-files");
    const suggested = await screen.findByText(/^Seen during calls of this tool, which suggests “Yes”/);
    expect(suggested).toBeVisible();
    expect(screen.getByText(/^was blocked from reaching/)).toHaveTextContent("telemetry.example:443 (today)");
    expect(choose("read_file: Sends data out", "Same as server")).toBeChecked();
    expect(fake.sent("set_class")).toEqual([]);
    await expectAxeClean();
    // What the person says of the server counts for its tools.
    await user.click(choose("Project files: Sends data out", "Yes"));
    expect(await screen.findByText(/^Seen during calls of this tool. You decide/)).toBeVisible();
  });

  // Proves S-78.
  it("is asked about at the gate where it gets looser, and stays as it was until then", async () => {
    const { user, fake } = await at("srv-github");
    await screen.findByRole("heading", { name: "Data flow" });
    const name = "GitHub: Sends data out";
    await waitFor(() => expect(choose(name, "Not set")).toBeChecked());
    fake.reply("set_class", () => fake.propose("Relax the data flow rules for “GitHub”?"));
    await user.click(choose(name, "No"));
    await waitFor(() => expect(fake.world.waiting).toHaveLength(1));
    expect(fake.sent("set_class")).toMatchObject([{ class: { sends: "no" } }]);
    expect(choose(name, "Not set")).toBeChecked();
  });
});
