import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type * as Host from "../../bindings/host";
import { foreign, problem } from "../../platform/fakeHost/make";
import { recordOf } from "../../platform/fakeHost/seed";
import { useRoute } from "../../route";
import { expectAxeClean } from "../../test/axe";
import { withHeights } from "../../test/heights";
import { show } from "../../test/show";
import { ActivityRoom } from "./ActivityRoom";
import { AskedFor } from "./AskedFor";
import { RecordDetail } from "./RecordDetail";
import { outcomeWord } from "./words";

withHeights(600, 38);

function Room() {
  return (
    <main>
      <ActivityRoom path={useRoute().path} />
    </main>
  );
}

/** The room with these rows, or with those that there usually are. */
function room(...record: Host.RecordDetail[]) {
  window.location.hash = "#/activity";
  return show(<Room />, record.length > 0 ? { record } : {});
}

const checked: Host.Verification = {
  rows: 12,
  first_broken: null,
  head: { row: 12, hash: "c01ddd07".repeat(8) },
  kept: { kind: "unread" },
  expected: null,
  sentence:
    "The chain is consistent: 12 rows checked. The keychain is locked or missing, so nothing shows whether all of it was replaced.",
};

const many = (length: number) =>
  Array.from({ length }, (_, index) =>
    recordOf({ seq: 2000 - index * 2, what: foreign(`Row ${index}`) }, "Because."),
  );

describe("the record", () => {
  it("is a table with a word for every outcome", async () => {
    await room();
    const table = await screen.findByRole("table", { name: "Activity" });
    const columns = within(table).getAllByRole("columnheader");
    expect(columns.map((it) => it.textContent)).toEqual([
      "Time",
      "Event",
      "Server",
      "Requested by",
      "Outcome",
    ]);
    expect((await within(table).findAllByText("denied by you")).length).toBeGreaterThan(0);
    await expectAxeClean();
  });

  it("asks for the next page when its end comes into view, and only then", async () => {
    const shown = await room();
    await screen.findAllByText("denied by you");
    shown.fake.put("record", many(1000), { kind: "record", last: 2000 });
    await screen.findByText("Row 0");
    const pages = () => shown.fake.sent("record").filter((it) => it.before !== null);
    expect(pages()).toHaveLength(0);
    const box = screen.getByRole("group", { name: "Audit log" });
    box.scrollTop = 600;
    fireEvent.scroll(box);
    await waitFor(() => expect(pages()).toHaveLength(1));
    expect(pages()[0]).toMatchObject({ before: 1922 });
    expect(screen.getAllByRole("row").length).toBeLessThan(80);
  });

  it("reads a page that failed again only once there is a newer first page", async () => {
    const { fake } = await room();
    await screen.findAllByText("denied by you");
    fake.put("record", many(200), { kind: "record", last: 2000 });
    await screen.findByText("Row 0");
    fake.reply("record", (args, usual) => {
      if (args.before !== null) throw problem("store.failed", { sentence: "The disk failed." });
      return usual(args);
    });
    const pages = () => fake.sent("record").filter((it) => it.before !== null);
    const box = screen.getByRole("group", { name: "Audit log" });
    box.scrollTop = 600;
    fireEvent.scroll(box);
    expect(await screen.findByText(/The disk failed/)).toBeVisible();
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(pages()).toHaveLength(1);
    fake.emit({ kind: "record", last: 2001 });
    await waitFor(() => expect(pages()).toHaveLength(2));
  });

  it("after a new row reads the first page again, and those with what has not ended", async () => {
    const { fake } = await room();
    await screen.findAllByText("denied by you");
    const record = many(200);
    const slow = record[60] as Host.RecordDetail;
    slow.row = { ...slow.row, outcome: "waiting", outcome_words: "not finished yet" };
    fake.put("record", record, { kind: "record", last: 2000 });
    await screen.findByText("Row 0");
    const asked = () => fake.sent("record");
    const box = screen.getByRole("group", { name: "Audit log" });
    for (const [top, pages] of [
      [600, 1],
      [1600, 2],
    ] as const) {
      box.scrollTop = top + 1_000;
      fireEvent.scroll(box);
      await waitFor(() => expect(asked().filter((it) => it.before !== null)).toHaveLength(pages));
    }
    const before = asked().length;
    slow.row = { ...slow.row, outcome: "done", outcome_words: "ended at last" };
    for (let times = 0; times < 5; times += 1) {
      fake.emit({ kind: "record", last: 2001 });
    }
    box.scrollTop = 50 * 38;
    fireEvent.scroll(box);
    expect(await screen.findByText("ended at last")).toBeVisible();
    // Besides the first page the one of what had not ended, and not the third.
    const again = asked()
      .slice(before)
      .map((it) => it.before);
    expect(again.filter((it) => it !== null)).toEqual([slow.row.seq + 1]);
    expect(again.length).toBeLessThanOrEqual(3);
  });

  it("shows why, what was sent, the result and the hashes", async () => {
    const { user } = await room();
    await user.click((await screen.findAllByRole("link", { name: "List pull requests" }))[0] as HTMLElement);
    expect(await screen.findByText("You allowed it once.")).toBeVisible();
    const sent = screen.getByRole("region", { name: "Sent" });
    expect(within(sent).getByRole("term")).toHaveTextContent("repo");
    expect(within(sent).getByRole("definition")).toHaveTextContent("acme/portal");
    expect(within(sent).queryByRole("figure")).toBeNull();
    expect(screen.getByText(/18 items, 42 KiB/)).toBeVisible();
    expect(screen.getByText(/sha256 c01ddd07…/)).toBeVisible();
    await expectAxeClean();
  });

  it.each([
    ["waiting for you", "waiting"],
    ["denied by you", "denied"],
  ])("says what was asked for, not sent, of a call that is %s", async (words) => {
    const { user } = await room();
    const row = (await screen.findAllByText(words))[0]?.closest<HTMLElement>("[role=row]");
    await user.click(within(row as HTMLElement).getByRole("link"));
    const part = await screen.findByRole("region", { name: "Requested" });
    expect(within(part).getByRole("definition")).toHaveTextContent("acme/portal");
    expect(screen.queryByText(/^Sent/, { selector: "h3" })).toBeNull();
  });

  it("names what has not ended in the filter as in its rows", () => {
    // The host says so of a row that has no end yet (`audit/read.rs`).
    expect(outcomeWord("waiting")).toBe("not finished yet");
  });

  // Proves S-34.
  it("sets what a server asked for apart, and makes no link of it", async () => {
    const asked = recordOf(
      {
        seq: 900,
        kind: "elicitation",
        what: foreign("Asked to fill in a form"),
        server_label: "GitHub",
        asked_by: "the server",
        outcome: "denied",
        outcome_words: "declined by you",
      },
      "",
    );
    asked.sent = foreign('{"mode":"form","message":"See https://x.example","fields":["title"]}');
    const { user } = await room(asked);
    await user.click(await screen.findByRole("link", { name: "Asked to fill in a form" }));
    const part = await screen.findByRole("region", { name: "Requested" });
    const slot = within(part).getByRole("figure", { name: "Text from “GitHub”" });
    expect(slot).toHaveTextContent("See https://x.example");
    expect(within(part).queryByRole("link")).toBeNull();
  });

  // Proves S-41.
  it("writes out what hides in a value, and shows what is no object as it is", () => {
    const { rerender } = render(<AskedFor value={foreign('{"a":"x\\u202ey","b":{"c":1},"d":""}')} />);
    expect(screen.getAllByRole("definition").map((it) => it.textContent)).toEqual([
      "x⟨U+202E⟩y",
      '{"c":1}',
      "empty text",
    ]);
    rerender(<AskedFor value={foreign('{"a":"cut of')} />);
    expect(screen.getByText('{"a":"cut of')).toBeVisible();
    rerender(<AskedFor value={foreign("{}")} />);
    expect(screen.getByText("No arguments.")).toBeVisible();
  });

  it("is searched, and says when nothing matches", async () => {
    const { user } = await room();
    await screen.findByRole("table");
    expect(screen.getByText("Choose an entry")).toBeVisible();
    await user.type(screen.getByLabelText("Search audit log"), "nothing like this");
    expect(await screen.findByText("No matching entries")).toBeVisible();
    expect(screen.queryByText("Choose an entry")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    expect((await screen.findAllByText("denied by you")).length).toBeGreaterThan(0);
  });

  it("asks the host for a kind, an outcome and a server together", async () => {
    const { user, fake } = await room();
    const filter = { text: null, server: null, kind: null, outcome: null };
    for (const [name, option, part] of [
      ["Kind", "Permissions", { kind: "grant" }],
      ["Outcome", "denied", { outcome: "denied" }],
      ["Server", "Weather", { server: "srv-weather" }],
      ["Kind", "Permissions", { kind: null }],
    ] as const) {
      await user.click(await screen.findByRole("combobox", { name }));
      await user.click(await screen.findByRole("option", { name: option }));
      Object.assign(filter, part);
      await waitFor(() => expect(fake.sent("record").at(-1)).toEqual({ filter, before: null }));
    }
  });

  it("is checked and exported, with the answer of the host", async () => {
    const { user, fake } = await room();
    await user.click(await screen.findByRole("button", { name: "Check audit log" }));
    expect(
      await screen.findByText(/^The chain is consistent, and ends where the keychain says/),
    ).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Export" }));
    await user.click(await screen.findByRole("menuitem", { name: "CSV…" }));
    expect(await screen.findByText("/home/ada/record.csv")).toBeVisible();
    expect(fake.sent("export_record")[0]).toEqual({ format: "csv" });
  });

  it("keeps the focus while it is checked, and on the button that checks it again", async () => {
    const { user, fake } = await room();
    let answer = (_found: Host.Verification) => {};
    const pending = () =>
      new Promise<Host.Verification>((done) => {
        answer = done;
      });
    fake.reply("verify_record", () => pending() as never);
    await user.click(await screen.findByRole("button", { name: "Check audit log" }));
    const check = screen.getByRole("button", { name: "Check audit log" });
    await waitFor(() => expect(check).toHaveAttribute("aria-disabled", "true"));
    expect(check).toHaveFocus();
    await user.click(check);
    expect(fake.sent("verify_record")).toHaveLength(1);
    await act(async () => answer(checked));
    await waitFor(() => expect(screen.getByRole("button", { name: "Check again" })).toHaveFocus());
    await user.keyboard("{Enter}");
    await waitFor(() => expect(screen.getByRole("button", { name: "Check audit log" })).toHaveFocus());
    await act(async () => answer(checked));
    await waitFor(() => expect(screen.getByRole("button", { name: "Check again" })).toHaveFocus());
  });

  it("says where it is broken", async () => {
    const { user, fake } = await room();
    const sentence = "Row 7 does not fit the one before it.";
    fake.reply("verify_record", () => ({ ...checked, rows: 12, first_broken: 7, sentence }));
    await user.click(await screen.findByRole("button", { name: "Check audit log" }));
    expect(await screen.findByText("Row 7 does not fit the one before it.")).toBeVisible();
  });

  // Proves S-90.
  it("marks as good only what the keychain confirms", async () => {
    const { user, fake } = await room();
    fake.reply("verify_record", () => checked);
    await user.click(await screen.findByRole("button", { name: "Check audit log" }));
    const said = await screen.findByText(/The keychain is locked or missing/);
    expect(said.querySelector("svg")).toBeNull();
  });

  it("shows an edited call as asked for and as sent, and names what changed", async () => {
    const edited = recordOf(
      { seq: 900, what: foreign("send"), tool: foreign("send"), server_label: "GitHub" },
      "You allowed it this once.",
    );
    edited.asked_for = foreign('{"text":"hi","to":"all"}');
    edited.sent = foreign('{"text":"hi","to":"ada"}');
    edited.edited = [foreign("to")];
    const { user } = await room(edited);
    await user.click(await screen.findByRole("link", { name: "send" }));
    const part = (name: string) => within(screen.getByRole("region", { name }));
    expect(await screen.findByRole("region", { name: "You changed" })).toHaveTextContent("You changedto");
    const terms = (of: ReturnType<typeof within>) =>
      of
        .getAllByRole("term")
        .map((it: HTMLElement, at: number) => [
          it.textContent,
          of.getAllByRole("definition")[at]?.textContent,
        ]);
    expect(terms(part("Requested"))).toEqual([
      ["text", "hi"],
      ["to changed", "all"],
    ]);
    expect(terms(part("Sent with your changes"))).toEqual([
      ["text", "hi"],
      ["to changed", "ada"],
    ]);
    expect(screen.queryByRole("region", { name: "Sent" })).toBeNull();
    expect(screen.getAllByText("Secrets are masked.")).toHaveLength(1);
    await expectAxeClean();
  });

  it("says of a changed call that did not come back only that it was changed", async () => {
    const failed = recordOf(
      {
        seq: 9002,
        what: foreign("send"),
        tool: foreign("send"),
        outcome: "failed",
        outcome_words: "it failed",
      },
      "You allowed it this once.",
    );
    failed.asked_for = foreign('{"key":"[hidden]"}');
    await show(<RecordDetail seq={9002} />, { record: [failed] });
    expect(await screen.findByRole("region", { name: "With your changes" })).toBeVisible();
    expect(screen.getByRole("region", { name: "You changed" })).toHaveTextContent("is masked");
  });

  it("keeps what a server asked for beside what a person answered", async () => {
    const form = recordOf(
      { seq: 9003, kind: "elicitation", what: foreign("Asked to fill in a form"), server_label: "GitHub" },
      "You read the form and sent it.",
    );
    form.asked_for = foreign('{"mode":"form","message":"Who are you?"}');
    form.sent = foreign('{"action":"accept","fields":["name"]}');
    await show(<RecordDetail seq={9003} />, { record: [form] });
    const asked = await screen.findByRole("region", { name: "Requested" });
    expect(within(asked).getByRole("figure", { name: "Text from “GitHub”" })).toHaveTextContent(
      "Who are you?",
    );
    const answered = screen.getByRole("region", { name: "Answer" });
    expect(answered).toHaveTextContent("accept");
    expect(within(answered).queryByRole("figure")).toBeNull();
    expect(screen.queryByRole("region", { name: "You changed" })).toBeNull();
  });

  it("says of a no that it was one, without alarm, and never as done", async () => {
    const record = (["denied", "refused"] as const).map((outcome, at) =>
      recordOf(
        {
          seq: 900 - at,
          kind: "elicitation",
          what: foreign("Asked"),
          outcome,
          outcome_words: `${outcome} words`,
        },
        "Because.",
      ),
    );
    await room(...record);
    expect(await screen.findByText("denied words")).toHaveAttribute("class", "tag");
    expect(screen.getByText("refused words")).toHaveClass("wait");
  });

  // Proves S-41.
  it("counts what is hidden in a sentence outside of its lines", async () => {
    await room(recordOf({ seq: 900, kind: "resource", what: foreign("Read⟨U+202E⟩ it", 1) }, "Because."));
    const link = await screen.findByRole("link", { name: /^Read⟨U\+202E⟩ it ?1 hidden character$/ });
    expect(within(link).getByText("1 hidden character").parentElement).toBe(link);
  });

  // Proves S-34.
  it("names a tool by its raw name, and sets the title apart that its server chose", async () => {
    const said = { what: foreign("Read a note"), tool: foreign("delete_all"), server_label: "GitHub" };
    const { user } = await room(recordOf({ seq: 900, ...said }, "You allowed it once."));
    const link = await screen.findByRole("link", { name: /^delete_all Title · from “GitHub” Read a note$/ });
    await user.click(link);
    expect(await screen.findByRole("heading", { name: "delete_all" })).toBeVisible();
    const slot = screen.getByRole("figure", { name: "Title · text from “GitHub”" });
    expect(slot).toHaveTextContent("Read a note");
    await expectAxeClean();
  });
});

describe("why a call was allowed", () => {
  // Proves UIC-07.
  it("is the permission in its own words, what fitted, and what became of it", async () => {
    const { fake } = await show(<RecordDetail seq={9001} />);
    const row = recordOf(
      { seq: 9001, what: foreign("Read file"), server_label: "Project files" },
      "You allowed this tool, while “path” is under “/srv/notes”, until revoked.",
    );
    row.allowed_by = {
      permission: "grant-1",
      sentence: "“Read file” of “Project files” may run without asking, while “path” is under “/srv/notes”.",
      by: "you",
      given_at: Date.now(),
      row: 12,
      conditions: [{ words: "“path” is under “/srv/notes”", was: foreign("/srv/notes/b⟨U+202E⟩.md", 1) }],
      revoked_at: Date.now(),
    };
    await act(async () => fake.put("record", [row], { kind: "record", last: 9001 }));
    const why = within(await screen.findByRole("region", { name: "Reason" }));
    expect(why.getByText(/^“Read file” of “Project files” may run without asking/)).toBeVisible();
    expect(why.getByRole("list", { name: "Matched conditions" })).toHaveTextContent(
      "“path” is under “/srv/notes”: the value was /srv/notes/b⟨U+202E⟩.md 1 hidden character",
    );
    expect(why.getByRole("link", { name: "log entry 12" })).toHaveAttribute("href", "#/activity/12");
    expect(why.getByText(/revoked/, { selector: "p" })).toBeVisible();
    await expectAxeClean();
  });
});
