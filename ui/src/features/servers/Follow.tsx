/** What a list that grows while it is looked at has above it: the log and the frames of a server. */
import { Button } from "@mantine/core";
import { say } from "../../l10n";

/** Whether the end stays in view. */
export function Follow({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
  return (
    <Button size="xs" variant={on ? "light" : "default"} aria-pressed={on} onClick={() => onChange(!on)}>
      {say("servers-follow")}
    </Button>
  );
}
