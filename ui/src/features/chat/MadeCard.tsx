import type { AttachedFile } from "../../bindings/host";
import { say } from "../../l10n";
import { ConversationMedia } from "./ConversationMedia";

/** A picture or a sound that the model made. */
export function MadeCard(props: { conversation: string; file: AttachedFile }) {
  const { conversation, file } = props;
  const kind = file.kind === "audio" ? "audio" : "image";
  const name = file.name.text;
  const alt = say(`chat-made-${kind}`, { name });
  return <ConversationMedia conversation={conversation} media={file} kind={kind} alt={alt} name={name} />;
}
