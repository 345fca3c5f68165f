/**
 * Writes what the programs are made of: `node packaging/inventory/main.mjs TRIPLE SBOM LICENSES`. The first file is a CycloneDX
 * document, the second holds the license texts of all that is in the programs. Both depend only on the lock files, the sources
 * of the packages and the commit, so that they can be made again.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { crates } from "./crates.mjs";
import { document } from "./cyclonedx.mjs";
import { licenses } from "./licenses.mjs";
import { npmPackages } from "./npm.mjs";

/** The programs of the packages. */
const PROGRAMS = ["portcullis", "portcullis-cli"];

const root = fileURLToPath(new URL("../../", import.meta.url));
const MEGABYTES = 1024 * 1024;

function said(program, args) {
  return execFileSync(program, args, { cwd: root, encoding: "utf8", maxBuffer: 256 * MEGABYTES });
}

/** When the sources were last changed, by `SOURCE_DATE_EPOCH` or the commit; `undefined` outside of a repository. */
function changed() {
  const epoch = process.env.SOURCE_DATE_EPOCH;
  try {
    const seconds = epoch ?? said("git", ["log", "-1", "--format=%ct"]);
    return new Date(Number(seconds) * 1000).toISOString().replace(".000Z", "Z");
  } catch {
    return undefined;
  }
}

const [triple, sbom, texts] = process.argv.slice(2);
if (texts === undefined) {
  throw new Error("usage: main.mjs TRIPLE SBOM LICENSES");
}
const cargo = (...args) => said(process.env.CARGO ?? "cargo", [...args, "--locked"]);
const tree = (edges) =>
  cargo("tree", ...PROGRAMS.flatMap((it) => ["--package", it]), "--target", triple, "--edges", edges, "--prefix", "none");
const rust = crates({
  metadata: JSON.parse(cargo("metadata", "--format-version", "1", "--filter-platform", triple)),
  lock: readFileSync(`${root}Cargo.lock`, "utf8"),
  names: PROGRAMS,
  shipped: tree("normal,no-proc-macro"),
  all: tree("normal,build"),
});
const page = npmPackages(JSON.parse(readFileSync(`${root}ui/package-lock.json`, "utf8")), `${root}ui`);
// The page is part of the window's program.
rust.programs.find((it) => it.name === PROGRAMS[0]).uses.push(...page.roots);

const components = [...rust.components, ...page.components];
const made = document({ name: "Portcullis", timestamp: changed(), programs: rust.programs, components });
writeFileSync(sbom, `${JSON.stringify(made, null, 2)}\n`);
writeFileSync(texts, licenses(components));

const shipped = components.filter((it) => it.isShipped).length;
console.log(`${shipped} packages in the programs, ${components.length - shipped} that only build them`);
