/** An install link that another program opened, read into the page that adds a server. It is dropped when the page is left after it was proposed or cancelled. */
import { Button } from "@mantine/core";
import { EmptyRoom } from "../../../elements";
import { say } from "../../../l10n";
import { go, to } from "../../../route";
import { useHostCommand, useHostQuery } from "../../../store";
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
      <EmptyRoom
        title={say("servers-form-link-none")}
        action={
          <Button component="a" href={to("servers", "add")}>
            {say("servers-add-title")}
          </Button>
        }
      >
        {say("servers-form-link-none-help")}
      </EmptyRoom>
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
