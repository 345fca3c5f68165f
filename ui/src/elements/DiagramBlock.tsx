/** A diagram as a picture, with its source at hand; where it cannot be drawn the source is there, and why. */
import { useComputedColorScheme } from "@mantine/core";
import { useEffect, useMemo, useState } from "react";
import type { Drawing } from "../diagrams/draw";
import { drawingOf, keptDrawing } from "../diagrams/drawings";
import { type DiagramPicture, pictureOf } from "../diagrams/picture";
import { say } from "../l10n";
import { CodeBlock } from "./CodeBlock";
import act from "./CodeBlock.module.css";
import css from "./DiagramBlock.module.css";
import { DiagramView } from "./DiagramView";
import { LinkButton } from "./LinkButton";

/** A source that may still grow is drawn when it rested for so many milliseconds. */
const REST = 600;

/** A block that is open grows and is not drawn; where that cannot be told, it is drawn when it rested. */
export type DrawsWhen = "now" | "rested" | "never";

export function DiagramBlock(props: { code: string; info: string; draws: DrawsWhen }) {
  const { code, info } = props;
  const dark = useComputedColorScheme("light", { getInitialValueInEffect: false }) === "dark";
  const drawing = useDrawing(code, props.draws);
  const picture = useMemo(
    () => (drawing !== null && "svg" in drawing ? pictureOf(drawing.svg, dark) : null),
    [drawing, dark],
  );
  const [broken, setBroken] = useState<DiagramPicture | null>(null);
  const [source, setSource] = useState(false);
  const [large, setLarge] = useState(false);
  const shown = picture !== null && picture !== broken;
  if (!shown) {
    const why = drawing === null ? undefined : whyNot(drawing);
    return <CodeBlock code={code} info={info} note={why} />;
  }
  return (
    <CodeBlock
      code={code}
      info={info}
      label={say("markdown-diagram")}
      acts={
        <>
          <LinkButton className={act.act} aria-pressed={source} onClick={() => setSource(!source)}>
            {say("markdown-diagram-code")}
          </LinkButton>
          <LinkButton className={act.act} onClick={() => setLarge(true)}>
            {say("markdown-diagram-full")}
          </LinkButton>
        </>
      }
      instead={
        source ? undefined : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
          <div className={css.drawn} tabIndex={0} role="group" aria-label={say("markdown-diagram-picture")}>
            <img
              src={picture.url}
              alt={code}
              width={picture.width}
              height={picture.height}
              draggable={false}
              onError={() => setBroken(picture)}
            />
          </div>
        )
      }
    >
      <DiagramView opened={large} picture={picture} alt={code} onClose={() => setLarge(false)} />
    </CodeBlock>
  );
}

function useDrawing(source: string, draws: DrawsWhen): Drawing | null {
  const [found, setFound] = useState<{ source: string; drawing: Drawing } | null>(null);
  const kept = draws === "never" ? undefined : keptDrawing(source);
  useEffect(() => {
    if (draws === "never") return;
    let gone = false;
    const ask = async () => {
      const drawing = await drawingOf(source);
      if (!gone) {
        setFound({ source, drawing });
      }
    };
    const timer = setTimeout(() => void ask(), draws === "now" ? 0 : REST);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [source, draws]);
  return found?.source === source ? found.drawing : (kept ?? null);
}

function whyNot(drawing: Drawing): string {
  if (!("refused" in drawing)) return say("markdown-diagram-failed");
  const { refused } = drawing;
  return refused.reason === "line"
    ? say("markdown-diagram-line", { line: refused.line })
    : say(`markdown-diagram-${refused.reason}`);
}
