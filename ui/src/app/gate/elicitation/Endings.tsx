import type { Request } from "../../../bindings/host";
import { DenyAll } from "../DenyAll";
import { LastRow } from "../LastRow";
import type { Answering } from "../useAnswer";
import type { Guard } from "../useGuard";

/**
 * What each way out means to the server: it is told a no, told nothing, or goes on waiting (ELI-05, S-81). The link
 * denies what else waits from it.
 */
export function Endings(props: { request: Request; guard: Guard; answering: Answering }) {
  const { request, guard, answering } = props;
  const { label } = request.server;
  const roots = request.asked.kind === "roots";
  const active = answering.may;
  return (
    <>
      <p className="dim small">
        {roots
          ? `Decline: “${label}” is told that there are none, until you change that on its page. Dismiss: it is told so this once, and may ask again.`
          : `Decline: “${label}” learns that you said no. Dismiss: it learns only that nobody decided.`}{" "}
        Decide later: it goes on waiting.
      </p>
      <LastRow
        request={request}
        guard={guard}
        actions={<DenyAll active={active} answering={answering} word="Dismiss" />}
      />
    </>
  );
}
