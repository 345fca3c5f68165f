/** Which registry is on, how its copy is, and what can be done with both. */
import { Button } from "@mantine/core";
import type { RegistryState } from "../../../bindings/host";
import { ProblemNote, RawText } from "../../../elements";
import { ConfirmButton } from "../../../elements/ConfirmButton";
import { Check } from "../../../elements/inputs/Check";
import { say } from "../../../l10n";
import { useHostCommand } from "../../../store";
import { ago } from "../../../words";
import { useNow } from "../account/useNow";
import css from "./registry.module.css";

/** How often the time since the last update is looked at, in milliseconds. */
const LOOK = 30_000;

/** `failed`: its last update did, and the way to try again is with the reason. */
export function CopyLine({ state, failed }: { state: RegistryState; failed: boolean }) {
  const now = useNow(LOOK);
  const off = useHostCommand("turn_off_registry");
  const icons = useHostCommand("set_registry_icons");
  const { servers, updated_at, updating } = state;
  return (
    <>
      <div className={`row small dim ${css.copy}`}>
        <span className={css.origin}>
          <RawText text={state.address ?? ""} mono />
        </span>
        <span role="status">
          {updated_at !== null
            ? say("servers-registry-updated", { count: servers, time: ago(updated_at, now) })
            : updating
              ? say("servers-registry-copying", { count: servers })
              : say("servers-registry-partial", { count: servers })}
        </span>
        <span className={`row ${css.does}`}>
          {updating && updated_at !== null ? (
            <span className={css.updating}>{say("servers-registry-updating")}</span>
          ) : null}
          {updating || failed ? null : <Update subtle />}
          <ConfirmButton
            label={say("servers-registry-turn-off")}
            question={say("servers-registry-turn-off-question")}
            yes={say("servers-page-turn-off")}
            busy={off.isPending}
            onYes={() => off.mutate({})}
          />
        </span>
      </div>
      <Check
        label={say("servers-registry-icons")}
        description={say("servers-registry-icons-help")}
        checked={state.icons}
        // Not `disabled` meanwhile: the focus would be lost.
        onChange={(event) => {
          if (!icons.isPending) icons.mutate({ shown: event.currentTarget.checked });
        }}
      />
      {icons.error !== null ? <ProblemNote problem={icons.error} live /> : null}
      {off.error !== null ? <ProblemNote problem={off.error} live /> : null}
    </>
  );
}

export function Update({ subtle = false }: { subtle?: boolean }) {
  const update = useHostCommand("update_registry");
  return (
    <>
      <Button
        size="xs"
        variant={subtle ? "subtle" : "default"}
        loading={update.isPending}
        onClick={() => update.mutate({})}
      >
        {say("servers-registry-update")}
      </Button>
      {update.error !== null ? <ProblemNote problem={update.error} live /> : null}
    </>
  );
}
