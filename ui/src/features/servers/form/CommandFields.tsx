/** A program on this computer: its name, its arguments as the tokens they will be, its folder and environment. */
import { Button, TextInput } from "@mantine/core";
import { memo, useCallback, useMemo } from "react";
import { AutosizeTextarea, ProblemNote, RawText } from "../../../elements";
import { Say, say } from "../../../l10n";
import { useHostCommand } from "../../../store";
import { beside } from "./beside";
import { type Form, newRow, type Problems } from "./draft";
import { FenceFields } from "./FenceFields";
import { FetchField } from "./FetchField";
import { fenceProblem } from "./fence";
import css from "./form.module.css";
import { NamedRows } from "./NamedRows";
import { secretName } from "./secrets";
import { commandLine, readArguments, shellWords, writeArguments } from "./tokens";
import type { FenceChoice } from "./useFence";

/** As many variables or headers as the host takes (`limits::VARIABLES`); each is a row of fields. */
const PAIRS = 256;

interface Props {
  form: Form;
  problems: Problems;
  set: (change: Partial<Form>) => void;
  /** True when it was a whole configuration and has been dealt with. */
  onPaste: (text: string) => boolean;
  /** The variable whose value is to be entered. */
  focused: string | null;
  /** Whether the package of a launcher is fetched once; `null` where none can be. */
  fetch: { once: boolean; set: (once: boolean) => void } | null;
  fence: FenceChoice;
}

export function CommandFields({ form, problems, set, onPaste, focused, fetch, fence }: Props) {
  const setEnvironment = useCallback((environment: Form["environment"]) => set({ environment }), [set]);
  const setFence = useCallback((chosen: Form["fence"]) => set({ fence: chosen }), [set]);
  const wrongFence = useMemo(
    () => (problems.fence === undefined ? undefined : fenceProblem(form.fence)),
    [problems.fence, form.fence],
  );

  /** A whole command line is split into program, arguments and leading variables. */
  function split(text: string): boolean {
    const line = commandLine(text);
    const before = readArguments(form.arguments);
    if (line === null || line.environment.length > PAIRS || before.open) return false;
    const environment = line.environment.map((pair) => newRow({ ...pair, secret: secretName(pair.name) }));
    set({
      program: line.program,
      arguments: writeArguments([...line.arguments, ...before.tokens]),
      environment: [...form.environment, ...environment],
    });
    return true;
  }

  return (
    <>
      <TextInput
        label={say("servers-command")}
        description={say("servers-form-command-help")}
        placeholder="npx"
        aria-required
        value={form.program}
        error={problems.command}
        classNames={{ input: css.mono }}
        onChange={(event) => set({ program: event.currentTarget.value })}
        onPaste={(event) => {
          const text = event.clipboardData.getData("text/plain");
          const { value, selectionStart, selectionEnd } = event.currentTarget;
          const replacesAll = value === "" || (selectionStart === 0 && selectionEnd === value.length);
          if (onPaste(text) || (replacesAll && split(text))) event.preventDefault();
        }}
        onBlur={() => {
          // Typed instead of pasted; a path with spaces is left alone.
          if (/\s-|\s@|^(npx|uvx|node|python3?|docker|bunx?|deno|uv)\s/.test(form.program))
            split(form.program);
        }}
      />
      <ArgumentsField text={form.arguments} problem={problems.arguments} set={set} onPaste={onPaste} />
      {fetch !== null ? <FetchField {...fetch} /> : null}
      <WorkingFolder folder={form.folder} problem={problems.folder} set={set} />
      <NamedRows
        title={say("words-field-environment")}
        one="variable"
        rows={form.environment}
        problem={problems.environment}
        onChange={setEnvironment}
        suggestion="API_KEY"
        focused={focused}
      />
      <FenceFields fence={fence.is} of={fence.of} why={fence.why} problem={wrongFence} onChange={setFence} />
    </>
  );
}

const WorkingFolder = memo(function WorkingFolder(props: {
  folder: string;
  problem: string | undefined;
  set: Props["set"];
}) {
  const { folder, problem, set } = props;
  const pick = useHostCommand("pick_folder");
  return (
    <>
      <TextInput
        label={say("words-field-folder")}
        description={say("servers-form-folder-help")}
        value={folder}
        error={problem}
        classNames={{ input: css.mono }}
        inputContainer={beside(
          <Button
            loading={pick.isPending}
            onClick={() => pick.mutate({}, { onSuccess: (folder) => folder !== null && set({ folder }) })}
          >
            {say("words-choose")}
          </Button>,
        )}
        onChange={(event) => set({ folder: event.currentTarget.value })}
      />
      {pick.error !== null ? <ProblemNote problem={pick.error} live /> : null}
    </>
  );
});

/** As many arguments as are shown one by one. */
const SHOWN = 100;

const ArgumentsField = memo(function ArgumentsField(props: {
  text: string;
  problem: string | undefined;
  set: Props["set"];
  onPaste: Props["onPaste"];
}) {
  const { text, problem, set, onPaste } = props;
  const { tokens, open, reading } = readArguments(text);
  const shell = shellWords(tokens);
  return (
    <div className={css.arguments}>
      <AutosizeTextarea
        label={say("words-field-arguments")}
        description={say("servers-form-arguments-help")}
        placeholder={"-y\n@modelcontextprotocol/server-everything"}
        minRows={2}
        maxRows={10}
        spellCheck={false}
        value={text}
        error={problem ?? (open ? say("servers-form-wrong-quote") : undefined)}
        classNames={{ input: css.mono }}
        onChange={(event) => set({ arguments: event.currentTarget.value })}
        onPaste={(event) => {
          if (onPaste(event.clipboardData.getData("text/plain"))) event.preventDefault();
        }}
      />
      {tokens.length > 0 ? (
        <div className={css.tokens}>
          <p className="small dim">{say(`servers-form-arguments-${reading}`, { count: tokens.length })}</p>
          <ol className="unmarked" aria-label={say("servers-form-arguments-parsed")}>
            {tokens.slice(0, SHOWN).map((token, index) => (
              <li key={index} className={css.token}>
                {token === "" ? (
                  <span className="faint">{say("servers-empty")}</span>
                ) : (
                  <RawText text={token} mono />
                )}
              </li>
            ))}
          </ol>
          {tokens.length > SHOWN ? (
            <p className="small dim">{say("servers-form-arguments-first", { shown: SHOWN })}</p>
          ) : null}
          {shell.length > 0 ? (
            <p className={css.shell}>
              <Say id="servers-form-arguments-shell" args={{ tokens: shell.slice(0, 5).map(asToken) }} />
            </p>
          ) : null}
        </div>
      ) : null}
    </div>
  );
});

function asToken(token: string) {
  return (
    <span key={token} className={css.token}>
      <RawText text={token} mono />
    </span>
  );
}
