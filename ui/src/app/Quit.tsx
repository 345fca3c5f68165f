import { Button, Modal } from "@mantine/core";
import { useState } from "react";
import { ProblemNote } from "../elements";
import { useShortcut } from "../shortcuts";
import { useHost, useHostCommand } from "../store";
import { many } from "../words";
import css from "./app.module.css";

/** Quits at once when nothing is under way; otherwise says first what would be cut off. */
export function Quit() {
  const [open, setOpen] = useState(false);
  const quit = useHostCommand("quit");
  const running = useHost((host) => [...host.calls.values()].filter((it) => it.state === "running").length);
  const atWork = useHost((host) => host.conversations.filter((it) => it.busy).length);
  const idle = running === 0 && atWork === 0;
  const begin = () => (idle ? quit.mutate({}, { onError: () => setOpen(true) }) : setOpen(true));

  useShortcut("quit", begin);

  const close = () => {
    setOpen(false);
    quit.reset();
  };
  const cut = [
    ...(running > 0 ? [many(running, "call is running", "calls are running")] : []),
    ...(atWork > 0 ? [many(atWork, "conversation is not finished", "conversations are not finished")] : []),
  ].join(" and ");
  return (
    <Modal
      opened={open}
      onClose={close}
      title="Quit Portcullis?"
      withCloseButton={false}
      lockScroll={false}
      centered
      size={360}
      zIndex={500}
      overlayProps={{ blur: 0 }}
      classNames={{
        content: css.quit,
        header: css.quitHead,
        title: css.quitTitle,
        body: css.quitBody,
        overlay: css.quitOver,
      }}
    >
      <p>
        {cut === "" ? "Nothing is running." : `${cut}.`} Quitting cancels what runs and stops every server.
      </p>
      {quit.error ? <ProblemNote problem={quit.error} live /> : null}
      <div className={css.quitButtons}>
        <Button data-autofocus onClick={close}>
          Keep going
        </Button>
        <Button loading={quit.isPending} onClick={() => quit.mutate({})}>
          Quit
        </Button>
      </div>
    </Modal>
  );
}
