import { useEffect, useState } from "react";
import type { AskedBy, EndedRequest, Request } from "../bindings/host";
import type { Action } from "../elements/DecisionDialog";
import { say } from "../l10n";
import { time, unansweredEnd } from "../words";
import type { Kind } from "./request";
import { useCommand } from "./session";
import { GUARD_MS } from "./useGuard";

/** How a request ended that the person had in front, and what follows from it. */
export function endedSentence({ server, asked, asked_by }: Request, { why, at }: EndedRequest): string {
  const args = { time: time(at), effect: say(`gate-effect-${asked.kind}`) };
  switch (why) {
    case "withdrawn":
      return withdrawn(server.label, asked.kind, asked_by, args);
    case "expired":
      return say("gate-ended-expired", { ...args, effect: say(`gate-expired-${expired(asked.kind)}`) });
    case "permitted":
      return say("gate-ended-permitted", { time: args.time });
    case "asked_again":
      return say("gate-ended-asked-again", args);
    case "server_stopped":
      return say("gate-ended-server-stopped", { ...args, server: server.label });
  }
}

function withdrawn(server: string, kind: Kind, by: AskedBy, args: { time: string; effect: string }): string {
  if (by.kind === "server" && kind !== "changed") {
    return say("gate-ended-withdrawn-server", { ...args, server });
  }
  return say(kind === "tool" ? "gate-ended-stopped" : "gate-ended-withdrawn", args);
}

/** To the one who asked, what is cancelled or stays blocked was denied. */
function expired(kind: Kind): "page" | "dismissed" | "denied" {
  const means = unansweredEnd(kind);
  return means === "cancelled" || means === "blocked" ? "denied" : means;
}

/**
 * What can be done with what ended: nothing but leave it. Not in the moment in which it takes the place of the answers, so that
 * it is not left unread.
 */
export function useEndedActions(ended: boolean, next: string, waiting: number): Action[] {
  const leave = useCommand("next_request");
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    if (!ended) return;
    const timer = setTimeout(() => setSettled(true), GUARD_MS);
    return () => {
      clearTimeout(timer);
      setSettled(false);
    };
  }, [ended]);
  return [
    {
      label: waiting === 0 ? say("words-close") : next,
      shortcut: "next",
      active: settled,
      run: () => leave.run({}),
    },
  ];
}
