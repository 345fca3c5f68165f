/** A picture that is drawn, or a sound that can be played, wherever its bytes come from. */

import { type ReactNode, useState } from "react";
import type { Problem } from "../bindings/host";
import { say } from "../l10n";
import { bytes } from "../words";
import { LinkButton } from "./LinkButton";
import { ProblemNote } from "./ProblemNote";
import css from "./ResultView.module.css";

/** Larger ones wait for a click. */
export const AT_ONCE = 4 * 1024 * 1024;

export function MediaView(props: {
  kind: "image" | "audio";
  mime: string;
  size: number;
  /** Its name for screen readers. */
  alt: string;
  /** Checked bytes as a `data:` address, once they are here. */
  url?: string | undefined;
  error: Problem | null;
  /** It was not requested yet. */
  waits: boolean;
  onWanted: () => void;
  /** It can be looked at elsewhere. */
  savable: boolean;
  /** What can be done with it. */
  children: ReactNode;
}) {
  const { kind, mime, size, alt, url, error } = props;
  const [broken, setBroken] = useState(false);
  return (
    <div className={css.media}>
      {props.waits ? (
        <LinkButton look="link" onClick={props.onWanted}>
          {say(`elements-media-show-${kind}`, { size: bytes(size) })}
        </LinkButton>
      ) : null}
      {error !== null ? <ProblemNote problem={error} /> : null}
      {broken ? (
        <ProblemNote
          problem={{
            sentence: say(`elements-media-broken-${kind}`, { type: mime }),
            remedy: props.savable ? say("elements-media-save") : null,
          }}
          tone="wait"
        />
      ) : null}
      {url !== undefined && !broken && kind === "image" ? (
        <img className={css.image} src={url} alt={alt} onError={() => setBroken(true)} />
      ) : null}
      {url !== undefined && !broken && kind === "audio" ? (
        // biome-ignore lint/a11y/useMediaCaption: a sound from a server or a model comes without captions
        <audio className={css.audio} controls src={url} aria-label={alt} onError={() => setBroken(true)} />
      ) : null}
      <div className={css.facts}>
        <span className="small dim">
          {mime} · {bytes(size)}
        </span>
        {props.children}
      </div>
    </div>
  );
}
