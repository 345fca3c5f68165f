/** What is exported: all servers, those of a profile, or one. */
import type { ProfileView, ServerSummary } from "../../../bindings/host";
import { say } from "../../../l10n";

export const ALL = "all";
const PROFILE = "profile ";
const SERVER = "server ";

export function startOf(server: string | null): string {
  return server === null ? ALL : `${SERVER}${server}`;
}

/** The choices, by group. Profiles are among them where there are several. */
export function groupsOf(servers: ServerSummary[], profiles: ProfileView[]) {
  const groups = [
    { group: "", items: [{ value: ALL, label: say("servers-all") }] },
    {
      group: say("settings-profiles"),
      items:
        profiles.length < 2
          ? []
          : profiles.map(({ id, name }) => ({ value: `${PROFILE}${id}`, label: name })),
    },
    {
      group: say("servers-export-single"),
      items: servers.filter((it) => !it.demo).map(({ id, label }) => ({ value: `${SERVER}${id}`, label })),
    },
  ];
  return groups.filter((it) => it.items.length > 0);
}

/** Ids of the servers that are meant, without the demo server: no other application has it. */
export function idsOf(what: string, servers: ServerSummary[], profiles: ProfileView[]): string[] {
  const profile = profiles.find((it) => what === `${PROFILE}${it.id}`);
  return servers
    .filter((it) => !it.demo)
    .filter(({ id }) =>
      profile !== undefined ? profile.servers.includes(id) : what === ALL || what === `${SERVER}${id}`,
    )
    .map((it) => it.id);
}
