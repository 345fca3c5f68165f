/** Which conversation was opened to go on with it, by window: there the focus goes to where messages are written. */
const wanted = new WeakMap<object, string>();

/** A conversation is opened next, to write in it. */
export function openToWrite(store: object, conversation: string): void {
  wanted.set(store, conversation);
}

/** Whether this one was, once; any other is forgotten with it. */
export function takeOpenToWrite(store: object, conversation: string): boolean {
  const found = wanted.get(store) === conversation;
  wanted.delete(store);
  return found;
}
