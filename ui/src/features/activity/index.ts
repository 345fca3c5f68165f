export { ActivityRoom } from "./ActivityRoom";
