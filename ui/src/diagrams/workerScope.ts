/**
 * What the worker is before anything else in it is read. The policy of the page does not hold in here, so whatever reaches a
 * network goes. The library that lays boxes out takes a scope without a document for a worker of its own.
 */
const NETWORK = [
  "fetch",
  "XMLHttpRequest",
  "WebSocket",
  "WebSocketStream",
  "WebTransport",
  "EventSource",
  "Worker",
  "importScripts",
  "indexedDB",
  "caches",
];

for (const name of NETWORK) {
  Object.defineProperty(globalThis, name, { value: undefined, writable: false, configurable: false });
}
// The library sets `self` to what it was, which the scope of a worker does not allow.
Object.defineProperty(globalThis, "self", { value: globalThis, writable: true, configurable: true });
Object.defineProperty(globalThis, "document", { value: {}, configurable: true });

export {};
