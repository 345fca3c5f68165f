import { Suspense } from "react";
import { escapeInvisible } from "../words";
import { lazyComponent } from "./lazyComponent";
import css from "./markdown.module.css";

const Drawn = lazyComponent(async () => (await import("./MarkdownDrawn")).MarkdownDrawn);

/** Markdown as elements, and for the moment before that can be drawn as it was written. `hidden` as there. */
export function Markdown(props: { text: string; hidden?: number }) {
  return (
    <Suspense fallback={<Written text={props.text} />}>
      <Drawn {...props} />
    </Suspense>
  );
}

function Written(props: { text: string }) {
  return <div className={css.written}>{escapeInvisible(props.text, { lines: true }).text}</div>;
}
