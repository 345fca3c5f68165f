import type { Payload } from "../bindings/host";
import { useMaySave, useSavePayload } from "./payloads";
import { SavedTo } from "./SavedTo";

/** Saves content that stays in the host to a file, where that is possible. */
export function Save(props: { payload: Payload; name: string }) {
  return useMaySave() ? <SaveButton {...props} /> : null;
}

function SaveButton({ payload, name }: { payload: Payload; name: string }) {
  const { save, saving, path, problem } = useSavePayload();
  return <SavedTo saving={saving} path={path} problem={problem} onSave={() => save(payload.handle, name)} />;
}
