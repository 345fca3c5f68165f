import { useState } from "react";
import type { AttachedFile } from "../../bindings/host";
import { useHostQuery } from "../../store";
import css from "./Glance.module.css";

/** A picture that the person put in, as small as it takes to know it again; larger at a click, where there is room. */
export function Glance(props: { conversation: string; file: AttachedFile; fixed?: boolean }) {
  const { conversation, file, fixed } = props;
  const [large, setLarge] = useState(false);
  const [broken, setBroken] = useState(false);
  const url = useHostQuery("media_url", { conversation, digest: file.digest });
  if (url.error !== null || broken) {
    return <span className="dim small">It cannot be shown here.</span>;
  }
  if (url.data === undefined) {
    return <span className={css.glance} data-fixed={fixed || undefined} aria-hidden="true" />;
  }
  // The name stands beside it.
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
  if (fixed) {
    return picture;
  }
  return (
    <button
      type="button"
      className={css.glanceButton}
      aria-label={`${large ? "Smaller" : "Larger"}: ${file.name.text}`}
      aria-expanded={large}
      onClick={() => setLarge(!large)}
    >
      {picture}
    </button>
  );
}
