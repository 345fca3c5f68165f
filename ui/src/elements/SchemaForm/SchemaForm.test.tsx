import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import type { ArgumentIssue } from "../../bindings/host";
import type { Json } from "../../json";
import { expectAxeClean } from "../../test/axe";
import { cpuTime } from "../../test/cpu";
import { Theme } from "../../theme/Theme";
import { WRITTEN } from "../AutosizeTextarea";
import { initial } from "./initial";
import { SchemaForm } from "./SchemaForm";

let last: Json | undefined;

interface HostProps {
  schema: Json;
  issues?: ArgumentIssue[];
  insist?: boolean;
  raw?: boolean;
  typed?: Map<string, string>;
}

function Host(props: HostProps) {
  const [value, setValue] = useState(() => initial(props.schema, props.schema));
  const [broken, setBroken] = useState(false);
  last = value;
  return (
    <Theme appearance="light" still>
      <SchemaForm
        schema={props.schema}
        value={value}
        onChange={setValue}
        issues={props.issues ?? []}
        insist={props.insist ?? false}
        raw={props.raw ?? false}
        onBroken={setBroken}
        {...(props.typed !== undefined ? { typed: props.typed } : {})}
      />
      {broken ? <p>broken</p> : null}
    </Theme>
  );
}

function form(properties: Record<string, Json>, required: string[] = [], rest: Record<string, Json> = {}) {
  render(<Host schema={{ type: "object", properties, required, ...rest }} />);
  return userEvent.setup();
}

describe("the fields", () => {
  it("hold text, and leave out what is emptied", async () => {
    const user = form({ path: { type: "string", title: "Path" }, needed: { type: "string" } }, ["needed"]);
    await user.type(screen.getByLabelText("Path"), "docs");
    expect(last).toEqual({ path: "docs" });
    await user.clear(screen.getByLabelText("Path"));
    expect(last).toEqual({});
    await user.type(screen.getByLabelText(/needed/), "x");
    await user.clear(screen.getByLabelText(/needed/));
    expect(last).toEqual({ needed: "" });
  });

  it("take a day as it is sent, and not in the order of the system's language", async () => {
    const user = form({ day: { type: "string", format: "date" } });
    const day = screen.getByLabelText("day");
    expect(day).toHaveAttribute("type", "text");
    expect(day).toHaveAttribute("placeholder", "yyyy-mm-dd");
    await user.type(day, "2026-11-20");
    expect(last).toEqual({ day: "2026-11-20" });
  });

  it("have more lines for what does not fit on one, and keep pasted lines", async () => {
    const user = form({
      short: { type: "string", default: "x".repeat(80) },
      long: { type: "string", default: "x".repeat(81) },
      note: { type: "string", minLength: 1, maxLength: 1000 },
      pasted: { type: "string" },
    });
    expect(screen.getByLabelText("short").tagName).toBe("INPUT");
    expect(screen.getByLabelText("long").tagName).toBe("TEXTAREA");
    expect(screen.getByLabelText("note")).toHaveAccessibleDescription("1 to 1,000 characters.");
    await user.click(screen.getByLabelText("pasted"));
    await user.keyboard("d{ArrowLeft}");
    await user.paste("a\nb");
    expect(screen.getByLabelText("pasted").tagName).toBe("TEXTAREA");
    expect(last).toMatchObject({ pasted: "a\nbd" });
    // What is typed next goes on where it was pasted.
    await user.keyboard("c");
    expect(last).toMatchObject({ pasted: "a\nbcd" });
  });

  it("say where pasted lines do not fit, and keep what was typed", async () => {
    const user = form({ pasted: { type: "string" } });
    await user.click(screen.getByLabelText("pasted"));
    await user.keyboard("ab{ArrowLeft}");
    await user.paste(`${"x".repeat(WRITTEN)}\n`);
    expect(screen.getByText(/^Not pasted. This field takes up to 100,000 characters/)).toBeVisible();
    await user.keyboard("c");
    expect(last).toEqual({ pasted: "acb" });
    expect(screen.queryByText(/^Not pasted/)).toBeNull();
  });

  it("hold numbers, and pass on what is not one so that the host can say so", async () => {
    const user = form({ n: { type: "number" } });
    await user.type(screen.getByLabelText("n"), "-1.50");
    expect(last).toEqual({ n: -1.5 });
    expect(screen.getByLabelText("n")).toHaveValue("-1.50");
    await user.clear(screen.getByLabelText("n"));
    await user.type(screen.getByLabelText("n"), "many");
    expect(last).toEqual({ n: "many" });
    await user.clear(screen.getByLabelText("n"));
    await user.type(screen.getByLabelText("n"), "12345678901234567891");
    expect(last).toEqual({ n: 12345678901234567891n });
    await user.clear(screen.getByLabelText("n"));
    await user.type(screen.getByLabelText("n"), "0.12345678901234567891");
    expect(last).toEqual({ n: "0.12345678901234567891" });
  });

  it("count up and down by one with the arrows, in as many digits as there were", async () => {
    const user = form({ n: { type: "number" } });
    await user.type(screen.getByLabelText("n"), "0.7{ArrowDown}");
    expect(last).toEqual({ n: -0.3 });
    await user.keyboard("{ArrowUp}{ArrowUp}");
    expect(last).toEqual({ n: 1.7 });
    await user.clear(screen.getByLabelText("n"));
    await user.type(screen.getByLabelText("n"), "9007199254740991{ArrowUp}");
    expect(last).toEqual({ n: 9007199254740992n });
  });

  it("of free names keep what is typed in each when one above is removed", async () => {
    const user = form({}, [], { additionalProperties: true, default: { a: 1, b: 2, c: 3 } });
    const [a, b, c] = screen.getAllByLabelText("Name");
    expect(a).toHaveValue("a");
    const [, second] = screen.getAllByLabelText(/^Value/);
    await user.type(second as HTMLElement, "x");
    await user.type(c as HTMLElement, "{Backspace}b");
    expect(c).toHaveAccessibleDescription(/already/);
    await user.click(screen.getByRole("button", { name: "Remove a" }));
    expect(screen.getAllByLabelText("Name")).toEqual([b, c]);
    expect(b).toHaveValue("b");
    expect(screen.getAllByLabelText(/^Value/)[0]).toHaveValue("2x");
  });

  it("of free names forget what is typed in one that is renamed or removed", async () => {
    const typed = new Map<string, string>();
    const schema = { type: "object", additionalProperties: true, default: { a: {} } };
    render(<Host schema={schema} typed={typed} />);
    const user = userEvent.setup();
    await user.type(screen.getByLabelText(/^Value/), "x");
    expect([...typed]).toEqual([["/a", "{}x"]]);
    await user.type(screen.getByLabelText("Name"), "b");
    expect([...typed]).toEqual([["/ab", "{}x"]]);
    await user.click(screen.getByRole("button", { name: "Remove ab" }));
    expect([...typed]).toEqual([]);
  });

  it("tell “not set” from no", async () => {
    const user = form({ flag: { type: "boolean" } });
    expect(screen.getByLabelText("flag")).toBePartiallyChecked();
    expect(last).toEqual({});
    await user.click(screen.getByLabelText("flag"));
    expect(last).toEqual({ flag: true });
    await user.click(screen.getByLabelText("flag"));
    expect(last).toEqual({ flag: false });
    await user.click(screen.getByRole("button", { name: "Leave out" }));
    expect(last).toEqual({});
  });

  it("offer the values of an enum, and several of a list of them", async () => {
    const user = form({
      mode: {
        oneOf: [
          { const: 1, title: "Low" },
          { const: 2, title: "High" },
        ],
      },
      tags: { type: "array", items: { enum: ["red", "green"] } },
    });
    await user.click(screen.getByRole("combobox", { name: "mode" }));
    await user.click(await screen.findByRole("option", { name: "High" }));
    expect(last).toEqual({ mode: 2 });
    await user.click(screen.getByRole("combobox", { name: "tags" }));
    await user.click(await screen.findByRole("option", { name: "green" }));
    await user.click(await screen.findByRole("option", { name: "red" }));
    expect(last).toEqual({ mode: 2, tags: ["green", "red"] });
  });

  it("add, move and remove the entries of a list", async () => {
    const user = form({ list: { type: "array", items: { type: "string" } } });
    const add = screen.getByRole("button", { name: "Add to list" });
    await user.click(add);
    await user.type(screen.getByLabelText(/list 1/, { selector: "input" }), "one");
    await user.click(add);
    await user.type(screen.getByLabelText(/list 2/, { selector: "input" }), "two");
    expect(last).toEqual({ list: ["one", "two"] });
    await user.click(screen.getByRole("button", { name: "Move list 2 up" }));
    expect(last).toEqual({ list: ["two", "one"] });
    await user.click(screen.getByRole("button", { name: "Remove list 1" }));
    await user.click(screen.getByRole("button", { name: "Remove list 1" }));
    expect(last).toEqual({});
  });

  it("add a group that is not needed, and leave it out again", async () => {
    const user = form({ where: { type: "object", properties: { city: { type: "string" } } } });
    await user.click(screen.getByRole("button", { name: "Add “where”" }));
    await user.type(screen.getByLabelText("city"), "Ulm");
    expect(last).toEqual({ where: { city: "Ulm" } });
    await user.click(screen.getByRole("button", { name: "Leave out" }));
    expect(last).toEqual({});
  });

  it("choose a variant, and start over with another one", async () => {
    const user = form({
      filter: {
        oneOf: [
          {
            title: "By pattern",
            type: "object",
            required: ["kind"],
            properties: { kind: { const: "pattern" }, pattern: { type: "string" } },
          },
          {
            title: "By age",
            type: "object",
            required: ["kind"],
            properties: { kind: { const: "age" }, days: { type: "number" } },
          },
        ],
      },
    });
    await user.click(screen.getByRole("combobox", { name: "Type of filter" }));
    await user.click(await screen.findByRole("option", { name: "By age" }));
    await user.type(screen.getByLabelText("days"), "3");
    expect(last).toEqual({ filter: { kind: "age", days: 3 } });
    await user.click(screen.getByRole("combobox", { name: "Type of filter" }));
    await user.click(await screen.findByRole("option", { name: "By pattern" }));
    expect(last).toEqual({ filter: { kind: "pattern" } });
  });

  it("say that nothing is named, with free names behind “More”", async () => {
    render(
      <Theme appearance="light" still>
        <SchemaForm
          schema={{ type: "object" }}
          value={{}}
          onChange={() => {}}
          issues={[]}
          insist={false}
          raw={false}
          none="This tool names no arguments."
        />
      </Theme>,
    );
    expect(screen.getByText("This tool names no arguments.")).toBeVisible();
    const add = screen.getByRole("button", { name: "Add a name and value", hidden: true });
    expect(add).not.toBeVisible();
    await userEvent.setup().click(screen.getByText("More"));
    expect(add).toBeVisible();
  });

  it("hold free names with values", async () => {
    const user = form({}, [], { additionalProperties: { type: "string" } });
    await user.click(screen.getByRole("button", { name: "Add a name and value" }));
    await user.clear(screen.getByLabelText("Name"));
    await user.type(screen.getByLabelText("Name"), "HOME");
    await user.type(screen.getByLabelText(/Value/), "/root");
    expect(last).toEqual({ HOME: "/root" });
  });

  it("send null only when it is said", async () => {
    const user = form({ n: { type: ["number", "null"] } }, ["n"]);
    await user.click(screen.getByLabelText("n: no value (null)"));
    expect(last).toEqual({ n: null });
    await user.click(screen.getByLabelText("n: no value (null)"));
    expect(last).toEqual({});
  });

  it("take null back also where a part of allOf presets it", async () => {
    const part: Json = { type: ["number", "null"], default: null };
    const user = form({ n: { allOf: [part] } }, ["n"]);
    expect(last).toEqual({ n: null });
    await user.click(screen.getByLabelText("n: no value (null)"));
    expect(last).toEqual({});
  });

  it("fall back to JSON for what has no input, and say when it is not JSON", async () => {
    const user = form({ any: {} });
    await user.click(screen.getByLabelText("any"));
    await user.paste('{"a":');
    expect(await screen.findByText("broken")).toBeVisible();
    expect(last).toEqual({});
    await user.paste("1}");
    expect(last).toEqual({ any: { a: 1 } });
    expect(screen.queryByText("broken")).toBeNull();
  });

  it("switch to one JSON field for the whole", async () => {
    const schema: Json = { type: "object", properties: { a: { type: "number", default: 2 } } };
    render(<Host schema={schema} raw />);
    const user = userEvent.setup();
    const whole = screen.getByLabelText(/Arguments/);
    expect(whole).toHaveValue('{\n  "a": 2\n}');
    await user.clear(whole);
    await user.paste('{"a": 5}');
    expect(last).toEqual({ a: 5 });
  });
});

describe("issues of the host", () => {
  const schema: Json = {
    type: "object",
    properties: { where: { type: "object", properties: { city: { type: "string" } }, default: {} } },
  };
  const issues = [{ path: "/where/city", message: "is required" }];

  it("stand at the field once it was left, not before", async () => {
    render(<Host schema={schema} issues={issues} />);
    const user = userEvent.setup();
    expect(screen.queryByText("is required")).toBeNull();
    await user.click(screen.getByLabelText("city"));
    await user.tab();
    expect(screen.getByText("is required")).toBeVisible();
    expect(screen.getByLabelText("city")).toHaveAttribute("aria-invalid", "true");
  });

  it("are said once beside a choice of types", () => {
    const types = ["Person", "Team"].map((title) => ({
      title,
      type: "object",
      properties: { name: { type: "string" } },
    }));
    const choice = { type: "object", required: ["owner"], properties: { owner: { anyOf: types } } };
    render(<Host schema={choice} issues={[{ path: "/owner", message: "does not match" }]} insist />);
    expect(screen.getAllByText("does not match", { selector: "fieldset *" })).toHaveLength(1);
    expect(screen.getAllByRole("group")).toHaveLength(2);
  });

  it("are listed when the call was tried, each a way to its field", async () => {
    render(<Host schema={schema} issues={issues} insist />);
    const user = userEvent.setup();
    const summary = screen.getByRole("status");
    await user.click(within(summary).getByRole("button", { name: "where › city:" }));
    expect(screen.getByLabelText("city")).toHaveFocus();
  });
});

describe("hostile schemas", () => {
  // Proves S-19.
  it("names and values of a schema are shown as text with escapes", () => {
    form({ "a\u202eb": { type: "string" }, "<img src=x onerror=alert(1)>": { type: "string" } });
    expect(screen.getByLabelText("a⟨U+202E⟩b")).toBeVisible();
    expect(document.querySelector("img")).toBeNull();
  });

  it("that contain themselves open one level at a time", async () => {
    const user = form({ tree: { $ref: "#/$defs/node" } }, [], {
      $defs: {
        node: {
          type: "object",
          required: ["next"],
          properties: { name: { type: "string" }, next: { $ref: "#/$defs/node" } },
        },
      },
    });
    expect(screen.queryByLabelText("name")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Add “tree”" }));
    expect(screen.getAllByLabelText("name").length).toBeLessThan(10);
  });

  it("that multiply by containing themselves do not freeze the page", () => {
    const names = Array.from({ length: 50 }, (_, index) => `p${index}`);
    const started = cpuTime();
    form(Object.fromEntries(names.map((name) => [name, { $ref: "#" }])), names);
    expect(document.querySelectorAll("fieldset").length).toBeLessThan(6_000);
    expect(cpuTime() - started).toBeLessThan(12_000);
  });

  it("with 2,000 properties show a page of them and find the rest", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 2000 }, (_, index) => [`p${index}`, { type: "string" }]),
    );
    const user = form(many);
    expect(screen.getAllByRole("textbox").length).toBeLessThan(60);
    await user.type(screen.getByRole("searchbox"), "p1999");
    await user.type(screen.getByLabelText("p1999"), "x");
    expect(last).toEqual({ p1999: "x" });
  });

  it("with a property called __proto__ set that property", async () => {
    const schema = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}') as Json;
    render(<Host schema={schema} />);
    await userEvent.setup().type(screen.getByLabelText("__proto__"), "x");
    expect(JSON.stringify(last)).toBe('{"__proto__":"x"}');
  });
});

it("shows what cannot be chosen as text, not as a field", () => {
  form({ version: { const: 3, title: "Version" }, maybe: { const: "x" } }, ["version"]);
  expect(screen.getByRole("note", { name: "Version" })).toHaveTextContent("3");
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(screen.getByRole("checkbox", { name: "maybe: x" })).toBeInTheDocument();
  expect(last).toEqual({ version: 3 });
});

it("passes axe with every kind of field", async () => {
  form(
    {
      text: { type: "string", description: "words", minLength: 1 },
      long: { type: "string", maxLength: 5000 },
      secret: { type: "string", format: "password" },
      day: { type: "string", format: "date" },
      n: { type: ["integer", "null"] },
      flag: { type: "boolean" },
      mode: { enum: ["a", "b"] },
      tags: { type: "array", items: { enum: ["a", "b"] } },
      list: { type: "array", items: { type: "string" }, default: ["x", "y"] },
      group: { type: "object", properties: { a: { type: "string" } }, default: {} },
      filter: { anyOf: [{ type: "string" }, { type: "number" }], default: "x" },
      fixed: { const: 3 },
      any: {},
    },
    ["text", "n", "fixed"],
    { additionalProperties: { type: "string" } },
  );
  await expectAxeClean();
});
