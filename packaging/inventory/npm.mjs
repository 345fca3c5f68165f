/** The npm packages of the page, of `package-lock.json`. */
import { join } from "node:path";

/**
 * @param lock the content of the lock file
 * @param folder where `node_modules` is
 */
export function npmPackages(lock, folder) {
  const { "": own, ...packages } = lock.packages;

  const nameOf = (path) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  const reference = (path) =>
    `pkg:npm/${nameOf(path).replace("@", "%40")}@${encodeURIComponent(packages[path].version)}`;
  const uses = (path, names) => names.map((name) => resolved(packages, path, name)).filter((it) => it !== undefined);

  const components = Object.entries(packages).map(([path, entry]) => ({
    reference: reference(path),
    name: nameOf(path),
    version: entry.version,
    purl: reference(path),
    license: typeof entry.license === "string" ? entry.license : undefined,
    hash: hash(entry.integrity),
    folder: join(folder, path),
    isOurs: false,
    isShipped: !(entry.dev || entry.devOptional || entry.optional),
    uses: uses(path, Object.keys({ ...entry.dependencies, ...entry.peerDependencies })).map(reference),
  }));
  const roots = uses("", Object.keys({ ...own.dependencies, ...own.devDependencies })).map(reference);
  return { roots, components: unique(components) };
}

/** Where Node.js finds the package `name` for the one at `path`: beside it, or beside one that it is in. */
function resolved(packages, path, name) {
  for (let from = path; ; ) {
    const candidate = join(from, "node_modules", name).replaceAll("\\", "/");
    if (candidate in packages) {
      return candidate;
    }
    if (from === "") {
      return undefined;
    }
    from = from.slice(0, Math.max(0, from.lastIndexOf("/node_modules/")));
  }
}

/** The same version can be in several places. It is in the page if one of them is. */
function unique(components) {
  const merged = new Map();
  for (const component of components) {
    const before = merged.get(component.reference);
    merged.set(component.reference, {
      ...component,
      isShipped: component.isShipped || before?.isShipped === true,
      uses: [...(before?.uses ?? []), ...component.uses],
    });
  }
  return [...merged.values()];
}

/** npm writes `sha512-` and base64. */
function hash(integrity) {
  const base64 = integrity?.match(/^sha512-(\S+)$/)?.[1];
  return base64 && { alg: "SHA-512", content: Buffer.from(base64, "base64").toString("hex") };
}
