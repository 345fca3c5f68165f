import { Loader, Select } from "@mantine/core";
import { useState } from "react";
import type { Foreign, RegistryVersion } from "../../../bindings/host";
import { ForeignText, ProblemNote, When } from "../../../elements";
import { say } from "../../../l10n";
import { useHostQuery } from "../../../store";
import css from "./registry.module.css";
import { StatusTag } from "./StatusTag";

/** From so many on, a version is found by typing. */
const MANY = 20;

interface Props {
  name: string;
  latest: Foreign;
  /** `null`: the latest. */
  chosen: string | null;
  onChoose: (version: string | null) => void;
}

/** The versions of a server. The registry learns whose versions are looked at, so it is asked only when the list is opened. */
export function VersionSelect({ name, latest, chosen, onChoose }: Props) {
  const [opened, setOpened] = useState(false);
  const versions = useHostQuery("registry_versions", { name }, { when: opened, fleeting: true });
  const known = new Map<string, RegistryVersion | null>((versions.data ?? []).map((it) => [it.raw, it]));
  const shown = chosen ?? latest.text;
  for (const raw of [latest.text, shown]) if (!known.has(raw)) known.set(raw, null);
  return (
    <div className={css.versions}>
      <Select
        aria-label={say("servers-registry-version")}
        size="xs"
        data={[...known].map(([raw, version]) => ({ value: raw, label: version?.version.text ?? raw }))}
        value={shown}
        onChange={(raw) => onChoose(raw === latest.text ? null : raw)}
        onDropdownOpen={() => setOpened(true)}
        allowDeselect={false}
        searchable={known.size > MANY}
        limit={200}
        rightSection={versions.isFetching ? <Loader size="xs" /> : undefined}
        comboboxProps={{ transitionProps: { duration: 0 } }}
        renderOption={({ option }) => {
          const version = known.get(option.value);
          return (
            <span className={css.versionOption}>
              <ForeignText value={version?.version ?? { text: option.label, hidden: 0 }} />
              {version == null ? null : <StatusTag status={version.status} />}
              {version?.published_at == null ? null : (
                <span className="small dim">
                  <When at={version.published_at} style="day" />
                </span>
              )}
            </span>
          );
        }}
      />
      <span role="status" className="small dim">
        {versions.isFetching ? say("servers-registry-versions-loading") : null}
      </span>
      {versions.error !== null ? <ProblemNote problem={versions.error} live /> : null}
    </div>
  );
}
