import { Button } from "@mantine/core";
import type { Problem } from "../bindings/host";
import { EmptyRoom } from "../elements";
import { useStore } from "../store";

/** What stands in the window while there is no host to show: nothing for a moment, or why. */
export function NotAttached(props: { problem: Problem | null }) {
  const store = useStore();
  if (!props.problem) {
    return <main aria-busy="true" />;
  }
  return (
    <main role="alert">
      <EmptyRoom
        title="The window lost its host"
        action={<Button onClick={() => void store.start()}>Try again</Button>}
      >
        {props.problem.sentence} {props.problem.remedy}
      </EmptyRoom>
    </main>
  );
}
