import { Menu } from "@mantine/core";
import type { Request } from "../../bindings/host";
import { useAsk } from "../../store";
import css from "./gate.module.css";

/** What the limits would have meant for the calls of before, before anybody relies on them. */
export function Trial(props: { request: Request; only: number[] }) {
  const trial = useAsk("try_limits", { request: props.request.id, only: props.only });
  return (
    <Menu.Label className={css.trial ?? ""} role="status">
      {trial.isError ? "It could not be tried on earlier calls." : null}
      {trial.data ? sentence(trial.data.calls.length, trial.data.covered) : null}
      {trial.isPending ? "Trying it on earlier calls …" : null}
    </Menu.Label>
  );
}

/** In words. The call that waits is among those that were asked for. */
export function sentence(calls: number, covered: number): string {
  if (calls <= 1) {
    return "There are no earlier calls of this tool to try it on.";
  }
  const earlier = calls === 2 ? "the earlier call" : `the ${calls - 1} earlier calls`;
  return `Of this and ${earlier}, ${covered} would have run without asking.`;
}
