import { Button, Checkbox, NumberInput, TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import type { ModelFacts, ModelLine, ProviderView } from "../../../bindings/host";
import { LinkButton, ProblemNote, SelectField, Tag, useReturnFocus } from "../../../elements";
import { list, say } from "../../../l10n";
import { useHostCommand } from "../../../store";
import { count, dollars } from "../../../words";
import css from "./models.module.css";

/** Rows shown before a person looks for others. */
const SHOWN = 8;

/** The models of a provider: which can be chosen, and what is known of each. */
export function ModelTable(props: { provider: ProviderView }) {
  const { provider } = props;
  const [search, setSearch] = useState("");
  const [all, setAll] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const words = search.trim().toLowerCase();
  const fitting = provider.models.filter((it) => it.name.toLowerCase().includes(words));
  const used = provider.models.filter((it) => it.used).length;
  const shown = all || words !== "" ? fitting.slice(0, 100) : fitting.slice(0, Math.max(used, SHOWN));
  const exact = provider.models.some((it) => it.name === search.trim());
  const add = useHostCommand("set_model");
  return (
    <div className={css.models}>
      <div className={css.line}>
        <TextInput
          ref={field}
          className={css.grow}
          aria-label={say("settings-models-find", { provider: provider.label })}
          placeholder={
            provider.models.length === 0
              ? say("settings-models-find-none")
              : say("settings-models-find-among", { count: provider.models.length })
          }
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {words !== "" && !exact ? (
          <Button
            size="xs"
            loading={add.isPending}
            onClick={() =>
              add.mutate(
                { provider: provider.id, model: search.trim(), used: true, facts: null },
                { onSuccess: () => setSearch("") },
              )
            }
          >
            {say("settings-models-add-model")}
          </Button>
        ) : null}
      </div>
      {add.error ? <ProblemNote problem={add.error} live /> : null}
      {shown.length > 0 ? (
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{say("words-model")}</th>
              <th scope="col" className={css.number}>
                {say("words-context")}
              </th>
              <th scope="col" className={css.number}>
                {say("settings-models-column-price")}
              </th>
              <th scope="col">{say("settings-models-column-supports")}</th>
              <th scope="col">
                <span className="visually-hidden">{say("words-edit")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((model) => (
              <Row key={model.id} provider={provider} model={model} />
            ))}
          </tbody>
        </table>
      ) : null}
      {shown.length === fitting.length ? null : all || words !== "" ? (
        <p className="dim small">
          {say("settings-models-more", { count: count(fitting.length - shown.length) })}
        </p>
      ) : (
        <LinkButton
          onClick={() => {
            setAll(true);
            // This button goes. What is still not shown is found by typing.
            field.current?.focus({ preventScroll: true });
          }}
        >
          {say("settings-models-all", { count: count(fitting.length) })}
        </LinkButton>
      )}
    </div>
  );
}

function Row(props: { provider: ProviderView; model: ModelLine }) {
  const { provider, model } = props;
  const { facts } = model;
  const [editing, setEditing] = useState(false);
  const set = useHostCommand("set_model");
  const price =
    facts.price_in !== null && facts.price_out !== null
      ? `${dollars(facts.price_in)} / ${dollars(facts.price_out)}`
      : say("settings-models-unknown");
  return (
    <>
      <tr>
        <td>
          <Checkbox
            size="xs"
            label={<bdi className={css.name}>{model.name}</bdi>}
            checked={model.used}
            // Not `disabled` meanwhile: the focus would be lost.
            onChange={(event) => {
              if (!set.isPending) {
                set.mutate({
                  provider: provider.id,
                  model: model.id,
                  used: event.currentTarget.checked,
                  facts: null,
                });
              }
            }}
          />
          {model.gone ? <Tag tone="wait">{say("settings-models-unlisted")}</Tag> : null}
        </td>
        <td className={css.number}>
          {facts.context === null ? say("settings-models-unknown") : count(facts.context)}
        </td>
        <td className={css.number}>{price}</td>
        <td>{supported(facts)}</td>
        <td>
          <LinkButton
            aria-expanded={editing}
            aria-label={say("settings-models-edit-name", { model: model.name })}
            onClick={() => setEditing(!editing)}
          >
            {say(model.edited ? "settings-models-edited" : "words-edit")}
          </LinkButton>
        </td>
      </tr>
      {editing ? (
        <tr>
          <td colSpan={5}>
            <Facts
              model={model}
              problem={set.error}
              busy={set.isPending}
              save={(changed) =>
                set.mutate(
                  { provider: provider.id, model: model.id, used: model.used, facts: changed },
                  { onSuccess: () => setEditing(false) },
                )
              }
              leave={() => {
                set.reset();
                setEditing(false);
              }}
            />
          </td>
        </tr>
      ) : set.error !== null ? (
        <tr>
          <td colSpan={5}>
            <ProblemNote problem={set.error} live />
          </td>
        </tr>
      ) : null}
    </>
  );
}

/** What a model takes besides text, as a list. */
function supported(facts: ModelFacts): string {
  const { effort } = facts;
  const can = (["tools", "images", "audio", "pdf"] as const)
    .filter((part) => facts[part])
    .map((part) => say(`settings-models-can-${part}`));
  if (facts.reasons) {
    can.push(
      effort === null
        ? say("settings-models-can-reasons")
        : say("settings-models-can-reasons-effort", { effort: say(`settings-models-effort-${effort}`) }),
    );
  }
  return can.length === 0 ? say("settings-models-can-text") : list(can);
}

/** Also of what is not typed to its end, such as “2.” or “2.50”, which the field passes on as text. */
function asNumber(typed: number | string): number | null {
  const value = typed === "" ? Number.NaN : Number(typed);
  return Number.isFinite(value) ? value : null;
}

function Facts(props: {
  model: ModelLine;
  problem: Parameters<typeof ProblemNote>[0]["problem"] | null;
  busy: boolean;
  save: (facts: ModelFacts) => void;
  leave: () => void;
}) {
  const [facts, setFacts] = useState(props.model.facts);
  useReturnFocus();
  const number = (label: string, part: "context" | "output" | "price_in" | "price_out", money = false) => (
    <NumberInput
      label={label}
      size="xs"
      min={0}
      max={money ? 100_000 : 4_000_000_000}
      decimalScale={money ? 6 : 0}
      prefix={money ? "$" : ""}
      thousandSeparator=","
      hideControls
      allowNegative={false}
      value={facts[part] ?? ""}
      onChange={(value) => setFacts({ ...facts, [part]: asNumber(value) })}
    />
  );
  const able = (part: "tools" | "images" | "audio" | "pdf" | "reasons") => (
    <Checkbox
      size="xs"
      label={say(`settings-models-${part}`)}
      checked={facts[part]}
      onChange={(event) => setFacts({ ...facts, [part]: event.currentTarget.checked })}
    />
  );
  return (
    <form
      className={css.facts}
      aria-label={say("settings-models-details", { model: props.model.name })}
      onSubmit={(event) => {
        event.preventDefault();
        props.save(facts);
      }}
    >
      {number(say("settings-models-context"), "context")}
      {number(say("settings-models-output"), "output")}
      {number(say("settings-models-price-in"), "price_in", true)}
      {number(say("settings-models-price-out"), "price_out", true)}
      {able("tools")}
      {able("images")}
      {able("audio")}
      {able("pdf")}
      {able("reasons")}
      {facts.efforts.length === 0 ? null : (
        <SelectField
          size="xs"
          label={say("settings-models-effort")}
          value={facts.effort ?? ""}
          data={[
            { value: "", label: say("settings-models-effort-default") },
            ...facts.efforts.map((it) => ({ value: it, label: say(`settings-models-effort-${it}`) })),
          ]}
          onChange={(value) => {
            const chosen = facts.efforts.find((it) => it === value);
            setFacts({ ...facts, effort: chosen ?? null });
          }}
        />
      )}
      {props.problem ? <ProblemNote problem={props.problem} live /> : null}
      <div className="buttons">
        <Button size="xs" type="submit" loading={props.busy}>
          {say("words-save")}
        </Button>
        <Button size="xs" variant="subtle" onClick={props.leave}>
          {say("words-cancel")}
        </Button>
      </div>
    </form>
  );
}
