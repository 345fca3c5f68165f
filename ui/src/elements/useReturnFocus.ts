import { useEffect, useState } from "react";

/**
 * Gives the focus back to what had it when this came, once this is gone and the focus with it. An item of a menu is gone by then:
 * the button of its menu gets it.
 */
export function useReturnFocus(): void {
  const [opener] = useState(openerNow);
  useEffect(
    () => () => {
      // What takes its place may take the focus first.
      setTimeout(() => {
        if (document.activeElement === document.body && opener?.isConnected) opener.focus();
      });
    },
    [opener],
  );
}

/**
 * The `ref` of a button that comes back in the place of what it opened: it gets the focus, unless the person is elsewhere by then,
 * as they may be once a command is done.
 */
export function takeFocus(it: HTMLElement | null): void {
  if (document.activeElement === document.body) it?.focus();
}

/** Whether something is open in the place of the button that opens it. That button comes back with the focus. */
export function useReplacedButton() {
  const [open, setOpen] = useState<boolean | null>(null);
  return {
    open: open === true,
    close: () => setOpen(false),
    button: { ref: open === false ? takeFocus : undefined, onClick: () => setOpen(true) },
  };
}

/** What has the focus, or the button of the menu in which it is. */
export function openerNow(): HTMLElement | null {
  const at = document.activeElement;
  const menu = at?.closest("[role=menu]")?.getAttribute("aria-labelledby");
  const opener = menu ? document.getElementById(menu) : at;
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}
