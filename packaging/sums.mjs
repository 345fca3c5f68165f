/** Writes the SHA-256 checksums of the files in a folder, as `sha256sum --check` reads them: `sums.mjs FOLDER NAME`. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [folder, name] = process.argv.slice(2);
const lines = readdirSync(folder)
  .filter((it) => it !== name)
  .sort()
  .map((it) => `${createHash("sha256").update(readFileSync(join(folder, it))).digest("hex")}  ${it}\n`);
writeFileSync(join(folder, name), lines.join(""));
