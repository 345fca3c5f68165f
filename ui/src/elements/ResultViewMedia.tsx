/** A picture or a sound, fetched from the host as a `data:` address when it is wanted. */
import { useState } from "react";
import type { Payload } from "../bindings/host";
import { useAsk } from "../store";
import { bytes } from "../words";
import { ProblemNote } from "./ProblemNote";
import css from "./ResultView.module.css";
import { Save } from "./ResultViewPayload";

/** Larger ones wait for a click. */
const AT_ONCE = 4 * 1024 * 1024;

export function Media(props: {
  kind: "image" | "audio";
  mime: string;
  data: Payload;
  place: number;
  /** What it is called, where it is no block of a result. */
  alt?: string;
}) {
  const { kind, mime, data, place, alt } = props;
  const [wanted, setWanted] = useState(data.bytes <= AT_ONCE);
  const [broken, setBroken] = useState(false);
  const url = useAsk("payload_url", { handle: data.handle }, { when: wanted });
  const what = kind === "image" ? "picture" : "sound";
  const name = `${what}-${place}.${mime.split("/")[1] ?? "bin"}`;
  return (
    <div className={css.media}>
      {!wanted && (
        <button type="button" className="link" onClick={() => setWanted(true)}>
          Show the {what}, {bytes(data.bytes)}
        </button>
      )}
      {url.error !== null && <ProblemNote problem={url.error} />}
      {broken && (
        <ProblemNote
          problem={{
            sentence: `This ${what} cannot be shown here (${mime}).`,
            remedy: "Save it to open it elsewhere.",
          }}
          tone="wait"
        />
      )}
      {url.data !== undefined && !broken && kind === "image" && (
        <img
          className={css.image}
          src={url.data}
          alt={alt ?? `Block ${place} of the result`}
          onError={() => setBroken(true)}
        />
      )}
      {url.data !== undefined && !broken && kind === "audio" && (
        // biome-ignore lint/a11y/useMediaCaption: a sound from a server comes without captions
        <audio
          className={css.audio}
          controls
          src={url.data}
          aria-label={alt ?? `Sound ${place} from the server`}
          onError={() => setBroken(true)}
        />
      )}
      <div className={css.facts}>
        <span className="small dim">
          {mime} · {bytes(data.bytes)}
        </span>
        <Save payload={data} name={name} />
      </div>
    </div>
  );
}
