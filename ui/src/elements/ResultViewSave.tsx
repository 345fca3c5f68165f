import type { Payload } from "../bindings/host";
import { useSavePayload } from "./payloads";
import { SavedTo } from "./SavedTo";

/** Saves content that stays in the host to a file. */
export function Save({ payload, name }: { payload: Payload; name: string }) {
  const { save, saving, path, problem } = useSavePayload();
  return <SavedTo saving={saving} path={path} problem={problem} onSave={() => save(payload.handle, name)} />;
}
