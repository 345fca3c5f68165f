import { Button } from "@mantine/core";
import { useState } from "react";
import { Popover, ProblemNote, StopIcon, useTooltip } from "../../elements";
import { say } from "../../l10n";
import { useShortcut } from "../../shortcuts";
import { useHostCommand } from "../../store";
import css from "./rail.module.css";

/** The panic stop: asks once, in place, then cancels all calls, denies all that waits and turns off all servers. */
export function StopEverything(props: { folded: boolean }) {
  const [open, setOpen] = useState(false);
  const stop = useHostCommand("stop_everything");
  useShortcut("stop", () => setOpen(true));
  const close = () => {
    setOpen(false);
    stop.reset();
  };
  const { described, tooltip } = useTooltip<HTMLButtonElement>(say("app-stop"), props.folded && !open);
  return (
    <>
      <Popover
        opened={open}
        onChange={(now) => (now ? setOpen(true) : close())}
        label={say("app-stop-question")}
        position="right-end"
        width={280}
        target={
          <button
            type="button"
            className={css.link}
            aria-label={say("app-stop")}
            onClick={() => setOpen(true)}
            {...described}
          >
            <StopIcon />
            <span className={`cut ${css.word}`}>{say("app-stop")}</span>
          </button>
        }
      >
        <div className={css.confirm}>
          <p>{say("app-stop-help")}</p>
          {stop.error ? <ProblemNote problem={stop.error} live /> : null}
          <div className={css.confirmButtons}>
            <Button data-autofocus onClick={close}>
              {say("app-keep-running")}
            </Button>
            <Button loading={stop.isPending} onClick={() => stop.mutate({}, { onSuccess: close })}>
              {say("app-stop-yes")}
            </Button>
          </div>
        </div>
      </Popover>
      {tooltip}
    </>
  );
}
