import type { FenceHost, InstallSetting } from "../../../bindings/host";
import { hostLine, hostOf, type Proposals } from "../form/fence";
import type { Typed } from "./values";

/** As many as are proposed of each kind. */
const MOST = 16;

/**
 * What a program would like to use: the places that stand in its fields, the hosts of addresses that do, and those that its command
 * names. Secrets are looked into by nobody.
 */
export function proposalsOf(
  by: Proposals["by"],
  settings: InstallSetting[],
  typed: Typed,
  named: FenceHost[],
): Proposals {
  const paths: string[] = [];
  const hosts = named.map(hostLine);
  for (const { key, kind, secret } of settings) {
    if (secret) continue;
    const lines = (typed[key] ?? "").split("\n").map((line) => line.trim());
    if (kind === "folder" || kind === "file") paths.push(...lines.filter(isAbsolute));
    if (kind === "text") hosts.push(...lines.flatMap((line) => hostOf(line) ?? []));
  }
  const once = (lines: string[]) => [...new Set(lines)].slice(0, MOST);
  return { by, paths: once(paths), hosts: once(hosts) };
}

function isAbsolute(path: string): boolean {
  return /^(\/|[A-Za-z]:[\\/]|\\\\)/.test(path);
}
