import { Button } from "@mantine/core";
import { say } from "../../l10n";
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
    <section className={css.strip} aria-label={say("app-welcome-step")}>
      <p role="status">
        {say(
          waits ? "app-welcome-step-waits" : decided ? "app-welcome-step-decided" : "app-welcome-step-works",
        )}
      </p>
      {decided ? (
        <Button component="a" href={to("activity")} onClick={welcomed.done}>
          {say("app-welcome-step-show")}
        </Button>
      ) : null}
      <Button variant="subtle" loading={welcomed.isPending} onClick={welcomed.done}>
        {say(decided ? "app-welcome-step-done" : "app-welcome-step-skip")}
      </Button>
    </section>
  );
}
