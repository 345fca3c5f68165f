/** A formula, drawn from its TeX; until then, and where it cannot be drawn, as it was written. */
import { memo, useLayoutEffect, useRef, useState } from "react";
import { say } from "../l10n";
import { Escaped } from "./ForeignText";
import css from "./Formula.module.css";
import { LONGEST_FORMULA } from "./formulaSyntax";
import { inSlices } from "./inSlices";

type Drawing = typeof import("./katex");
let drawing: Drawing | null = null;

async function load(): Promise<Drawing> {
  drawing ??= await import("./katex");
  return drawing;
}

export const Formula = memo(function Formula(props: { tex: string; display: boolean }) {
  const { tex, display } = props;
  const box = useRef<HTMLSpanElement>(null);
  const [drawn, setDrawn] = useState<"not" | "yes" | "never">("not");
  useLayoutEffect(() => {
    if (tex.length > LONGEST_FORMULA) {
      setDrawn("never");
      return;
    }
    let leave = () => {};
    let gone = false;
    const begin = ({ draw }: Drawing) => {
      leave = inSlices(() => {
        const it = box.current;
        if (it === null) return;
        try {
          draw(tex, it, display);
          setDrawn("yes");
        } catch {
          it.replaceChildren();
          setDrawn("never");
        }
      });
    };
    if (drawing !== null) {
      begin(drawing);
    } else {
      load().then(
        (it) => gone || begin(it),
        () => gone || setDrawn("never"),
      );
    }
    return () => {
      gone = true;
      leave();
    };
  }, [tex, display]);
  const written = drawn !== "yes";
  return (
    <span
      className={display ? css.display : css.inline}
      data-drawn={written ? undefined : true}
      data-tex={tex}
    >
      <span
        ref={box}
        className={css.drawn}
        hidden={written}
        {...(display && !written
          ? { tabIndex: 0, role: "group", "aria-label": say("markdown-formula") }
          : {})}
      />
      {written ? (
        <code className={css.written} title={drawn === "never" ? say("markdown-formula-not") : undefined}>
          <Escaped text={tex} />
        </code>
      ) : null}
      {display && drawn === "never" ? <span className={css.note}>{say("markdown-formula-not")}</span> : null}
    </span>
  );
});
