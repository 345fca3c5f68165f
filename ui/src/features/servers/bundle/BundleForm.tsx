/** The values that a bundle asks for, for a new server or in the place of an earlier version. */
import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import type { BundleView, InstalledBundle } from "../../../bindings/host";
import { draftOf, NEW } from "../../../drafts";
import { say } from "../../../l10n";
import { useHost, useProposal } from "../../../store";
import css from "../form/form.module.css";
import { InstallForm, newInstall, type TypedInstall } from "../install/InstallForm";
import { useAwaitArrival } from "../useArrival";
import { useNewDraft } from "../useNewDraft";

/** The choice to add a server beside those that are there; ids of servers are random and never this. */
const ANOTHER = "new";

interface Props {
  bundle: BundleView;
  onProposed: () => void;
  onCancel: () => void;
}

export function BundleForm({ bundle, onProposed, onCancel }: Props) {
  const [first] = bundle.installed;
  const [chosen, setChosen] = useState(first?.server ?? ANOTHER);
  const updates = bundle.installed.find((it) => it.server === chosen);
  return (
    <>
      {first !== undefined ? (
        <div className={css.by}>
          <span className={css.byLabel} id="bundle-updates">
            {say("servers-bundle-updates")}
          </span>
          <SegmentedControl
            aria-labelledby="bundle-updates"
            data={[
              ...bundle.installed.map((it) => ({
                value: it.server,
                label: say("servers-bundle-update", { server: it.label, version: it.version.text }),
              })),
              { value: ANOTHER, label: say("servers-bundle-add") },
            ]}
            value={chosen}
            onChange={setChosen}
          />
        </div>
      ) : null}
      <Fields key={chosen} bundle={bundle} updates={updates} onProposed={onProposed} onCancel={onCancel} />
    </>
  );
}

function Fields({ bundle, updates, onProposed, onCancel }: Props & { updates: InstalledBundle | undefined }) {
  const propose = useProposal("propose_bundle");
  const awaitArrival = useAwaitArrival();
  const draft = useNewDraft<TypedInstall>(draftOf(NEW, "bundle", bundle.id, updates?.server ?? ANOTHER));
  const fenceNew = useHost((host) => host.settings.fence_new);
  const start =
    updates === undefined
      ? newInstall(bundle.label, fenceNew)
      : {
          label: updates.label,
          values: updates.values,
          stored: new Set(updates.stored),
          choices: updates.choices,
        };
  return (
    <InstallForm
      settings={bundle.settings}
      start={start}
      draft={draft}
      fenced={{ by: "bundle", hosts: bundle.proposed_hosts }}
      proposal={propose}
      onCancel={onCancel}
      onReview={(install) =>
        propose.ask({ bundle: bundle.id, ...install, updates: updates?.server ?? null }, ({ id }) => {
          draft.done();
          onProposed();
          if (updates === undefined) awaitArrival(id, install.label);
        })
      }
    />
  );
}
