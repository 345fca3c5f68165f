/** A software bill of materials in the format of CycloneDX 1.6. */
import { createHash } from "node:crypto";

/** What was made, of the programs and their components. Its order and its serial number depend on the content alone. */
export function document({ name, timestamp, programs, components }) {
  const [program] = programs;
  const product = `product:${name}@${program.version}`;
  const described = [...programs, ...components].sort((a, b) => compare(a.reference, b.reference));
  const content = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      timestamp,
      lifecycles: [{ phase: "build" }],
      component: {
        type: "application",
        "bom-ref": product,
        name,
        version: program.version,
        licenses: [{ expression: program.license }],
      },
    },
    components: described.map((it) => component(it, programs.includes(it) ? "application" : "library")),
    dependencies: [
      { ref: product, dependsOn: programs.map((it) => it.reference).sort(compare) },
      ...described.map((it) => ({ ref: it.reference, dependsOn: [...new Set(it.uses)].sort(compare) })),
    ],
  };
  return { $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json", serialNumber: serial(content), ...content };
}

function component(it, type) {
  return {
    type,
    "bom-ref": it.reference,
    name: it.name,
    version: it.version,
    // What only builds the programs is no part of them.
    scope: it.isShipped ? "required" : "excluded",
    hashes: it.hash && [it.hash],
    licenses: it.license && [{ expression: it.license }],
    purl: it.purl,
    externalReferences: it.repository && [{ type: "vcs", url: it.repository }],
  };
}

/** A UUID (version 8: of our own making) of the content. */
function serial(content) {
  const hex = createHash("sha256").update(JSON.stringify(content)).digest("hex");
  const variant = ((Number.parseInt(hex[16], 16) & 0b11) | 0b1000).toString(16);
  const groups = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, variant + hex.slice(17, 20), hex.slice(20, 32)];
  return `urn:uuid:${groups.join("-")}`;
}

/** By code units, so that no language of the computer changes the order. */
function compare(a, b) {
  return a < b ? -1 : Number(a > b);
}
