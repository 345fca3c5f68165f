import type { AttachedFile } from "../../bindings/host";
import { ForeignText, LongText } from "../../elements";
import { bytes } from "../../words";
import css from "./FileCard.module.css";
import { Glance } from "./Glance";

const kind: Record<AttachedFile["kind"], string> = {
  text: "text",
  image: "picture",
  audio: "sound",
  pdf: "PDF",
};

/** A file that the person put in, as it was then. */
export function FileCard(props: { conversation: string; file: AttachedFile }) {
  const { conversation, file } = props;
  return (
    <div className={css.file}>
      <div className={css.fileTop}>
        {file.kind === "image" ? <Glance conversation={conversation} file={file} /> : null}
        <div className={css.fileName}>
          <ForeignText value={file.name} />{" "}
          <span className={`dim small ${css.fileFacts}`}>
            {kind[file.kind]} · {bytes(file.bytes)}
          </span>
        </div>
      </div>
      {file.text === null ? null : <LongText value={file.text} />}
    </div>
  );
}
