/** A field with a button beside it: label, help and error stay above and below both. For `inputContainer` of a field. */
import type { ReactNode } from "react";
import css from "./form.module.css";

export function beside(button: ReactNode) {
  return (field: ReactNode) => (
    <div className={css.beside}>
      {field}
      {button}
    </div>
  );
}
