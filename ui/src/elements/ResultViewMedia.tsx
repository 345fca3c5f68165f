/** A picture or a sound, fetched from the host as a `data:` address when it is wanted. */
import { useState } from "react";
import type { Payload } from "../bindings/host";
import { say } from "../l10n";
import { AT_ONCE, MediaView } from "./MediaView";
import { useMaySave, usePayloadUrl } from "./payloads";
import { Save } from "./ResultViewSave";

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
  const { url, problem } = usePayloadUrl(data.handle, wanted);
  const savable = useMaySave();
  const what = kind === "image" ? "picture" : "sound";
  return (
    <MediaView
      kind={kind}
      mime={mime}
      size={data.bytes}
      alt={alt ?? say(`elements-media-name-${kind}`, { place })}
      url={url}
      error={problem}
      savable={savable}
      waits={!wanted}
      onWanted={() => setWanted(true)}
    >
      <Save payload={data} name={`${what}-${place}.${mime.split("/")[1] ?? "bin"}`} />
    </MediaView>
  );
}
