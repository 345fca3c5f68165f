/** What every field of one form shares. */
import { createContext, useContext } from "react";
import type { Json } from "../../json";

export interface FormContext {
  root: Json;
  /** What is wrong at exactly this pointer, when it may be said already. */
  errorAt: (pointer: string) => string | null;
  touch: (pointer: string) => void;
  /** A raw field holds something that is not JSON, or no longer does. */
  setBroken: (pointer: string, broken: boolean) => void;
  /** What was typed into raw fields and is not JSON, by pointer, where it outlives the form. */
  typed: Map<string, string> | undefined;
  idOf: (pointer: string) => string;
}

const Context = createContext<FormContext | null>(null);

export const FormProvider = Context;

export function useForm(): FormContext {
  const form = useContext(Context);
  if (form === null) throw new Error("outside of SchemaForm");
  return form;
}

/** Forgets what was typed at a pointer and below it: another part is there from now on. */
export function forgetTyped({ typed }: FormContext, pointer: string): void {
  for (const at of typed?.keys() ?? []) {
    if (at === pointer || at.startsWith(`${pointer}/`)) typed?.delete(at);
  }
}

/** What a field is given: where it is, what it shows, how it says what changed. `undefined` is “not set”. */
export interface FieldProps {
  pointer: string;
  schema: Json;
  value: Json | undefined;
  onChange: (value: Json | undefined) => void;
  /** As a person may see it; empty where the place says it (an entry of a list). */
  label: string;
  required: boolean;
}
