/** The form for a server, new or not. It proposes; the gate shows what would happen. */
import { Button, SegmentedControl, Select, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { EraChoice, TransportChoice } from "../../../bindings/host";
import { Attribution, ProblemNote, WRITTEN } from "../../../elements";
import { useHostCommand, useShowRequest } from "../../../store";
import { count } from "../../../words";
import { useAwaitArrival } from "../useArrival";
import { CommandFields } from "./CommandFields";
import { EMPTY, type Form, fieldOf, newRow, type Problems, problemsOf, takeToken, toDraft } from "./draft";
import css from "./form.module.css";
import { LimitFields } from "./LimitFields";
import { NamedRows } from "./NamedRows";
import { type Pasted, readConfiguration } from "./pasted";
import { SignInChoice } from "./SignInChoice";
import { StartField } from "./StartField";
import { writeArguments } from "./tokens";

interface Props {
  start: Form;
  changes: string | null;
  submit: string;
  note: string;
  onCancel?: () => void;
}

const eras: { value: EraChoice; label: string }[] = [
  { value: "auto", label: "Find out" },
  { value: "modern", label: "Modern (2026 and later)" },
  { value: "legacy", label: "Legacy (2025 and earlier)" },
];

const transports: { value: TransportChoice; label: string }[] = [
  { value: "auto", label: "Find out" },
  { value: "streamable_http", label: "Streamable HTTP" },
  { value: "sse", label: "HTTP+SSE (2024)" },
];

export function ServerForm({ start, changes, submit, note, onCancel }: Props) {
  const [form, setForm] = useState(start);
  const [insist, setInsist] = useState(false);
  const [pasted, setPasted] = useState<string | null>(null);
  const propose = useHostCommand("propose_server");
  const showRequest = useShowRequest();
  const awaitArrival = useAwaitArrival();

  const set = (change: Partial<Form>) => {
    setForm((before) => ({ ...before, ...change }));
    if (propose.error !== null) propose.reset();
  };
  const undone = changes === null ? "added" : "changed";
  const own = insist ? problemsOf(form, undone) : {};
  const refusedField = propose.error === null ? null : fieldOf(propose.error.code, form.by);
  const problems: Problems = {
    ...own,
    ...(refusedField === null || propose.error === null ? {} : { [refusedField]: words(propose.error) }),
  };
  const draftLabel = form.label.trim();
  const dirty = changes === null || JSON.stringify(toDraft(form)) !== JSON.stringify(toDraft(start));

  function review(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setInsist(true);
    const target = event.currentTarget;
    if (Object.keys(problemsOf(form)).length > 0) {
      queueMicrotask(() => target.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
      return;
    }
    const draft = toDraft(form);
    propose.mutate(
      { draft, changes },
      {
        onSuccess: (request) => {
          if (changes === null) awaitArrival(draft.label);
          showRequest(request.id);
        },
      },
    );
  }

  /** A pasted configuration fills the form and does nothing else. */
  function onPaste(text: string): boolean {
    // Put in by us, it would not be held up by what a field takes.
    if (text.length > WRITTEN) {
      setPasted(`What was pasted is longer than ${count(WRITTEN)} characters. Nothing was filled in.`);
      return true;
    }
    const read = readConfiguration(text);
    if (read === null) return false;
    setPasted(
      "refused" in read
        ? read.refused
        : `Filled in from the configuration of “${read.server.label}”. Look it over, then review it.`,
    );
    if ("server" in read) setForm((before) => filled(before, read));
    return true;
  }

  return (
    <form className={css.form} onSubmit={review} noValidate>
      <TextInput
        label="Label"
        description="Your own name for it. It stands in every question the gate asks."
        aria-required
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        value={form.label}
        error={problems.label}
        onChange={(event) => set({ label: event.currentTarget.value })}
      />
      {form.by !== "demo" ? (
        <div className={css.by}>
          <span className={css.byLabel} id="reached-by">
            Reached by
          </span>
          <SegmentedControl
            aria-labelledby="reached-by"
            data={[
              { value: "command", label: "A program here" },
              { value: "address", label: "An address" },
            ]}
            value={form.by}
            onChange={(by) => set({ by: by as Form["by"] })}
          />
        </div>
      ) : null}
      {pasted !== null ? (
        <p className={css.pasted} role="status">
          {pasted}
        </p>
      ) : null}
      {form.by === "command" ? (
        <CommandFields form={form} problems={problems} set={set} onPaste={onPaste} />
      ) : null}
      {form.by === "address" ? (
        <>
          <TextInput
            label="Address"
            description="Of a server that speaks MCP over HTTP."
            placeholder="https://mcp.example.com/mcp"
            aria-required
            type="url"
            autoComplete="off"
            spellCheck={false}
            value={form.url}
            error={problems.address}
            onChange={(event) => set({ url: event.currentTarget.value })}
            onPaste={(event) => {
              if (onPaste(event.clipboardData.getData("text/plain"))) event.preventDefault();
            }}
          />
          <SignInChoice token={form.token} problem={problems.token} onChange={(token) => set({ token })} />
          <NamedRows
            title={form.token === null ? "Headers" : "Other headers"}
            one="header"
            rows={form.headers}
            problem={problems.headers}
            onChange={(headers) => set({ headers })}
            suggestion="X-Api-Key"
          />
        </>
      ) : null}
      <details
        className={css.more}
        open={problems.limits !== undefined || problems.start !== undefined || undefined}
      >
        <summary>More</summary>
        <div className={css.moreFields}>
          <Select
            label="Protocol era"
            description="Found by a short try when you leave it open."
            data={eras}
            value={form.era}
            allowDeselect={false}
            onChange={(era) => set({ era: (era ?? "auto") as EraChoice })}
            comboboxProps={{ transitionProps: { duration: 0 } }}
          />
          {form.by === "address" ? (
            <Select
              label="Transport"
              description="Streamable HTTP first, unless you choose one."
              data={transports}
              value={form.transport}
              allowDeselect={false}
              onChange={(transport) => set({ transport: (transport ?? "auto") as TransportChoice })}
              comboboxProps={{ transitionProps: { duration: 0 } }}
            />
          ) : null}
          <LimitFields
            limits={form.limits}
            problem={problems.limits}
            onChange={(limits) => set({ limits })}
          />
          <StartField
            seconds={form.limits.start_seconds}
            problem={problems.start}
            onChange={(start_seconds) => set({ limits: { ...form.limits, start_seconds } })}
          />
        </div>
      </details>
      {propose.error !== null && refusedField === null ? (
        <ProblemNote problem={propose.error} server={draftLabel} live />
      ) : null}
      {refusedField !== null && propose.error?.said ? (
        <Attribution value={propose.error.said} server={draftLabel} />
      ) : null}
      <div className={css.foot}>
        <Button
          type="submit"
          variant={dirty ? "filled" : "default"}
          loading={propose.isPending}
          disabled={!dirty}
        >
          {submit}
        </Button>
        {onCancel !== undefined ? (
          <Button variant="subtle" onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
        {changes !== null && dirty ? (
          <Button variant="subtle" onClick={() => setForm(start)}>
            Undo changes
          </Button>
        ) : null}
        <p className="small dim">{note}</p>
      </div>
    </form>
  );
}

function words(problem: { sentence: string; remedy: string | null }): string {
  return [problem.sentence, problem.remedy].filter(Boolean).join(" ");
}

function filled(before: Form, { server }: Extract<Pasted, { server: unknown }>): Form {
  const rows = (pairs: typeof server.environment) => pairs.map((pair) => newRow(pair));
  return {
    ...EMPTY,
    era: before.era,
    transport: before.transport,
    limits: before.limits,
    by: server.url === null ? "command" : "address",
    label: before.label.trim() === "" ? server.label : before.label,
    program: server.program ?? "",
    arguments: writeArguments(server.arguments),
    folder: server.folder ?? "",
    url: server.url ?? "",
    environment: rows(server.environment),
    ...takeToken(rows(server.headers)),
  };
}
