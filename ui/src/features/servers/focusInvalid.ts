/** Takes the focus to the first field of a form that is not right, as soon as the form says which are. */
export function focusInvalid(form: HTMLFormElement): void {
  queueMicrotask(() => form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
}
