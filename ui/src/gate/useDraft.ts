import { useEffect, useState } from "react";
import type { Request } from "../bindings/host";
import { useSession } from "./session";

/** State of a sheet that is still there when the person decides later and comes back, or until it is dropped. */
export function useDraft<T>(request: Request, what: string, first: T): [T, (next: T) => void, () => void] {
  const draft = useSession().drafts.of(request);
  const [value, setValue] = useState<T>(() => (draft.has(what) ? (draft.get(what) as T) : first));
  const [begun] = useState(value);
  useEffect(() => {
    if (value === begun && !draft.has(what)) {
      draft.begin(what, value);
    } else {
      draft.set(what, value);
    }
  }, [draft, what, value, begun]);
  const drop = () => void draft.delete(what);
  return [value, setValue, drop];
}
