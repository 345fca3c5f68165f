/** Asks the worker for drawings, one after the other, and gives up what takes too long. */
import type { Drawing } from "./draw";
import { BEGINNING_MS, DRAWING_MS, IDLE_MS, KEPT } from "./limits";

interface Job {
  source: string;
  done: (drawing: Drawing) => void;
}

const kept = new Map<string, Drawing>();
const asked = new Map<string, Promise<Drawing>>();
const waiting: Job[] = [];

let worker: Worker | null = null;
let ready = false;
let doing: Job | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/** A drawing that is there already. */
export function keptDrawing(source: string): Drawing | undefined {
  return kept.get(source);
}

export function drawingOf(source: string): Promise<Drawing> {
  const known = kept.get(source);
  if (known !== undefined) return Promise.resolve(known);
  const before = asked.get(source);
  if (before !== undefined) return before;
  const drawing = new Promise<Drawing>((done) => waiting.push({ source, done }));
  asked.set(source, drawing);
  next();
  return drawing;
}

function next(): void {
  if (doing !== null) return;
  clearTimeout(timer);
  const job = waiting.shift();
  if (job === undefined) {
    timer = setTimeout(end, IDLE_MS);
    return;
  }
  doing = job;
  try {
    worker ??= begin();
    // Until it is there the time for beginning counts, and only then that for drawing.
    within(ready ? DRAWING_MS : BEGINNING_MS);
    worker.postMessage({ source: job.source });
  } catch {
    finish({ refused: { reason: "failed" } });
  }
}

function begin(): Worker {
  const it = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  it.onmessage = ({ data }: MessageEvent<{ ready?: true; drawing?: Drawing }>) => {
    if (it !== worker) return;
    if (data.drawing === undefined) {
      ready = true;
      if (doing !== null) {
        within(DRAWING_MS);
      }
    } else {
      finish(data.drawing);
    }
  };
  it.onerror = (event) => {
    event.preventDefault();
    if (it === worker) {
      end();
      finish({ refused: { reason: "failed" } });
    }
  };
  return it;
}

function within(time: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    const began = ready;
    end();
    finish({ refused: { reason: began ? "slow" : "failed" } });
  }, time);
}

/** Whatever it is doing, it does no more. */
function end(): void {
  worker?.terminate();
  worker = null;
  ready = false;
}

function finish(drawing: Drawing): void {
  const job = doing;
  doing = null;
  if (job !== null) {
    asked.delete(job.source);
    // A worker that could not begin may begin the next time; what it says of a source stays true.
    if (!("refused" in drawing) || drawing.refused.reason !== "failed" || ready) {
      kept.set(job.source, drawing);
    }
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT) break;
      kept.delete(oldest);
    }
    job.done(drawing);
  }
  next();
}
