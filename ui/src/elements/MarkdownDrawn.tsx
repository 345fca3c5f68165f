/**
 * Markdown of a model or a server as elements. No HTML but the break of a line, no address that is fetched or followed: a
 * picture is a placeholder with its address, a link is its words with its address beside them (S-19, S-20, S-24).
 */
import { type ComponentProps, memo, type ReactNode, Suspense } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { Say, say } from "../l10n";
import { escapeInvisible } from "../words";
import { CodeBlock } from "./CodeBlock";
import type { DrawsWhen } from "./DiagramBlock";
import { Escaped } from "./ForeignText";
import { Formula } from "./Formula";
import { FORMULA, formulas } from "./formulaSyntax";
import { lazyComponent } from "./lazyComponent";
import { writeOut } from "./MarkdownHidden";
import css from "./markdown.module.css";
import { type Parts, partsOf } from "./markdownParts";
import { codeOf, formulaOf, pieces } from "./markdownPieces";
import { Table } from "./Table";
import { Tag } from "./Tag";

/** A piece of more characters is shown as it was written: a paragraph of that length is none, and all of it would be read and
 * laid out at once (F-24). */
const LONGEST = 64_000;

/** `hidden` counts what the host wrote out already; without it the text is raw. */
export const MarkdownDrawn = memo(function MarkdownDrawn(props: { text: string; hidden?: number }) {
  const { text, hidden } = escapeInvisible(props.text, { lines: true });
  const all = hidden + (props.hidden ?? 0);
  return (
    <div className={css.markdown}>
      {all > 0 ? (
        <div>
          <Tag tone="wait">{say("elements-hidden", { count: all })}</Tag>
        </div>
      ) : null}
      {pieces(text).map((piece, index) =>
        piece.length > LONGEST && codeOf(piece) === null ? (
          <Written key={`${index}`} text={piece} />
        ) : (
          <Piece key={`${index}`} text={piece} />
        ),
      )}
    </div>
  );
});

/** Read once, and again only where it changed: of a text that grows that is the last. */
const Piece = memo(function Piece(props: { text: string }) {
  const code = codeOf(props.text);
  if (code !== null) return <Block code={code.code} info={code.info} draws={code.open ? "never" : "now"} />;
  const formula = formulaOf(props.text);
  if (formula === null) {
    const parts = partsOf(props.text);
    return parts === null ? <Read text={props.text} /> : <InParts of={parts} />;
  }
  return formula.open ? <Written text={formula.tex} /> : <Formula tex={formula.tex} display />;
});

/** A long list or table: one element, of which each part is read once. */
function InParts(props: { of: Parts }) {
  const { of } = props;
  const tail = of.tail.trim() === "" ? null : <Read text={of.tail} />;
  if (of.kind === "table") {
    return (
      <>
        <Table>
          <Part text={of.head} only="thead" />
          {of.parts.some((it) => it.trim() !== "") ? (
            <tbody>
              {of.parts.map((it, index) => (
                <Part key={index} text={of.head + it} only="tbody" />
              ))}
            </tbody>
          ) : null}
        </Table>
        {tail}
      </>
    );
  }
  const items = of.parts.map((it, index) => (
    <Part key={index} text={it} only={of.loose ? "loose" : "items"} />
  ));
  const className = of.toDo ? "contains-task-list" : undefined;
  return (
    <>
      {of.start === null ? (
        <ul className={className} dir="auto">
          {items}
        </ul>
      ) : (
        <ol start={of.start === 1 ? undefined : of.start} className={className} dir="auto">
          {items}
        </ol>
      )}
      {tail}
    </>
  );
}

const Part = memo(function Part(props: { text: string; only: keyof typeof partPlugins }) {
  const [remark, rehype] = partPlugins[props.only];
  return (
    <ReactMarkdown
      skipHtml={false}
      remarkPlugins={remark}
      rehypePlugins={rehype}
      components={components}
      urlTransform={asWritten}
    >
      {props.text}
    </ReactMarkdown>
  );
});

/** The name of the language whose blocks are drawn. */
const DIAGRAM = /^mermaid\b/i;

const DiagramBlock = lazyComponent(async () => (await import("./DiagramBlock")).DiagramBlock);

function Block(props: { code: string; info: string; draws: DrawsWhen }) {
  const code = <CodeBlock code={props.code} info={props.info} />;
  return DIAGRAM.test(props.info) ? (
    <Suspense fallback={code}>
      <DiagramBlock {...props} />
    </Suspense>
  ) : (
    code
  );
}

function Written(props: { text: string }) {
  return (
    <div className={css.written} dir="auto">
      <Escaped text={props.text} />
    </div>
  );
}

function Read(props: { text: string }) {
  return (
    <ReactMarkdown
      skipHtml={false}
      remarkPlugins={before}
      rehypePlugins={after}
      components={components}
      urlTransform={asWritten}
    >
      {props.text}
    </ReactMarkdown>
  );
}

const before = [remarkGfm, formulas] as ComponentProps<typeof ReactMarkdown>["remarkPlugins"] & object;
const after = [broken, writeOut, directed];

/** How each kind of part is read, and what of it is drawn. */
const partPlugins = {
  thead: [before, [...after, only("thead", false)]],
  tbody: [before, [...after, only("tbody", true)]],
  items: [before, [...after, only(/^[uo]l$/, true)]],
  loose: [
    [...before, loosened],
    [...after, only(/^[uo]l$/, true)],
  ],
} satisfies Record<string, [object[], object[]]> as Record<
  "thead" | "tbody" | "items" | "loose",
  [typeof before, typeof before]
>;

interface PartNode {
  type: string;
  tagName?: string;
  spread?: boolean;
  value?: string;
  properties?: Record<string, unknown>;
  children?: PartNode[];
}

/** A cell of a table has no other way to break a line. Every other tag stays text (S-19). */
const BREAK = /^<br\s*\/?>$/i;

/** Breaks lines within a block where models write `<br>`. */
function broken() {
  return (tree: PartNode): void => {
    const stack = [tree];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (node.type === "element") {
        node.children = (node.children ?? []).map((it) =>
          it.type === "raw" && BREAK.test(it.value ?? "")
            ? { type: "element", tagName: "br", properties: {}, children: [] }
            : it,
        );
      }
      stack.push(...(node.children ?? []));
    }
  };
}

/** What has a direction of its own. A cell has it by its style. */
const DIRECTED = new Set(["p", "ul", "ol", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6"]);

/**
 * Has each block run in the direction of its first letter: a reply may be in Arabic. What is within one gets no `dir`, as an
 * engine leaves such elements out when it looks for that letter; paragraphs there have theirs by their style.
 */
function directed() {
  return (tree: PartNode): void => {
    const stack = [tree];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (DIRECTED.has(node.tagName ?? "")) {
        node.properties = { ...node.properties, dir: "auto" };
      } else {
        stack.push(...(node.children ?? []));
      }
    }
  };
}

/** Leaves the first element of a name in the tree, or what is in it. */
function only(name: string | RegExp, inner: boolean) {
  const found = (nodes: PartNode[]): PartNode | undefined =>
    nodes
      .flatMap((it) => (it.tagName === "table" ? (it.children ?? []) : [it]))
      .find((it) => (typeof name === "string" ? it.tagName === name : name.test(it.tagName ?? "")));
  return () =>
    (tree: PartNode): void => {
      const element = found(tree.children ?? []);
      const kept = inner ? element?.children : element && [element];
      tree.children = (kept ?? []).filter((it) => it.type === "element");
    };
}

/** Has the paragraphs of all items set apart: what makes a list loose may be in another part. */
function loosened() {
  return (tree: PartNode): void => {
    for (const node of tree.children ?? []) {
      node.spread = true;
    }
  };
}

/** Addresses are only ever shown as text, so nothing has to be taken out of them. */
function asWritten(url: string): string {
  return url;
}

const drawn: Components = {
  img: ({ src, alt }) => {
    const url = <Address url={typeof src === "string" ? src : ""} />;
    return (
      <span className={`small dim ${css.picture}`}>
        {alt ? (
          <Say id="elements-image-named" args={{ name: alt, url }} />
        ) : (
          <Say id="elements-image" args={{ url }} />
        )}
      </span>
    );
  },
  a: ({ href, children }) => <Link href={href ?? ""}>{children}</Link>,
  // Their ids and checks would be ours.
  input: ({ checked }) => <span>{checked ? "☑" : "☐"}</span>,
  code: ({ children }) => <code>{escaped(children)}</code>,
  pre: ({ node }) => {
    const [code] = node?.children ?? [];
    const [text] = code?.type === "element" ? code.children : [];
    const value = text?.type === "text" ? text.value.replace(/\n$/, "") : "";
    // Whether it is closed cannot be told of one in a list, so it is taken as growing.
    return (
      <Block code={value} info={code?.type === "element" ? infoOf(code.properties) : ""} draws="rested" />
    );
  },
  table: ({ children }) => <Table>{children}</Table>,
  // Headings of a model are not headings of this page.
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
};

/** With the elements that stand for formulas. */
const components = {
  ...drawn,
  [FORMULA]: ({ children }: { children?: ReactNode }) => <Formula tex={textIn(children)} display={false} />,
  [`${FORMULA}-block`]: ({ children }: { children?: ReactNode }) => (
    <Formula tex={textIn(children)} display />
  ),
};

function textIn(children: ReactNode): string {
  return typeof children === "string" ? children : "";
}

/** The name of the language, as `remark` hands it on. */
function infoOf(properties: Record<string, unknown>): string {
  const [name] = Array.isArray(properties.className) ? properties.className : [];
  return typeof name === "string" ? name.replace(/^language-/, "") : "";
}

function escaped(children: ReactNode): ReactNode {
  return typeof children === "string" ? <Escaped text={children} /> : children;
}

function Heading(props: { dir?: string | undefined; children?: ReactNode }) {
  return (
    <p className={css.heading} dir={props.dir}>
      {props.children}
    </p>
  );
}

function Link(props: { href: string; children: ReactNode }) {
  const same = props.children === props.href;
  return (
    <span className={css.link}>
      {same ? null : <>{props.children} </>}
      <Address url={props.href} />
    </span>
  );
}

function Address(props: { url: string }) {
  return (
    <code className={css.address}>
      {props.url === "" ? say("elements-no-url") : <Escaped text={props.url} />}
    </code>
  );
}
