// Finds what a person would find: an element that is on the screen, by role and name.
// Arguments: role, name, whether a part of the name is enough. Gives the elements in document order.
const [role, wanted, part] = arguments;
const plain = (text) => (text ?? "").replace(/\s+/g, " ").trim();

const typed = { checkbox: "checkbox", radio: "radio", range: "slider", number: "spinbutton", search: "searchbox",
  button: "button", submit: "button", reset: "button", image: "button", hidden: "", file: "" };
const byTag = { A: (e) => (e.hasAttribute("href") ? "link" : ""), BUTTON: () => "button", TEXTAREA: () => "textbox",
  SELECT: (e) => (e.multiple || e.size > 1 ? "listbox" : "combobox"), OPTION: () => "option",
  INPUT: (e) => typed[e.type] ?? "textbox", IMG: () => "img", NAV: () => "navigation", MAIN: () => "main",
  ASIDE: () => "complementary", HEADER: () => "banner", FOOTER: () => "contentinfo", DIALOG: () => "dialog",
  UL: () => "list", OL: () => "list", LI: () => "listitem", TABLE: () => "table", TR: () => "row",
  TD: () => "cell", TH: () => "columnheader", PROGRESS: () => "progressbar", FIELDSET: () => "group",
  H1: () => "heading", H2: () => "heading", H3: () => "heading", H4: () => "heading", H5: () => "heading",
  H6: () => "heading", LABEL: () => "label", SUMMARY: () => "button", SECTION: (e) => (e.hasAttribute("aria-label") || e.hasAttribute("aria-labelledby") ? "region" : "") };

// What is read out: without what is only there to be looked at, such as the letter of a key.
const said = (e) => [...(e?.childNodes ?? [])].map((n) => n.nodeType === Node.TEXT_NODE ? n.data
  : n.nodeType === Node.ELEMENT_NODE && n.getAttribute("aria-hidden") !== "true" ? said(n) : "").join("");

const roleOf = (e) => e.getAttribute("role")?.split(" ")[0] ?? byTag[e.tagName]?.(e) ?? "";

const nameOf = (e) => {
  const by = e.getAttribute("aria-labelledby");
  const parts = by ? by.split(/\s+/).map((id) => plain(said(document.getElementById(id)))) : [];
  if (parts.some(Boolean)) return plain(parts.join(" "));
  const label = plain(e.getAttribute("aria-label"));
  if (label) return label;
  if (e.labels?.length) return plain([...e.labels].map((l) => said(l)).join(" "));
  if (e.tagName === "IMG") return plain(e.alt);
  if (e.tagName === "INPUT" && typed[e.type] === "button") return plain(e.value);
  if (e.tagName === "FIELDSET") return plain(said(e.querySelector("legend")));
  const fields = ["INPUT", "TEXTAREA", "SELECT"];
  const own = fields.includes(e.tagName) ? "" : plain(said(e));
  const inside = [...e.querySelectorAll("[aria-label], img[alt]")].map((i) => i.getAttribute("aria-label") ?? i.alt);
  return own || plain(inside.join(" ")) || plain(e.title) || plain(e.placeholder);
};

const shown = (e) => {
  if (e.closest("[aria-hidden='true'], [inert]")) return false;
  // A styled checkbox or switch often lies invisibly over what stands for it.
  if (e.tagName === "INPUT" && e.labels?.length) return [...e.labels].some((l) => l.getClientRects().length);
  return e.getClientRects().length > 0 && getComputedStyle(e).visibility !== "hidden";
};

const name = plain(wanted);
return [...document.querySelectorAll("*")].filter((e) => {
  if (roleOf(e) !== role) return false;
  // Last, because it may have the page laid out.
  return (name === "" || (part ? nameOf(e).includes(name) : nameOf(e) === name)) && shown(e);
});
