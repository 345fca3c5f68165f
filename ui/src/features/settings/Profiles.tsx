/** Profiles: which servers are on and which permissions count, switched together. */
import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import type { ProfileView } from "../../bindings/host";
import { ProblemNote, Tag, useLostFocus } from "../../elements";
import { ConfirmButton } from "../../elements/ConfirmButton";
import { useComposing } from "../../elements/useComposing";
import { say } from "../../l10n";
import { useHostCommand, useHostQuery } from "../../store";
import css from "./settings.module.css";

export function Profiles() {
  const profiles = useHostQuery("profiles", {});
  const box = useRef<HTMLDivElement>(null);
  // A profile was renamed, added, switched to or removed: its row has the focus, or the next one, or the button that adds one.
  useLostFocus(
    box,
    (at) => rowsOf(box.current).findIndex((row) => row.contains(at)),
    (was) => {
      const rows = was < 0 ? [] : rowsOf(box.current);
      const row = rows[Math.min(was, rows.length - 1)];
      return (row ?? box.current)?.querySelector<HTMLElement>(row ? "[data-rename]" : ":scope > p > button");
    },
  );
  return (
    <div ref={box} className={css.content}>
      <p className="dim">{say("settings-profiles-help")}</p>
      {profiles.error !== null ? <ProblemNote problem={profiles.error} /> : null}
      <ul className={`unmarked ${css.profiles}`} aria-label={say("settings-profiles")}>
        {(profiles.data ?? []).map((profile) => (
          <Profile key={profile.id} profile={profile} />
        ))}
      </ul>
      <Add />
    </div>
  );
}

function rowsOf(box: HTMLElement | null): HTMLElement[] {
  return [...(box?.querySelectorAll("li") ?? [])];
}

function Profile({ profile }: { profile: ProfileView }) {
  const [renaming, setRenaming] = useState(false);
  const use = useHostCommand("use_profile");
  const remove = useHostCommand("remove_profile");
  const problem = use.error ?? remove.error;
  if (renaming) return <Rename profile={profile} onDone={() => setRenaming(false)} />;
  const { id, name, current, servers, permissions } = profile;
  return (
    <li className={`row ${css.profile}`}>
      <span className={css.profileWords}>
        <bdi className={css.profileName}>{name}</bdi>
        <span className="dim small">
          {say("settings-profiles-counts", { servers: servers.length, permissions })}
        </span>
      </span>
      <span className="buttons">
        {current ? (
          <Tag tone="ok">{say("settings-profiles-current")}</Tag>
        ) : (
          <Button
            size="xs"
            loading={use.isPending}
            aria-label={say("settings-profiles-use-name", { profile: name })}
            onClick={() => use.mutate({ profile: id })}
          >
            {say("settings-profiles-use")}
          </Button>
        )}
        <Button
          size="xs"
          variant="subtle"
          data-rename
          aria-label={say("settings-profiles-rename-name", { profile: name })}
          onClick={() => setRenaming(true)}
        >
          {say("words-rename")}
        </Button>
        {current ? null : (
          <ConfirmButton
            label={say("words-remove")}
            name={say("settings-profiles-remove-name", { profile: name })}
            question={say("settings-profiles-remove-question", { profile: name, permissions })}
            yes={say("words-remove")}
            busy={remove.isPending}
            onYes={() => remove.mutate({ profile: id })}
          />
        )}
      </span>
      {problem !== null ? <ProblemNote problem={problem} live /> : null}
    </li>
  );
}

function Rename({ profile, onDone }: { profile: ProfileView; onDone: () => void }) {
  const rename = useHostCommand("rename_profile");
  return (
    <li className={`row ${css.profile}`}>
      <Named
        label={say("settings-profiles-new-name")}
        submit={say("words-save")}
        start={profile.name}
        busy={rename.isPending}
        problem={rename.error?.sentence ?? null}
        onName={(name) => rename.mutate({ profile: profile.id, name }, { onSuccess: onDone })}
        onCancel={onDone}
      />
    </li>
  );
}

function Add() {
  const [adding, setAdding] = useState(false);
  const create = useHostCommand("create_profile");
  if (!adding) {
    return (
      <p>
        <Button
          size="xs"
          onClick={() => {
            // What was refused before was another name.
            create.reset();
            setAdding(true);
          }}
        >
          {say("settings-profiles-add")}
        </Button>
      </p>
    );
  }
  return (
    <Named
      label={say("words-name")}
      help={say("settings-profiles-add-help")}
      submit={say("settings-profiles-add")}
      start=""
      busy={create.isPending}
      problem={create.error?.sentence ?? null}
      onName={(name) => create.mutate({ name }, { onSuccess: () => setAdding(false) })}
      onCancel={() => setAdding(false)}
    />
  );
}

function Named(props: {
  label: string;
  help?: string;
  submit: string;
  start: string;
  busy: boolean;
  problem: string | null;
  onName: (name: string) => void;
  onCancel: () => void;
}) {
  const [name, setName] = useState(props.start);
  const composing = useComposing();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === props.start) props.onCancel();
    else props.onName(name.trim());
  };
  return (
    <form className={css.named} onSubmit={submit}>
      <TextInput
        label={props.label}
        description={props.help}
        value={name}
        error={props.problem}
        autoFocus
        onChange={(event) => setName(event.currentTarget.value)}
        onCompositionEnd={composing.onCompositionEnd}
        onKeyDown={(event) => {
          if (composing.isComposing(event) || event.key !== "Escape") return;
          event.stopPropagation();
          props.onCancel();
        }}
      />
      <span className="buttons">
        <Button type="submit" size="xs" loading={props.busy} disabled={name.trim() === ""}>
          {props.submit}
        </Button>
        <Button size="xs" variant="subtle" onClick={props.onCancel}>
          {say("words-cancel")}
        </Button>
      </span>
    </form>
  );
}
