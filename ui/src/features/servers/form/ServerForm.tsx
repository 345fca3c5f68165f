/** The form for a server, new or not. It proposes; the gate shows what would happen. */
import { Button, SegmentedControl, TextInput } from "@mantine/core";
import { useCallbackRef } from "@mantine/hooks";
import { type FormEvent, memo, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ServerDraft, SuggestedServer } from "../../../bindings/host";
import { AfterPaint, Attribution, ProblemNote, WRITTEN } from "../../../elements";
import { say } from "../../../l10n";
import { useHostCommand, useProposal } from "../../../store";
import { focusInvalid } from "../focusInvalid";
import { FolderField } from "../suggested/FolderField";
import { keysOf, moved } from "../suggested/place";
import { useAwaitArrival } from "../useArrival";
import { useKeepNew, useNewDraft } from "../useNewDraft";
import { AdvancedFields } from "./AdvancedFields";
import { CommandFields } from "./CommandFields";
import {
  type Form,
  FULL_PATH,
  fieldOf,
  isLauncher,
  type Problems,
  problemsOf,
  said,
  toDraft,
  withoutSecrets,
  withVariables,
} from "./draft";
import css from "./form.module.css";
import { NamedRows } from "./NamedRows";
import { SignInChoice } from "./SignInChoice";
import { looked, useFence } from "./useFence";

interface Props {
  start: Form;
  /** What stands in it first, if that is not `start`. */
  first?: Form;
  changes: string | null;
  /** Where what is typed for a new server is kept, if it is. */
  kept?: string | undefined;
  /** It begins with what was kept there, whatever that began with; or `start` was pasted, and is kept at once. */
  from?: "kept" | "paste" | undefined;
  /** Environment variables that are missing: they are added, and the first waits for its value. */
  wanted?: readonly string[];
  /** The suggestion that it is filled with: its folder and keys are asked for. */
  suggested?: SuggestedServer;
  submit: string;
  note: string;
  /** It was changed; `null`: it is as it was at the start. */
  onTyped?: (form: Form | null) => void;
  onProposed?: ((form: Form) => void) | undefined;
  onCancel?: () => void;
  /** Takes a whole configuration that was pasted into one of the fields. */
  onConfiguration?: (text: string) => void;
}

/** What stands in it, with what is no part of a server. */
interface TypedServer {
  /** What it began with. */
  over: string;
  form: Form;
  place: string;
  fetchOnce: boolean;
  fenceIsSet: boolean;
}

export function ServerForm({
  start,
  first = start,
  changes,
  kept,
  from,
  wanted = [],
  suggested,
  submit,
  note,
  onTyped,
  onProposed,
  onCancel,
  onConfiguration,
}: Props) {
  const draft = useNewDraft<TypedServer>(kept);
  const over = useMemo(() => said(start), [start]);
  // What was typed into another form is not meant here.
  const typed = from === "kept" || draft.before?.over === over ? draft.before : undefined;
  const [form, setForm] = useState(() => typed?.form ?? withVariables(first, wanted));
  const [place, setPlace] = useState(typed?.place ?? "");
  const keys = suggested === undefined ? [] : keysOf(suggested);
  const folderUse = suggested?.folder_use ?? null;
  const [focused] = useState(folderUse === null ? (wanted[0] ?? keys[0] ?? null) : null);
  const [insist, setInsist] = useState(false);
  const [tooLong, setTooLong] = useState(false);
  const [fetchOnce, setFetchOnce] = useState(typed?.fetchOnce ?? true);
  // Until the user sets it, a new program has the fence that the host proposes for what stands in the form now.
  const [fenceIsSet, setFenceIsSet] = useState(
    typed?.fenceIsSet ?? (changes !== null || start.fence !== null),
  );
  const all = useMemo(
    () => ({
      over: said(withoutSecrets(start, start)),
      form: withoutSecrets(form, start),
      place,
      fetchOnce,
      fenceIsSet,
    }),
    [start, form, place, fetchOnce, fenceIsSet],
  );
  useKeepNew(draft, all, from === "paste");
  const sent = useRef<Form | null>(null);
  // A change was put up for review also where another tab is shown by the reply.
  const propose = useProposal("propose_server", () => {
    if (changes !== null && sent.current !== null) onProposed?.(sent.current);
  });
  const fetch = useProposal("propose_fetch");
  const launcher = changes === null && form.by === "command" && isLauncher(form.program);
  const fetches = launcher && fetchOnce;
  const fence = useFence(form, fetches, !fenceIsSet);
  const suggest = useHostCommand("suggest_fence");
  const awaitArrival = useAwaitArrival();

  const failed = propose.error ?? fetch.error ?? suggest.error;

  // The same function each time, for the parts of the form that are not drawn with a key in another one.
  const set = useCallbackRef((change: Partial<Form>) => {
    setForm((before) => ({ ...before, ...change }));
    if (change.fence !== undefined) setFenceIsSet(true);
    forgive();
  });
  // What was refused is what the form said then.
  function forgive() {
    for (const it of [propose, fetch, suggest]) {
      if (it.error !== null) it.reset();
    }
  }
  const setToken = useCallback((token: Form["token"]) => set({ token }), [set]);
  const setHeaders = useCallback((headers: Form["headers"]) => set({ headers }), [set]);
  const lacking = (): Problems => (suggested === undefined ? {} : lackingOf(form, keys));
  const own = insist ? { ...lacking(), ...problemsOf(form) } : {};
  const placeProblem = folderUse === null ? undefined : folderProblem(place);
  const refusedField = failed === null ? null : fieldOf(failed.code, form.by);
  const problems: Problems = {
    ...own,
    ...(refusedField === null || failed === null ? {} : { [refusedField]: words(failed) }),
  };
  const draftLabel = form.label.trim();
  // A line that is no host is none of the draft's, and a change all the same: the review says what is wrong with it.
  const dirty = changes === null || said(form) !== over;
  // A variable that a diagnosis named is nothing that was typed.
  const [given] = useState(() => (wanted.length > 0 && first === start ? form : null));
  useEffect(() => {
    if (form !== given) onTyped?.(dirty ? form : null);
  }, [onTyped, dirty, form, given]);
  const box = useRef<HTMLFormElement>(null);
  // What the host refused takes the focus, as what the form refuses does.
  useEffect(() => {
    if (refusedField !== null && box.current !== null) {
      focusInvalid(box.current);
    }
  }, [refusedField]);

  function review(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setInsist(true);
    const target = event.currentTarget;
    if (placeProblem !== undefined || Object.keys({ ...lacking(), ...problemsOf(form) }).length > 0) {
      focusInvalid(target);
      return;
    }
    const server = toDraft(form);
    if (fenceIsSet || form.by !== "command") {
      ask(server);
      return;
    }
    // What stands below may be that of the command before the last key.
    suggest.mutate(
      { draft: looked(form), fetched: fetches },
      { onSuccess: ({ grants }) => ask({ ...server, fence: grants }) },
    );
  }

  function ask(server: ServerDraft) {
    sent.current = form;
    (fetches ? fetch : propose).ask({ draft: server, changes }, ({ id }) => {
      if (changes !== null) return;
      draft.done();
      onProposed?.(form);
      awaitArrival(id, server.label);
    });
  }

  /** Whether a pasted text is dealt with here and not put into the field. */
  const onPaste = useCallbackRef((text: string): boolean => {
    // Put in by us, it would not be held up by what a field takes.
    if (text.length > WRITTEN) {
      setTooLong(true);
      return true;
    }
    setTooLong(false);
    if (onConfiguration === undefined || !isConfiguration(text)) return false;
    onConfiguration(text);
    return true;
  });

  return (
    <form ref={box} className={css.form} onSubmit={review} noValidate>
      {suggested !== undefined && folderUse !== null ? (
        <FolderField
          use={folderUse}
          value={place}
          problem={insist ? placeProblem : undefined}
          onChange={(folder) => {
            set(moved(form, suggested, place, folder.trim()));
            setPlace(folder.trim());
          }}
        />
      ) : null}
      <TextInput
        autoFocus={suggested !== undefined && folderUse === null && focused === null}
        label={say("words-field-label")}
        description={say("servers-form-label-help")}
        aria-required
        maxLength={64}
        value={form.label}
        error={problems.label}
        onChange={(event) => set({ label: event.currentTarget.value })}
      />
      {form.by !== "demo" ? <TypeChoice by={form.by} set={set} /> : null}
      {tooLong ? (
        <p className={css.pasted} role="status">
          {say("servers-form-pasted-long", { limit: WRITTEN })}
        </p>
      ) : null}
      {form.by === "command" ? (
        <CommandFields
          form={form}
          problems={problems}
          set={set}
          onPaste={onPaste}
          focused={focused}
          fence={fence}
          fetch={launcher ? { once: fetchOnce, set: setFetchOnce } : null}
        />
      ) : null}
      {form.by === "address" ? (
        <>
          <TextInput
            label={say("words-field-address")}
            description={say("servers-form-url-help")}
            placeholder="https://mcp.example.com/mcp"
            aria-required
            type="url"
            value={form.url}
            error={problems.address}
            onChange={(event) => set({ url: event.currentTarget.value })}
            onPaste={(event) => {
              if (onPaste(event.clipboardData.getData("text/plain"))) event.preventDefault();
            }}
          />
          <SignInChoice token={form.token} problem={problems.token} onChange={setToken} />
          <NamedRows
            title={say(form.token === null ? "words-field-headers" : "servers-form-headers-other")}
            one="header"
            rows={form.headers}
            problem={problems.headers}
            onChange={setHeaders}
            suggestion="X-Api-Key"
          />
        </>
      ) : null}
      <details
        className={css.more}
        open={problems.limits !== undefined || problems.start !== undefined || undefined}
      >
        <summary>{say("servers-form-advanced")}</summary>
        <AfterPaint>
          <AdvancedFields
            era={form.era}
            transport={form.by === "address" ? form.transport : null}
            limits={form.limits}
            start={changes === null ? form.start : null}
            limitsProblem={problems.limits}
            startProblem={problems.start}
            set={set}
          />
        </AfterPaint>
      </details>
      {refusedField !== null && failed?.said ? <Attribution value={failed.said} server={draftLabel} /> : null}
      <div className={`row ${css.foot}`}>
        {failed !== null && refusedField === null ? (
          <div className={css.refused}>
            <ProblemNote problem={failed} server={draftLabel} live />
          </div>
        ) : null}
        <Button
          type="submit"
          variant={dirty ? "filled" : "default"}
          loading={propose.isPending || fetch.isPending || suggest.isPending}
          disabled={!dirty}
        >
          {submit}
        </Button>
        {onCancel !== undefined ? (
          <Button
            variant="subtle"
            onClick={() => {
              draft.done();
              onCancel();
            }}
          >
            {say("words-cancel")}
          </Button>
        ) : null}
        {changes !== null && dirty ? (
          <Button
            variant="subtle"
            onClick={() => {
              setForm(start);
              setInsist(false);
              forgive();
              // This button is gone, and the one beside it has nothing to send.
              box.current?.querySelector("input")?.focus({ preventScroll: true });
            }}
          >
            {say("words-discard")}
          </Button>
        ) : null}
        <p className="small dim">{dirty ? note : say("servers-form-unchanged")}</p>
      </div>
    </form>
  );
}

const TypeChoice = memo(function TypeChoice(props: { by: Form["by"]; set: (change: Partial<Form>) => void }) {
  return (
    <div className={css.by}>
      <span className={css.byLabel} id="server-type">
        {say("servers-form-type")}
      </span>
      <SegmentedControl
        aria-labelledby="server-type"
        data={[
          { value: "command", label: say("servers-form-type-command") },
          { value: "address", label: say("servers-form-type-address") },
        ]}
        value={props.by}
        onChange={(by) => props.set({ by: by as Form["by"] })}
      />
    </div>
  );
});

/** A suggestion says which keys its server does not work without. */
function lackingOf(form: Form, keys: readonly string[]): Problems {
  const name = keys.find((key) =>
    form.environment.some((row) => row.name === key && row.value === "" && !row.stored),
  );
  return name === undefined ? {} : { environment: say("servers-suggested-wrong-key", { name }) };
}

function folderProblem(folder: string): string | undefined {
  if (folder === "") return say("servers-suggested-wrong-folder");
  return FULL_PATH.test(folder) ? undefined : say("servers-form-wrong-folder");
}

function words(problem: { sentence: string; remedy: string | null }): string {
  return [problem.sentence, problem.remedy].filter(Boolean).join(" ");
}

/** More than one field can hold: a configuration, an install link, or another host's command for adding a server. */
function isConfiguration(text: string): boolean {
  const bare = text.trim();
  const link = /^[a-z][a-z0-9+.-]*:/i.test(bare) && !/^(https?:|[a-z]:[\\/])/i.test(bare) && !/\s/.test(bare);
  return (
    /^([{[`"]|[\w.-]+:\s*$)/m.test(bare) || link || /^\S+ mcp add/.test(bare) || /"mcpServers"/.test(bare)
  );
}
