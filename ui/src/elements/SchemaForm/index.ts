export { initial } from "./initial";
export { SchemaForm } from "./SchemaForm";
