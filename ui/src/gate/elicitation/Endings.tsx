import type { Action } from "../../elements/DecisionDialog";
import { time } from "../../words";
import { DenyAll } from "../DenyAll";
import { LastRow } from "../LastRow";
import { type RequestContext, useRequest } from "../request";

/** The two ways to give a server nothing: a no that it learns of, and leaving it undecided (ELI-05). */
export function noAnswers({ answering }: RequestContext, active = answering.may): Action[] {
  return [
    { label: "Decline", shortcut: "deny", active, run: () => answering.answer({ kind: "decline" }) },
    { label: "Dismiss", variant: "subtle", active, run: () => answering.answer({ kind: "deny" }) },
  ];
}

/**
 * What each way out means to the server: it is told a no, told nothing, or waits for a while (ELI-05, S-81). The link
 * denies what else waits from it.
 */
export function Endings() {
  const { request } = useRequest();
  const { label } = request.server;
  return (
    <>
      <p className="dim small">
        {request.asked.kind === "roots"
          ? `Decline: “${label}” is told that there are none, until you change that on its page. Dismiss: it is told so this once, and may ask again.`
          : `Decline: “${label}” learns that you said no. Dismiss: it learns only that nobody decided.`}{" "}
        Decide later: it waits until {time(request.expires_at)} at the latest.
      </p>
      <LastRow actions={<DenyAll word="Dismiss" />} />
    </>
  );
}
