/** The values that an entry asks for. */
import type { RegistryOption, RegistryServer } from "../../../bindings/host";
import { draftOf, NEW } from "../../../drafts";
import { go, REGISTRY } from "../../../route";
import { useHost, useProposal } from "../../../store";
import { InstallForm, newInstall, type TypedInstall } from "../install/InstallForm";
import { useAwaitArrival } from "../useArrival";
import { useNewDraft } from "../useNewDraft";

export function EntryForm(props: { server: RegistryServer; version: string; option: RegistryOption }) {
  const { server, version, option } = props;
  const propose = useProposal("propose_registry_server");
  const awaitArrival = useAwaitArrival();
  const draft = useNewDraft<TypedInstall>(draftOf(NEW, "entry", server.name, version, `${option.at}`));
  const fenceNew = useHost((host) => host.settings.fence_new);
  // A container has walls of its own, and what is elsewhere has none here.
  const isFenced = option.kind !== "remote" && option.kind !== "image";
  return (
    <InstallForm
      settings={option.settings}
      start={newInstall(server.label, fenceNew)}
      draft={draft}
      fenced={isFenced ? { by: "entry", hosts: option.proposed_hosts } : null}
      fetchable={option.fetchable}
      proposal={propose}
      onCancel={() => go("servers", REGISTRY)}
      onReview={(install) =>
        propose.ask({ name: server.name, version, at: option.at, ...install }, ({ id }) => {
          draft.done();
          awaitArrival(id, install.label);
        })
      }
    />
  );
}
