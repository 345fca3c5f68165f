/** What a server may know and ask for: its folders, words of a model, and what other servers gave. */
import type { ServerSummary } from "../../../bindings/host";
import { say } from "../../../l10n";
import css from "./allowed.module.css";
import { Flows } from "./Flows";
import { Folders } from "./Folders";
import { Sampling } from "./Sampling";

export function PermissionsTab({ server }: { server: ServerSummary }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard
    <div className={css.scroll} tabIndex={0} role="group" aria-label={say("servers-allowed-title")}>
      <div className={css.reading}>
        <Folders server={server} />
        <Sampling server={server} />
        <Flows server={server} />
      </div>
    </div>
  );
}
