/** The fence around a program: off, or what it may use beyond its own files. */
import { Button, Switch } from "@mantine/core";
import { memo, useRef } from "react";
import { AutosizeTextarea, HelpedSwitch, ProblemNote } from "../../../elements";
import { say } from "../../../l10n";
import { useHostCommand } from "../../../store";
import { beside } from "./beside";
import { EMPTY_FENCE, type FenceForm, type FenceProblem, type Proposals, withLine } from "./fence";
import css from "./form.module.css";
import { ProposedGrants } from "./ProposedGrants";

export const FenceFields = memo(function FenceFields(props: {
  fence: FenceForm | null;
  /** The command around which it is. */
  of?: string;
  /** Why a new program is not fenced in, in the host's words. */
  why?: string | null;
  problem: FenceProblem | undefined;
  /** What a publisher proposes. None of it is given before the person ticks it. */
  proposals?: Proposals | undefined;
  onChange: (fence: FenceForm | null) => void;
}) {
  const { fence, of = "", why, problem, proposals, onChange } = props;
  // What stood in the fields is there again for who turns it off and on. What another command was given is not.
  const last = useRef({ of, fence: EMPTY_FENCE });
  const turn = (on: boolean) => {
    if (fence !== null) last.current = { of, fence };
    const kept = last.current.of === of ? last.current.fence : EMPTY_FENCE;
    onChange(on ? kept : null);
  };
  const wrong = (field: FenceProblem["field"]) => (problem?.field === field ? problem.words : undefined);
  return (
    <fieldset className={css.named}>
      <legend>{say("words-field-fence")}</legend>
      <HelpedSwitch
        label={say("servers-form-fence-on")}
        help={say(fence === null ? "servers-form-fence-off-help" : "servers-form-fence-on-help")}
        checked={fence !== null}
        onChange={turn}
      />
      {why && fence === null ? <p className="small">{why}</p> : null}
      {fence !== null ? (
        <>
          {proposals !== undefined && proposals.paths.length + proposals.hosts.length > 0 ? (
            <ProposedGrants fence={fence} proposals={proposals} onChange={onChange} />
          ) : null}
          <Paths
            label={say("servers-form-fence-read")}
            value={fence.read}
            error={wrong("read")}
            onChange={(read) => onChange({ ...fence, read })}
          />
          <Paths
            label={say("servers-form-fence-write")}
            value={fence.write}
            error={wrong("write")}
            onChange={(write) => onChange({ ...fence, write })}
          />
          <AutosizeTextarea
            label={say("servers-form-fence-hosts")}
            description={say("servers-form-fence-hosts-help")}
            placeholder="api.example.com"
            minRows={1}
            maxRows={8}
            spellCheck={false}
            disabled={fence.anyHost}
            value={fence.hosts}
            error={wrong("hosts")}
            classNames={{ input: css.mono }}
            onChange={(event) => onChange({ ...fence, hosts: event.currentTarget.value })}
          />
          <AutosizeTextarea
            label={say("servers-form-fence-local")}
            description={say("servers-form-fence-local-help")}
            placeholder="nas.local:5000"
            minRows={1}
            maxRows={8}
            spellCheck={false}
            disabled={fence.anyHost}
            value={fence.localHosts}
            error={wrong("localHosts")}
            classNames={{ input: css.mono }}
            onChange={(event) => onChange({ ...fence, localHosts: event.currentTarget.value })}
          />
          <Switch
            label={say("servers-form-fence-any")}
            checked={fence.anyHost}
            onChange={(event) => onChange({ ...fence, anyHost: event.currentTarget.checked })}
          />
          <HelpedSwitch
            label={say("servers-form-fence-nested")}
            help={say("servers-form-fence-nested-help")}
            checked={fence.nested}
            onChange={(nested) => onChange({ ...fence, nested })}
          />
        </>
      ) : null}
    </fieldset>
  );
});

function Paths(props: {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  const { label, value, error, onChange } = props;
  const pick = useHostCommand("pick_folder");
  return (
    <>
      <AutosizeTextarea
        label={label}
        description={say("servers-form-fence-lines")}
        minRows={1}
        maxRows={8}
        spellCheck={false}
        value={value}
        error={error}
        classNames={{ input: css.mono }}
        inputContainer={beside(
          <Button
            aria-label={say("servers-form-fence-choose", { field: label })}
            loading={pick.isPending}
            onClick={() =>
              pick.mutate({}, { onSuccess: (folder) => folder !== null && onChange(withLine(value, folder)) })
            }
          >
            {say("words-choose")}
          </Button>,
        )}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {pick.error !== null ? <ProblemNote problem={pick.error} live /> : null}
    </>
  );
}
