/** Speaks: the catalogues of the page of the gate. */
import { offer } from "./open";

const english = Object.values(
  import.meta.glob<string>("./en/{elements*,words,gate*}.ftl", {
    query: "?raw",
    import: "default",
    eager: true,
  }),
);

offer({ en: () => english, "zh-CN": () => import("./gateChinese") });
