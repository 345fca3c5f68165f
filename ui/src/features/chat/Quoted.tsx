import type { Part } from "../../bindings/host";
import { ForeignText, LongText, UntrustedBlock } from "../../elements";
import { say } from "../../l10n";
import { quoteWord, roleWord } from "../../words";
import css from "./Quoted.module.css";

/** Text of a server that the person attached. It stays the server's: the slot says whose it is and in whose name it speaks. */
export function Quoted(props: { part: Extract<Part, { kind: "quoted" }>; before: Part | undefined }) {
  const { part, before } = props;
  const again =
    before?.kind === "quoted" && before.server === part.server && before.shown.text === part.shown.text;
  const from = { kind: quoteWord(part.source), server: part.server_label };
  return (
    <UntrustedBlock
      from={
        part.role === null
          ? say("chat-quoted", from)
          : say("chat-quoted-role", { ...from, role: roleWord(part.role) })
      }
    >
      {again ? null : (
        <p className={css.quotedFrom}>
          <ForeignText value={part.shown} mono={part.source === "resource"} />
        </p>
      )}
      {part.text.text === "" ? null : <LongText value={part.text} />}
      {part.left_out === null ? null : (
        <p className="small dim">
          {part.text.text === "" ? say("chat-quoted-left-out", { reason: part.left_out }) : part.left_out}
        </p>
      )}
    </UntrustedBlock>
  );
}
