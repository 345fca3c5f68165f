export { ServersRoom } from "./ServersRoom";
