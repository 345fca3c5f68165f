import type { CallView, Problem } from "../bindings/host";
import { ProblemNote } from "./ProblemNote";
import { SignInWay } from "./SignInWay";

/** Whether a request of the server that got a no ended the call. */
export function endedByNo(call: CallView): boolean {
  return call.problem?.code === "protocol.input_required" && call.denied.length > 0;
}

/** Why a call brought nothing back. Where a no ended it, that is one thing to say, and no fault. */
export function CallProblem(props: { call: CallView; problem: Problem; live?: boolean }) {
  const { call, problem, live = false } = props;
  const byNo = endedByNo(call);
  return (
    <ProblemNote
      problem={byNo ? { ...problem, sentence: <Lines of={[...call.denied, problem.sentence]} /> } : problem}
      server={call.server_label}
      tone={call.state === "cancelled" || byNo ? "wait" : "bad"}
      live={live}
      action={<SignInWay code={problem.code} server={call.server} />}
    />
  );
}

function Lines(props: { of: string[] }) {
  return props.of.map((line) => <div key={line}>{line}</div>);
}
