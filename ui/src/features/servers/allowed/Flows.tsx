/** What a person says of what a server gives and does, so that what others gave does not leave through it (S-78). */
import { SegmentedControl, Select } from "@mantine/core";
import { useId, useState } from "react";
import type { FlowClass, Say, ServerSummary, ToolFlows } from "../../../bindings/host";
import { ForeignText, ProblemNote, RawText, Tag } from "../../../elements";
import { useHostCommand, useHostQuery, useShowRequest } from "../../../store";
import css from "./allowed.module.css";

const UNSAID: FlowClass = { private: "unsaid", strangers: "unsaid", sends: "unsaid" };

const asked: { of: keyof FlowClass; question: string; more: string }[] = [
  {
    of: "private",
    question: "What it gives is private",
    more: "Your notes, mail, files or customers: what should not reach just anybody.",
  },
  {
    of: "strangers",
    question: "What it gives may be written by strangers",
    more: "Pages, issues, mail of others. It may hold instructions that a model follows.",
  },
  {
    of: "sends",
    question: "It can send out what it gets",
    more: "Mail, posts, addresses that it visits, anything that leaves your hands.",
  },
];

export function Flows({ server }: { server: ServerSummary }) {
  const flows = useHostQuery("flows", { server: server.id });
  const id = useId();
  return (
    <section className={css.section} aria-labelledby={id}>
      <h2 id={id}>What it gives and sends</h2>
      <p className="dim">
        When private data, text of strangers and a way out meet in one call of a model, you are asked,
        whatever you allowed before. What is not said counts where something goes from one server to another.
      </p>
      {flows.error !== null ? <ProblemNote problem={flows.error} server={server.label} live /> : null}
      {flows.data !== undefined ? (
        <>
          {flows.data.outdated ? (
            <p>
              <Tag tone="wait">
                It is not where it was when you said this: what you said it does not do counts no more.
              </Tag>
            </p>
          ) : null}
          <Questions server={server} tool={null} name={server.label} now={flows.data.class} />
          <Tools server={server} tools={flows.data.tools} />
        </>
      ) : null}
    </section>
  );
}

function Questions(props: { server: ServerSummary; tool: string | null; name: string; now: FlowClass }) {
  const { server, tool, now } = props;
  const set = useHostCommand("set_class");
  const showRequest = useShowRequest();
  const say = (of: keyof FlowClass, answer: Say) =>
    set.mutate(
      { server: server.id, tool, class: { ...now, [of]: answer } },
      { onSuccess: (request) => request !== null && showRequest(request.id) },
    );
  const unsaid = tool === null ? "Not said" : "As the server";
  return (
    <div className={css.questions}>
      {asked.map(({ of, question, more }) => (
        <div key={of} className={css.question}>
          <div className={css.path}>
            {question}
            {tool === null ? <div className="small dim">{more}</div> : null}
          </div>
          <SegmentedControl
            size="xs"
            aria-label={`${props.name}: ${question}`}
            disabled={set.isPending}
            value={now[of]}
            onChange={(answer) => say(of, answer as Say)}
            data={[
              { value: "unsaid", label: unsaid },
              { value: "yes", label: "Yes" },
              { value: "no", label: "No" },
            ]}
          />
        </div>
      ))}
      {set.error !== null ? <ProblemNote problem={set.error} server={server.label} live /> : null}
    </div>
  );
}

/** Tools that differ from their server, and one more that is about to. */
function Tools(props: { server: ServerSummary; tools: ToolFlows[] }) {
  const { server, tools } = props;
  const all = useHostQuery(
    "tools",
    { server: server.id, query: "" },
    { when: server.state.phase === "ready" },
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
          {it.claims_open ? (
            <p className="small dim">
              The server says that it reaches beyond itself, so it counts as sending out and as giving text of
              strangers, whatever is said here.
            </p>
          ) : null}
          {it.outdated ? (
            <Tag tone="wait">It changed since: what you said it does not do counts no more.</Tag>
          ) : null}
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
      {others.length > 0 ? (
        <Select
          size="xs"
          searchable
          placeholder="Say something else of one of its tools…"
          aria-label="Say something else of one of its tools"
          data={others.slice(0, 500).map((it) => ({ value: it.name, label: it.shown.text }))}
          value={chosen}
          onChange={setChosen}
        />
      ) : null}
    </>
  );
}
