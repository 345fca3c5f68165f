/** Changes of a server's settings that were typed and not saved yet: they outlive the tab and the room, values of secrets do not. */
import { useCallback, useEffect, useMemo, useRef } from "react";
import type { ServerDetail } from "../../../bindings/host";
import { draftOf, useDrafts } from "../../../drafts";
import { type Form, fromDraft, said, withoutSecrets } from "./draft";

interface TypedSettings {
  form: Form;
  /** The settings that it changes, as JSON. */
  over: string;
  /** When these were approved. */
  approved: number | null;
  /** It was put up for review as it is. */
  proposed: boolean;
}

const keyOf = (server: string) => draftOf(server, "settings", "form");

/** The review of what was proposed ended with a yes: nothing of it is left to do. */
function isSaved(typed: TypedSettings, approved: number | null): boolean {
  return typed.proposed && approved !== null && approved !== typed.approved;
}

/** Forgets changes once they are saved, whichever tab of the server is shown by then. */
export function useForgetSaved(server: string, approved: number | null): void {
  const drafts = useDrafts();
  const key = keyOf(server);
  useEffect(() => {
    const typed = drafts.read<TypedSettings>(key);
    if (typed !== undefined && isSaved(typed, approved)) drafts.drop(key);
  }, [drafts, key, approved]);
}

/** The form of a server's settings. `key` is another one where it has to begin again. */
export function useSettingsDraft({ summary, draft, approved_at: approved }: ServerDetail): {
  key: string;
  start: Form;
  /** With what was typed before. */
  first: Form;
  /** `null`: nothing is changed. */
  keep: (form: Form | null) => void;
  /** This was put up for review. */
  propose: (form: Form) => void;
} {
  const drafts = useDrafts();
  const place = keyOf(summary.id);
  // What is kept in `drafts` is without secrets. While the form is shown, they outlive that it begins again.
  const shown = useRef<{ kept: TypedSettings; form: Form } | null>(null);
  const read = useCallback(() => {
    const kept = drafts.read<TypedSettings>(place);
    const now = shown.current;
    return now !== null && now.kept === kept ? { ...now.kept, form: now.form } : kept;
  }, [drafts, place]);
  const write = useCallback(
    (kept: TypedSettings, form: Form) => {
      shown.current = { kept, form };
      drafts.write(place, kept);
    },
    [drafts, place],
  );
  useEffect(
    () => () => {
      const kept = drafts.read<TypedSettings>(place);
      // Nothing but a secret was typed.
      if (kept !== undefined && said(kept.form) === said(fromDraft(JSON.parse(kept.over)))) {
        drafts.drop(place);
      }
    },
    [drafts, place],
  );
  // The same words give the same form: other news about the server must not empty what is being typed.
  const over = JSON.stringify(draft);
  const start = useMemo(() => fromDraft(JSON.parse(over)), [over]);
  const first = useMemo(() => {
    const typed = read();
    if (typed === undefined || isSaved(typed, approved)) return start;
    return typed.over === over ? typed.form : rebased(typed.form, fromDraft(JSON.parse(typed.over)), start);
  }, [read, over, approved, start]);
  const keep = useCallback(
    (form: Form | null) => {
      if (form === null) {
        drafts.drop(place);
      } else if (read()?.form !== form) {
        write({ form: withoutSecrets(form, start), over, approved, proposed: false }, form);
      }
    },
    [drafts, read, write, place, over, approved, start],
  );
  const propose = (form: Form) => {
    const kept = drafts.read<TypedSettings>(place);
    // What was typed since is part of no review.
    if (kept !== undefined && read()?.form === form) write({ ...kept, approved, proposed: true }, form);
  };
  return { key: `${approved} ${over}`, start, first, keep, propose };
}

/** The settings were changed elsewhere meanwhile: the fields that were typed in stay, and the others are as they are now. */
function rebased(typed: Form, before: Form, now: Form): Form {
  const json = (value: unknown) => JSON.stringify(value, (name, part) => (name === "key" ? undefined : part));
  const fields = Object.keys(typed) as (keyof Form)[];
  const changed = fields.filter((it) => json(typed[it]) !== json(before[it])).map((it) => [it, typed[it]]);
  return { ...now, ...(Object.fromEntries(changed) as Partial<Form>) };
}
