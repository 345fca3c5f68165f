/** The folder of a suggested server in its form: it stands in an argument or a variable, and moves with what is chosen. */
import type { SuggestedServer } from "../../../bindings/host";
import { type Form, fromDraft, withVariables } from "../form/draft";
import { readArguments, writeArguments } from "../form/tokens";
import { nextLabel } from "../nextLabel";

/** What stands in the draft of a suggestion for the folder (`portcullis_install::FOLDER`). */
const FOLDER = "{folder}";

/** The keys that a suggestion asks for, by the names of their variables. */
export function keysOf({ needs }: SuggestedServer): string[] {
  return needs.flatMap((need) => (need.kind === "key" ? [need.variable] : []));
}

/** The form as it begins: no folder yet, and an empty row for each key. The label is one that no server has. */
export function formOf(suggested: SuggestedServer, labels: readonly string[]): Form {
  const { name } = suggested;
  const isTaken = labels.some((label) => label.toLowerCase() === name.toLowerCase());
  const label = isTaken ? nextLabel(name, labels) : name;
  const form = fromDraft(suggested.draft);
  const tokens = readArguments(form.arguments).tokens.filter((token) => !token.includes(FOLDER));
  const environment = form.environment.map((row) =>
    row.value.includes(FOLDER) ? { ...row, value: "" } : row,
  );
  return withVariables({ ...form, label, arguments: writeArguments(tokens), environment }, keysOf(suggested));
}

/** The form with another folder. What was changed by hand stays as it is. */
export function moved(form: Form, suggested: SuggestedServer, before: string, after: string): Form {
  const template = fromDraft(suggested.draft);
  const at = (text: string, folder: string) =>
    folder === "" ? "" : text.replaceAll(FOLDER, folder.replace(/(?<=.)[\\/]+$/, ""));
  let { tokens } = readArguments(form.arguments);
  for (const token of readArguments(template.arguments).tokens.filter((it) => it.includes(FOLDER))) {
    const place = before === "" ? -1 : tokens.lastIndexOf(at(token, before));
    const now = after === "" ? [] : [at(token, after)];
    tokens =
      place < 0 ? [...tokens, ...now] : [...tokens.slice(0, place), ...now, ...tokens.slice(place + 1)];
  }
  const wanted = new Map(template.environment.map((row) => [row.name, row.value]));
  const environment = form.environment.map((row) => {
    const text = wanted.get(row.name);
    const isOurs = text?.includes(FOLDER) === true && row.value === at(text, before);
    return isOurs ? { ...row, value: at(text, after) } : row;
  });
  return { ...form, arguments: writeArguments(tokens), environment };
}
