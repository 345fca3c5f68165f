import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { DiagnosisView } from "../../../bindings/host";
import { foreign } from "../../../platform/fakeHost/make";
import { expectAxeClean } from "../../../test/axe";
import { showApp } from "../../../test/show";

function diagnosis(own: Partial<DiagnosisView>): DiagnosisView {
  return {
    server: "srv-files",
    label: "Project files",
    cause: "variable_missing",
    sentence: "The environment variable NOTES_TOKEN is missing.",
    remedy: "Add it under Environment variables.",
    install: null,
    action: "edit_variables",
    said: foreign("Error: NOTES_TOKEN is required"),
    looked_at: [
      { kind: "exit", words: "Exit code 1", said: [] },
      {
        kind: "stderr",
        words: "The last line of standard error",
        said: [foreign("Error: NOTES_TOKEN is required")],
      },
    ],
    ...own,
  };
}

async function withDiagnosis(own: Partial<DiagnosisView>) {
  const shown = await showApp("#/servers/srv-files", {
    prepare: (world) => {
      world.diagnoses.set("srv-files", diagnosis(own));
      const server = world.servers.get("srv-files");
      if (server !== undefined) server.summary.state = { ...server.summary.state, phase: "failing" };
    },
  });
  return { ...shown, panel: await screen.findByRole("region", { name: "Diagnosis" }) };
}

describe("the diagnosis of a server", () => {
  it("is one cause, one remedy, and what was checked", async () => {
    const { user, panel } = await withDiagnosis({});
    expect(panel).toHaveTextContent("The environment variable NOTES_TOKEN is missing.");
    expect(within(panel).getByRole("figure", { name: "Message from “Project files”" })).toHaveTextContent(
      "Error: NOTES_TOKEN is required",
    );
    expect(within(panel).getByRole("link", { name: "Open settings" })).toHaveAttribute(
      "href",
      "#/servers/srv-files/settings",
    );
    await user.click(within(panel).getByText("Show what was checked"));
    expect(within(panel).getByText("Exit code 1")).toBeVisible();
    await expectAxeClean();
  });

  it("shows the command that installs what is missing, to be copied", async () => {
    const { panel } = await withDiagnosis({
      cause: "program_not_found",
      action: "restart",
      said: null,
      install: { kind: "command", command: "sudo apt install nodejs npm" },
    });
    expect(within(panel).getByText("sudo apt install nodejs npm")).toBeVisible();
    expect(within(panel).getByRole("button", { name: "Copy" })).toBeVisible();
    expect(within(panel).getAllByRole("button")).toHaveLength(1);
  });

  it("is not there when nothing failed", async () => {
    await showApp("#/servers/srv-files");
    await screen.findByRole("tab", { name: "Overview" });
    expect(screen.queryByRole("region", { name: "Diagnosis" })).toBeNull();
  });
});
