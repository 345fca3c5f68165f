export { ChatRoom } from "./ChatRoom";
