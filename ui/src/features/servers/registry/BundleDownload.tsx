/** A bundle that the registry names: it is downloaded and opened on the page of bundles, which asks for its values. */
import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { ProblemNote } from "../../../elements";
import { say } from "../../../l10n";
import { BUNDLE, go } from "../../../route";
import { useHostCommand } from "../../../store";
import form from "../form/form.module.css";

export function BundleDownload({ name, version, at }: { name: string; version: string; at: number }) {
  const open = useHostCommand("open_registry_bundle");
  const { mutate: cancel } = useHostCommand("cancel_registry_download");
  const cancelled = useRef(false);
  const pending = useRef(false);
  pending.current = open.isPending;
  // It is not waited for on another page.
  useEffect(
    () => () => {
      if (pending.current) cancel({});
    },
    [cancel],
  );
  const problem = open.error === null || cancelled.current ? null : open.error;
  return (
    <>
      {problem !== null ? <ProblemNote problem={problem} live /> : null}
      <div className={`row ${form.foot}`}>
        <Button
          variant="filled"
          loading={open.isPending}
          onClick={() => {
            cancelled.current = false;
            open.mutate({ name, version, at }, { onSuccess: () => go("servers", BUNDLE) });
          }}
        >
          {say("servers-registry-download")}
        </Button>
        {open.isPending ? (
          <Button
            variant="subtle"
            onClick={() => {
              cancelled.current = true;
              cancel({});
            }}
          >
            {say("servers-registry-download-cancel")}
          </Button>
        ) : null}
        <p className="small dim">{say("servers-registry-download-note")}</p>
      </div>
    </>
  );
}
