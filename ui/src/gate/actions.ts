import type { ReactNode } from "react";
import type { Answer } from "../bindings/host";
import type { Action } from "../elements/DecisionDialog";
import type { Answering } from "./useAnswer";

type Answers = Pick<Answering, "may" | "answer">;

/** The no of the key `D`. */
export function deny({ may, answer }: Answers, label: ReactNode, by: Answer = { kind: "deny" }): Action {
  return { label, shortcut: "deny", active: may, run: () => answer(by) };
}

/** The yes of the key `A`. `when`: what it waits for besides that an answer would be accepted (S-10). */
export function allow(
  { may, answer }: Answers,
  label: ReactNode,
  when: boolean,
  by: Answer = { kind: "allow_once" },
): Action {
  return { label, shortcut: "allow", active: may && when, run: () => answer(by) };
}

/** The same where what it changes goes on holding (S-33). */
export function allowLasting(...given: Parameters<typeof allow>): Action {
  return { ...allow(...given), lasts: true };
}
