import type { AttachedFile } from "../../bindings/host";
import { ForeignText, LongText } from "../../elements";
import { say } from "../../l10n";
import { bytes } from "../../words";
import { ConversationMedia, SaveMedia } from "./ConversationMedia";
import css from "./FileCard.module.css";
import { Glance } from "./Glance";

/** A file that the person attached, as it was then. */
export function FileCard(props: { conversation: string; file: AttachedFile }) {
  const { conversation, file } = props;
  return (
    <div className={css.file}>
      <div className={`row ${css.fileTop}`}>
        {file.kind === "image" ? <Glance conversation={conversation} file={file} /> : null}
        <div className={css.fileName}>
          <ForeignText value={file.name} /> {/* They are beside the player of a sound. */}
          {file.kind === "audio" ? null : (
            <span className={`dim small ${css.fileFacts}`}>
              {say(`chat-file-${file.kind}`)} · {bytes(file.bytes)}
            </span>
          )}
        </div>
      </div>
      {file.text === null ? null : <LongText value={file.text} />}
      {file.kind === "audio" ? (
        <ConversationMedia
          conversation={conversation}
          media={file}
          kind="audio"
          alt={say("chat-file-player", { name: file.name.text })}
          name={file.name.text}
        />
      ) : null}
      {/* A PDF is not drawn here: saved again, it opens in another application. */}
      {file.kind === "pdf" ? (
        <SaveMedia conversation={conversation} digest={file.digest} name={file.name.text} />
      ) : null}
    </div>
  );
}
