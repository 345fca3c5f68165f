import type { FenceHost, InstallSetting } from "../../../bindings/host";
import { hostLine, hostOf, type Proposals } from "../form/fence";
import type { Typed } from "./values";

/** As many as are proposed of each kind. */
const MOST = 16;

/** The places in a field: the fence opens none of them before it is ticked there. */
export function placesOf({ key, kind, secret }: InstallSetting, typed: Typed): string[] {
  if (secret || (kind !== "folder" && kind !== "file")) return [];
  return few(linesOf(typed[key]).filter(isAbsolute));
}

/** The hosts that a program would like to reach: of addresses in its fields, and those that its command names. Secrets are not read. */
export function proposalsOf(
  by: Proposals["by"],
  settings: InstallSetting[],
  typed: Typed,
  named: FenceHost[],
): Proposals {
  const texts = settings.filter(({ kind, secret }) => kind === "text" && !secret);
  const hosts = texts.flatMap(({ key }) => linesOf(typed[key]).flatMap((line) => hostOf(line) ?? []));
  return { by, paths: [], hosts: few([...named.map(hostLine), ...hosts]) };
}

function few(lines: string[]): string[] {
  return [...new Set(lines)].slice(0, MOST);
}

function linesOf(text = ""): string[] {
  return text.split("\n").map((line) => line.trim());
}

function isAbsolute(path: string): boolean {
  return /^(\/|[A-Za-z]:[\\/]|\\\\)/.test(path);
}
