/**
 * `Esc` in a field of a form leaves the field; a second one is for the gate. A list that is open closes first, and an input
 * method takes its own.
 */
export function leaveForm(event: {
  key: string;
  target: EventTarget;
  defaultPrevented: boolean;
  nativeEvent: { isComposing: boolean };
  preventDefault: () => void;
}): void {
  const at = event.target as HTMLElement;
  const taken = event.defaultPrevented || event.nativeEvent.isComposing;
  if (event.key === "Escape" && !taken && at.getAttribute("aria-expanded") !== "true") {
    event.preventDefault();
    at.closest<HTMLElement>("[role=alertdialog]")?.querySelector<HTMLElement>("h1")?.focus();
  }
}

/** Moves into the first field that matches, with its name and what is wrong with it in view. */
export function focusFirst(form: HTMLElement | null, which = "input, textarea"): void {
  const it = form?.querySelector<HTMLElement>(which);
  const field = it?.matches("input, textarea") ? it : it?.querySelector<HTMLElement>("input, textarea");
  (field ?? it)?.focus({ preventScroll: true });
  (field?.closest(".mantine-InputWrapper-root") ?? it)?.scrollIntoView?.({ block: "nearest" });
}
