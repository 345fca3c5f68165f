import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Theme } from "../../../theme/Theme";
import { Beneath } from "./Catalog";

// Proves S-34.
it("a summary keeps its direction to itself, with what was written out marked", () => {
  const foreign = (text: string, hidden = 0) => ({ text, hidden });
  render(
    <Theme appearance="light" still>
      <Beneath title={null} shown={foreign("read")} summary={foreign("\u05d0\u05d1⟨U+202E⟩ 1", 1)} />
    </Theme>,
  );
  expect(screen.getByText("⟨U+202E⟩").closest("bdi")).toHaveTextContent("⟨U+202E⟩ 1");
});
