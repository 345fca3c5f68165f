/**
 * What a call brought back. Everything in it comes from a server: it stands in a slot, addresses are text and are
 * never followed, pictures and sounds are what the host checked by their bytes, and whatever is large arrives in pieces.
 */
import { Tabs } from "@mantine/core";
import { useState } from "react";
import type { ArgumentIssue, CallResult, CallView } from "../bindings/host";
import { callTone, callWord, count, duration, many, shownText } from "../words";
import { JsonTree } from "./JsonTree";
import { ProblemNote } from "./ProblemNote";
import css from "./ResultView.module.css";
import { BlockView } from "./ResultViewBlock";
import { PayloadJson, PayloadText } from "./ResultViewPayload";
import { Slot } from "./Slot";
import { Tag } from "./Tag";

export function ResultView({ call }: { call: CallView }) {
  const { result, problem, state } = call;
  return (
    <section className={css.result} aria-label="Result">
      <Head call={call} />
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
          />
        </div>
      )}
      {result !== null && <Result key={call.id} result={result} />}
    </section>
  );
}

function Head({ call }: { call: CallView }) {
  const took = call.sent_at !== null && call.ended_at !== null ? call.ended_at - call.sent_at : null;
  return (
    <div className={css.head} role="status">
      <Tag tone={callTone[call.state]}>
        {callWord[call.state]}
        {took !== null && ` · ${duration(took)}`}
      </Tag>
      {call.outcome !== null && <span className="small dim">{call.outcome}</span>}
      {call.result?.matches_schema === true && <Tag tone="ok">matches its output schema</Tag>}
      {call.result?.matches_schema === false && <Tag tone="bad">does not match its output schema</Tag>}
    </div>
  );
}

type Tab = "content" | "structured" | "raw";

function Result({ result }: { result: CallResult }) {
  const structured = result.structured !== null || result.structured_whole !== null;
  // Where there is only structured content, that is what came back.
  const [tab, setTab] = useState<Tab>(result.blocks.length === 0 && structured ? "structured" : "content");
  return (
    <Tabs
      value={tab}
      onChange={(next) => setTab((next ?? "content") as Tab)}
      keepMounted={false}
      className={css.tabs}
      classNames={{ list: css.tabList ?? "", tab: css.tab ?? "" }}
    >
      <Tabs.List aria-label="How to see the result">
        <Tabs.Tab value="content">
          Content{result.blocks.length > 1 && ` ${count(result.blocks.length + result.more_blocks)}`}
        </Tabs.Tab>
        {structured && <Tabs.Tab value="structured">Structured</Tabs.Tab>}
        <Tabs.Tab value="raw">Raw</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="content" className={css.panel}>
        {result.blocks.length === 0 && <p className="dim">It brought back no content.</p>}
        {result.blocks.map((block, index) => (
          <BlockView key={index} block={block} place={index + 1} />
        ))}
        {result.more_blocks > 0 && (
          <p className="dim">{many(result.more_blocks, "more block")} are in Raw.</p>
        )}
      </Tabs.Panel>
      {structured && (
        <Tabs.Panel value="structured" className={css.panel}>
          {result.mismatch.length > 0 && <Mismatch issues={result.mismatch} />}
          <Slot from="Structured content from the server">
            {result.structured_whole === null ? (
              <JsonTree value={result.structured} label="Structured content" />
            ) : (
              <PayloadJson payload={result.structured_whole} label="Structured content" />
            )}
          </Slot>
        </Tabs.Panel>
      )}
      <Tabs.Panel value="raw" className={css.panel}>
        <Slot from="The whole reply of the server, as JSON">
          <PayloadText payload={result.raw} name="reply.json" label="The whole reply" />
        </Slot>
      </Tabs.Panel>
    </Tabs>
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
