import { shown } from "../words";
import { later, useLater } from "./later";
import css from "./markdown.module.css";

const drawn = later(async () => (await import("./MarkdownDrawn")).MarkdownDrawn);

/** Markdown as elements, and for the moment before that can be drawn as it was written. `hidden` as there. */
export function Markdown(props: { text: string; hidden?: number }) {
  const Drawn = useLater(drawn);
  return Drawn ? (
    <Drawn {...props} />
  ) : (
    <div className={css.written}>{shown(props.text, { lines: true }).text}</div>
  );
}
