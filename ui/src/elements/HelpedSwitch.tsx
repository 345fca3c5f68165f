import { Switch } from "@mantine/core";
import { type ReactNode, useId } from "react";
import css from "./elements.module.css";

/** A switch and its help, which a screen reader reads after the name and not as a part of it. */
export function HelpedSwitch(props: {
  label: ReactNode;
  help: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onChange: (on: boolean) => void;
}) {
  const { help, onChange, ...others } = props;
  const id = useId();
  return (
    <div>
      <Switch {...others} aria-describedby={id} onChange={(event) => onChange(event.currentTarget.checked)} />
      <p id={id} className={`small dim ${css.switchHelp}`}>
        {help}
      </p>
    </div>
  );
}
