export { TasksRoom } from "./TasksRoom";
