export { mergeConversation, seqIndex, withEarlier } from "./conversation";
export {
  ask,
  makeQueries,
  StoreProvider,
  useAbout,
  useCommandsUnderWay,
  useConnection,
  useHost,
  useHostCommand,
  useHostQueries,
  useHostQuery,
  useProposal,
  useShowRequest,
  useStore,
  useWriteReply,
} from "./hooks";
export { HostStore } from "./host";
export { keyOf } from "./queries";
export { sameEach } from "./sameEach";
export { type SignInWaiting, useSignIns } from "./signIns";
