export { WaitingRoom } from "./WaitingRoom";
