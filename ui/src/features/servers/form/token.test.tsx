import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { FakeHost } from "../../../platform/fakeHost";
import { draftOf } from "../../../platform/fakeHost/make";
import { expectAxeClean } from "../../../test/axe";
import { showServers } from "../../../test/servers";
import { fromDraft, problemsOf, toDraft } from "./draft";

async function adding() {
  const shown = await showServers("/add");
  await shown.user.click(screen.getByLabelText("Remote URL"));
  fireEvent.change(screen.getByLabelText("Label"), { target: { value: "Notes" } });
  fireEvent.change(screen.getByLabelText("URL"), { target: { value: "https://notes.example/mcp" } });
  return shown;
}

const headers = (fake: FakeHost) => fake.sent("propose_server")[0]?.draft.headers;

describe("a token of one's own", () => {
  it("is a secret header, with what stands before it in a request", async () => {
    const { user, fake } = await adding();
    expect(screen.getByText(/sends no credentials at first/)).toBeVisible();
    await user.click(screen.getByLabelText("Access token"));
    const token = screen.getByLabelText("Token");
    expect(token).toHaveAttribute("type", "password");
    await user.click(screen.getByRole("button", { name: "Review" }));
    expect(token).toHaveAttribute("aria-invalid", "true");
    expect(headers(fake)).toBeUndefined();
    fireEvent.change(token, { target: { value: " tok-1 " } });
    await expectAxeClean();
    await user.click(screen.getByRole("button", { name: "Review" }));
    await waitFor(() =>
      expect(headers(fake)).toEqual([{ name: "Authorization", value: "Bearer tok-1", secret: true }]),
    );
  });

  it("is sent nowhere when the choice is taken back", async () => {
    const { user, fake } = await adding();
    await user.click(screen.getByLabelText("Access token"));
    fireEvent.change(screen.getByLabelText("Token"), { target: { value: "tok-1" } });
    await user.click(screen.getByLabelText("Browser sign-in"));
    await user.click(screen.getByRole("button", { name: "Review" }));
    await waitFor(() => expect(headers(fake)).toEqual([]));
  });
});

describe("a token in a draft", () => {
  const form = (value: string, stored = false) => ({
    ...fromDraft(draftOf("Notes", { kind: "address", url: "https://notes.example/mcp" })),
    token: { value, stored },
  });
  const sent = (value: string, stored = false) => toDraft(form(value, stored)).headers[0]?.value;

  it.each(["tok-1", "Bearer tok-1", "bearer  tok-1", "Authorization: Bearer tok-1\n"])(
    "is the same however it was copied: %j",
    (typed) => {
      expect(sent(typed)).toBe("Bearer tok-1");
    },
  );

  it("stays in the keychain when it was not typed again", () => {
    expect(sent("", true)).toBeNull();
    expect(problemsOf(form("", true)).token).toBeUndefined();
  });

  it("is refused when it is none, and when it would be there twice", () => {
    expect(problemsOf(form(" ")).token).toBe("Enter the token.");
    expect(problemsOf(form("Basic dXNlcg== x")).token).toMatch(/has no spaces/);
    const row = { key: 0, name: "authorization", value: "Basic x", secret: true, stored: false };
    expect(problemsOf({ ...form("tok-1"), headers: [row] }).headers).toMatch(/Remove one of the two/);
  });

  it("is asked for where it is missing behind its scheme", () => {
    const draft = toDraft({ ...form(""), token: null });
    const found = { ...draft, headers: [{ name: "Authorization", value: "Bearer ", secret: true }] };
    expect(fromDraft(found)).toMatchObject({ token: { value: "", stored: false }, headers: [] });
    expect(problemsOf(fromDraft(found)).token).toBe("Enter the token.");
  });

  it("comes back as a header where it is of another kind", () => {
    const draft = toDraft({ ...form(""), token: null });
    const basic = { ...draft, headers: [{ name: "Authorization", value: "Basic dXNlcg==", secret: true }] };
    expect(fromDraft(basic)).toMatchObject({ token: null, headers: [{ name: "Authorization" }] });
    expect(toDraft(fromDraft(basic))).toEqual(basic);
  });
});
