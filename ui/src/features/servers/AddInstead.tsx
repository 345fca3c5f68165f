import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { EmptyRoom } from "../../elements";
import { say } from "../../l10n";
import { to } from "../../route";

/** Nothing came from elsewhere: a server can be added by hand. */
export function AddInstead(props: { title: string; children: ReactNode }) {
  return (
    <EmptyRoom
      {...props}
      action={
        <Button component="a" href={to("servers", "add")}>
          {say("servers-add-title")}
        </Button>
      }
    />
  );
}
