import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { foreign, server } from "../../../platform/fakeHost/make";
import { Theme } from "../../../theme/Theme";
import { Beneath } from "./Catalog";

// Proves S-34.
it("a summary keeps its direction to itself, with what was written out marked", () => {
  render(
    <Theme appearance="light" still>
      <Beneath
        server={server("srv", "Notes", "ready", "ready")}
        title={null}
        shown={foreign("read")}
        summary={foreign("\u05d0\u05d1⟨U+202E⟩ 1", 1)}
      />
    </Theme>,
  );
  expect(screen.getByText("⟨U+202E⟩").closest("bdi")).toHaveTextContent("⟨U+202E⟩ 1");
});
