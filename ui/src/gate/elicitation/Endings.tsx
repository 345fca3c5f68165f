import type { Action } from "../../elements/DecisionDialog";
import { say } from "../../l10n";
import { time } from "../../words";
import { deny } from "../actions";
import { DenyAll } from "../DenyAll";
import { LastRow } from "../LastRow";
import { type RequestContext, useRequest } from "../request";

/** The two ways to give a server nothing: a no that it learns of, and leaving it undecided (ELI-05). */
export function noAnswers({ answering }: RequestContext): Action[] {
  return [
    deny(answering, say("gate-elicitation-decline"), { kind: "decline" }),
    {
      label: say("gate-elicitation-dismiss"),
      variant: "subtle",
      active: answering.may,
      run: () => answering.answer({ kind: "deny" }),
    },
  ];
}

/**
 * What each way out means to the server: it is told a no, told nothing, or waits for a while (ELI-05, S-81). The link
 * denies what else waits from it.
 */
export function Endings() {
  const { request } = useRequest();
  const roots = request.asked.kind === "roots";
  return (
    <>
      <p className="dim small">
        {say(roots ? "gate-elicitation-endings-roots" : "gate-elicitation-endings", {
          server: request.server.label,
          time: time(request.expires_at),
        })}
      </p>
      <LastRow actions={<DenyAll dismiss />} />
    </>
  );
}
