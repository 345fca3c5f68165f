/** A diagram in the whole window, larger or smaller, by keys and buttons. */
import { Button, Modal } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";
import type { DiagramPicture } from "../diagrams/picture";
import { say } from "../l10n";
import css from "./DiagramView.module.css";

const SCALES = [0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4];

/** How many steps of `SCALES` each key goes. */
const KEYS: Record<string, number> = { "+": 1, "=": 1, "-": -1 };

export function DiagramView(props: {
  opened: boolean;
  picture: DiagramPicture;
  alt: string;
  onClose: () => void;
}) {
  const { picture } = props;
  /** `null` as long as it fits into the window. */
  const [scale, setScale] = useState<number | null>(null);
  const step = (by: number) => {
    const now = SCALES.indexOf(scale ?? 1);
    setScale(SCALES[Math.min(SCALES.length - 1, Math.max(0, now + by))] ?? 1);
  };
  const onKey = (event: KeyboardEvent) => {
    const by = KEYS[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (by !== undefined) {
      step(by);
    } else if (event.key === "0") {
      setScale(null);
    }
  };
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={say("markdown-diagram")}
      withCloseButton={false}
      lockScroll={false}
      fullScreen
      zIndex={500}
      classNames={{ content: css.content, header: css.head, title: css.title, body: css.body }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its buttons have the same keys */}
      <div className={`column ${css.all}`} onKeyDown={onKey}>
        <div className={`row ${css.acts}`}>
          <Button size="xs" aria-keyshortcuts="-" onClick={() => step(-1)} disabled={scale === SCALES[0]}>
            {say("words-shortcut-smaller")}
          </Button>
          <span className={`small dim ${css.scale}`} role="status">
            {scale === null ? say("markdown-diagram-fits") : say("words-percent", { percent: scale * 100 })}
          </span>
          <Button size="xs" aria-keyshortcuts="+" onClick={() => step(1)} disabled={scale === SCALES.at(-1)}>
            {say("words-shortcut-larger")}
          </Button>
          <Button size="xs" aria-keyshortcuts="0" onClick={() => setScale(null)} disabled={scale === null}>
            {say("markdown-diagram-fit")}
          </Button>
          <span className="grow" />
          <Button size="xs" onClick={props.onClose} data-autofocus>
            {say("words-close")}
          </Button>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
        <div className={css.picture} tabIndex={0} role="group" aria-label={say("markdown-diagram-picture")}>
          <img
            src={picture.url}
            alt={props.alt}
            data-fits={scale === null || undefined}
            width={picture.width * (scale ?? 1)}
            height={picture.height * (scale ?? 1)}
            draggable={false}
          />
        </div>
      </div>
    </Modal>
  );
}
