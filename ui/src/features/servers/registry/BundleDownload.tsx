/** A bundle that the registry names: it is downloaded and opened on the page of bundles, which asks for its values. */
import { Button } from "@mantine/core";
import { ProblemNote } from "../../../elements";
import { say } from "../../../l10n";
import { BUNDLE, go } from "../../../route";
import { useHostCommand } from "../../../store";
import form from "../form/form.module.css";

export function BundleDownload({ name, version, at }: { name: string; version: string; at: number }) {
  const open = useHostCommand("open_registry_bundle");
  return (
    <>
      {open.error !== null ? <ProblemNote problem={open.error} live /> : null}
      <div className={form.foot}>
        <Button
          variant="filled"
          loading={open.isPending}
          onClick={() => open.mutate({ name, version, at }, { onSuccess: () => go("servers", BUNDLE) })}
        >
          {say("servers-registry-download")}
        </Button>
        <p className="small dim">{say("servers-registry-download-note")}</p>
      </div>
    </>
  );
}
