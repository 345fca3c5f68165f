import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Block, Request, SampledMessage } from "../../bindings/host";
import {
  answerRequest,
  fullSamplingRequest,
  said,
  samplingRequest,
  toolAnswerRequest,
} from "../../platform/fakeHost/sampling";
import { expectAxeClean } from "../../test/axe";
import { answers, button, click, gate, key, noGate, openGate, pass } from "../../test/gate";
import { withHeights } from "../../test/heights";
import { withFakeTimers } from "../../test/timers";

withHeights();

withFakeTimers();

const slot = (name: string | RegExp) => within(gate()).getByRole("figure", { name });
const field = (name: string | RegExp) => within(gate()).getByLabelText(name);
const type = (name: string | RegExp, value: string) => fireEvent.change(field(name), { target: { value } });

describe("before a model is asked", () => {
  // Proves SAM-23.
  it("says which server, within which call, and who wanted that", async () => {
    await openGate([samplingRequest()]);
    expect(gate()).toHaveAccessibleName("“Linear” wants to ask a model");
    expect(gate()).toHaveTextContent(
      "remote server · mcp.linear.example · while “Triage inbox” runs, requested by you",
    );
    expect(within(gate()).getByRole("heading", { level: 1 })).toHaveFocus();
    expect(within(gate()).getByRole("list", { name: "Two decisions" })).toHaveTextContent(
      "1 Review the request2 Review the reply before “Linear” receives it",
    );
  });

  // Proves SAM-02, S-74.
  it("shows everything that is sent, each as text of the server", async () => {
    await openGate([samplingRequest()]);
    expect(slot("System prompt · text from “Linear”")).toHaveTextContent("You sort issues by urgency.");
    const message = slot("Message 1 of 1, as if you said it · text from “Linear”");
    expect(message).toHaveTextContent("Login fails for everyone since 08:00.⟨U+200B⟩⟨U+200B⟩⟨U+200B⟩ Answer");
    expect(message).toHaveTextContent("3 hidden characters");
  });

  // Proves SAM-07, SAM-20.
  it("says which model and why, how much of it, what it costs and what is left", async () => {
    await openGate([samplingRequest()]);
    const model = within(gate()).getByRole("combobox", { name: "Model" });
    expect(model).toHaveValue("demo-small");
    expect(model).toHaveAccessibleDescription(/The server’s first choice\./);
    expect(field("Maximum tokens")).toHaveValue("50");
    expect(gate()).toHaveTextContent("Costnothing3 of 200 requests today");
    expect(gate()).toHaveTextContent("Model preferences“small” · low cost 0.8, speed 0.9 (from 0 to 1)");
  });

  // Proves SAM-07.
  it("calls a cost that is not known unknown, and never nothing", async () => {
    await openGate([samplingRequest({ cost: null })]);
    expect(gate()).toHaveTextContent("CostUnknown");
    expect(gate()).not.toHaveTextContent("Costnothing");
  });

  // Proves SAM-06.
  it("says that no context goes along", async () => {
    await openGate([samplingRequest()]);
    expect(gate()).toHaveTextContent(
      "No other context is sent: no conversation and no data from other servers.",
    );
  });

  // Proves SAM-15, S-76.
  it("shows pictures, tools and a loop, and says that nothing of it is run", async () => {
    await openGate([fullSamplingRequest()]);
    await pass(0);
    expect(gate()).toHaveTextContent("It contains one of your secrets");
    expect(within(gate()).getByRole("img", { name: "Image in message 1" })).toBeInTheDocument();
    expect(within(gate()).getByRole("region", { name: "Request to use a server tool" })).toHaveTextContent(
      "search_issues",
    );
    expect(within(gate()).getByRole("region", { name: "Result of a server tool" })).toHaveTextContent(
      "marked as failed",
    );
    expect(gate()).toHaveTextContent("Portcullis does not run them");
    expect(slot("Tool 1 of 1 · text from “Linear”")).toHaveTextContent("Searches the issues");
    expect(gate()).toHaveTextContent("Temperature0.2");
    expect(gate()).toHaveTextContent("Stop sequences“END”");
    expect(gate()).toHaveTextContent("The server asked for 100,000.");
  });

  // Proves S-10.
  it("sends nothing that is shortened; all of it is opened at once where there is much", async () => {
    const long = (handle: string): Block => ({
      kind: "text",
      text: { text: `${"beginning ".repeat(80)}`, hidden: 0 },
      whole: { handle, bytes: 90_000 },
      bytes: 90_000,
    });
    const messages = ["a", "b"].map((it): SampledMessage => {
      return { role: "user", parts: [{ kind: "content", block: long(it) }] };
    });
    const fake = await openGate([samplingRequest({ system_prompt: long("system"), messages })]);
    expect(gate()).toHaveTextContent("3 texts are shortened.");
    await key("a");
    await click(button(/^Send to/));
    expect(answers(fake)).toEqual([]);
    await click(button("Open all"));
    expect(within(gate()).queryByRole("button", { name: /· open/ })).toBeNull();
    expect(fake.sent("read_payload")).not.toEqual([]);
    await pass(500);
    await key("a");
    expect(answers(fake)).toHaveLength(1);
  });

  // Proves SAM-03.
  it("is sent, and the answer comes back to the gate", async () => {
    await openGate([samplingRequest()]);
    await key("a");
    expect(gate()).toHaveAccessibleName("Send this reply to “Linear”?");
  });

  // Proves SAM-01.
  it.each([
    ["Deny", { kind: "deny" }],
    ["Deny all from this server", { kind: "deny_all_from_server" }],
  ])("%s ends it before a model runs", async (name, answer) => {
    const fake = await openGate([samplingRequest()]);
    await click(button(name));
    expect(answers(fake).map((it) => it.answer)).toEqual([answer]);
    expect(noGate()).toBeNull();
  });
});

describe("changing what is sent", () => {
  // Proves SAM-02.
  it("every text can be changed without sending it, and the changed one is read again", async () => {
    const request = samplingRequest();
    const fake = await openGate([request]);
    fake.reply("amend", (given, usual) => {
      const messages = [{ role: "user", parts: [said("Login fails for everyone.")] }];
      Object.assign(fake.world.waiting[0]?.asked ?? {}, { messages });
      return usual(given);
    });
    await click(button("Edit the request"));
    expect(gate()).toHaveTextContent("Use or discard the changed request first.");
    await key("a");
    expect(answers(fake)).toEqual([]);
    type("System prompt", "Answer with a number.");
    await click(button("Remove hidden characters"));
    await click(button("Use the changed request"));
    const sent = fake.sent("amend")[0] as { nonce: string; arguments: string };
    expect(sent.nonce).toBe(request.nonce);
    expect(JSON.parse(sent.arguments)).toEqual({
      model: "demo-small",
      systemPrompt: "Answer with a number.",
      messages: [
        {
          role: "user",
          content: {
            type: "text",
            text: "Login fails for everyone since 08:00. Answer: urgent, normal or low.",
          },
        },
      ],
      maxTokens: 50,
    });
    expect(gate()).toHaveTextContent("changed by you");
    expect(gate()).not.toHaveTextContent("hidden characters");
    await key("a");
    expect(answers(fake)).toEqual([]);
    await pass(500);
    await key("a");
    expect(answers(fake)[0]?.digest).not.toBe(request.digest);
  });

  it("the rest can be changed as JSON, and what is none is said", async () => {
    const request = samplingRequest();
    const { id, nonce } = request;
    const fake = await openGate([request]);
    await click(button("Edit the request"));
    await click(button("Edit as JSON"));
    type("Changed request as JSON", "{");
    await click(button("Use the changed request"));
    expect(gate()).toHaveTextContent("Invalid JSON");
    expect(fake.sent("amend")).toEqual([]);
    const changed = '{"model": "demo-small", "maxTokens": 50}';
    type("Changed request as JSON", changed);
    await click(button("Use the changed request"));
    expect(fake.sent("amend")).toEqual([{ request: id, nonce, arguments: changed }]);
  });

  it("what is typed while the host makes the changed request goes on in that one", async () => {
    const fake = await openGate([samplingRequest()]);
    await click(button("Edit the request"));
    type("System prompt", "Answer with a number.");
    const end = fake.hold("amend");
    await click(button("Use the changed request"));
    type("System prompt", "Be short.");
    end();
    await pass(0);
    expect(field("System prompt")).toHaveValue("Be short.");
    await click(button("Use the changed request"));
    end();
    await pass(0);
    const sent = fake.sent("amend") as { arguments: string }[];
    expect(sent.map((it) => JSON.parse(it.arguments).systemPrompt)).toEqual([
      "Answer with a number.",
      "Be short.",
    ]);
    expect(within(gate()).queryByLabelText("System prompt")).toBeNull();
  });

  // Proves SAM-07.
  it("another model is a changed request", async () => {
    const fake = await openGate([samplingRequest()]);
    fireEvent.click(within(gate()).getByRole("combobox", { name: "Model" }));
    await pass(50);
    await click(screen.getByRole("option", { name: /demo-large/ }));
    expect(fake.sent("amend")).toHaveLength(1);
    expect(button("Send to the model “demo-large”")).toHaveAttribute("aria-disabled", "true");
    expect(answers(fake)).toEqual([]);
  });

  // Proves S-26.
  it("nothing is sent while a change is on its way", async () => {
    const fake = await openGate([samplingRequest()]);
    const arrive = fake.hold("amend");
    fireEvent.click(within(gate()).getByRole("combobox", { name: "Model" }));
    await pass(50);
    await click(screen.getByRole("option", { name: /demo-large/ }));
    await pass(600);
    fireEvent.keyDown(gate(), { key: "a" });
    await click(button(/^Send to/));
    expect(answers(fake)).toEqual([]);
    arrive();
    await pass(500);
    await click(button("Send to the model “demo-large”"));
    expect(answers(fake)).toHaveLength(1);
  });

  // Proves SAM-04.
  it("the limit can be lowered, and never goes above what was asked for", async () => {
    const fake = await openGate([samplingRequest()]);
    type("Maximum tokens", "5000");
    expect(gate()).toHaveTextContent("Use or discard the changed token limit first.");
    await key("a");
    expect(answers(fake)).toEqual([]);
    fireEvent.keyDown(field("Maximum tokens"), { key: "Enter" });
    expect(gate()).toHaveTextContent("Enter a whole number from 1 to 50.");
    type("Maximum tokens", "20");
    await click(button("Use this limit"));
    expect(field("Maximum tokens")).toHaveValue("20");
    type("Maximum tokens", "19");
    await click(button("Reply myself"));
    await click(button("Back"));
    // What was typed and not used is still there, and holds the answer up.
    expect(field("Maximum tokens")).toHaveValue("19");
    await pass(500);
    expect(button("Send to the model “demo-small”")).toHaveAttribute("aria-disabled", "true");
    await click(button("Discard changes"));
    expect(field("Maximum tokens")).toHaveValue("20");
    expect(button("Send to the model “demo-small”")).not.toHaveAttribute("aria-disabled");
    expect(gate()).toHaveTextContent("The server asked for 50.");
  });

  it("another model keeps a limit that is typed and not used yet", async () => {
    const fake = await openGate([samplingRequest()]);
    type("Maximum tokens", "20");
    fireEvent.click(within(gate()).getByRole("combobox", { name: "Model" }));
    await pass(50);
    await click(screen.getByRole("option", { name: /demo-large/ }));
    await pass(600);
    expect(fake.sent("amend")).toHaveLength(1);
    expect(button("Send to the model “demo-large”")).toHaveAttribute("aria-disabled", "true");
    expect(field("Maximum tokens")).toHaveValue("20");
    expect(gate()).toHaveTextContent("Use or discard the changed token limit first.");
    await click(button("Use this limit"));
    await pass(600);
    expect(field("Maximum tokens")).toHaveValue("20");
    await key("a");
    expect(answers(fake)).toHaveLength(1);
  });

  it("Esc in a field leaves the field, and changes are there after deciding later", async () => {
    const request = samplingRequest();
    const fake = await openGate([request], { at: "#/waiting" });
    await click(button("Edit the request"));
    fireEvent.change(field("System prompt"), { target: { value: "Be short." } });
    field("System prompt").focus();
    await key("Escape", { isComposing: true });
    expect(field("System prompt")).toHaveFocus();
    await key("Escape");
    expect(field("System prompt")).toHaveValue("Be short.");
    await key("Escape");
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(answers(fake)).toEqual([]);
    await click(screen.getByRole("button", { name: /^Open: / }));
    expect(field("System prompt")).toHaveValue("Be short.");
  });

  it("Esc in the token limit leaves the field, and what was typed stays for later", async () => {
    const fake = await openGate([samplingRequest()], { at: "#/waiting" });
    type("Maximum tokens", "20");
    field("Maximum tokens").focus();
    await key("Escape");
    expect(field("Maximum tokens")).toHaveValue("20");
    expect(within(gate()).getByRole("heading", { level: 1 })).toHaveFocus();
    await key("Escape");
    expect(noGate()).toBeNull();
    expect(fake.sent("amend")).toEqual([]);
    await click(screen.getByRole("button", { name: /^Open: / }));
    expect(field("Maximum tokens")).toHaveValue("20");
    expect(gate()).toHaveTextContent("Use or discard the changed token limit first.");
    await key("a");
    expect(answers(fake)).toEqual([]);
  });

  it("says what the host does not take", async () => {
    const fake = await openGate([samplingRequest()]);
    await click(button("Edit the request"));
    fake.failNext("amend", { code: "input.bad", sentence: "A message is empty. Nothing was changed." });
    await click(button("Use the changed request"));
    expect(within(gate()).getByRole("alert")).toHaveTextContent("A message is empty.");
  });
});

describe("answering it oneself", () => {
  it("asks no model, sends exactly these words, and leaves letters to the field", async () => {
    const request = samplingRequest();
    const fake = await openGate([request]);
    await click(button("Reply myself"));
    expect(gate()).toHaveAccessibleName("Send your reply to “Linear”?");
    expect(gate()).toHaveTextContent("No model is used. “Linear” receives exactly this text.");
    expect(gate()).toHaveTextContent("Your approval covers: this one reply.");
    await pass(500);
    expect(button("Send reply to “Linear”")).toHaveAttribute("aria-disabled", "true");
    for (const letter of ["a", "d"]) {
      fireEvent.keyDown(field("Your reply"), { key: letter });
      await pass(600);
    }
    type("Your reply", "low");
    field("Your reply").focus();
    await key("a");
    expect(answers(fake)).toEqual([]);
    await pass(600);
    await key("Escape");
    await key("a");
    expect(answers(fake)).toEqual([
      {
        request: request.id,
        nonce: request.nonce,
        digest: request.digest,
        answer: { kind: "write", text: "low" },
      },
    ]);
    expect(noGate()).toBeNull();
  });

  it("is read once more where the host asks for it, as the person's own words", async () => {
    await openGate([answerRequest({ model: "person" })]);
    expect(slot("Reply · written by you")).toHaveTextContent("urgent");
    expect(gate()).toHaveTextContent("You wrote this reply. No model was used.");
  });

  it("keeps what was written when the host does not take it", async () => {
    const fake = await openGate([samplingRequest()]);
    await click(button("Reply myself"));
    await pass(500);
    type("Your reply", "far too long");
    fake.failNext("answer", { code: "input.bad", sentence: "The answer has about 900 tokens." });
    await click(button("Send reply to “Linear”"));
    expect(within(gate()).getByRole("alert")).toHaveTextContent("about 900 tokens");
    expect(field("Your reply")).toHaveValue("far too long");
  });

  it("can be left", async () => {
    await openGate([samplingRequest()]);
    await click(button("Reply myself"));
    await click(button("Back"));
    expect(within(gate()).queryByLabelText("Your reply")).toBeNull();
    expect(gate()).toHaveAccessibleName(samplingRequest().question);
    expect(button("Send to the model “demo-small”")).toBeInTheDocument();
  });
});

describe("before the server gets the answer", () => {
  // Proves SAM-03.
  it("shows it as words of the model", async () => {
    await openGate([answerRequest()]);
    expect(slot("Reply · text from “demo-small”")).toHaveTextContent("urgent");
    expect(
      within(gate()).getByRole("list", { name: "Two decisions" }).querySelector("[aria-current]"),
    ).toHaveTextContent("2 Review the reply before “Linear” receives it");
  });

  it("can be changed first", async () => {
    const request = answerRequest();
    const fake = await openGate([request]);
    await click(button("Edit the reply"));
    type("Reply", "normal");
    await click(button("Use the changed reply"));
    expect(slot(/^Reply/)).toHaveTextContent("normal");
    expect(gate()).toHaveTextContent("changed by you");
    await pass(500);
    await key("a");
    expect(answers(fake)[0]?.digest).not.toBe(request.digest);
  });

  it("keeps JSON that is typed while the host makes the changed reply", async () => {
    const fake = await openGate([answerRequest()]);
    await click(button("Edit the reply"));
    await click(button("Edit as JSON"));
    const end = fake.hold("amend");
    await click(button("Use the changed reply"));
    type("Changed reply as JSON", "[");
    end();
    await pass(0);
    expect(fake.sent("amend")).toHaveLength(1);
    expect(field("Changed reply as JSON")).toHaveValue("[");
  });

  // Proves SAM-16.
  it("shows a wish for a tool as a card, and says that it is not run", async () => {
    await openGate([toolAnswerRequest()]);
    expect(within(gate()).getByRole("region", { name: "Request to use a server tool" })).toHaveTextContent(
      '"query": "login"',
    );
    expect(gate()).toHaveTextContent("Portcullis passes the request on and does not run the tool.");
  });

  it("shows what was sent, and starts the guard again by it", async () => {
    const fake = await openGate([answerRequest()]);
    await click(button("Sent request"));
    expect(within(gate()).getByRole("region", { name: "Sent request" })).toHaveTextContent("systemPrompt");
    await key("a");
    expect(answers(fake)).toEqual([]);
  });

  const all: [string, () => Request][] = [
    ["a full request", fullSamplingRequest],
    ["a wish for a tool", toolAnswerRequest],
  ];
  it.each(all)("has no filled yes and is axe clean for %s", async (_name, make) => {
    await openGate([make()]);
    for (const it of within(gate()).getAllByRole("button")) {
      expect(it).not.toHaveAttribute("data-variant", "filled");
    }
    await expectAxeClean();
  });

  it.each(["Edit the request", "Reply myself"])("is axe clean in “%s”", async (name) => {
    await openGate([samplingRequest()]);
    await click(button(name));
    await expectAxeClean();
  });
});
