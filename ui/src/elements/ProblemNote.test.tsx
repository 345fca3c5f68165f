import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { TextSource } from "../bindings/host";
import { problem, saidBy } from "../platform/fakeHost/make";
import { show } from "../test/show";
import { ProblemNote } from "./ProblemNote";

/** What stands over the text of each, where the note is about “Notes” and “Anthropic”, and where that is not known. */
const HEADINGS: Record<TextSource, [named: string, unnamed: string]> = {
  server: ["Message from “Notes”", "Message from the server"],
  program: ["Output of “Notes”", "Program output"],
  provider: ["Message from “Anthropic”", "Message from the model provider"],
  authorization_server: ["Message from the authorization server", "Message from the authorization server"],
  registry: ["Message from the registry", "Message from the registry"],
  client_document: ["Text from the client ID metadata document", "Text from the client ID metadata document"],
  network: ["Message from the network", "Message from the network"],
  library: ["Details from the request library", "Details from the request library"],
};

// Proves S-34.
it.each(Object.entries(HEADINGS))("names who said the text: %s", async (by, [named, unnamed]) => {
  // A code tells nothing of it.
  for (const code of ["auth.required", "auth.refused", "model.key", "protocol.error"]) {
    const said = saidBy(by as TextSource, "no");
    const failed = problem(code, { sentence: "It failed.", said });
    const { unmount } = await show(
      <>
        <ProblemNote problem={failed} server="Notes" provider="Anthropic" />
        <ProblemNote problem={failed} />
      </>,
    );
    const headings = screen.getAllByRole("figure").map((it) => it.getAttribute("aria-label"));
    expect(headings).toEqual([named, unnamed]);
    unmount();
  }
});
