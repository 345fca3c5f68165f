import { Button, Modal } from "@mantine/core";
import { useState } from "react";
import { ProblemNote } from "../elements";
import { say } from "../l10n";
import { useShortcut } from "../shortcuts";
import { useHost, useHostCommand } from "../store";
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
  return (
    <Modal
      opened={open}
      onClose={close}
      title={say("app-quit-question")}
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
      <div>
        {idle ? <p>{say("app-quit-idle")}</p> : null}
        {running > 0 ? <p>{say("app-quit-calls", { count: running })}</p> : null}
        {atWork > 0 ? <p>{say("app-quit-conversations", { count: atWork })}</p> : null}
      </div>
      <p>{say("app-quit-help")}</p>
      {quit.error ? <ProblemNote problem={quit.error} live /> : null}
      <div className={css.quitButtons}>
        <Button data-autofocus onClick={close}>
          {say("app-keep-running")}
        </Button>
        <Button loading={quit.isPending} onClick={() => quit.mutate({})}>
          {say("app-quit")}
        </Button>
      </div>
    </Modal>
  );
}
