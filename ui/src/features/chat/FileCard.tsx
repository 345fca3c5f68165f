import type { AttachedFile } from "../../bindings/host";
import { ForeignText, LongText } from "../../elements";
import { bytes } from "../../words";
import css from "./held.module.css";

const kind: Record<AttachedFile["kind"], string> = {
  text: "text",
  image: "picture",
  audio: "sound",
  pdf: "PDF",
};

/** A file that the person put in, as it was then. */
export function FileCard(props: { file: AttachedFile }) {
  const { file } = props;
  return (
    <div className={css.file}>
      <div>
        <ForeignText value={file.name} />{" "}
        <span className="dim small">
          {kind[file.kind]} · {bytes(file.bytes)}
        </span>
      </div>
      {file.text === null ? null : <LongText value={file.text} />}
    </div>
  );
}
