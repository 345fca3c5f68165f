// Says "still" once the element stood at one place for 50 ms and a click in its middle would reach it, "gone" when it was
// replaced, and otherwise after a while what is in the way.
const [element, done] = arguments;
const target = element.tagName === "OPTION" ? element.closest("select") : element;
const until = performance.now() + 5000;
let before = null;
const look = () => {
  if (!target.isConnected) return done("gone");
  target.scrollIntoView({ block: "nearest", inline: "nearest" });
  const box = target.getBoundingClientRect();
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  const at = [box.x, box.y, box.width, box.height].join(" ");
  const reached = top !== null && target.contains(top);
  if (reached && at === before) return done("still");
  if (performance.now() > until) {
    return done(reached ? "it goes on moving" : `a click would reach ${top?.outerHTML.slice(0, 200) ?? "nothing"}`);
  }
  before = at;
  setTimeout(look, 50);
};
look();
