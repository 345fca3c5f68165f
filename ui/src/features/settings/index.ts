export { SettingsRoom } from "./SettingsRoom";
