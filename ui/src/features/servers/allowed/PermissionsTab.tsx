/** What a server may know and ask for: its folders, model access, and data of other servers. */
import type { ServerSummary } from "../../../bindings/host";
import { say } from "../../../l10n";
import sections from "../sections.module.css";
import { Flows } from "./Flows";
import { Folders } from "./Folders";
import { Sampling } from "./Sampling";

export function PermissionsTab({ server }: { server: ServerSummary }) {
  return (
    <div
      className={sections.scroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard
      tabIndex={0}
      role="group"
      aria-label={say("servers-page-tab-permissions")}
    >
      <div className={sections.reading}>
        <Folders server={server} />
        <Sampling server={server} />
        <Flows server={server} />
      </div>
    </div>
  );
}
