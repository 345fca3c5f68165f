export { PermissionsRoom } from "./PermissionsRoom";
