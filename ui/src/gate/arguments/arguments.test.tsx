import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Request } from "../../bindings/host";
import type { FakeHost } from "../../platform/fakeHost";
import { foreign, problem, row } from "../../platform/fakeHost/make";
import { newToolRequest } from "../../platform/fakeHost/requests";
import { expectAxeClean } from "../../test/axe";
import { answers, button, click, gate, key, noGate, openGate as open, pass } from "../../test/gate";
import { withFakeTimers } from "../../test/timers";

withFakeTimers();

const LARGE = "90071992547409931234";

/** A call with these arguments of a tool with this schema. */
function asked(arguments_json: string, schema: object | null): Request {
  return newToolRequest({ arguments_json, schema: schema === null ? null : JSON.stringify(schema) });
}

const declares = (properties: object, required: string[] = []) => ({ type: "object", properties, required });
const issue = () =>
  asked(
    '{"repo":"acme/portal","number":7}',
    declares({ repo: { type: "string" }, number: { type: "integer" }, body: { type: "string" } }, ["repo"]),
  );

/** What the host says of arguments of this call. */
const NO_REPO = { path: "/repo", message: "is required" };
const NO_INTEGER = { path: "/number", message: "is not of the type “integer”" };

const field = (name: string | RegExp) => within(gate()).getByLabelText(name);
const json = () => field("Arguments as JSON");
const type = (into: HTMLElement, value: string) => fireEvent.change(into, { target: { value } });
const way = (name: "Form" | "JSON") => button(name);
const amended = (fake: FakeHost) => fake.sent("amend");
const checked = (fake: FakeHost) => fake.sent("check_amended");

async function edit(request: Request, options?: { at?: string }): Promise<FakeHost> {
  const fake = await open([request], options);
  await click(button("Edit arguments"));
  return fake;
}

describe("arguments in the form of their schema", () => {
  it("are filled in, with the focus in the first field", async () => {
    await edit(issue());
    expect(field(/repo/)).toHaveValue("acme/portal");
    expect(field("number")).toHaveValue("7");
    expect(field("body")).toHaveValue("");
    expect(way("Form")).toHaveAttribute("aria-pressed", "true");
    expect(way("JSON")).toHaveAttribute("aria-pressed", "false");
    expect(field(/repo/)).toHaveFocus();
    await expectAxeClean(gate());
  });

  // Proves S-27.
  it("make a changed request that says what was changed; nothing is allowed by it", async () => {
    const request = issue();
    const fake = await edit(request);
    fake.reply("amend", (given, usual) => {
      const now = {
        arguments: [{ ...row("repo", "acme/other"), changed: true }],
        left_out: [foreign("number")],
      };
      Object.assign(fake.world.waiting[0]?.asked ?? {}, now);
      return usual(given);
    });
    expect(button("Allow once")).toHaveAttribute("aria-disabled", "true");
    type(field(/repo/), "acme/other");
    type(field("number"), "");
    await click(button("Use these arguments"));
    expect(amended(fake)).toEqual([
      { request: request.id, nonce: request.nonce, arguments: '{\n  "repo": "acme/other"\n}' },
    ]);
    expect(answers(fake)).toEqual([]);
    expect(within(gate()).getByText("changed by you").closest("dt")).toHaveTextContent(/^repo/);
    expect(gate()).toHaveTextContent("Left out by you: “number”");
    expect(button("Allow once")).toHaveAttribute("aria-disabled", "true");
    await pass(500);
    await click(button("Allow once"));
    expect(answers(fake)[0]?.nonce).not.toBe(request.nonce);
    expect(answers(fake)[0]?.digest).not.toBe(request.digest);
  });

  it("are checked by the host while they are typed, and the error stands at its field", async () => {
    const fake = await edit(issue());
    fake.reply("check_amended", () => [NO_INTEGER]);
    type(field("number"), "many");
    fireEvent.blur(field("number"));
    await pass(250);
    expect(checked(fake).at(-1)?.arguments).toContain('"number": "many"');
    expect(field("number")).toHaveAccessibleDescription(/is not of the type “integer”/);
    expect(field("number")).toBeInvalid();
    expect(fake.world.waiting).toHaveLength(1);
  });

  it("are not used as long as the host says that they do not fit", async () => {
    const fake = await edit(issue());
    fake.reply("check_amended", ({ arguments: given }) => (given.includes("acme") ? [] : [NO_REPO]));
    type(field(/repo/), "");
    await click(button("Use these arguments"));
    expect(amended(fake)).toEqual([]);
    expect(field(/repo/)).toBeInvalid();
    type(field(/repo/), "acme/other");
    await click(button("Use these arguments"));
    expect(amended(fake)).toHaveLength(1);
  });

  it.each([
    ["fits", []],
    ["does not fit", [NO_REPO]],
  ])("keep what is typed while the host finds that it %s", async (_, found) => {
    const fake = await edit(issue());
    let end = () => {};
    fake.reply("check_amended", async () => {
      await new Promise<void>((go) => {
        end = go;
      });
      return found;
    });
    await click(button("Use these arguments"));
    type(field("body"), "more");
    end();
    await pass(0);
    expect(field("body")).toHaveValue("more");
    expect(amended(fake)).toEqual([]);
  });

  it("keep what is no JSON yet and was typed while the host finds that it fits", async () => {
    const fake = await edit(asked('{"any":{"a":1}}', declares({ any: {} })));
    const end = fake.hold("check_amended");
    await click(button("Use these arguments"));
    type(field("any"), '{"a":');
    end();
    await pass(0);
    expect(field("any")).toHaveValue('{"a":');
    expect(amended(fake)).toEqual([]);
  });

  it.each([
    ["body", "more", issue],
    ["any", '{"a":', () => asked('{"any":{"a":1}}', declares({ any: {} }))],
  ])("go on as they are typed while the host makes the changed request, in “%s”", async (name, typed, of) => {
    const fake = await edit(of());
    const end = fake.hold("amend");
    await click(button("Use these arguments"));
    type(field(name), typed);
    end();
    await pass(0);
    expect(amended(fake)).toHaveLength(1);
    expect(field(name)).toHaveValue(typed);
    type(field(name), "2");
    await click(button("Use these arguments"));
    end();
    await pass(0);
    expect(amended(fake)[1]?.arguments).toContain("2");
    expect(within(gate()).queryByRole("button", { name: "Use these arguments" })).toBeNull();
  });

  it("are not edited on after a change that came after one that failed", async () => {
    const fake = await edit(issue());
    let fail = () => {};
    fake.reply("amend", (given, usual) =>
      amended(fake).length > 1
        ? usual(given)
        : new Promise((_, no) => {
            fail = () => no(problem("store.full", { sentence: "The disk is full." }));
          }),
    );
    await click(button("Use these arguments"));
    type(field("body"), "more");
    fail();
    await pass(0);
    expect(gate()).toHaveTextContent("The disk is full.");
    await click(button("Use these arguments"));
    expect(amended(fake)).toHaveLength(2);
    expect(within(gate()).queryByRole("button", { name: "Use these arguments" })).toBeNull();
  });

  it("are not used where they were discarded while the host checks them", async () => {
    const fake = await edit(issue());
    const end = fake.hold("check_amended");
    await click(button("Use these arguments"));
    await click(button("Discard changes"));
    end();
    await pass(0);
    expect(amended(fake)).toEqual([]);
  });

  it("keep a whole number of more than 53 bits, in both ways", async () => {
    const schema = declares({ id: { type: "integer" }, note: { type: "string" } });
    const fake = await edit(asked(`{"id":${LARGE}}`, schema));
    expect(field("id")).toHaveValue(LARGE);
    type(field("note"), "x");
    await click(way("JSON"));
    expect(json()).toHaveValue(`{\n  "id": ${LARGE},\n  "note": "x"\n}`);
    type(json(), `{"id":${LARGE}5}`);
    await click(way("Form"));
    expect(field("id")).toHaveValue(`${LARGE}5`);
    type(field("note"), "y");
    await pass(250);
    expect(checked(fake).at(-1)?.arguments).toContain(`"id": ${LARGE}5`);
  });

  it("of which the tool declares nothing are shown, kept, and changed as JSON", async () => {
    const request = asked('{"repo":"acme","more":{"deep":[1]}}', declares({ repo: { type: "string" } }));
    const fake = await edit(request);
    expect(gate()).toHaveTextContent(
      "The tool does not declare this. It is sent unchanged; edit it as JSON.",
    );
    const rest = gate().querySelector("dl[aria-label='Not declared']");
    expect(rest).toHaveTextContent(/^more\{ "deep": \[ 1 \] \}$/);
    type(field("repo"), "other");
    await click(button("Use these arguments"));
    expect(JSON.parse(amended(fake)[0]?.arguments ?? "")).toEqual({ repo: "other", more: { deep: [1] } });
  });

  it("are edited as JSON where there is no form", async () => {
    await edit(asked('{"repo":"acme"}', null));
    expect(within(gate()).queryByRole("group", { name: "Edit as" })).toBeNull();
    expect(gate()).toHaveTextContent("Edit them as JSON");
    expect(json()).toHaveFocus();
  });
});

describe("between form and JSON", () => {
  it("what was typed stays, in both directions", async () => {
    await edit(issue());
    type(field(/repo/), "acme/form");
    await click(way("JSON"));
    expect(json()).toHaveValue('{\n  "repo": "acme/form",\n  "number": 7\n}');
    type(json(), '{"repo":"acme/json","number":8}');
    await click(way("Form"));
    expect(field(/repo/)).toHaveValue("acme/json");
    expect(field("number")).toHaveValue("8");
  });

  it("what is not JSON stays where it is, with a sentence", async () => {
    const fake = await edit(issue());
    await click(way("JSON"));
    type(json(), '{"repo":');
    await click(way("Form"));
    expect(json()).toHaveValue('{"repo":');
    expect(screen.getByRole("alert")).toHaveTextContent(/^Invalid JSON.*Fix this to switch to the form\.$/);
    await click(button("Use these arguments"));
    expect(json()).toBeInvalid();
    expect(amended(fake)).toEqual([]);
  });

  it("a field that holds no JSON keeps it, and the form stays", async () => {
    await edit(asked('{"any":{"a":1}}', declares({ any: {} })));
    type(field("any"), '{"a":');
    await click(way("JSON"));
    expect(field("any")).toHaveValue('{"a":');
    expect(screen.getByRole("alert")).toHaveTextContent("One field is not valid JSON yet.");
  });

  it("a new entry of a list does not begin with what was no JSON in a removed one", async () => {
    await edit(asked('{"list":[1]}', declares({ list: { type: "array", items: {} } })));
    type(field(/^list 1/), '{"a":');
    await click(button("Remove list 1"));
    await click(button("Add to list"));
    expect(field(/^list 1/)).toHaveValue("null");
  });

  it("names and text that do not fit are said below the JSON", async () => {
    const fake = await edit(issue());
    fake.reply("check_amended", () => [NO_REPO, NO_INTEGER]);
    await click(way("JSON"));
    type(json(), '{"number":"x"}');
    await pass(250);
    const said = within(gate()).getByRole("status", { name: "Problems" });
    expect(said).toHaveTextContent("/repo is required");
    expect(said).toHaveTextContent("/number is not of the type “integer”");
  });

  it("a list is no arguments", async () => {
    const fake = await edit(issue());
    await click(way("JSON"));
    type(json(), "[]");
    await click(button("Use these arguments"));
    expect(gate()).toHaveTextContent("Arguments must be names and values in braces.");
    expect(amended(fake)).toEqual([]);
  });
});

describe("while the arguments are edited", () => {
  it.each(["form", "JSON"])("the call can be denied, also with what does not fit: %s", async (how) => {
    const fake = await edit(issue());
    fake.reply("check_amended", () => [NO_REPO, NO_INTEGER]);
    if (how === "JSON") {
      await click(way("JSON"));
      type(json(), "{");
    } else {
      type(field(/repo/), "");
      type(field("number"), "many");
    }
    await click(button("Use these arguments"));
    await pass(600);
    await click(button("Deny"));
    expect(answers(fake).map((it) => it.answer)).toEqual([{ kind: "deny" }]);
  });

  it("Esc in a field leaves the field with what was typed, and a second one the gate", async () => {
    const fake = await edit(issue(), { at: "#/waiting" });
    type(field(/repo/), "typed");
    field(/repo/).focus();
    await key("Escape");
    expect(field(/repo/)).toHaveValue("typed");
    expect(within(gate()).getByRole("heading", { level: 1 })).toHaveFocus();
    await key("Escape");
    expect(noGate()).toBeNull();
    expect(answers(fake)).toEqual([]);
    await click(screen.getByRole("button", { name: /Open: Let “GitHub”/ }));
    expect(field(/repo/)).toHaveValue("typed");
  });

  it("what is typed as JSON is there again for who comes back, as JSON", async () => {
    await edit(issue(), { at: "#/waiting" });
    await click(way("JSON"));
    type(json(), '{"repo":');
    await key("Escape");
    await key("Escape");
    await click(screen.getByRole("button", { name: /Open: Let “GitHub”/ }));
    expect(json()).toHaveValue('{"repo":');
  });

  it("what is no JSON yet in a field is there again for who comes back", async () => {
    await edit(asked('{"any":{"a":1}}', declares({ any: {} })), { at: "#/waiting" });
    type(field("any"), '{"a":');
    field("any").focus();
    await key("Escape");
    await key("Escape");
    expect(noGate()).toBeNull();
    await click(screen.getByRole("button", { name: /Open: Let “GitHub”/ }));
    expect(field("any")).toHaveValue('{"a":');
    await click(button("Discard changes"));
    await click(button("Edit arguments"));
    expect(field("any")).toHaveValue('{\n  "a": 1\n}');
  });

  it("leaving them as they were forgets what was typed, and the guard starts again", async () => {
    const fake = await edit(issue());
    type(field(/repo/), "typed");
    await click(button("Discard changes"));
    await click(button("Allow once"));
    expect(answers(fake)).toEqual([]);
    await pass(500);
    await click(button("Edit arguments"));
    expect(field(/repo/)).toHaveValue("acme/portal");
  });

  it("a request that changed meanwhile is not changed by it", async () => {
    const fake = await edit(issue());
    fake.failNext("amend", { code: "consent.stale", sentence: "This request is no longer waiting." });
    type(field(/repo/), "other");
    await click(button("Use these arguments"));
    expect(gate()).toHaveTextContent("This request is no longer waiting.");
    expect(field(/repo/)).toHaveValue("other");
  });
});
