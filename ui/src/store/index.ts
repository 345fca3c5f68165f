export { mergeConversation, seqIndex, withEarlier } from "./conversation";
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
  useWriteReply,
} from "./hooks";
export { HostStore } from "./host";
export { keyOf } from "./queries";
export { type SignInWaiting, useSignIns } from "./signIns";
