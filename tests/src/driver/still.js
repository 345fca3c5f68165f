// Says "still" once the element stood at one place for 50 ms and a click in its middle would reach it, "gone" when it was
// replaced, and otherwise after a while what is in the way. A control that is disabled gets five seconds to be enabled: many are
// disabled until the host has answered, and an answer at the gate until its end was in view. One that stays so is clicked all the
// same, as a person may.
const [element, done] = arguments;
const target = element.tagName === "OPTION" ? element.closest("select") : element;
const begun = performance.now();
let before = null;
const look = () => {
  if (!target.isConnected) return done("gone");
  target.scrollIntoView({ block: "nearest", inline: "nearest" });
  const box = target.getBoundingClientRect();
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  const at = [box.x, box.y, box.width, box.height].join(" ");
  const reached = top !== null && target.contains(top);
  const waited = performance.now() - begun;
  const disabled = target.disabled === true || target.getAttribute("aria-disabled") === "true";
  const usable = !disabled || waited > 5000;
  if (reached && usable && at === before) return done("still");
  if (waited > 20000) {
    return done(reached ? "it goes on moving" : `a click would reach ${top?.outerHTML.slice(0, 200) ?? "nothing"}`);
  }
  before = at;
  setTimeout(look, 50);
};
look();
