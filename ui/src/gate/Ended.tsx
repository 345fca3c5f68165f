import { useEffect, useState } from "react";
import type { AskedBy, EndedRequest, Request } from "../bindings/host";
import type { Action } from "../elements/DecisionDialog";
import { time } from "../words";
import type { Kind } from "./request";
import { useCommand } from "./session";
import { GUARD_MS } from "./useGuard";

const nothing: Record<Kind, string> = {
  tool: "Nothing was run.",
  launch: "Nothing was saved or started.",
  changed: "The tool stays blocked.",
  setting: "Nothing was changed.",
  sampling: "Nothing was sent.",
  sampled_answer: "Nothing was sent.",
  form: "Nothing was sent.",
  link: "Nothing was opened.",
  page: "There is nothing left to do here.",
  roots: "It was told nothing.",
  sign_in: "Nothing was opened.",
};

/** How a request ended that the person had in front, and what follows from it. */
export function endedSentence({ server, asked, asked_by }: Request, { why, at }: EndedRequest): string {
  const then = time(at);
  switch (why) {
    case "withdrawn":
      return `${withdrawn(server.label, asked.kind, asked_by)} at ${then}. ${nothing[asked.kind]}`;
    case "expired":
      return `Expired at ${then} without an answer. ${unansweredMeans(asked.kind)}`;
    case "permitted":
      return `Allowed at ${then} by a permission that you gave. It went on without this answer.`;
    case "asked_again":
      return `What it is about changed at ${then}, so it is asked again. ${nothing[asked.kind]}`;
    case "server_stopped":
      return `“${server.label}” stopped or was disconnected at ${then}. ${nothing[asked.kind]}`;
  }
}

function withdrawn(label: string, kind: Kind, by: AskedBy): string {
  if (by.kind === "server" && kind !== "changed") {
    return `Withdrawn by “${label}”`;
  }
  return kind === "tool" ? "The call was stopped" : "Withdrawn";
}

function unansweredMeans(kind: Kind): string {
  if (kind === "page") {
    return "It is asked again as long as its call waits.";
  }
  return kind === "form" || kind === "link" || kind === "roots"
    ? "The server learns that nobody decided."
    : "That counts as a no.";
}

/**
 * What can be done with what ended: nothing but leave it. Not in the moment in which it takes the place of the answers, so that
 * nobody leaves it unread.
 */
export function useEndedActions(ended: boolean, next: string, waiting: number): Action[] {
  const leave = useCommand("next_request");
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    if (!ended) {
      return;
    }
    const timer = setTimeout(() => setSettled(true), GUARD_MS);
    return () => {
      clearTimeout(timer);
      setSettled(false);
    };
  }, [ended]);
  return [
    {
      label: waiting === 0 ? "Close" : next,
      shortcut: "next",
      active: settled,
      run: () => leave.run({}),
    },
  ];
}
