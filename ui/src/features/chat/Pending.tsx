import { useId } from "react";
import type { AttachedFile, Message } from "../../bindings/host";
import { ClipIcon, ForeignText } from "../../elements";
import { say } from "../../l10n";
import { Glance } from "./Glance";
import css from "./Pending.module.css";

/** Files that were attached since the model last spoke: they wait for the words that they go with. */
export function pending(messages: readonly Message[]): AttachedFile[] {
  const files: AttachedFile[] = [];
  for (const message of messages.toReversed()) {
    if (message.speaker !== "person" || message.parts.some((part) => part.kind === "words")) {
      break;
    }
    files.unshift(...message.parts.flatMap((part) => (part.kind === "file" ? [part.file] : [])));
  }
  return files;
}

/** What goes to the model with the next words, above where they are written. */
export function Pending(props: { conversation: string; files: readonly AttachedFile[] }) {
  const heading = useId();
  if (props.files.length === 0) {
    return null;
  }
  return (
    <div>
      <p id={heading} className="dim small">
        {say("chat-pending")}
      </p>
      <ul className={css.pending} aria-labelledby={heading}>
        {props.files.map((file, index) => (
          <li key={`${index} ${file.digest}`} className={css.pendingFile}>
            {file.kind === "image" ? (
              <Glance conversation={props.conversation} file={file} fixed />
            ) : (
              <span className={css.pendingIcon} aria-hidden="true">
                <ClipIcon />
              </span>
            )}
            <span className={css.pendingName}>
              <ForeignText value={file.name} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
