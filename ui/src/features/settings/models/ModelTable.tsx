import { Button, Checkbox, NativeSelect, NumberInput, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Effort, ModelFacts, ModelLine, ProviderView } from "../../../bindings/host";
import { LinkButton, ProblemNote, Tag } from "../../../elements";
import { useHostCommand } from "../../../store";
import { count, dollars, many } from "../../../words";
import css from "./models.module.css";

/** Rows shown before a person looks for others. */
const SHOWN = 8;

/** The models of a provider: which can be chosen, and what is known of each. */
export function ModelTable(props: { provider: ProviderView }) {
  const { provider } = props;
  const [search, setSearch] = useState("");
  const [all, setAll] = useState(false);
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
          className={css.grow}
          aria-label={`Find or add a model of ${provider.label}`}
          placeholder={
            provider.models.length === 0
              ? "Name of a model"
              : `Find among ${many(provider.models.length, "model")}, or name one`
          }
          spellCheck={false}
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
            Add by this name
          </Button>
        ) : null}
      </div>
      {add.error ? <ProblemNote problem={add.error} live /> : null}
      {shown.length > 0 ? (
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">Model</th>
              <th scope="col" className={css.number}>
                Reads
              </th>
              <th scope="col" className={css.number}>
                Price per million
              </th>
              <th scope="col">Can</th>
              <th scope="col">
                <span className="visually-hidden">Change</span>
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
      {shown.length < fitting.length ? (
        <LinkButton onClick={() => setAll(true)}>
          {all || words !== ""
            ? `${count(fitting.length - shown.length)} more; type to find them`
            : `Show all ${count(fitting.length)}`}
        </LinkButton>
      ) : null}
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
      : provider.here
        ? "nothing"
        : "unknown";
  const can = [
    facts.tools ? "tools" : null,
    facts.images ? "images" : null,
    facts.audio ? "sounds" : null,
    facts.pdf ? "PDF" : null,
    facts.reasons ? (facts.effort === null ? "reasoning" : `reasoning (${effortWord[facts.effort]})`) : null,
  ];
  return (
    <>
      <tr>
        <td>
          <Checkbox
            size="xs"
            label={<bdi className={css.name}>{model.name}</bdi>}
            checked={model.used}
            disabled={set.isPending}
            onChange={(event) =>
              set.mutate({
                provider: provider.id,
                model: model.id,
                used: event.currentTarget.checked,
                facts: null,
              })
            }
          />
          {model.gone ? <Tag tone="wait">not listed any more</Tag> : null}
        </td>
        <td className={css.number}>{facts.context === null ? "unknown" : count(facts.context)}</td>
        <td className={css.number}>{price}</td>
        <td>{can.filter((it) => it !== null).join(", ") || "words"}</td>
        <td>
          <LinkButton
            aria-expanded={editing}
            aria-label={`Change what is known of ${model.name}`}
            onClick={() => setEditing(!editing)}
          >
            {model.edited ? "Changed" : "Change"}
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
              leave={() => setEditing(false)}
            />
          </td>
        </tr>
      ) : null}
    </>
  );
}

const effortWord: Record<Effort, string> = {
  off: "not at all",
  minimal: "as little as it can",
  low: "little",
  medium: "some",
  high: "much",
  x_high: "more",
  max: "as much as it can",
};

function Facts(props: {
  model: ModelLine;
  problem: Parameters<typeof ProblemNote>[0]["problem"] | null;
  busy: boolean;
  save: (facts: ModelFacts) => void;
  leave: () => void;
}) {
  const [facts, setFacts] = useState(props.model.facts);
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
      value={facts[part] ?? ""}
      onChange={(value) => setFacts({ ...facts, [part]: typeof value === "number" ? value : null })}
    />
  );
  const able = (label: string, part: "tools" | "images" | "audio" | "pdf" | "reasons") => (
    <Checkbox
      size="xs"
      label={label}
      checked={facts[part]}
      onChange={(event) => setFacts({ ...facts, [part]: event.currentTarget.checked })}
    />
  );
  return (
    <form
      className={css.facts}
      aria-label={`What is known of ${props.model.name}`}
      onSubmit={(event) => {
        event.preventDefault();
        props.save(facts);
      }}
    >
      {number("Tokens it reads", "context")}
      {number("Tokens it writes", "output")}
      {number("A million read", "price_in", true)}
      {number("A million written", "price_out", true)}
      {able("Uses tools", "tools")}
      {able("Sees images", "images")}
      {able("Hears sounds", "audio")}
      {able("Reads PDF", "pdf")}
      {able("Reasons", "reasons")}
      {facts.efforts.length === 0 ? null : (
        <NativeSelect
          size="xs"
          label="How much it reasons"
          value={facts.effort ?? ""}
          data={[
            { value: "", label: "as its provider does" },
            ...facts.efforts.map((it) => ({ value: it, label: effortWord[it] })),
          ]}
          onChange={(event) => {
            const chosen = facts.efforts.find((it) => it === event.currentTarget.value);
            setFacts({ ...facts, effort: chosen ?? null });
          }}
        />
      )}
      {props.problem ? <ProblemNote problem={props.problem} live /> : null}
      <div className={css.buttons}>
        <Button size="xs" onClick={props.leave}>
          Cancel
        </Button>
        <Button size="xs" type="submit" loading={props.busy}>
          Save
        </Button>
      </div>
    </form>
  );
}
