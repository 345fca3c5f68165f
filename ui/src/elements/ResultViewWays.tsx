/** The result of a server, in its frame: the content, its structure where it has one, and the raw reply. */
import { Tabs } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { Payload } from "../bindings/host";
import { say } from "../l10n";
import css from "./ResultView.module.css";
import { PayloadText } from "./ResultViewPayload";
import { UntrustedBlock } from "./UntrustedBlock";

export function ResultFrame(props: { label: string; head: ReactNode; children: ReactNode }) {
  return (
    <section className={`card ${css.result}`} aria-label={props.label}>
      <div className={`row ${css.head}`} role="status">
        {props.head}
      </div>
      {props.children}
    </section>
  );
}

type Way = "content" | "structured" | "raw";

export function Ways(props: {
  /** Parts of the content, shown or not. */
  count: number;
  raw: Payload;
  structured?: ReactNode;
  children: ReactNode;
}) {
  const structured = props.structured ? props.structured : null;
  // Where there is only structured content, that is the result.
  const [way, setWay] = useState<Way>(props.count === 0 && structured !== null ? "structured" : "content");
  return (
    <Tabs
      value={way}
      onChange={(next) => setWay((next ?? "content") as Way)}
      keepMounted={false}
      className={css.tabs}
      classNames={{ list: css.tabList, tab: css.tab }}
    >
      <Tabs.List aria-label={say("elements-result-views")}>
        <Tabs.Tab value="content">
          {props.count > 1
            ? say("elements-result-content-count", { count: props.count })
            : say("elements-result-content")}
        </Tabs.Tab>
        {structured !== null ? (
          <Tabs.Tab value="structured">{say("elements-result-tab-structured")}</Tabs.Tab>
        ) : null}
        <Tabs.Tab value="raw">{say("elements-result-raw")}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="content" className={css.panel}>
        {props.children}
      </Tabs.Panel>
      {structured !== null ? (
        <Tabs.Panel value="structured" className={css.panel}>
          {structured}
        </Tabs.Panel>
      ) : null}
      <Tabs.Panel value="raw" className={css.panel}>
        <UntrustedBlock from={say("elements-result-response-from")}>
          <PayloadText payload={props.raw} name="reply.json" label={say("elements-result-response")} />
        </UntrustedBlock>
      </Tabs.Panel>
    </Tabs>
  );
}
