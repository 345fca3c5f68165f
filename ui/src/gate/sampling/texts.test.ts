import { describe, expect, it } from "vitest";
import { textsOfAnswer, textsOfRequest, withModel, withTexts, withTokens } from "./texts";

const request = JSON.stringify({
  model: "demo-small",
  systemPrompt: "Be short.",
  messages: [
    { role: "user", content: { type: "text", text: "One" } },
    {
      role: "assistant",
      content: [
        { type: "text", text: "Two" },
        { type: "image", data: "image-1", mimeType: "image/png" },
        { type: "text", text: "Three" },
      ],
    },
    {
      role: "user",
      content: [{ type: "tool_result", toolUseId: "1", content: [{ type: "text", text: "kept" }] }],
    },
  ],
  maxTokens: 50,
});

describe("the texts of a request", () => {
  // Proves SAM-02.
  it("are all there, with the system prompt first", () => {
    expect(textsOfRequest(request).map((it) => [it.label, it.text])).toEqual([
      ["System prompt", "Be short."],
      ["Message 1, as the user", "One"],
      ["Message 2, as the model, text 1", "Two"],
      ["Message 2, as the model, text 2", "Three"],
    ]);
  });

  it("leave numbers as they were, digit by digit", () => {
    const large = request.replace('"maxTokens":50', '"maxTokens":50,"metadata":{"seed":9007199254740993}');
    for (const changed of [
      withModel(large, "demo-large"),
      withTokens(large, 40),
      withTexts(large, textsOfRequest(large)),
    ]) {
      expect(changed).toContain('"seed": 9007199254740993');
    }
  });

  it("go back to where they were, and nothing else changes", () => {
    const texts = textsOfRequest(request).map((it) => ({ ...it, text: `${it.text}!` }));
    const changed = JSON.parse(withTexts(request, texts) ?? "");
    const before = JSON.parse(request);
    expect(changed.messages[1].content).toEqual([
      { type: "text", text: "Two!" },
      before.messages[1].content[1],
      { type: "text", text: "Three!" },
    ]);
    expect(changed.messages[2]).toEqual(before.messages[2]);
    expect(changed.systemPrompt).toBe("Be short.!");
    expect(changed.maxTokens).toBe(50);
  });

  it("an empty system prompt is none, and none may become one", () => {
    const texts = textsOfRequest(request).map((it) =>
      it.label === "System prompt" ? { ...it, text: "" } : it,
    );
    const without = withTexts(request, texts) ?? "";
    expect(JSON.parse(without)).not.toHaveProperty("systemPrompt");
    const again = textsOfRequest(without).map((it) => (it.text === "" ? { ...it, text: "New" } : it));
    expect(JSON.parse(withTexts(without, again) ?? "").systemPrompt).toBe("New");
  });

  it("can be sent to another model, and with another limit", () => {
    expect(JSON.parse(withModel(request, "demo-large") ?? "").model).toBe("demo-large");
    expect(JSON.parse(withTokens(request, 10) ?? "").maxTokens).toBe(10);
  });

  it.each(["", "[", "null", "3", '"x"'])("are none in what is no request: %j", (json) => {
    expect(textsOfRequest(json)).toEqual([]);
    expect(withModel(json, "x")).toBeNull();
    expect(withTokens(json, 1)).toBeNull();
  });
});

describe("the texts of an answer", () => {
  it("stand beside what is no text", () => {
    const answer = JSON.stringify([
      { type: "text", text: "urgent" },
      { type: "tool_use", id: "1", name: "search", input: { text: "not this" } },
    ]);
    const [only, ...more] = textsOfAnswer(answer);
    expect(more).toEqual([]);
    expect(only).toMatchObject({ label: "Reply", text: "urgent" });
    const changed = JSON.parse(
      withTexts(answer, [{ ...(only as NonNullable<typeof only>), text: "low" }]) ?? "",
    );
    expect(changed[0].text).toBe("low");
    expect(changed[1].input).toEqual({ text: "not this" });
  });
});
