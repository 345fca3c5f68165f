/** An install link that another program opened, read into the page that adds a server. It is dropped when the page is left after it was proposed or cancelled. */
import { say } from "../../../l10n";
import { go } from "../../../route";
import { useHostCommand, useHostQuery } from "../../../store";
import { AddInstead } from "../AddInstead";
import { useDropWhenDone } from "../useDropWhenDone";
import { AddPage } from "./AddPage";

export function LinkPage() {
  const offered = useHostQuery("offered_install", {});
  const { mutate: drop } = useHostCommand("drop_offered_install");
  const done = useDropWhenDone(drop);
  if (offered.data === undefined) return null;
  const { source, dropped } = offered.data ?? { source: null, dropped: 0 };
  if (source?.kind !== "link")
    return (
      <AddInstead title={say("servers-form-link-none")}>{say("servers-form-link-none-help")}</AddInstead>
    );
  return (
    <AddPage
      key={source.text}
      link={{ text: source.text, dropped }}
      onProposed={done}
      onCancel={() => {
        done();
        go("servers");
      }}
    />
  );
}
