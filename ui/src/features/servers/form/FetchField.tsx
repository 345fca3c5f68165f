/** Whether the package or image of a launcher is fetched once. */
import { memo } from "react";
import { HelpedSwitch } from "../../../elements";
import { say } from "../../../l10n";

export const FetchField = memo(function FetchField({
  once,
  set,
}: {
  once: boolean;
  set: (once: boolean) => void;
}) {
  return (
    <HelpedSwitch
      label={say("servers-form-fetch")}
      help={say(once ? "servers-form-fetch-help" : "servers-form-fetch-off-help")}
      checked={once}
      onChange={set}
    />
  );
});
