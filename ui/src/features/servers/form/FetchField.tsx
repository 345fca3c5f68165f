/** Whether the package or image of a launcher is fetched once. */
import { Switch } from "@mantine/core";
import { memo } from "react";
import { say } from "../../../l10n";

export const FetchField = memo(function FetchField({
  once,
  set,
}: {
  once: boolean;
  set: (once: boolean) => void;
}) {
  return (
    <div>
      <Switch
        label={say("servers-form-fetch")}
        aria-describedby="fetch-help"
        checked={once}
        onChange={(event) => set(event.currentTarget.checked)}
      />
      <p id="fetch-help" className="small dim switch-help">
        {say(once ? "servers-form-fetch-help" : "servers-form-fetch-off-help")}
      </p>
    </div>
  );
});
