/** Speaks: the catalogues of the main page. */
import { offer } from "./open";

const english = Object.values(
  import.meta.glob<string>(["./en/*.ftl", "!./en/gate*.ftl"], {
    query: "?raw",
    import: "default",
    eager: true,
  }),
);

offer({ en: () => english, "zh-CN": () => import("./mainChinese") });
