import type { AttachedFile } from "../../bindings/host";
import { ForeignText, LongText } from "../../elements";
import { say } from "../../l10n";
import { bytes } from "../../words";
import css from "./FileCard.module.css";
import { Glance } from "./Glance";

/** A file that the person attached, as it was then. */
export function FileCard(props: { conversation: string; file: AttachedFile }) {
  const { conversation, file } = props;
  return (
    <div className={css.file}>
      <div className={css.fileTop}>
        {file.kind === "image" ? <Glance conversation={conversation} file={file} /> : null}
        <div className={css.fileName}>
          <ForeignText value={file.name} />{" "}
          <span className={`dim small ${css.fileFacts}`}>
            {say(`chat-file-${file.kind}`)} · {bytes(file.bytes)}
          </span>
        </div>
      </div>
      {file.text === null ? null : <LongText value={file.text} />}
    </div>
  );
}
