import type { Foreign } from "../bindings/host";
import { say } from "../l10n";
import { Copy } from "./Copy";
import css from "./elements.module.css";
import { ForeignText } from "./ForeignText";

/** An address from a server, whole. It is text: nothing leads there. What is copied is what is seen (S-41). */
export function Address({ uri, copy }: { uri: Foreign; copy?: string }) {
  return (
    <p className={css.address}>
      <ForeignText value={uri} mono />
      <Copy text={uri.text} label={copy ?? say("elements-copy-uri")} />
    </p>
  );
}
