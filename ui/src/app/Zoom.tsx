import type { Problem } from "../bindings/host";
import { useShortcut } from "../shortcuts";
import { useHost, useHostCommand, useStore } from "../store";
import { nextZoom } from "../zoom";

/** The keys that draw the page larger and smaller, in every room. */
export function Zoom() {
  const zoom = useHost((host) => host.settings.zoom);
  const store = useStore();
  const save = useHostCommand("set_settings");
  const set = (next: number) => {
    if (next !== zoom) {
      save.mutate({ settings: { zoom: next } }, { onError: (problem: Problem) => store.tell(problem) });
    }
  };
  useShortcut("larger", () => set(nextZoom(zoom, true)));
  useShortcut("smaller", () => set(nextZoom(zoom, false)));
  useShortcut("actual", () => set(100));
  return null;
}
