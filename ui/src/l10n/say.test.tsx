import { act, render } from "@testing-library/react";
import type { ComponentType } from "react";
import { describe, expect, it } from "vitest";
import { formats, list, locale, offer, speak, Say as TypedSay, say as typedSay } from ".";

const say = typedSay as (id: string, args?: Record<string, unknown>) => string;
const Say = TypedSay as unknown as ComponentType<Record<string, unknown>>;

const english = `
hello = Hello, { $name }
several = { $count ->
    [one] one tool
   *[other] { $count } tools
}
code = Run <code>{ $what }</code> for { $who }
only = in English
`;
const chinese =
  "hello = 你好，{ $name }\nseveral = { $count } 个工具\ncode = 为 { $who } 运行 <code>{ $what }</code>\n";

/** Catalogues of this test alone; the next one has those of the page again. */
async function own(language: "en" | "zh-CN" = "en") {
  offer({ en: () => [english], "zh-CN": () => Promise.resolve({ sources: [chinese] }) });
  await act(() => speak(language));
}

describe("a message", () => {
  it("is said in the language of the page, and in English where that has none", async () => {
    await own();
    expect(say("hello", { name: "Ada" })).toBe("Hello, Ada");
    expect([1, 4182].map((count) => say("several", { count }))).toEqual(["one tool", "4,182 tools"]);
    await own("zh-CN");
    expect([locale(), formats(), document.documentElement.lang]).toEqual(["zh-CN", "zh-CN", "zh-CN"]);
    expect(say("hello", { name: "Ada" })).toBe("你好，Ada");
    expect(say("only")).toBe("in English");
    expect(() => say("nothing")).toThrow("no message nothing");
  });

  it("has lists with a space between Chinese and Latin words", async () => {
    await own();
    expect(list(["uv", "a folder", "Git"])).toBe("uv, a folder and Git");
    await own("zh-CN");
    expect(list(["uv", "文件夹", "Git"])).toBe("uv、文件夹和 Git");
    expect(list(["Node.js", "文件夹"])).toBe("Node.js 和文件夹");
    expect(list(["文件夹", "密钥"])).toBe("文件夹和密钥");
  });

  // Proves S-22 and S-41.
  it("reads no argument as markup and adds no invisible character", async () => {
    await own();
    const hostile = "<code>x</code> \ue000l; \ue0000; {$name}";
    expect(say("hello", { name: hostile })).toBe(`Hello, ${hostile}`);
    const { container } = render(
      <Say
        id="code"
        args={{ what: hostile, who: <b>{"<code>you</code>"}</b> }}
        tags={{ code: (it: string) => <code>{it}</code> }}
      />,
    );
    expect(container.querySelectorAll("code")).toHaveLength(1);
    expect(container.querySelector("code")?.textContent).toBe(hostile);
    expect(container.textContent).toBe(`Run ${hostile} for <code>you</code>`);
  });
});
