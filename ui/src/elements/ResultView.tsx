/**
 * What a call brought back. Everything in it comes from a server: it stands in a slot, addresses are text and are
 * never followed, pictures and sounds are what the host checked by their bytes, and whatever is large arrives in pieces.
 */
import { Fragment } from "react";
import type { ArgumentIssue, CallResult, CallView } from "../bindings/host";
import { callTone, callWord, duration, many, shownText } from "../words";
import { JsonTree } from "./JsonTree";
import { ProblemNote } from "./ProblemNote";
import css from "./ResultView.module.css";
import { BlockView } from "./ResultViewBlock";
import { PayloadJson } from "./ResultViewPayload";
import { Brought, Ways } from "./ResultViewWays";
import { SignInWay } from "./SignInWay";
import { Slot } from "./Slot";
import { Tag } from "./Tag";
import { useInSteps } from "./useInSteps";

/** Blocks that come with each frame: a result may have hundreds. */
const STEP = 25;

export function ResultView({ call }: { call: CallView }) {
  const { result, problem, state } = call;
  return (
    <Brought label="Result" head={<Head call={call} />}>
      {state === "tool_error" && (
        <p className={css.toolError}>
          The tool says it failed. It was reached and it answered; what follows is its own account.
        </p>
      )}
      {problem !== null && (
        <div className={css.problem}>
          <ProblemNote
            problem={problem}
            server={call.server_label}
            tone={state === "cancelled" ? "wait" : "bad"}
            live
            action={<SignInWay code={problem.code} server={call.server} />}
          />
        </div>
      )}
      {call.denied.map((sentence) => (
        <div key={sentence} className={css.problem}>
          <ProblemNote problem={{ sentence, remedy: null }} tone="wait" />
        </div>
      ))}
      {result !== null && <Result key={call.id} result={result} />}
    </Brought>
  );
}

function Head({ call }: { call: CallView }) {
  const took = call.sent_at !== null && call.ended_at !== null ? call.ended_at - call.sent_at : null;
  return (
    <>
      <Tag tone={callTone[call.state]}>
        {callWord[call.state]}
        {took !== null && ` · ${duration(took)}`}
      </Tag>
      {call.outcome !== null && <span className="small dim">{call.outcome}</span>}
      {call.result?.matches_schema === true && <Tag tone="ok">matches its output schema</Tag>}
      {call.result?.matches_schema === false && <Tag tone="bad">does not match its output schema</Tag>}
    </>
  );
}

function Result({ result }: { result: CallResult }) {
  const structured = result.structured !== null || result.structured_whole !== null;
  const drawn = useInSteps(result.blocks.length, STEP);
  return (
    <Ways
      count={result.blocks.length + result.more_blocks}
      raw={result.raw}
      structured={
        structured && (
          <>
            {result.mismatch.length > 0 && <Mismatch issues={result.mismatch} />}
            <Slot from="Structured content from the server">
              {result.structured_whole === null ? (
                <JsonTree value={result.structured} label="Structured content" />
              ) : (
                <PayloadJson payload={result.structured_whole} label="Structured content" />
              )}
            </Slot>
          </>
        )
      }
    >
      {result.blocks.length === 0 && <p className="dim">It brought back no content.</p>}
      {result.blocks.slice(0, drawn).map((block, index) => (
        <Fragment key={index}>
          {result.for_person.includes(index) ? <Tag>for you, not for a model</Tag> : null}
          <BlockView block={block} place={index + 1} />
        </Fragment>
      ))}
      {result.more_blocks > 0 && <p className="dim">{many(result.more_blocks, "more block")} are in Raw.</p>}
    </Ways>
  );
}

function Mismatch({ issues }: { issues: ArgumentIssue[] }) {
  return (
    <div className={css.mismatch}>
      <p>It does not match the schema the tool gave for its own results:</p>
      <ul>
        {issues.slice(0, 20).map((issue, index) => (
          <li key={index}>
            {issue.path !== "" && <code>{shownText(issue.path)} </code>}
            {shownText(issue.message)}
          </li>
        ))}
      </ul>
      {issues.length > 20 && <p>And {issues.length - 20} more.</p>}
    </div>
  );
}
