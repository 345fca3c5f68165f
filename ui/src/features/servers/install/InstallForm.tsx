/**
 * The form of everything that is installed with values: of a bundle, and of an entry of a registry. It asks for a name, for the
 * values, and for what the person alone decides: the fence and the start. It proposes; the gate shows what would run or be reached.
 */
import { Button, TextInput } from "@mantine/core";
import { type FormEvent, Fragment, useMemo, useState } from "react";
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
  proposal: { error: Problem | null; isPending: boolean; reset: () => void };
  onCancel: () => void;
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
  const { settings, start, draft, fenced, fetchable = false, proposal } = props;
  const { stored } = start;
  const [form, setForm] = useState(() => draft.before ?? typedAt(start, settings));
  const { label, typed, fence, fetchOnce, when } = form;
  const kept = useMemo(
    () => ({ ...form, typed: withoutSecretValues(settings, form.typed) }),
    [settings, form],
  );
  useKeepNew(draft, kept);
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

  /** An earlier problem is out of date from then on. */
  function set(change: Partial<TypedInstall> | ((before: TypedInstall) => Partial<TypedInstall>)) {
    setForm((before) => ({ ...before, ...(typeof change === "function" ? change(before) : change) }));
    if (proposal.error !== null) proposal.reset();
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
        onChange={(next) => set({ fence: next })}
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
        onChange={(event) => set({ label: event.currentTarget.value })}
      />
      {settings.map((setting) => (
        <Fragment key={setting.key}>
          <InstallField
            setting={setting}
            text={typed[setting.key] ?? ""}
            stored={stored.has(setting.key)}
            missing={insist && open.has(setting.key)}
            onChange={(text) => set((before) => ({ typed: { ...before.typed, [setting.key]: text } }))}
          />
          {fenced !== null && fence !== null ? grantsFor(setting, fenced.by, fence) : null}
        </Fragment>
      ))}
      {fetchable ? <FetchField once={fetchOnce} set={(once) => set({ fetchOnce: once })} /> : null}
      {fenced !== null ? (
        <FenceFields
          fence={fence}
          problem={insist ? wrongFence : undefined}
          proposals={proposalsOf(fenced.by, settings, typed, fenced.hosts)}
          onChange={(next) => set({ fence: next })}
        />
      ) : null}
      <details className={css.more}>
        <summary>{say("servers-form-advanced")}</summary>
        <div className={css.moreFields}>
          <StartModes start={when} onChange={(next) => set({ when: next })} />
        </div>
      </details>
      <div className={`row ${css.foot}`}>
        {proposal.error !== null ? (
          <div className={css.refused}>
            <ProblemNote problem={proposal.error} live />
          </div>
        ) : null}
        <Button type="submit" variant="filled" loading={proposal.isPending}>
          {say("servers-form-review")}
        </Button>
        <Button
          variant="subtle"
          onClick={() => {
            draft.done();
            props.onCancel();
          }}
        >
          {say("words-cancel")}
        </Button>
        <p className="small dim">{say("servers-form-review-note")}</p>
      </div>
    </form>
  );
}
