import { AnswerButton } from "./GateFrame";
import css from "./gate.module.css";
import type { Answering } from "./useAnswer";

/** The two ways to give a server nothing: a no that it learns of, and leaving it undecided (ELI-05). */
export function NoAnswers(props: { active: boolean; decline: () => void; answering: Answering }) {
  const { active, decline, answering } = props;
  return (
    <>
      <AnswerButton active={active} onClick={decline} shortcut="D">
        Decline
      </AnswerButton>
      <AnswerButton variant="subtle" active={active} onClick={() => answering.answer({ kind: "deny" })}>
        Dismiss
      </AnswerButton>
      <span className={css.grow} />
    </>
  );
}
