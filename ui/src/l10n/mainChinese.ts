export const sources = Object.values(
  import.meta.glob<string>(["./zh-CN/*.ftl", "!./zh-CN/gate*.ftl"], {
    query: "?raw",
    import: "default",
    eager: true,
  }),
);
