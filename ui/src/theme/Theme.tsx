import { createTheme, MantineProvider } from "@mantine/core";
import { useColorScheme } from "@mantine/hooks";
import type { ReactNode } from "react";
import type { Appearance } from "../bindings/host";

/**
 * What a field of one line takes, in characters. A line of more than anybody writes is laid out again with every key: it would
 * hold up the window. Tests look at every field of every room for a bound (`test/axe.ts`). The web view remembers nothing of it, and
 * marks no name and no address as misspelt.
 */
const line = { maxLength: 10_000, autoComplete: "off", spellCheck: false };

/** By name and not by component, so that one is only read where it is used. */
const theme = createTheme({
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { variant: "default", size: "sm" } },
    TextInput: { defaultProps: { size: "sm", ...line } },
    PasswordInput: { defaultProps: line },
    // What puts the commas into a number takes the square of its length, many times for each key: minutes for ten thousand.
    NumberInput: { defaultProps: { maxLength: 40 } },
    Autocomplete: { defaultProps: line },
    Select: { defaultProps: line },
    PillsInputField: { defaultProps: line },
    SpotlightSearch: { defaultProps: line },
    Textarea: { defaultProps: { size: "sm" } },
    // An element that only takes the focus is no item of a menu: its first item takes it.
    Menu: {
      defaultProps: {
        transitionProps: { duration: 120 },
        shadow: "none",
        withInitialFocusPlaceholder: false,
      },
    },
    Tooltip: { defaultProps: { openDelay: 300, transitionProps: { duration: 120 } } },
  },
});

/** The colour scheme lives in the host's settings, never in the browser's storage. */
const keepNothing = {
  get: (fallback: "light" | "dark" | "auto") => fallback,
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
};

/** Both themes, following the person's choice or the system. `still` takes all transitions away (tests). */
export function Theme(props: { appearance: Appearance; still?: boolean; children: ReactNode }) {
  const system = useColorScheme("light", { getInitialValueInEffect: false });
  const scheme = props.appearance === "system" ? system : props.appearance;
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={scheme}
      colorSchemeManager={keepNothing}
      withCssVariables={false}
      withGlobalClasses={false}
      {...(props.still ? { env: "test" as const } : {})}
    >
      {props.children}
    </MantineProvider>
  );
}
