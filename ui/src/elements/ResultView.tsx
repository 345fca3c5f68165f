/**
 * What a call brought back. Everything in it comes from a server: it stands in a slot, addresses are text and are
 * never followed, pictures and sounds are what the host checked by their bytes, and whatever is large arrives in pieces.
 */
import { Fragment, type ReactNode } from "react";
import type { ArgumentIssue, CallResult, CallView } from "../bindings/host";
import { say } from "../l10n";
import { escapedText } from "../words";
import { CallProblem, endedByNo } from "./CallProblem";
import { CallTag, tookOf } from "./CallTag";
import { JsonTree } from "./JsonTree";
import { KeptOut } from "./KeptOut";
import { ProblemNote } from "./ProblemNote";
import css from "./ResultView.module.css";
import { BlockView } from "./ResultViewBlock";
import { PayloadJson } from "./ResultViewJson";
import { ResultFrame, Ways } from "./ResultViewWays";
import { AgainstClaims } from "./SeenBehavior";
import { Tag } from "./Tag";
import { UntrustedBlock } from "./UntrustedBlock";
import { useProgressiveCount } from "./useProgressiveCount";

/** Blocks that come with each frame: a result may have hundreds. */
const STEP = 25;

export function ResultView(props: {
  call: CallView;
  /** The card above says how it ended, and what came of it. */
  inCard?: boolean;
  /** What its fence kept it from, where that can be allowed. */
  blocked?: ReactNode;
}) {
  const { call } = props;
  const { result, problem, state, denied } = call;
  return (
    <ResultFrame label={say("elements-result")} head={<Head call={call} inCard={props.inCard ?? false} />}>
      {problem !== null ? (
        <div className={css.problem}>
          <CallProblem call={call} problem={problem} live />
        </div>
      ) : null}
      {(endedByNo(call) ? [] : denied).map((sentence) => (
        <div key={sentence} className={css.problem}>
          <ProblemNote problem={{ sentence, remedy: null }} tone="wait" />
        </div>
      ))}
      {call.kept_out.length > 0 ? (
        <div className={css.problem}>{props.blocked ?? <KeptOut call={call} />}</div>
      ) : null}
      {call.against_claims.length > 0 ? (
        <div className={css.problem}>
          <AgainstClaims call={call} />
        </div>
      ) : null}
      {result !== null ? <Result key={call.id} result={result} failed={state === "tool_error"} /> : null}
    </ResultFrame>
  );
}

function Head({ call, inCard }: { call: CallView; inCard: boolean }) {
  return (
    <>
      {inCard ? null : (
        <>
          <CallTag call={call} took={tookOf(call)} />
          {call.outcome !== null ? <span className="small dim">{call.outcome}</span> : null}
        </>
      )}
      {call.result?.matches_schema === true ? <Tag tone="ok">{say("elements-result-matches")}</Tag> : null}
      {call.result?.matches_schema === false ? <Tag tone="bad">{say("elements-result-mismatch")}</Tag> : null}
    </>
  );
}

function Result({ result, failed }: { result: CallResult; failed: boolean }) {
  const structured = result.structured !== null || result.structured_whole !== null;
  const drawn = useProgressiveCount(result.blocks.length, STEP);
  return (
    <Ways
      count={result.blocks.length + result.more_blocks}
      raw={result.raw}
      structured={
        structured ? (
          <>
            {result.mismatch.length > 0 ? <Mismatch issues={result.mismatch} /> : null}
            <UntrustedBlock from={say("elements-result-structured-from")}>
              {result.structured_whole === null ? (
                <JsonTree value={result.structured} label={say("elements-result-structured")} />
              ) : (
                <PayloadJson payload={result.structured_whole} label={say("elements-result-structured")} />
              )}
            </UntrustedBlock>
          </>
        ) : null
      }
    >
      {result.blocks.length === 0 ? (
        <p className="dim">
          {say(failed && !structured ? "elements-result-tool-error" : "elements-result-empty")}
        </p>
      ) : null}
      {result.blocks.slice(0, drawn).map((block, index) => (
        <Fragment key={index}>
          {result.for_person.includes(index) ? <Tag>{say("elements-result-for-you")}</Tag> : null}
          <BlockView block={block} place={index + 1} />
        </Fragment>
      ))}
      {result.more_blocks > 0 ? (
        <p className="dim">{say("elements-result-more", { count: result.more_blocks })}</p>
      ) : null}
    </Ways>
  );
}

function Mismatch({ issues }: { issues: ArgumentIssue[] }) {
  return (
    <div className={css.mismatch}>
      <p>{say("elements-result-issues")}</p>
      <ul>
        {issues.slice(0, 20).map((issue, index) => (
          <li key={index}>
            {issue.path !== "" ? <code>{escapedText(issue.path)} </code> : null}
            {escapedText(issue.message)}
          </li>
        ))}
      </ul>
      {issues.length > 20 ? <p>{say("elements-and-more", { count: issues.length - 20 })}</p> : null}
    </div>
  );
}
