import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { problem } from "../platform/fakeHost/make";
import { showApp } from "../test/show";

// Proves F-31.
it("offers the last backup of a damaged database, asks first, and shows the result", async () => {
  const store = problem("store.corrupt", { sentence: "The database is damaged. Nothing in it was deleted." });
  const restorable = { name: "portcullis-20261119T070000Z.db", made_at: 1_795_071_600_000, bytes: 262_144 };
  const { user, fake } = await showApp("#/servers", { about: { store, restorable } });
  const banner = () => screen.queryByRole("region", { name: "System problems" });
  expect(banner()).toHaveTextContent("The database is damaged.");
  await user.click(screen.getByRole("button", { name: /^Restore the backup of / }));
  expect(screen.getByRole("group", { name: /All servers will be turned off/ })).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Not now" })).toHaveFocus();
  expect(fake.asked.map((call) => call.name)).not.toContain("restore_backup");
  await user.click(screen.getByRole("button", { name: "Restore" }));
  await waitFor(() => expect(banner()).toBeNull());
  const names = fake.asked.map((call) => call.name);
  expect(names.lastIndexOf("attach")).toBeGreaterThan(names.indexOf("restore_backup"));
});
