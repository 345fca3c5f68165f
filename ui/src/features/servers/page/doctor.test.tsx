import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { DiagnosisView, ServerState } from "../../../bindings/host";
import { foreign, saidBy } from "../../../platform/fakeHost/make";
import { diagnosis } from "../../../platform/fakeHost/servers";
import { expectAxeClean } from "../../../test/axe";
import { showApp } from "../../../test/show";

const REQUIRED = foreign("Error: NOTES_TOKEN is required");
const MISSING = diagnosis({
  cause: "variable_missing",
  sentence: "The environment variable NOTES_TOKEN is missing.",
  remedy: "Add it under Environment variables.",
  action: "edit_variables",
  variables: ["NOTES_TOKEN"],
  said: REQUIRED,
  looked_at: [
    { kind: "exit", words: "Exit code 1", said: [] },
    { kind: "stderr", words: "The last line of standard error", said: [REQUIRED] },
  ],
});

async function withDiagnosis(
  own: Partial<DiagnosisView>,
  phase: "failing" | "starting" = "failing",
  state: Partial<ServerState> = {},
) {
  const shown = await showApp("#/servers/srv-files", {
    prepare: (world) => {
      world.answers.diagnose = { ...MISSING, ...own };
      const { summary } = world.server("srv-files");
      summary.state = { ...summary.state, phase, ...state };
    },
  });
  return { ...shown, panel: await screen.findByRole("region", { name: "Diagnosis" }) };
}

describe("the diagnosis of a server", () => {
  it("is one cause, one remedy, and what was checked", async () => {
    const { user, fake, panel } = await withDiagnosis({});
    expect(fake.sent("diagnose")).toEqual([{ id: "srv-files" }]);
    expect(panel).toHaveTextContent("The environment variable NOTES_TOKEN is missing.");
    expect(within(panel).getByRole("figure", { name: "Output of “Project files”" })).toHaveTextContent(
      "Error: NOTES_TOKEN is required",
    );
    expect(within(panel).getAllByRole("link")).toHaveLength(1);
    await user.click(within(panel).getByText("Diagnosis details"));
    expect(within(panel).getByText("Exit code 1")).toBeVisible();
    await expectAxeClean();
  });

  it("says once what the state and the output of the server say too", async () => {
    const said = saidBy("program", "Error: NOTES_TOKEN is required");
    const sentence = "It ended with exit code 1.";
    const { panel } = await withDiagnosis(
      { looked_at: [{ kind: "exit", words: sentence, said: [] }] },
      "failing",
      {
        problem: { code: "server.exited", sentence, remedy: "Look into its log.", said },
        stderr_tail: [said],
      },
    );
    expect(screen.getAllByText(sentence)).toHaveLength(1);
    expect(screen.getAllByText(said.text)).toHaveLength(1);
    expect(screen.queryByText("Look into its log.")).toBeNull();
    expect(within(panel).queryByText("Diagnosis details")).toBeNull();
  });

  it("shows the command that installs what is missing, to be copied", async () => {
    const { panel } = await withDiagnosis({
      cause: "program_not_found",
      action: null,
      said: null,
      install: { kind: "command", command: "sudo apt install nodejs npm" },
    });
    expect(within(panel).getByText("sudo apt install nodejs npm")).toBeVisible();
    expect(within(panel).getByRole("button", { name: "Copy" })).toBeVisible();
    expect(within(panel).getAllByRole("button")).toHaveLength(1);
  });

  it("leads to the field for the value of a missing variable", async () => {
    const { user, panel } = await withDiagnosis({});
    await user.click(within(panel).getByRole("link", { name: "Enter NOTES_TOKEN…" }));
    const value = await screen.findByLabelText("Value of NOTES_TOKEN");
    expect(value).toHaveFocus();
    expect(value).toHaveAttribute("type", "password");
    expect(window.location.hash).toBe("#/servers/srv-files/settings");
    expect(screen.getByRole("button", { name: "Discard changes" })).toBeVisible();
  });

  it("asks the host to propose the change that it names", async () => {
    const { user, panel, fake } = await withDiagnosis({
      cause: "not_responding",
      action: "raise_timeout",
      proposes: true,
    });
    expect(within(panel).queryByRole("link")).toBeNull();
    await user.click(within(panel).getByRole("button", { name: "Raise start timeout…" }));
    expect(fake.world.waiting).toHaveLength(1);
  });

  it.each([
    ["host", "allow_host", "Allow host…"],
    ["path", "allow_path", "Allow reading…"],
  ])("allows a %s that the fence blocked by one press and a review", async (_, action, name) => {
    const { user, panel, fake } = await withDiagnosis({ cause: "fence_kept_out", action, proposes: true });
    await user.click(within(panel).getByRole("button", { name }));
    expect(fake.world.waiting).toHaveLength(1);
  });

  it("has the one button that starts the server again where that is the remedy", async () => {
    const { panel } = await withDiagnosis({ action: "restart", variables: [] });
    expect(within(panel).getByRole("button", { name: "Start again" })).toBeVisible();
    expect(screen.getAllByRole("button", { name: "Start again" })).toHaveLength(1);
  });

  it("stays while the server is started again, with the time of the last try", async () => {
    const at = new Date().setHours(9, 41, 7, 0);
    const { panel } = await withDiagnosis({ action: "restart", at, earlier: true }, "starting");
    expect(panel).toHaveTextContent("From the last try, 09:41:07");
    expect(within(panel).queryByRole("button", { name: "Start again" })).toBeNull();
  });

  it("is not there when nothing failed", async () => {
    await showApp("#/servers/srv-files");
    await screen.findByRole("tab", { name: "Overview" });
    expect(screen.queryByRole("region", { name: "Diagnosis" })).toBeNull();
  });
});
