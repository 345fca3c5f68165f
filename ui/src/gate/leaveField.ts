/**
 * `Esc` in a field leaves the field, with what was typed; a second one is for the gate. A list that is open closes first. That of
 * an input method takes a word back: outside of the field the next letters could be an answer.
 */
export function leaveField(event: {
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
