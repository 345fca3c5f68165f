import { useState } from "react";
import { AT_ONCE, MediaView, SavedTo } from "../../elements";
import { useHostCommand, useHostQuery } from "../../store";

/** A picture or a sound that is kept with a conversation. The host gives it out by its digest, from checked bytes. */
export function ConversationMedia(props: {
  conversation: string;
  media: { mime: string; bytes: number; digest: string };
  kind: "image" | "audio";
  /** Its name for screen readers. */
  alt: string;
  /** What it is called in a file. */
  name: string;
}) {
  const { conversation, kind, alt, name } = props;
  const { mime, bytes, digest } = props.media;
  const [wanted, setWanted] = useState(bytes <= AT_ONCE);
  const url = useHostQuery("media_url", { conversation, digest }, { when: wanted });
  return (
    <MediaView
      kind={kind}
      mime={mime}
      size={bytes}
      alt={alt}
      url={url.data}
      error={url.error}
      savable
      waits={!wanted}
      onWanted={() => setWanted(true)}
    >
      <SaveMedia conversation={conversation} digest={digest} name={name} />
    </MediaView>
  );
}

/** Saves what is kept with a conversation to a file. */
export function SaveMedia(media: { conversation: string; digest: string; name: string }) {
  const save = useHostCommand("save_media");
  return (
    <SavedTo
      saving={save.isPending}
      path={save.data ?? null}
      problem={save.error}
      onSave={() => save.mutate(media)}
    />
  );
}
