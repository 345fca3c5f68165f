import { screen, waitFor } from "@testing-library/react";
import { useRef, useState } from "react";
import { expect, it } from "vitest";
import { show } from "../test/show";
import { Popover } from "./Popover";

/** `seen` is told what the button is that its owner keeps. */
function Place(props: { seen: (button: HTMLButtonElement | null) => void }) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Popover
        opened={opened}
        onChange={setOpened}
        label="More"
        position="bottom-start"
        width={200}
        target={
          <button ref={button} type="button" onClick={() => setOpened(true)}>
            Press
          </button>
        }
      >
        <button type="button">there</button>
      </Popover>
      <button type="button" onClick={() => props.seen(button.current)}>
        Look
      </button>
    </>
  );
}

it("leaves the button to its owner, and gives it the focus back", async () => {
  let seen: HTMLButtonElement | null = null;
  const look = (button: HTMLButtonElement | null) => {
    seen = button;
  };
  const { user } = await show(<Place seen={look} />);
  await user.click(screen.getByRole("button", { name: "Press" }));
  expect(await screen.findByRole("dialog", { name: "More" })).toHaveTextContent("there");
  await waitFor(() => expect(screen.getByRole("button", { name: "there" })).toHaveFocus());
  await user.keyboard("{Escape}");
  const press = screen.getByRole("button", { name: "Press" });
  expect(press).toHaveAttribute("aria-expanded", "false");
  await user.click(screen.getByRole("button", { name: "Look" }));
  expect(seen).toBe(press);
});
