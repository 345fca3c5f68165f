/** Draws one diagram after the other, beside the page. */
import "./workerScope";
import { draw } from "./draw";

interface Scope {
  onmessage: ((event: MessageEvent<{ source: string }>) => void) | null;
  postMessage(message: unknown): void;
}

const scope = globalThis as unknown as Scope;

scope.onmessage = ({ data }) => scope.postMessage({ drawing: draw(data.source) });
scope.postMessage({ ready: true });
