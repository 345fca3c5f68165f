import type { InstallSetting, InstallValue } from "../../../bindings/host";

/** What stands in the fields, by the key of the setting. Several values are a line each. */
export type Typed = Readonly<Record<string, string>>;

/**
 * What the version before was given, or the default. A secret never comes back. An optional switch without either has no value until it
 * is used: many servers take `false` for something else than nothing.
 */
export function startValues(settings: InstallSetting[], given: InstallValue[] | undefined): Typed {
  const typed: Record<string, string> = {};
  for (const { key, default: usual, kind, required, secret } of settings) {
    const before = secret ? undefined : given?.find((it) => it.key === key)?.values;
    const text = (before ?? usual).join("\n");
    typed[key] = kind === "switch" && required && text === "" ? "false" : text;
  }
  return typed;
}

/** What is kept of it when the form is left: no values of secrets. */
export function withoutSecretValues(settings: InstallSetting[], typed: Typed): Typed {
  const secrets = settings.filter((it) => it.secret && it.kind !== "switch");
  return { ...typed, ...Object.fromEntries(secrets.map((it) => [it.key, ""] as const)) };
}

function valuesOf({ multiple, secret }: InstallSetting, text: string): string[] {
  // Spaces belong to a secret.
  if (secret) return text === "" ? [] : [text];
  const lines = multiple ? text.split("\n") : [text];
  return lines.map((line) => line.trim()).filter((line) => line !== "");
}

/** The keys of settings that need a value and have none. */
export function missing(settings: InstallSetting[], typed: Typed, stored: ReadonlySet<string>): Set<string> {
  const open = settings.filter(
    (setting) =>
      setting.required &&
      !stored.has(setting.key) &&
      valuesOf(setting, typed[setting.key] ?? "").length === 0,
  );
  return new Set(open.map((setting) => setting.key));
}

/** What is proposed. An empty list takes a default away; a stored secret that is not replaced is left out. */
export function toValues(
  settings: InstallSetting[],
  typed: Typed,
  stored: ReadonlySet<string>,
): InstallValue[] {
  return settings.flatMap((setting) => {
    const values = valuesOf(setting, typed[setting.key] ?? "");
    return values.length === 0 && stored.has(setting.key) ? [] : [{ key: setting.key, values }];
  });
}
