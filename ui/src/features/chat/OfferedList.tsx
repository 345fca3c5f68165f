import { useEffect, useRef } from "react";
import { ForeignText, Middle } from "../../elements";
import { many } from "../../words";
import css from "./chat.module.css";
import type { Token } from "./token";
import type { Offered } from "./useOffered";

/** The list above the composer. The focus stays in the text; the keys are the composer's. */
export function OfferedList(props: {
  id: string;
  kind: Token["kind"];
  offered: Offered[];
  at: number;
  choose: (offered: Offered) => void;
}) {
  const { id, kind, offered, at, choose } = props;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.children[at]?.scrollIntoView({ block: "nearest" });
  }, [at]);
  return (
    <div className={css.offers}>
      <span className="heard" role="status">
        {many(offered.length, kind)}, arrow keys choose
      </span>
      <div
        ref={box}
        id={id}
        role="listbox"
        // It scrolls, and the text field has its keys.
        tabIndex={-1}
        aria-label={kind === "prompt" ? "Prompts of the servers here" : "Resources of the servers here"}
        className={css.offered}
      >
        {offered.map((it, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the composer takes the keys
          // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the text (aria-activedescendant)
          <div
            key={it.key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            className={css.offer}
            // The caret stays where it is.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(it)}
          >
            <span className={css.offerName}>
              <ForeignText value={it.name} badge={false} />
            </span>
            <span className="faint">
              {it.shown.text === it.name.text ? null : <Middle value={it.shown} />}
            </span>
            <span className="dim small">{it.server.label}</span>
          </div>
        ))}
      </div>
    </div>
  );
}
