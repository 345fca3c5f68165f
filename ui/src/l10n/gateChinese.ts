export const sources = Object.values(
  import.meta.glob<string>("./zh-CN/{elements*,words,gate*}.ftl", {
    query: "?raw",
    import: "default",
    eager: true,
  }),
);
