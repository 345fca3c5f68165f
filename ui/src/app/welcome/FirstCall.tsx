import { Button } from "@mantine/core";
import { to } from "../../route";
import { useHost } from "../../store";
import { useWelcomed } from "./useWelcomed";
import css from "./welcome.module.css";

/** Step three of the welcome, above the conversation in which it happens. */
export function FirstCall(props: { since: number }) {
  const decided = useHost((host) =>
    [...host.calls.values()].some(
      (it) => it.asked_at >= props.since && it.state !== "waiting" && it.state !== "running",
    ),
  );
  const waits = useHost((host) => host.waiting.length > 0);
  const welcomed = useWelcomed();
  return (
    <section className={css.strip} aria-label="Welcome, step 3 of 3">
      <p role="status">
        {waits
          ? "Step 3 of 3: a request waits for you. Read it, then allow or deny it."
          : decided
            ? "You decided your first call. It is in the record."
            : "Step 3 of 3: the demo model is at work. It asks you before it runs anything."}
      </p>
      {decided ? (
        <Button component="a" href={to("activity")} onClick={welcomed.done}>
          See it in Activity
        </Button>
      ) : null}
      <Button variant="subtle" loading={welcomed.isPending} onClick={welcomed.done}>
        {decided ? "Done" : "Skip"}
      </Button>
    </section>
  );
}
