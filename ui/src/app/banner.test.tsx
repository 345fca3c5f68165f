import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { showApp } from "../test/show";

// Proves F-31.
it("offers the last backup of a damaged database, asks first, shows what came back", async () => {
  const { user, fake } = await showApp("#/servers", { damaged: true });
  const banner = () => screen.queryByRole("region", { name: "Problems of this computer" });
  expect(banner()).toHaveTextContent("The database is damaged.");
  await user.click(screen.getByRole("button", { name: /^Restore the backup of / }));
  expect(screen.getByRole("group", { name: /all servers will be off/ })).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Keep" })).toHaveFocus();
  expect(fake.asked.map((call) => call.name)).not.toContain("restore_backup");
  await user.click(screen.getByRole("button", { name: "Restore" }));
  await waitFor(() => expect(banner()).toBeNull());
  const names = fake.asked.map((call) => call.name);
  expect(names.lastIndexOf("attach")).toBeGreaterThan(names.indexOf("restore_backup"));
});
