import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { locked, problem } from "../../platform/fakeHost/make";
import { expectAxeClean } from "../../test/axe";
import { show } from "../../test/show";
import { SettingsRoom } from "./SettingsRoom";

const room = (
  <main>
    <SettingsRoom path={[]} />
  </main>
);

it("saves what is set at once", async () => {
  const { user, fake } = await show(room);
  const notify = screen.getByRole("switch", { name: "Notify me about pending requests" });
  expect(notify).toHaveAccessibleDescription("Only while the window is not in front.");
  await user.click(notify);
  await waitFor(() => expect(fake.world.settings.notify).toBe(false));
  await user.click(screen.getByLabelText("Dark"));
  await waitFor(() => expect(fake.world.settings.appearance).toBe("dark"));
  // Each change alone: another one may be on its way.
  expect(fake.sent("set_settings")).toEqual([
    { settings: { notify: false } },
    { settings: { appearance: "dark" } },
  ]);
  await expectAxeClean();
});

it("says where it is set why a setting was not saved", async () => {
  const { user, fake } = await show(room);
  const fence = screen.getByRole("switch", { name: "Fence new programs" });
  const section = within(fence.closest("section") as HTMLElement);
  fake.failNext("set_settings", { code: "store.full", sentence: "The disk is full." });
  await user.click(fence);
  expect(await section.findByText("The disk is full.")).toBeVisible();
  await user.click(fence);
  await waitFor(() => expect(screen.queryByText("The disk is full.")).toBeNull());
});

// Proves F-35.
it("keeps secrets in a file after saying its cost, moves them back to a keychain", async () => {
  const sentence = "There is no usable keychain: it did not start. Nothing was read or saved.";
  const { user, fake } = await show(room, { about: { keychain: problem("vault.missing", { sentence }) } });
  await user.click(await screen.findByRole("button", { name: "Use a file…" }));
  expect(screen.getByText("A file is weaker than a keychain.")).toBeVisible();
  await user.type(screen.getByLabelText("New passphrase"), "short");
  await user.type(screen.getByLabelText("Repeat passphrase"), "shore");
  await user.click(screen.getByRole("button", { name: "Store secrets in file" }));
  expect(screen.getByText("Use at least 12 characters.")).toBeVisible();
  expect(screen.getByText("The passphrases do not match.")).toBeVisible();
  expect(fake.sent("keep_secrets_in_file")).toEqual([]);
  for (const field of ["New passphrase", "Repeat passphrase"]) {
    await user.clear(screen.getByLabelText(field));
    await user.type(screen.getByLabelText(field), "correct horse battery");
  }
  await user.click(screen.getByRole("button", { name: "Store secrets in file" }));
  expect(await screen.findByText("in a file")).toBeVisible();
  expect(screen.getByText(/encrypted secrets file\.$/)).toBeVisible();
  expect(fake.sent("keep_secrets_in_file")).toEqual([{ passphrase: "correct horse battery" }]);
  await expectAxeClean();
  await user.click(screen.getByRole("button", { name: "Move to keychain…" }));
  await user.click(screen.getByRole("button", { name: "Move" }));
  expect(await screen.findByText("working")).toBeVisible();
  expect(screen.getByText(/Secrets are stored elsewhere\.$/)).toBeVisible();
});

it("says that secrets are in a file also where its form was closed before the reply", async () => {
  const keychain = problem("vault.missing", { sentence: "There is no usable keychain." });
  const { user, fake } = await show(room, { about: { keychain } });
  const answer = fake.hold("keep_secrets_in_file");
  await user.click(await screen.findByRole("button", { name: "Use a file…" }));
  for (const field of ["New passphrase", "Repeat passphrase"]) {
    await user.click(screen.getByLabelText(field));
    await user.paste("correct horse battery");
  }
  await user.keyboard("{Enter}");
  await waitFor(() => expect(fake.sent("keep_secrets_in_file")).toHaveLength(1));
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await act(async () => answer());
  expect(await screen.findByText("in a file")).toBeVisible();
});

// Proves F-35.
it("a closed file opens with its passphrase alone, which does not stay in the field", async () => {
  const { user, fake } = await show(room);
  fake.world.about = { ...fake.world.about, secrets: { kind: "file", open: false } };
  await user.click(await screen.findByRole("button", { name: "Check again" }));
  const field = await screen.findByLabelText("Passphrase");
  fake.failNext("unlock_secrets", { code: "vault.locked", sentence: "This is not the passphrase." });
  await user.type(field, "wrong");
  await user.click(screen.getByRole("button", { name: "Unlock" }));
  expect(await screen.findByText("This is not the passphrase.")).toBeVisible();
  expect(field).toHaveValue("");
  await user.type(field, "correct horse battery");
  await user.click(screen.getByRole("button", { name: "Unlock" }));
  expect(await screen.findByText("in a file")).toBeVisible();
  expect(fake.sent("unlock_secrets").at(-1)).toEqual({ passphrase: "correct horse battery" });
  await waitFor(() => expect(screen.getByRole("button", { name: "Change passphrase…" })).toHaveFocus());
  // Why it was not changed goes with the form.
  fake.failNext("change_passphrase", { code: "vault.locked", sentence: "This is not the passphrase." });
  await user.keyboard("{Enter}");
  for (const field of ["Current passphrase", "New passphrase", "Repeat passphrase"]) {
    await user.click(screen.getByLabelText(field));
    await user.paste("another long passphrase");
  }
  await user.keyboard("{Enter}");
  expect(await screen.findByText("This is not the passphrase.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.queryByText("This is not the passphrase.")).toBeNull();
  await expectAxeClean();
});

it("starts at sign-in as the system says, and says why it could not be changed", async () => {
  const { user, fake } = await show(room);
  const start = await screen.findByRole("switch", { name: "Start when you sign in" });
  await waitFor(() => expect(start).toBeEnabled());
  expect(start).not.toBeChecked();
  await user.click(start);
  await waitFor(() => expect(fake.sent("set_autostart")).toEqual([{ on: true }]));
  await waitFor(() => expect(start).toBeChecked());
  fake.failNext("set_autostart", {
    code: "input.bad",
    sentence: "“/home/ada/.config/autostart/portcullis.desktop” was not saved: permission denied.",
  });
  await user.click(start);
  expect(await screen.findByText(/was not saved: permission denied/)).toBeVisible();
  expect(start).toBeChecked();
  await expectAxeClean();
});

// Proves AUT-20.
it("takes the address of a document that an organisation published, and forgets it", async () => {
  const { user, fake } = await show(room);
  await user.type(await screen.findByLabelText("Document URL"), "https://acme.example/portcullis.json");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("https://acme.example/portcullis.json")).toBeVisible();
  // It stays where another one is refused.
  const refusal = { code: "auth.bad_metadata", sentence: "That document is about another client." } as const;
  fake.failNext("set_client_document", refusal);
  await user.type(screen.getByLabelText("Document URL"), "https://acme.example/x{Enter}");
  expect(await screen.findByText(refusal.sentence)).toBeVisible();
  expect(screen.getByText("https://acme.example/portcullis.json")).toBeVisible();
  await user.clear(screen.getByLabelText("Document URL"));
  await user.click(screen.getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(screen.queryByText("https://acme.example/portcullis.json")).toBeNull());
  // It can be saved again.
  await waitFor(() => expect(screen.getByLabelText("Document URL")).toHaveFocus());
  const removed = "https://acme.example/portcullis.json";
  await waitFor(() => expect(screen.getByLabelText("Document URL")).toHaveValue(removed));
  await user.clear(screen.getByLabelText("Document URL"));
  fake.failNext("set_client_document", {
    code: "auth.bad_metadata",
    sentence: "The document at “acme.example” is about another client. Nothing was saved.",
  });
  await user.type(screen.getByLabelText("Document URL"), "https://acme.example/x");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText(/is about another client/)).toBeVisible();
  await expectAxeClean();
});

it("says that the keychain is locked, what to do, and tries again", async () => {
  const { user, fake } = await show(room, { about: { keychain: locked } });
  expect(await screen.findByText(/The keychain is locked or missing/)).toBeVisible();
  fake.world.about.keychain = null;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("working")).toBeVisible();
  expect(screen.getByRole("button", { name: "Check again" })).toBeVisible();
});
