import { Button } from "@mantine/core";
import { ProblemNote } from "../../../elements";
import { say } from "../../../l10n";
import { BUNDLE, go } from "../../../route";
import { useHostCommand } from "../../../store";

/** A button that chooses the file of a bundle and goes to its page, and what was wrong with the file. */
export function useOpenBundle(label: string = say("servers-bundle-open")) {
  const open = useHostCommand("open_bundle");
  return {
    button: (
      <Button
        loading={open.isPending}
        onClick={() =>
          open.mutate({ offered: false }, { onSuccess: (view) => view !== null && go("servers", BUNDLE) })
        }
      >
        {label}
      </Button>
    ),
    problem: open.error === null ? null : <ProblemNote problem={open.error} live />,
  };
}
