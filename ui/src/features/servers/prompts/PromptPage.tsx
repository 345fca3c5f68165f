/** One prompt: a form for its arguments, then the messages as the server wrote them, and only then a use of them. */
import { Button } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { FetchedPrompt, PromptEntry, ServerSummary } from "../../../bindings/host";
import { ForeignText, LongText, ProblemNote, Tag, UntrustedBlock, When } from "../../../elements";
import { BlockView } from "../../../elements/ResultViewBlock";
import { ResultFrame, Ways } from "../../../elements/ResultViewWays";
import { Say, say } from "../../../l10n";
import { to } from "../../../route";
import { useHostCommand } from "../../../store";
import { roleWord } from "../../../words";
import css from "../catalog/catalog.module.css";
import { Head } from "../catalog/Head";
import { Picture } from "../catalog/Picture";
import { CompletedField } from "../offers/CompletedField";
import { filled } from "../offers/filled";
import { Insert } from "../offers/Insert";
import offers from "../offers/offers.module.css";

interface Props {
  server: ServerSummary;
  prompt: PromptEntry;
  completes: boolean;
}

export function PromptPage({ server, prompt, completes }: Props) {
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [insist, setInsist] = useState(false);
  const [got, setGot] = useState<{ fetched: FetchedPrompt; values: Record<string, string> } | null>(null);
  const fetch = useHostCommand("get_prompt");
  const stop = useHostCommand("stop_reading");
  const ready = server.state.phase === "ready";
  const values = filled(typed, prompt.arguments);
  const missing = prompt.arguments.filter((it) => it.required && values[it.name] === undefined);
  const problem = fetch.error ?? stop.error;

  function preview(event: FormEvent) {
    event.preventDefault();
    setInsist(true);
    // The host refuses it too; nothing is sent without them (PRO-03).
    if (!ready || missing.length > 0) return;
    stop.reset();
    fetch.mutate(
      { server: server.id, prompt: prompt.name, arguments: values },
      { onSuccess: (fetched) => setGot({ fetched, values }) },
    );
  }

  return (
    <div className={`scrolls ${css.page}`}>
      <Head
        mark={
          prompt.icon ? <Picture server={server.id} of={{ kind: "prompt", name: prompt.name }} has /> : null
        }
        title={prompt.title}
        shown={prompt.shown}
        server={server.label}
      />
      {prompt.description.text !== "" ? (
        <UntrustedBlock>
          <LongText value={prompt.description} />
        </UntrustedBlock>
      ) : null}
      <form className={css.run} onSubmit={preview} noValidate aria-label={say("words-arguments")}>
        {prompt.arguments.length === 0 ? (
          <p className="dim">{say("servers-prompts-arguments-none")}</p>
        ) : null}
        {prompt.arguments.map((argument) => (
          <CompletedField
            key={argument.name}
            server={server}
            of={{ kind: "prompt", name: prompt.name }}
            name={argument.name}
            label={argument.shown}
            title={argument.title}
            description={argument.description}
            required={argument.required}
            error={insist && missing.includes(argument) ? say("servers-missing") : null}
            completes={completes}
            value={typed[argument.name] ?? ""}
            context={filled(typed, prompt.arguments, argument.name)}
            onChange={(value) => setTyped((before) => ({ ...before, [argument.name]: value }))}
          />
        ))}
        <div className="buttons">
          <Button
            type="submit"
            variant={ready && got === null ? "filled" : "default"}
            loading={fetch.isPending}
            disabled={!ready}
          >
            {say(got === null ? "servers-preview" : "servers-prompts-preview-again")}
          </Button>
          {fetch.isPending ? (
            <Button onClick={() => stop.mutate({ server: server.id })}>{say("words-stop")}</Button>
          ) : null}
          <span className="small dim">
            {ready
              ? say("servers-prompts-preview-help")
              : say("servers-offers-not-ready", { server: server.label })}
          </span>
        </div>
      </form>
      {problem !== null ? (
        <ProblemNote
          problem={problem}
          server={server.label}
          tone={problem.code === "call.cancelled" ? "wait" : "bad"}
          live
        />
      ) : null}
      {got !== null ? (
        <Messages
          key={got.fetched.id}
          server={server}
          got={got.fetched}
          older={JSON.stringify(got.values) !== JSON.stringify(values)}
        />
      ) : null}
    </div>
  );
}

function Messages(props: {
  server: ServerSummary;
  got: FetchedPrompt;
  /** The form says something else by now. */
  older: boolean;
}) {
  const { server, got, older } = props;
  const all = got.messages.length + got.more_messages;
  return (
    <ResultFrame
      label={say("words-messages")}
      head={
        <>
          <Tag tone="ok">
            <span>
              <Say id="servers-prompts-received" args={{ time: <When at={got.fetched_at} /> }} />
            </span>
          </Tag>
          {older ? <Tag tone="wait">{say("servers-prompts-outdated")}</Tag> : null}
          <span className="small dim">{say("servers-prompts-count", { count: all })}</span>
          <a className={`underlined ${css.end}`} href={to("activity", `${got.record}`)}>
            {say("calls-record")}
          </a>
        </>
      }
    >
      {got.messages.length > 0 ? (
        <Insert server={server} looked={{ kind: "prompt", fetched: got.id }} />
      ) : null}
      <Ways count={all} raw={got.raw}>
        {got.description !== null ? (
          <UntrustedBlock from={say("servers-prompts-about")}>
            <ForeignText value={got.description} />
          </UntrustedBlock>
        ) : null}
        {got.messages.length === 0 ? <p>{say("servers-prompts-none", { server: server.label })}</p> : null}
        {got.messages.map((message, index) => (
          <section
            key={index}
            className={offers.message}
            aria-label={say("servers-prompts-message", { place: index + 1 })}
          >
            <h3 className={offers.said}>
              {say("servers-prompts-written", {
                place: index + 1,
                server: server.label,
                role: roleWord(message.role),
              })}
            </h3>
            <BlockView block={message.block} place={index + 1} />
          </section>
        ))}
        {got.more_messages > 0 ? (
          <p className="dim">{say("servers-prompts-more", { count: got.more_messages })}</p>
        ) : null}
      </Ways>
    </ResultFrame>
  );
}
