import { Menu } from "@mantine/core";
import { useState } from "react";
import type { Choice, ChoicesProps } from "./Choices";
import css from "./Choices.module.css";
import { useStoodAround } from "./useStoodAround";

/** `Choices` once it was pressed, which opens it. */
export function ChoicesDrawn(props: ChoicesProps) {
  const { target, ready } = useStoodAround(props.target);
  const [opened, setOpened] = useState(true);
  return (
    <Menu opened={ready && opened} onChange={setOpened} position={props.position} width={props.width}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {items(props.choices)}
        {props.more && props.more.choices.length > 0 ? (
          <>
            <Menu.Label>{props.more.heading}</Menu.Label>
            <div className={css.more}>{items(props.more.choices)}</div>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}

function items(choices: Choice[]) {
  return choices.map((it) => (
    <Menu.Item key={it.key} onClick={it.onChoose}>
      {it.words}
    </Menu.Item>
  ));
}
