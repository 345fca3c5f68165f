import { useAct, useHost } from "../../store";

/** Keeps that the welcome was seen. */
export function useWelcomed() {
  const settings = useHost((host) => host.settings);
  const save = useAct("set_settings");
  return {
    isPending: save.isPending,
    error: save.error,
    done: () => save.mutate({ settings: { ...settings, welcomed: true } }),
  };
}
