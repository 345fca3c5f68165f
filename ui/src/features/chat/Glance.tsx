import { useState } from "react";
import type { AttachedFile } from "../../bindings/host";
import { say } from "../../l10n";
import { useHostQuery } from "../../store";
import css from "./Glance.module.css";

/** A picture that the person put in, as small as it takes to know it again; larger at a click, where there is room. */
export function Glance(props: { conversation: string; file: AttachedFile; fixed?: boolean }) {
  const { conversation, file, fixed } = props;
  const [large, setLarge] = useState(false);
  const [broken, setBroken] = useState(false);
  const url = useHostQuery("media_url", { conversation, digest: file.digest });
  if (url.error !== null || broken) return <span className="dim small">{say("chat-image-broken")}</span>;
  if (url.data === undefined) {
    return <span className={css.glance} data-fixed={fixed || undefined} aria-hidden="true" />;
  }
  // The name is next to it.
  const picture = (
    <img
      className={css.glance}
      data-large={large || undefined}
      data-fixed={fixed || undefined}
      src={url.data}
      alt=""
      onError={() => setBroken(true)}
    />
  );
  if (fixed) return picture;
  return (
    <button
      type="button"
      className={css.glanceButton}
      aria-label={say(large ? "chat-image-smaller" : "chat-image-larger", { name: file.name.text })}
      aria-expanded={large}
      onClick={() => setLarge(!large)}
    >
      {picture}
    </button>
  );
}
