export type { HostState } from "./apply";
export { mergeConversation, seqIndex, withEarlier } from "./conversation";
export { Gateway } from "./gateway";
export {
  ask,
  makeQueries,
  StoreProvider,
  useAbout,
  useConnection,
  useGateway,
  useHost,
  useHostCommand,
  useHostQueries,
  useHostQuery,
  useStore,
} from "./hooks";
export { type ConnectionState, HostStore } from "./host";
export { keyOf } from "./queries";
export { type SignInWaiting, useSignIns } from "./signIns";
