/**
 * Markdown of a server as elements. No raw HTML, no picture is loaded, no address is followed: a link shows where it
 * points, as text (S-20, S-24).
 */
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { many, shownText } from "../words";
import css from "./ResultView.module.css";
import { Tag } from "./Tag";

/** Beyond this a page of elements would be slow; the plain text is virtual. */
const MOST = 64 * 1024;

/** Whether formatting would say more than the plain text. */
export function markdownLike(text: string): boolean {
  if (text.length > MOST || /^[[{<]/.test(text.trimStart())) return false;
  return (
    /^#{1,6} \S/m.test(text) ||
    /^\s*[-*] \S.*\n\s*[-*] \S/m.test(text) ||
    /^```/m.test(text) ||
    /\*\*[^\s*][^*]*\*\*/.test(text) ||
    /^\|.*\|\s*\n\|[\s:|-]+\|/m.test(text) ||
    /\[[^\]]+\]\([^)]+\)/.test(text)
  );
}

function host(address: string | undefined): string {
  try {
    return new URL(address ?? "").host || (address ?? "");
  } catch {
    return address ?? "";
  }
}

const components: Components = {
  a: ({ children, href }) => (
    <span>
      {children}{" "}
      <code className={css.target}>{href === undefined || href === "" ? "address left out" : href}</code>
    </span>
  ),
  img: ({ alt, src }) => (
    <Tag>
      picture not loaded{alt ? `: ${alt}` : ""}
      {typeof src === "string" && src !== "" ? ` · ${host(src)}` : ""}
    </Tag>
  ),
  // Headings of a server are not headings of this page.
  h1: ({ children }) => <p className={css.heading}>{children}</p>,
  h2: ({ children }) => <p className={css.heading}>{children}</p>,
  h3: ({ children }) => <p className={css.heading}>{children}</p>,
  h4: ({ children }) => <p className={css.heading}>{children}</p>,
  h5: ({ children }) => <p className={css.heading}>{children}</p>,
  h6: ({ children }) => <p className={css.heading}>{children}</p>,
  // Their ids and checks would be ours.
  input: ({ checked }) => <span>{checked === true ? "☑ " : "☐ "}</span>,
};

const plugins = [remarkGfm];

interface Node {
  type: string;
  value?: string;
  children?: Node[];
  properties?: Record<string, unknown>;
}

/**
 * Writes out hidden characters once more, after Markdown was read: `&#x202e;` is plain ASCII for the host and becomes
 * a character only here (S-41).
 */
function writeOut() {
  return (tree: Node) => {
    const stack = [tree];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (typeof node.value === "string") node.value = shownText(node.value, { lines: true });
      for (const [name, value] of Object.entries(node.properties ?? {})) {
        if (typeof value === "string" && node.properties !== undefined)
          node.properties[name] = shownText(value);
      }
      stack.push(...(node.children ?? []));
    }
  };
}

const after = [writeOut];

export function Markdown({ text, hidden }: { text: string; hidden: number }) {
  return (
    <div className={css.markdown}>
      {hidden > 0 && <Tag tone="wait">{many(hidden, "hidden character")}</Tag>}
      <ReactMarkdown
        remarkPlugins={plugins}
        rehypePlugins={after}
        components={components}
        skipHtml={false}
        urlTransform={(address) => address}
      >
        {text}
      </ReactMarkdown>
    </div>
  );
}
