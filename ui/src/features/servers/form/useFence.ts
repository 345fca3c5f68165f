/** The fence of the program in the form: as it was set, or the one that a new program gets if the user does not set one. */
import { useDebouncedValue } from "@mantine/hooks";
import { useMemo } from "react";
import type { ServerDraft } from "../../../bindings/host";
import { useHostQuery } from "../../../store";
import { type Form, toDraft } from "./draft";
import { EMPTY_FENCE, type FenceForm, fromGrants } from "./fence";

/** Milliseconds after the last key until a command is looked at. */
const PAUSE = 250;

export interface FenceChoice {
  is: FenceForm | null;
  /** Why a new program is not fenced in. */
  why: string | null;
  /** The command around which it is. */
  of: string;
}

/** What the look at a command needs: no label and no secret. */
export function looked(form: Form): ServerDraft {
  const draft = toDraft(form);
  const plain = draft.environment.filter((variable) => !variable.secret);
  return { ...draft, label: "", environment: plain, fence: null };
}

const commandOf = (draft: ServerDraft): string => JSON.stringify(draft.endpoint);

/** `wanted` while it is not set. */
export function useFence(form: Form, fetched: boolean, wanted: boolean): FenceChoice {
  const now = looked(form);
  const [settled] = useDebouncedValue(JSON.stringify(now), PAUSE);
  const named = wanted && form.by === "command" && form.program.trim() !== "";
  const draft = useMemo((): ServerDraft => JSON.parse(settled), [settled]);
  const found = useHostQuery("suggest_fence", { draft, fetched }, { when: named, fleeting: true });
  const grants = found.data?.grants ?? null;
  const proposed = useMemo(() => fromGrants(grants), [grants]);
  if (!wanted) return { is: form.fence, why: null, of: commandOf(now) };
  const of = commandOf(draft);
  if (!named || found.data === undefined) return { is: EMPTY_FENCE, why: null, of };
  return { is: proposed, why: found.data.why, of };
}
