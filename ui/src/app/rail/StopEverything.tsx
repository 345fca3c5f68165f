import { Button } from "@mantine/core";
import { useState } from "react";
import { Popover, ProblemNote, StopIcon, useTooltip } from "../../elements";
import { useShortcut } from "../../shortcuts";
import { useHostCommand } from "../../store";
import css from "./rail.module.css";

/** The panic stop: asks once, in place, then cancels all calls, denies all that waits and stops all servers. */
export function StopEverything(props: { folded: boolean }) {
  const [open, setOpen] = useState(false);
  const stop = useHostCommand("stop_everything");
  useShortcut("stop", () => setOpen(true));
  const close = () => {
    setOpen(false);
    stop.reset();
  };
  const { described, tooltip } = useTooltip<HTMLButtonElement>("Stop everything", props.folded && !open);
  return (
    <>
      <Popover
        opened={open}
        onChange={(now) => (now ? setOpen(true) : close())}
        label="Stop everything?"
        position="right-end"
        width={280}
        target={
          <button
            type="button"
            className={css.link}
            aria-label="Stop everything"
            onClick={() => setOpen(true)}
            {...described}
          >
            <StopIcon />
            <span className={css.word}>Stop everything</span>
          </button>
        }
      >
        <div className={css.confirm}>
          <p>All calls are cancelled, everything that waits is denied and all servers are turned off.</p>
          {stop.error ? <ProblemNote problem={stop.error} live /> : null}
          <div className={css.confirmButtons}>
            <Button data-autofocus onClick={close}>
              Keep going
            </Button>
            <Button loading={stop.isPending} onClick={() => stop.mutate({}, { onSuccess: close })}>
              Stop now
            </Button>
          </div>
        </div>
      </Popover>
      {tooltip}
    </>
  );
}
