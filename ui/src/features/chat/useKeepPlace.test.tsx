import { act, render, screen } from "@testing-library/react";
import { useRef } from "react";
import { describe, expect, it } from "vitest";
import { useKeepPlace } from "./useKeepPlace";
import { useStickToBottom } from "./useStickToBottom";

/** A box of 100 px: what is above the message, the message, and what is below it, each as high as it is told. */
function Box(props: { above: number; message: number; below: number; seq: number }) {
  const { above, message, below } = props;
  const follow = useStickToBottom(props);
  const place = useKeepPlace(follow.box, follow.room, follow.atEnd);
  const article = useRef<HTMLElement>(null);
  const heightOfRoom = () => Number.parseFloat(follow.room.current?.style.height || "0");
  return (
    <>
      <div
        data-testid="box"
        ref={(it) => {
          follow.box.current = it;
          if (it === null) return;
          const own = { configurable: true };
          Object.defineProperty(it, "clientHeight", { value: 100, ...own });
          Object.defineProperty(it, "scrollHeight", {
            get: () => above + message + below + heightOfRoom(),
            ...own,
          });
          let top = it.scrollTop;
          const most = () => Math.max(0, it.scrollHeight - 100);
          // As an engine does: what is scrolled further than there is content is cut.
          Object.defineProperty(it, "scrollTop", {
            get: () => Math.min(top, most()),
            set: (to: number) => {
              top = Math.min(to, most());
            },
            ...own,
          });
        }}
        onScroll={() => follow.onScroll()}
      >
        <article
          data-seq={props.seq}
          data-testid="message"
          ref={(it) => {
            article.current = it;
            const top = () => above - (follow.box.current?.scrollTop ?? 0);
            it && Object.assign(it, { getBoundingClientRect: () => new DOMRect(0, top(), 100, message) });
          }}
        />
        <div
          data-testid="room"
          ref={(it) => {
            follow.room.current = it;
            it && Object.defineProperty(it, "offsetHeight", { get: heightOfRoom, configurable: true });
          }}
        />
      </div>
      <button type="button" onClick={() => place.hold(article.current)}>
        open
      </button>
      <button type="button" onClick={() => place.hold(article.current, props.seq)}>
        send
      </button>
      <button type="button" onClick={place.settle}>
        settle
      </button>
    </>
  );
}

const box = () => screen.getByTestId("box");
const top = () => screen.getByTestId("message").getBoundingClientRect().top;
const room = () => screen.getByTestId("room").style.height;
const press = (name: string) => act(() => screen.getByText(name).click());

describe("a message that is edited", () => {
  it("stays where it is when it is opened and closed near the end", async () => {
    const { rerender } = render(<Box above={200} message={300} below={40} seq={5} />);
    expect(box().scrollTop).toBe(440);
    expect(top()).toBe(-240);
    press("open");
    rerender(<Box above={200} message={80} below={40} seq={5} />);
    press("settle");
    expect(top()).toBe(-240);
    press("open");
    rerender(<Box above={200} message={300} below={40} seq={5} />);
    press("settle");
    expect(top()).toBe(-240);
  });

  it("stays where it is when what follows it goes, until the reply fills the room", async () => {
    const { rerender } = render(<Box above={500} message={40} below={900} seq={5} />);
    act(() => {
      box().scrollTop = 490;
      box().dispatchEvent(new Event("scroll", { bubbles: true }));
    });
    expect(top()).toBe(10);
    press("send");
    // The conversation is at work before the message is another: nothing is let go.
    press("settle");
    rerender(<Box above={500} message={40} below={0} seq={9} />);
    press("settle");
    expect(top()).toBe(10);
    expect(room()).toBe("50px");
    rerender(<Box above={500} message={40} below={30} seq={9} />);
    expect(top()).toBe(10);
    expect(room()).toBe("20px");
    rerender(<Box above={500} message={40} below={200} seq={9} />);
    // From here on the reply is followed.
    expect(box().scrollTop).toBe(640);
    expect(room()).toBe("");
    // It is let go: nothing is put back any more.
    press("settle");
    expect(box().scrollTop).toBe(640);
  });
});
