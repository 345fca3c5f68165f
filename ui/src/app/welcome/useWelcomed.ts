import { useHostCommand } from "../../store";

/** Keeps that the welcome was seen. */
export function useWelcomed() {
  const save = useHostCommand("set_settings");
  return {
    isPending: save.isPending,
    error: save.error,
    done: () => save.mutate({ settings: { welcomed: true } }),
  };
}
