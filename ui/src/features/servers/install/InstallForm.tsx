/**
 * The form of everything that is installed with values: of a bundle, and of an entry of a registry. It asks for a name, for the
 * values, and for what the person alone decides: the fence and the start. It proposes; the gate shows what would run or be reached.
 */
import { Button, TextInput } from "@mantine/core";
import { type FormEvent, Fragment, type ReactNode, useMemo, useState } from "react";
import type {
  FenceHost,
  InstallChoices,
  InstallSetting,
  InstallValue,
  Problem,
} from "../../../bindings/host";
import { ProblemNote } from "../../../elements";
import { say } from "../../../l10n";
import { focusInvalid } from "../focusInvalid";
import { FenceFields } from "../form/FenceFields";
import { FetchField } from "../form/FetchField";
import { type FenceForm, fenceProblem, fromGrants, NO_GRANTS, toGrants } from "../form/fence";
import css from "../form/form.module.css";
import { ProposedGrants } from "../form/ProposedGrants";
import { StartModes } from "../form/StartModes";
import { type NewDraft, useKeepNew } from "../useNewDraft";
import { InstallField } from "./InstallField";
import { placesOf, proposalsOf } from "./proposals";
import { missing, startValues, type Typed, toValues, withoutSecretValues } from "./values";

/** What the form begins with. */
export interface InstallStart {
  label: string;
  /** Of the version before; `undefined` for a new server. */
  values: InstallValue[] | undefined;
  /** Settings whose secrets are stored. */
  stored: ReadonlySet<string>;
  choices: InstallChoices;
}

export interface Install {
  label: string;
  values: InstallValue[];
  choices: InstallChoices;
}

/** What stands in the form. */
export interface TypedInstall {
  label: string;
  typed: Typed;
  fence: FenceForm | null;
  fetchOnce: boolean;
  when: InstallChoices["start"];
}

interface Props {
  settings: InstallSetting[];
  start: InstallStart;
  draft: NewDraft<TypedInstall>;
  /** A program of this computer, around which there may be a fence: who proposes grants, and the hosts. */
  fenced: { by: "bundle" | "entry"; hosts: FenceHost[] } | null;
  /** What its launcher names can be fetched once. */
  fetchable?: boolean;
  problem: Problem | null;
  pending: boolean;
  submit: string;
  note: string;
  cancel?: ReactNode;
  /** Something was changed: an earlier problem is out of date. */
  onEdit: () => void;
  onReview: (install: Install) => void;
}

/** A new server: fenced in unless that is turned off, without grants, and fetched once. */
export function newInstall(label: string, fenced: boolean): InstallStart {
  const fence = fenced ? NO_GRANTS : null;
  return {
    label,
    values: undefined,
    stored: new Set(),
    choices: { fence, fence_named: false, fetch: true, start: "launch" },
  };
}

function typedAt({ label, values, choices }: InstallStart, settings: InstallSetting[]): TypedInstall {
  return {
    label,
    typed: startValues(settings, values),
    fence: fromGrants(choices.fence),
    fetchOnce: choices.fetch,
    when: choices.start,
  };
}

export function InstallForm(props: Props) {
  const { settings, start, draft, fenced, fetchable = false, problem, pending } = props;
  const { stored } = start;
  const [first] = useState(() => draft.before ?? typedAt(start, settings));
  const [label, setLabel] = useState(first.label);
  const [typed, setTyped] = useState(first.typed);
  const [fence, setFence] = useState(first.fence);
  const [fetchOnce, setFetchOnce] = useState(first.fetchOnce);
  const [when, setWhen] = useState(first.when);
  const all = useMemo(
    () => ({ label, typed: withoutSecretValues(settings, typed), fence, fetchOnce, when }),
    [settings, label, typed, fence, fetchOnce, when],
  );
  useKeepNew(draft, all);
  const [insist, setInsist] = useState(false);
  const open = missing(settings, typed, stored);
  const wrongFence = fenced === null ? undefined : fenceProblem(fence);

  function review(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setInsist(true);
    if (label.trim() === "" || open.size > 0 || wrongFence !== undefined) {
      focusInvalid(event.currentTarget);
      return;
    }
    props.onReview({
      label: label.trim(),
      values: toValues(settings, typed, stored),
      choices: {
        fence: fenced === null ? null : toGrants(fence),
        fence_named: false,
        fetch: fetchable && fetchOnce,
        start: when,
      },
    });
  }

  function changeFence(next: FenceForm | null) {
    setFence(next);
    props.onEdit();
  }

  /** Where a place was chosen, the user is asked what the program may do there. */
  function grantsFor(setting: InstallSetting, by: "bundle" | "entry", around: FenceForm) {
    const paths = placesOf(setting, typed);
    if (paths.length === 0) return null;
    const proposals = { by, paths, hosts: [] };
    return (
      <ProposedGrants
        field={setting.title.text}
        fence={around}
        proposals={proposals}
        onChange={changeFence}
      />
    );
  }

  return (
    <form className={css.form} onSubmit={review} noValidate>
      <TextInput
        label={say("words-field-label")}
        description={say("servers-form-label-help")}
        aria-required
        maxLength={64}
        value={label}
        error={insist && label.trim() === "" ? say("servers-missing") : undefined}
        onChange={(event) => {
          setLabel(event.currentTarget.value);
          props.onEdit();
        }}
      />
      {settings.map((setting) => (
        <Fragment key={setting.key}>
          <InstallField
            setting={setting}
            text={typed[setting.key] ?? ""}
            stored={stored.has(setting.key)}
            missing={insist && open.has(setting.key)}
            onChange={(text) => {
              setTyped((before) => ({ ...before, [setting.key]: text }));
              props.onEdit();
            }}
          />
          {fenced !== null && fence !== null ? grantsFor(setting, fenced.by, fence) : null}
        </Fragment>
      ))}
      {fetchable ? (
        <FetchField
          once={fetchOnce}
          set={(once) => {
            setFetchOnce(once);
            props.onEdit();
          }}
        />
      ) : null}
      {fenced !== null ? (
        <FenceFields
          fence={fence}
          problem={insist ? wrongFence : undefined}
          proposals={proposalsOf(fenced.by, settings, typed, fenced.hosts)}
          onChange={changeFence}
        />
      ) : null}
      <details className={css.more}>
        <summary>{say("servers-form-advanced")}</summary>
        <div className={css.moreFields}>
          <StartModes
            start={when}
            onChange={(next) => {
              setWhen(next);
              props.onEdit();
            }}
          />
        </div>
      </details>
      <div className={css.foot}>
        {problem !== null ? (
          <div className={css.refused}>
            <ProblemNote problem={problem} live />
          </div>
        ) : null}
        <Button type="submit" variant="filled" loading={pending}>
          {props.submit}
        </Button>
        {props.cancel}
        <p className="small dim">{props.note}</p>
      </div>
    </form>
  );
}
