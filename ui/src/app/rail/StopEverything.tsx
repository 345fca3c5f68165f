import { Button, Popover, Tooltip } from "@mantine/core";
import { useEffect, useState } from "react";
import { ProblemNote, StopIcon } from "../../elements";
import { useAct } from "../../store";
import css from "./rail.module.css";

const ask = "portcullis:stop-everything";

/** Opens the question, from wherever it is asked (the palette). */
export function askToStop(): void {
  window.dispatchEvent(new Event(ask));
}

/** The panic stop: asks once, in place, then cancels all calls, denies all that waits and stops all servers. */
export function StopEverything(props: { folded: boolean }) {
  const [open, setOpen] = useState(false);
  const stop = useAct("stop_everything");
  useEffect(() => {
    const show = () => setOpen(true);
    window.addEventListener(ask, show);
    return () => window.removeEventListener(ask, show);
  }, []);
  const close = () => {
    setOpen(false);
    stop.reset();
  };
  return (
    <Popover
      opened={open}
      onChange={(now) => (now ? setOpen(true) : close())}
      position="right-end"
      zIndex={500}
      width={280}
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <Tooltip label="Stop everything" position="right" disabled={!props.folded || open} withinPortal>
          <button
            type="button"
            className={css.link}
            aria-label="Stop everything"
            aria-haspopup="dialog"
            aria-expanded={open}
            onClick={() => setOpen(true)}
          >
            <StopIcon />
            <span className={css.word}>Stop everything</span>
          </button>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Stop everything?">
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
      </Popover.Dropdown>
    </Popover>
  );
}
