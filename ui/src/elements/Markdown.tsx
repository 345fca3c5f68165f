import { shown } from "../words";
import { later, useLater } from "./later";
import css from "./markdown.module.css";

const drawn = later(async () => (await import("./MarkdownDrawn")).MarkdownDrawn);

/** Reads what draws Markdown: it is much, and the first paint does not need it. */
export const readMarkdown = drawn.read;

/** Markdown as elements, and for the moment before that can be drawn as it was written. `hidden` as there. */
export function Markdown(props: { text: string; hidden?: number }) {
  const Drawn = useLater(drawn);
  return Drawn ? (
    <Drawn {...props} />
  ) : (
    <div className={css.written}>{shown(props.text, { lines: true }).text}</div>
  );
}
