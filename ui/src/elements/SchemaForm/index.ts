export { Check } from "./Check";
export { initial } from "./initial";
export { parseNumber } from "./number";
export { SchemaForm } from "./SchemaForm";
