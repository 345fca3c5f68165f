import { type ReactNode, useState } from "react";
import { say } from "../l10n";
import css from "./gate.module.css";
import { useEnd } from "./useEnd";

/** Whether the end of what a yes is about was in view (S-10). */
export interface ReadThrough {
  /** It was. */
  all: boolean;
  ended: () => void;
  /** Why a yes waits for it, in words. */
  hold: () => string | null;
}

/** `about` is what has to be read: another one has to be read again. */
export function useReadThrough(about = ""): ReadThrough {
  const [read, setRead] = useState<string | null>(null);
  const all = read === about;
  return { all, ended: () => setRead(about), hold: () => (all ? null : say("gate-hold-read")) };
}

/** What a yes is about, shown whole on the sheet, however much it is: says when its end was in view. */
export function ReadToEnd(props: { onEnd: () => void; children: ReactNode }) {
  const { end } = useEnd(props.onEnd);
  return (
    <div className={css.through}>
      {props.children}
      <div ref={end} className={css.end} aria-hidden="true" />
    </div>
  );
}
