/** How long work goes on before the page is drawn, in milliseconds: half of a frame. */
const SLICE = 8;

const waiting = new Set<() => void>();
let running = false;

function run(): void {
  const until = performance.now() + SLICE;
  for (const work of waiting) {
    waiting.delete(work);
    work();
    if (performance.now() > until) break;
  }
  running = waiting.size > 0;
  if (running) {
    setTimeout(run);
  }
}

/**
 * Does much small work, such as a thousand formulas, without holding up a frame; what is done before the next paint comes
 * with it. Returns how to leave it.
 */
export function inSlices(work: () => void): () => void {
  waiting.add(work);
  if (!running) {
    running = true;
    queueMicrotask(run);
  }
  return () => waiting.delete(work);
}
