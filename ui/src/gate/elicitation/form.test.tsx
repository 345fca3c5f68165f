import { act, fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Request } from "../../bindings/host";
import {
  evilFormRequest,
  field,
  formRequest,
  options,
  secretFormRequest,
  text,
} from "../../platform/fakeHost/asking";
import { expectAxeClean } from "../../test/axe";
import { answers, button, click, gate, key, noGate, openGate, pass } from "../../test/gate";
import { showApp } from "../../test/show";
import { withFakeTimers } from "../../test/timers";

withFakeTimers();

const input = (name: string | RegExp) => within(gate()).getByRole("textbox", { name });

function type(name: string | RegExp, value: string): void {
  fireEvent.change(input(name), { target: { value } });
}

/** The form of the fake host with what it needs, in review and past its guard. */
async function review(): Promise<void> {
  type(/Title of the release/, "Portal 2.4");
  await click(within(gate()).getByRole("radio", { name: "No" }));
  await click(button("Review"));
  await pass(500);
}

const said = () => gate().textContent ?? "";

describe("a form", () => {
  // Proves ELI-01, ELI-06.
  it("says who asks, from where, and within which call", async () => {
    await openGate([formRequest()]);
    expect(gate()).toHaveAccessibleName("“GitHub” asks you to fill in a form");
    expect(gate()).toHaveTextContent("remote server · api.github.example · while “Create release” runs");
    expect(within(gate()).getByRole("heading", { level: 1 })).toHaveFocus();
  });

  // Proves ELI-11.
  it("has a field for every kind, with its words, limits and what is needed", async () => {
    await openGate([formRequest()]);
    expect(input(/Title of the release/)).toHaveAttribute("aria-required", "true");
    expect(input(/Title of the release/)).toHaveAccessibleDescription(
      /Shown to everyone who follows the project\.3 to 80 characters\./,
    );
    expect(within(gate()).getByRole("radiogroup", { name: /Stage/ })).toBeInTheDocument();
    expect(within(gate()).getByRole("checkbox", { name: "export" })).toBeChecked();
    expect(input("Seats")).toHaveAccessibleDescription("A whole number from 1 to 500.");
    expect(input("Day of the release")).toHaveAttribute("placeholder", "yyyy-mm-dd");
    expect(input(/Notes/).tagName).toBe("TEXTAREA");
  });

  // Proves ELI-14.
  it("starts with what the server suggests, and says so until it is changed", async () => {
    await openGate([formRequest()]);
    const stage = () => within(gate()).getByRole("radiogroup", { name: /Stage/ });
    expect(stage()).toHaveAccessibleName(/suggested by the server/);
    await click(within(gate()).getByRole("radio", { name: "Production" }));
    expect(stage()).not.toHaveAccessibleName(/suggested by the server/);
  });

  it("neither says yes nor no before a person did", async () => {
    await openGate([formRequest()]);
    expect(within(gate()).getByRole("radio", { name: "Yes" })).not.toBeChecked();
    expect(within(gate()).getByRole("radio", { name: "No" })).not.toBeChecked();
  });

  // Proves ELI-15.
  it("says at the field what the host says is wrong, and goes no further", async () => {
    const fake = await openGate([formRequest()]);
    fake.reply("check_form", () => [
      { path: "/title", message: "At least 3 characters." },
      { path: "/announce", message: "This is required." },
    ]);
    type(/Title of the release/, "No");
    fireEvent.blur(input(/Title of the release/));
    await pass(250);
    expect(input(/Title of the release/)).toHaveAccessibleDescription(/At least 3 characters\./);
    expect(within(gate()).getAllByText(/At least 3|This is required/)).toHaveLength(1);
    await click(button("Review"));
    await pass(50);
    expect(gate()).toHaveTextContent("2 fields are not valid yet.");
    expect(input(/Title of the release/)).toHaveAttribute("aria-invalid", "true");
    expect(input(/Title of the release/)).toHaveFocus();
    expect(within(gate()).queryByRole("button", { name: /^Send/ })).toBeNull();
    expect(answers(fake)).toEqual([]);
    expect(fake.sent("check_form")[0]).toMatchObject({
      request: "req-form",
      nonce: fake.world.waiting[0]?.nonce,
    });
  });

  it("is not reviewed with what was typed while the host checked it", async () => {
    const fake = await openGate([formRequest()]);
    type(/Title of the release/, "Portal 2.4");
    await pass(250);
    const end = fake.hold("check_form");
    await click(button("Review"));
    type(/Title of the release/, "No");
    end();
    await pass(0);
    expect(input(/Title of the release/)).toHaveValue("No");
    expect(within(gate()).queryByRole("button", { name: /^Send/ })).toBeNull();
    await click(button("Review"));
    end();
    await pass(0);
    expect(within(gate()).getByRole("button", { name: /^Send/ })).toBeInTheDocument();
    expect(fake.sent("check_form").at(-1)?.content).toMatchObject({ title: "No" });
  });

  it("passes a number on as it was typed when it is none", async () => {
    const fake = await openGate([formRequest()]);
    fake.reply("check_form", () => [{ path: "/seats", message: "This is not a number." }]);
    type("Seats", "many");
    fireEvent.blur(input("Seats"));
    await pass(250);
    expect(input("Seats")).toHaveAccessibleDescription(/This is not a number\./);
    expect(fake.asked.at(-1)?.args).toMatchObject({ content: { seats: "many" } });
  });

  // Proves ELI-10.
  it("shows before it is sent what the server gets, and what it does not", async () => {
    await openGate([formRequest()]);
    await review();
    expect(within(gate()).getByRole("heading", { name: "This is sent to “GitHub”" })).toHaveFocus();
    expect(said()).toContain("Portal 2.4");
    expect(said()).toContain("Development sent as dev");
    expect(said()).toContain("Announce it to customersannounceno");
    expect(said()).toContain("Seatsleft out");
    expect(within(gate()).getAllByText("as the server suggested")).toHaveLength(3);
    await click(button("Back to the form"));
    expect(input(/Title of the release/)).toHaveValue("Portal 2.4");
    expect(input(/Title of the release/)).toHaveFocus();
  });

  // Proves S-27, S-81.
  it("sends exactly what was reviewed, with nonce and digest", async () => {
    const request = formRequest();
    const fake = await openGate([request]);
    await review();
    await click(button("Send"));
    expect(answers(fake)).toEqual([
      {
        request: request.id,
        nonce: request.nonce,
        digest: request.digest,
        answer: {
          kind: "submit",
          content: {
            title: "Portal 2.4",
            stage: "dev",
            areas: ["export"],
            announce: false,
            notes: "Sign-in stays open for 30 days.\nExports keep their time zone.",
          },
        },
      },
    ]);
    expect(noGate()).toBeNull();
  });

  // Proves S-81.
  it("says of a suggestion that was taken out that it is left out, and never sends it", async () => {
    const fake = await openGate([formRequest()]);
    type(/Notes/, "");
    await click(within(gate()).getByRole("checkbox", { name: "export" }));
    await review();
    expect(said()).toContain("Notesleft out");
    await key("a");
    expect(answers(fake)[0]?.answer).toMatchObject({ content: { notes: null, areas: null } });
  });

  it("can say none of several where an answer is required, and no where there are none", async () => {
    const request = formRequest({
      fields: [
        field(
          "all",
          { kind: "several", options: options("one", "two"), min: null, max: null },
          { required: true },
        ),
        field("big", {
          kind: "choice",
          options: options(...Array.from({ length: 9 }, (_, at): [string, string] => [`v${at}`, "the same"])),
        }),
      ],
    });
    const fake = await openGate([request]);
    await click(button(/Choose none/));
    fireEvent.click(within(gate()).getByRole("combobox", { name: "big" }));
    await pass(50);
    // Choices that look alike are still different ones.
    await click(screen.getAllByRole("option", { name: "the same" })[4] as HTMLElement);
    await click(button("Review"));
    await pass(500);
    expect(said()).toContain("none chosen");
    await click(button("Send"));
    expect(answers(fake)[0]?.answer).toEqual({ kind: "submit", content: { all: [], big: "v4" } });
  });
});

describe("the three endings of a form", () => {
  // Proves ELI-05.
  it.each([
    ["Decline", { kind: "decline" }],
    ["Dismiss", { kind: "deny" }],
    ["Dismiss all from this server", { kind: "deny_all_from_server" }],
  ])("%s is an answer of its own", async (name, answer) => {
    const fake = await openGate([formRequest()]);
    await click(button(name));
    expect(answers(fake).map((it) => it.answer)).toEqual([answer]);
  });

  // Proves ELI-05.
  it("leaving answers nothing, and what was filled in is still there", async () => {
    const fake = await openGate([formRequest()], { at: "#/waiting" });
    type(/Title of the release/, "Portal 2.4");
    await click(button(/Decide later/));
    expect(noGate()).toBeNull();
    expect(answers(fake)).toEqual([]);
    await click(screen.getByRole("button", { name: /^Open: / }));
    expect(input(/Title of the release/)).toHaveValue("Portal 2.4");
  });

  // Proves F-26.
  it("is as it was filled in after a reload, also where a suggestion was emptied", async () => {
    const request = formRequest();
    const { fake } = await showApp("#/activity", { waiting: [] });
    fake.world.waiting = [request];
    const { id, nonce } = request;
    await fake.gate.call("check_form", { request: id, nonce, content: { title: "Portal 2.4", stage: null } });
    await act(async () => fake.tellWaiting());
    await pass(500);
    expect(input(/Title of the release/)).toHaveValue("Portal 2.4");
    expect(within(gate()).getByRole("radio", { name: "Development" })).not.toBeChecked();
    await pass(500);
    expect(fake.asked.at(-1)?.args).toMatchObject({ content: { title: "Portal 2.4", stage: null } });
  });

  it("says what each of them means", async () => {
    await openGate([formRequest()]);
    expect(gate()).toHaveTextContent(
      "Decline: “GitHub” is told that you declined. Dismiss: it is told only that no decision was made. Decide later: the request waits until",
    );
  });
});

// Proves S-33.
describe("keys and the guard of a form", () => {
  it("Enter in a field reviews and never sends", async () => {
    const fake = await openGate([formRequest()]);
    type(/Title of the release/, "Portal 2.4");
    await click(within(gate()).getByRole("radio", { name: "No" }));
    fireEvent.submit(within(gate()).getByRole("form", { name: "Form" }));
    await pass(0);
    expect(within(gate()).getByRole("heading", { name: /This is sent to/ })).toBeInTheDocument();
    expect(answers(fake)).toEqual([]);
  });

  it("the review starts the guard again, by click and by key", async () => {
    const fake = await openGate([formRequest()]);
    await review();
    await click(button("Back to the form"));
    await click(button("Review"));
    expect(button("Send")).toHaveAttribute("aria-disabled", "true");
    await click(button("Send"));
    await key("a");
    expect(answers(fake)).toEqual([]);
    await pass(500);
    await key("a");
    expect(answers(fake)).toHaveLength(1);
  });

  it("A and D are letters while a field has focus; A sends nothing before the review", async () => {
    const fake = await openGate([formRequest()]);
    for (const name of ["a", "d"]) {
      fireEvent.keyDown(input(/Title of the release/), { key: name });
      await pass(600);
      fireEvent.keyDown(within(gate()).getByRole("radio", { name: "Yes" }), { key: name });
      await pass(600);
    }
    fireEvent.keyDown(gate(), { key: "a" });
    await pass(0);
    expect(answers(fake)).toEqual([]);
  });

  it("Esc in a field leaves the field, and only then the gate", async () => {
    await openGate([formRequest()]);
    input(/Title of the release/).focus();
    // That of an input method takes a word back.
    await key("Escape", { isComposing: true });
    expect(input(/Title of the release/)).toHaveFocus();
    await key("Escape");
    expect(gate()).toBeInTheDocument();
    expect(within(gate()).getByRole("heading", { level: 1 })).toHaveFocus();
    await key("Escape");
    expect(noGate()).toBeNull();
  });

  it("never puts the focus on a yes", async () => {
    await openGate([formRequest()]);
    await review();
    expect(document.activeElement).not.toBe(button("Send"));
    for (const it of within(gate()).getAllByRole("button")) {
      expect(it).not.toHaveAttribute("data-variant", "filled");
    }
  });
});

describe("a form that asks for a secret", () => {
  // Proves ELI-16, S-80.
  it("can only be declined or left, and says why", async () => {
    const fake = await openGate([secretFormRequest()]);
    expect(gate()).toHaveTextContent("The field “API key” asks for a secret and is required");
    expect(within(gate()).queryByRole("textbox")).toBeNull();
    expect(within(gate()).queryByRole("button", { name: "Send" })).toBeNull();
    // The way on is off, and the reason stands beside it.
    expect(button("Review")).toHaveAttribute("aria-disabled", "true");
    expect(gate()).toHaveTextContent("This form cannot be sent. You can decline or dismiss it.");
    expect(gate()).not.toHaveTextContent("Your approval covers");
    await click(button("Review"));
    await key("a");
    expect(answers(fake)).toEqual([]);
    await click(button("Decline"));
    expect(answers(fake)[0]?.answer).toEqual({ kind: "decline" });
  });

  // Proves ELI-16.
  it("has no field for a secret that may be left out, and sends nothing of it", async () => {
    const fake = await openGate([
      formRequest({
        fields: [field("name", text()), field("token", text(), { refused: "This asks for a secret." })],
      }),
    ]);
    expect(within(gate()).getAllByRole("textbox")).toHaveLength(1);
    expect(gate()).toHaveTextContent("This asks for a secret.");
    type("name", "Ada");
    await click(button("Review"));
    await pass(500);
    expect(said()).toContain("never sent: This asks for a secret.");
    await click(button("Send"));
    expect(answers(fake)[0]?.answer).toEqual({ kind: "submit", content: { name: "Ada" } });
  });
});

describe("words of a server in a form", () => {
  // Proves ELI-09, S-83.
  it("has no address that can be clicked", async () => {
    await openGate([formRequest()]);
    expect(gate()).toHaveTextContent("https://docs.github.example/");
    expect(within(gate()).queryByRole("link")).toBeNull();
  });

  // Proves S-34.
  it("stand in slots that say whose they are, and are never markup", async () => {
    await openGate([evilFormRequest()]);
    expect(
      within(gate()).getByRole("figure", {
        name: "Form · labels and choices are text from “GitHub” · * = required",
      }),
    ).toHaveTextContent("<img src=x onerror=alert(1)>");
    expect(within(gate()).queryByRole("img")).toBeNull();
    expect(gate()).toHaveAccessibleName("“GitHub” asks you to fill in a form");
  });

  // Proves S-10, S-41.
  it("are opened before anything is sent, and hidden characters can be taken out", async () => {
    const fake = await openGate([evilFormRequest()]);
    expect(gate()).toHaveTextContent("2 hidden characters");
    await click(button("Remove hidden characters"));
    expect(gate()).not.toHaveTextContent("2 hidden characters");
    type(/onerror/, "x");
    await click(button("Review"));
    await pass(500);
    expect(gate()).toHaveTextContent("Open the shortened text first.");
    await key("a");
    expect(answers(fake)).toEqual([]);
    for (const it of within(gate()).getAllByRole("button", { name: /more characters/ })) {
      await click(it);
    }
    await pass(500);
    await key("a");
    const answer = answers(fake)[0]?.answer;
    if (answer?.kind !== "submit") {
      throw new Error("it was not sent");
    }
    // A name that means something else to a program is a name.
    expect(Object.keys(answer.content as object)).toEqual(["__proto__", "constructor"]);
  });

  it("asks for nothing but a yes where it has no fields", async () => {
    const fake = await openGate([formRequest({ fields: [] })]);
    expect(gate()).toHaveTextContent("The server only asks you to agree.");
    await click(button("Send"));
    expect(answers(fake)[0]?.answer).toEqual({ kind: "submit", content: {} });
  });

  const all: [string, () => Request][] = [
    ["a secret", secretFormRequest],
    ["evil words", evilFormRequest],
  ];
  it.each(all)("is axe clean with %s", async (_name, make) => {
    await openGate([make()]);
    await expectAxeClean();
  });

  it("is axe clean in review", async () => {
    await openGate([formRequest()]);
    await review();
    await expectAxeClean();
  });
});
