import { Button, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Request } from "../../bindings/host";
import { Description, DescriptionList } from "../../elements/DescriptionList";
import { ForeignText } from "../../elements/ForeignText";
import { ProblemNote } from "../../elements/ProblemNote";
import { Listed, Say, say } from "../../l10n";
import { count } from "../../words";
import { leaveField } from "../leaveField";
import type { Asked as AskedOf } from "../request";
import { type GateCommand, useSession } from "../session";
import css from "./sampling.module.css";
import { withModel, withTokens } from "./texts";

type Asked = AskedOf<"sampling">;

/** Another limit of tokens is typed and not used yet. */
export function isUnused(tokens: string, asked: Asked): boolean {
  return tokens.trim() !== String(asked.max_tokens);
}

/** Which model, how much of it and what it costs; each can be changed, which makes a changed request of it. */
export function Terms(props: {
  request: Request;
  asked: Asked;
  tokens: string;
  onTokens: (tokens: string) => void;
  amend: GateCommand<"amend">;
}) {
  const { request, asked, amend } = props;
  const { drafts } = useSession();
  const use = (changed: string | null) => {
    if (changed !== null) {
      amend.run({ request: request.id, nonce: request.nonce, arguments: changed });
    }
  };
  const chosen = asked.models.find((it) => it.name === asked.model);
  return (
    <section className={css.terms} aria-label={say("gate-sampling-terms")}>
      <Select
        label={say("words-model")}
        data={asked.models.map((it) => ({ value: it.name, label: it.name }))}
        value={asked.model}
        onChange={(model) => {
          if (model !== null && model !== asked.model) {
            if (isUnused(props.tokens, asked)) {
              drafts.carry(request, ["tokens"]);
            }
            use(withModel(asked.request_json, model));
          }
        }}
        renderOption={({ option }) => (
          <span>
            {option.label}
            <span className={`small dim ${css.sentence}`}>
              {asked.models.find((it) => it.name === option.value)?.sentence}
            </span>
          </span>
        )}
        allowDeselect={false}
        disabled={amend.pending}
        comboboxProps={{ transitionProps: { duration: 0 } }}
        inputWrapperOrder={["label", "input", "description"]}
        description={`${asked.model_why} ${chosen?.sentence ?? ""}`.trim()}
      />
      <Tokens
        asked={asked}
        busy={amend.pending}
        text={props.tokens}
        onText={props.onTokens}
        onUse={(tokens) => use(withTokens(asked.request_json, tokens))}
      />
      <div className={css.cost}>
        <div className={css.name}>{say("words-cost")}</div>
        <p>{asked.cost ?? say("gate-sampling-cost-unknown")}</p>
        <p className="dim small">{asked.budget}</p>
      </div>
      {amend.problem ? (
        <div className={css.whole}>
          <ProblemNote problem={amend.problem} server={request.server.label} live />
        </div>
      ) : null}
    </section>
  );
}

function Tokens(props: {
  asked: Asked;
  busy: boolean;
  text: string;
  onText: (text: string) => void;
  onUse: (tokens: number) => void;
}) {
  const { asked, text } = props;
  const unused = isUnused(text, asked);
  const [wrong, setWrong] = useState<string | null>(null);
  const set = (next: string) => {
    props.onText(next);
    setWrong(null);
  };
  const use = () => {
    const tokens = Number(text.trim());
    if (!/^\d+$/.test(text.trim()) || tokens < 1 || tokens > asked.max_tokens_asked) {
      setWrong(say("gate-sampling-tokens-wrong", { max: count(asked.max_tokens_asked) }));
      return;
    }
    props.onUse(tokens);
  };
  return (
    <div>
      <TextInput
        label={say("gate-sampling-tokens")}
        inputMode="numeric"
        value={text}
        disabled={props.busy}
        error={wrong}
        inputWrapperOrder={["label", "input", "description", "error"]}
        description={say("gate-sampling-tokens-asked", { count: count(asked.max_tokens_asked) })}
        onChange={(event) => set(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && unused) {
            event.preventDefault();
            use();
          } else {
            leaveField(event);
          }
        }}
      />
      {unused ? (
        <div className={css.dirty}>
          <Button size="xs" loading={props.busy} onClick={use}>
            {say("gate-sampling-tokens-use")}
          </Button>
          <Button size="xs" variant="subtle" onClick={() => set(String(asked.max_tokens))}>
            {say("words-discard")}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** What else the server said about it; nothing of it is left out. */
export function Wishes(props: { asked: Asked }) {
  const { asked } = props;
  const { cost, speed, intelligence } = asked.priorities;
  const priorities = [
    cost === null ? null : say("gate-sampling-wish-cost", { value: String(cost) }),
    speed === null ? null : say("gate-sampling-wish-speed", { value: String(speed) }),
    intelligence === null ? null : say("gate-sampling-wish-intelligence", { value: String(intelligence) }),
  ].filter((it) => it !== null);
  const model = asked.hints.length > 0 || priorities.length > 0;
  if (!model && asked.temperature === null && asked.stop_sequences.length === 0) return null;
  return (
    <DescriptionList label={say("gate-sampling-wishes")}>
      {model ? (
        <Description name={say("gate-sampling-wishes-model")}>
          <Quoted values={asked.hints} />
          {asked.hints.length > 0 && priorities.length > 0 ? " · " : null}
          {priorities.length > 0 ? (
            <Say
              id="gate-sampling-priorities"
              args={{ priorities: <Listed and={false} items={priorities} /> }}
            />
          ) : null}
        </Description>
      ) : null}
      {asked.temperature === null ? null : (
        <Description name={say("gate-sampling-wishes-temperature")}>{asked.temperature}</Description>
      )}
      {asked.stop_sequences.length === 0 ? null : (
        <Description name={say("gate-sampling-wishes-stop")}>
          <Quoted values={asked.stop_sequences} mono />
        </Description>
      )}
    </DescriptionList>
  );
}

function Quoted(props: { values: Asked["hints"]; mono?: boolean }) {
  return (
    <Listed
      and={false}
      items={props.values.map((value) => (
        <>
          “<ForeignText value={value} mono={props.mono ?? false} />”
        </>
      ))}
    />
  );
}
