import type { RegistryStatus } from "../../../bindings/host";
import { Tag } from "../../../elements";
import { say } from "../../../l10n";

/** What the registry says against a version. */
export function StatusTag({ status }: { status: RegistryStatus }) {
  return status === "active" ? null : (
    <Tag tone={status === "deleted" ? "bad" : "wait"}>{say(`servers-registry-${status}`)}</Tag>
  );
}
