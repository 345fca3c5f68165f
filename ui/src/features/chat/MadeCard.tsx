import { useState } from "react";
import type { AttachedFile } from "../../bindings/host";
import { AT_ONCE, MediaView, SavedTo } from "../../elements";
import { say } from "../../l10n";
import { useHostCommand, useHostQuery } from "../../store";

/** A picture or a sound that the model made. */
export function MadeCard(props: { conversation: string; file: AttachedFile }) {
  const { conversation, file } = props;
  const { digest } = file;
  const kind = file.kind === "audio" ? "audio" : "image";
  const [wanted, setWanted] = useState(file.bytes <= AT_ONCE);
  const url = useHostQuery("media_url", { conversation, digest }, { when: wanted });
  const save = useHostCommand("save_media");
  return (
    <MediaView
      kind={kind}
      mime={file.mime}
      size={file.bytes}
      alt={say(`chat-made-${kind}`, { name: file.name.text })}
      url={url.data}
      error={url.error}
      savable
      waits={!wanted}
      onWanted={() => setWanted(true)}
    >
      <SavedTo
        saving={save.isPending}
        path={save.data ?? null}
        problem={save.error}
        onSave={() => save.mutate({ conversation, digest, name: file.name.text })}
      />
    </MediaView>
  );
}
