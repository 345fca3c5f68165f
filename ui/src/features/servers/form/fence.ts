/** The fence of a program as the form holds it: one path or host per line. */
import type { FenceGrants, FenceHost } from "../../../bindings/host";
import { say } from "../../../l10n";
import { hostAddress, hostName } from "../../../words";

export interface FenceForm {
  read: string;
  write: string;
  hosts: string;
  /** Those in the local network. */
  localHosts: string;
  anyHost: boolean;
  nested: boolean;
}

export const EMPTY_FENCE: FenceForm = {
  read: "",
  write: "",
  hosts: "",
  localHosts: "",
  anyHost: false,
  nested: false,
};

/** A fence that lets nothing through beyond the program's own files. */
export const NO_GRANTS: FenceGrants = {
  read: [],
  write: [],
  hosts: [],
  any_host: false,
  nested: false,
};

/** Port of a host that is named without one. */
const HTTPS = 443;

const lines = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** An address of IPv6 stands in brackets. */
const HOST = /^(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9._-]+))(?::(\d{1,5}))?$/;

function host(line: string): FenceHost | null {
  const [, ipv6, named, port] = HOST.exec(line) ?? [];
  const name = ipv6 ?? named;
  if (name === undefined) return null;
  const number = port === undefined ? HTTPS : Number(port);
  if (number === 0 || number >= 65_536) return null;
  const found = { name: name.toLowerCase(), port: number };
  // Only in the local network can an address be allowed, so one that is typed is meant there.
  return ipv6 !== undefined || /^[\d.]+$/.test(name) ? { ...found, local_network: true } : found;
}

const hostsOf = (fence: FenceForm): FenceHost[] => {
  const typed = (text: string) => lines(text).flatMap((line) => host(line) ?? []);
  const local = typed(fence.localHosts).map((it) => ({ ...it, local_network: true }));
  const isLocal = (it: FenceHost) => local.some(({ name, port }) => name === it.name && port === it.port);
  return [...typed(fence.hosts).filter((it) => !isLocal(it)), ...local];
};

/** What cannot be right, and in which field; the host looks again. */
export interface FenceProblem {
  field: "read" | "write" | "hosts" | "localHosts";
  words: string;
}

export function fenceProblem(fence: FenceForm | null): FenceProblem | undefined {
  if (fence === null) return undefined;
  for (const field of ["read", "write"] as const) {
    const path = lines(fence[field]).find((it) => !/^(\/|[A-Za-z]:[\\/]|\\\\)/.test(it));
    if (path !== undefined) return { field, words: say("servers-form-wrong-fence-path", { path }) };
  }
  // With any host allowed the fields are off, and their lines say nothing more.
  if (fence.anyHost) return undefined;
  for (const field of ["hosts", "localHosts"] as const) {
    const wrong = lines(fence[field]).find((line) => host(line) === null);
    if (wrong !== undefined) return { field, words: say("servers-form-wrong-fence-host", { host: wrong }) };
  }
  return undefined;
}

export function toGrants(fence: FenceForm | null): FenceGrants | null {
  if (fence === null) return null;
  return {
    read: lines(fence.read),
    write: lines(fence.write),
    hosts: hostsOf(fence),
    any_host: fence.anyHost,
    nested: fence.nested,
  };
}

export function fromGrants(grants: FenceGrants | null): FenceForm | null {
  if (grants === null) return null;
  return {
    read: grants.read.join("\n"),
    write: grants.write.join("\n"),
    hosts: hostLines(grants.hosts.filter((it) => it.local_network !== true)),
    localHosts: hostLines(grants.hosts.filter((it) => it.local_network === true)),
    anyHost: grants.any_host,
    nested: grants.nested,
  };
}

/** What a bundle or an entry of a registry would like its program to use: one path or host per item. */
export interface Proposals {
  by: "bundle" | "entry";
  paths: string[];
  hosts: string[];
}

const hostLines = (hosts: FenceHost[]): string => hosts.map(hostLine).join("\n");

/** A host as it stands in a line of the form. */
export function hostLine(host: FenceHost): string {
  return host.port === HTTPS ? hostName(host) : hostAddress(host);
}

/** The host of an address that was typed; `null` where it is no address with a name. */
export function hostOf(text: string): string | null {
  if (!/^(https?|wss?):\/\//i.test(text)) return null;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return null;
  }
  if (!/[a-z]/i.test(url.hostname) || url.hostname.includes(":")) return null;
  const usual = url.protocol === "https:" || url.protocol === "wss:" ? HTTPS : 80;
  return hostLine({ name: url.hostname, port: url.port === "" ? usual : Number(url.port) });
}

/** Whether a line is there. */
export function hasLine(text: string, line: string): boolean {
  return lines(text).includes(line);
}

/** The lines without one. */
export function withoutLine(text: string, line: string): string {
  return lines(text)
    .filter((it) => it !== line)
    .join("\n");
}

/** The lines with one more, unless it is there. */
export function withLine(text: string, line: string): string {
  const all = lines(text);
  return (all.includes(line) ? all : [...all, line]).join("\n");
}
