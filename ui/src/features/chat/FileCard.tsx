import type { AttachedFile } from "../../bindings/host";
import { ForeignText, LongText, SavedTo } from "../../elements";
import { say } from "../../l10n";
import { useHostCommand } from "../../store";
import { bytes } from "../../words";
import { ConversationMedia } from "./ConversationMedia";
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
      {file.kind === "pdf" ? <SavePdf conversation={conversation} file={file} /> : null}
    </div>
  );
}

/** A PDF is not drawn here: saved again, it opens in another application. */
function SavePdf({ conversation, file }: { conversation: string; file: AttachedFile }) {
  const save = useHostCommand("save_media");
  return (
    <SavedTo
      saving={save.isPending}
      path={save.data ?? null}
      problem={save.error}
      onSave={() => save.mutate({ conversation, digest: file.digest, name: file.name.text })}
    />
  );
}
