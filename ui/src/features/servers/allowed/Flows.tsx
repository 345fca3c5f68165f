/** What a person says of what a server gives and does, so that what others gave does not leave through it (S-78). */
import { SegmentedControl, Select } from "@mantine/core";
import { useId, useState } from "react";
import type { Tristate as Answer, FlowClass, ServerSummary, ToolFlows } from "../../../bindings/host";
import { ForeignText, ProblemNote, RawText, SeenList, Tag } from "../../../elements";
import { say } from "../../../l10n";
import { useHostQuery, useProposal } from "../../../store";
import sections from "../sections.module.css";
import css from "./allowed.module.css";

const UNSAID: FlowClass = { private: "unsaid", strangers: "unsaid", sends: "unsaid" };

const ASKED = ["private", "strangers", "sends"] as const satisfies readonly (keyof FlowClass)[];

export function Flows({ server }: { server: ServerSummary }) {
  const flows = useHostQuery("flows", { server: server.id });
  const id = useId();
  return (
    <section className={sections.section} aria-labelledby={id}>
      <h2 id={id}>{say("servers-allowed-flow")}</h2>
      <p className="dim">{say("servers-allowed-flow-help")}</p>
      {flows.error !== null ? <ProblemNote problem={flows.error} server={server.label} live /> : null}
      {flows.data !== undefined ? (
        <>
          {flows.data.outdated ? (
            <p>
              <Tag tone="wait">{say("servers-allowed-flow-moved")}</Tag>
            </p>
          ) : null}
          <Questions server={server} tool={null} name={server.label} now={flows.data.class} />
          <Tools server={server} now={flows.data.class} tools={flows.data.tools} />
        </>
      ) : null}
    </section>
  );
}

function Questions(props: { server: ServerSummary; tool: string | null; name: string; now: FlowClass }) {
  const { server, tool, now } = props;
  const set = useProposal("set_class");
  // Not disabled while one is on its way: the focus would be lost.
  const answered = (of: keyof FlowClass, answer: Answer) => {
    if (!set.isPending) set.ask({ server: server.id, tool, class: { ...now, [of]: answer } });
  };
  const unset = say(tool === null ? "words-not-set" : "servers-allowed-flow-as-server");
  return (
    <div className={`card ${css.questions}`}>
      {ASKED.map((of) => (
        <div key={of} className={`row ${css.question}`}>
          <div className={css.path}>
            {say(`servers-allowed-flow-${of}`)}
            {tool === null ? <div className="small dim">{say(`servers-allowed-flow-${of}-help`)}</div> : null}
          </div>
          <SegmentedControl
            size="xs"
            aria-label={say("servers-allowed-flow-of", {
              name: props.name,
              question: say(`servers-allowed-flow-${of}`),
            })}
            value={now[of]}
            onChange={(answer) => answered(of, answer as Answer)}
            data={[
              { value: "unsaid", label: unset },
              { value: "yes", label: say("words-yes") },
              { value: "no", label: say("words-no") },
            ]}
          />
        </div>
      ))}
      {set.error !== null ? <ProblemNote problem={set.error} server={server.label} live /> : null}
    </div>
  );
}

/** Tools that differ from their server, and one more that is about to. */
function Tools(props: { server: ServerSummary; now: FlowClass; tools: ToolFlows[] }) {
  const { server, now, tools } = props;
  const [wanted, setWanted] = useState(false);
  const all = useHostQuery(
    "tools",
    { server: server.id, query: "" },
    // A server may have thousands, and most who look at this page choose none of them.
    { when: wanted && server.state.phase === "ready" },
  );
  const [chosen, setChosen] = useState<string | null>(null);
  const known = new Set(tools.map((it) => it.tool));
  const others = (all.data?.tools ?? []).filter((it) => !known.has(it.name));
  const fresh = others.find((it) => it.name === chosen);
  return (
    <>
      {tools.map((it) => (
        <div key={it.tool} className={css.tool}>
          <h3>
            <ForeignText value={it.shown} mono />
          </h3>
          {it.claims_open ? <p className="small dim">{say("servers-allowed-flow-open")}</p> : null}
          {it.seen.length > 0 ? (
            <div className={`small dim ${css.seen}`}>
              <p>
                {say(
                  it.class.sends === "unsaid" && now.sends !== "yes" && !it.claims_open
                    ? "servers-allowed-flow-suggested"
                    : "servers-allowed-flow-seen",
                )}
              </p>
              <SeenList seen={it.seen} dated />
            </div>
          ) : null}
          {it.outdated ? <Tag tone="wait">{say("servers-allowed-flow-changed")}</Tag> : null}
          <Questions server={server} tool={it.tool} name={it.shown.text} now={it.class} />
        </div>
      ))}
      {fresh !== undefined ? (
        <div className={css.tool}>
          <h3>
            <RawText text={fresh.shown.text} mono />
          </h3>
          <Questions server={server} tool={fresh.name} name={fresh.shown.text} now={UNSAID} />
        </div>
      ) : null}
      {(
        all.data === undefined
          ? server.state.phase === "ready" && server.tools > known.size
          : others.length > 0
      ) ? (
        <Select
          size="xs"
          searchable
          onFocus={() => setWanted(true)}
          onPointerEnter={() => setWanted(true)}
          placeholder={say("servers-allowed-flow-tool")}
          aria-label={say("servers-allowed-flow-tool")}
          data={others.slice(0, 500).map((it) => ({ value: it.name, label: it.shown.text }))}
          value={chosen}
          onChange={setChosen}
        />
      ) : null}
    </>
  );
}
