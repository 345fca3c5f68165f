/** What a list that grows while it is looked at has above it: the log and the frames of a server. */
import { Button } from "@mantine/core";
import { count, many } from "../../words";

/** Whether the end stays in view. */
export function Follow({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
  return (
    <Button size="xs" variant={on ? "light" : "default"} aria-pressed={on} onClick={() => onChange(!on)}>
      Follow
    </Button>
  );
}

/** `3 of 20 lines`, or `20 lines` when none is left out. */
export function shownOf(shown: number, all: number, one: string): string {
  return shown === all ? many(all, one) : `${count(shown)} of ${many(all, one)}`;
}
