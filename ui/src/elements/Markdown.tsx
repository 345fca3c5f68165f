import { memo, type ReactNode } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { shownText } from "../words";
import { Escaped } from "./ForeignText";
import css from "./markdown.module.css";

/**
 * Markdown of a model or a server. No HTML, no address that is fetched, no address that is followed: a picture
 * is a placeholder with its host, a link is its words with its address beside them (S-19, S-20, S-24).
 */
export const Markdown = memo(function Markdown(props: { text: string }) {
  return (
    <div className={css.markdown}>
      <ReactMarkdown
        skipHtml={false}
        remarkPlugins={[remarkGfm]}
        components={components}
        urlTransform={asWritten}
      >
        {shownText(props.text, { lines: true, emoji: true })}
      </ReactMarkdown>
    </div>
  );
});

/** Addresses are only ever shown as text, so nothing has to be taken out of them. */
function asWritten(url: string): string {
  return url;
}

const components: Components = {
  img: ({ src, alt }) => (
    <span className={css.picture}>
      Picture{alt ? ` “${alt}”` : ""} at <Address url={typeof src === "string" ? src : ""} /> was not loaded
    </span>
  ),
  a: ({ href, children }) => <Link href={href ?? ""}>{children}</Link>,
  input: ({ checked }) => <span>{checked ? "☑" : "☐"}</span>,
  pre: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by the keyboard
    <pre tabIndex={0}>{children}</pre>
  ),
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by the keyboard
    <section className={css.table} tabIndex={0} aria-label="Table">
      <table>{children}</table>
    </section>
  ),
  // Headings of a model are not headings of this page.
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
};

function Heading(props: { children?: ReactNode }) {
  return <p className={css.heading}>{props.children}</p>;
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
      <Escaped text={shownText(props.url)} />
    </code>
  );
}
