/** The crates of the programs: which ones `cargo tree` says, what they are `cargo metadata`, and their checksums `Cargo.lock`. */
import { dirname } from "node:path";

/**
 * @param metadata what `cargo metadata` wrote. By itself it would be too much: it has features that only tests switch on.
 * @param lock the text of `Cargo.lock`
 * @param names the packages that hold the programs
 * @param shipped what `cargo tree` lists of the programs' own dependencies
 * @param all the same with what only builds them: build scripts, macros and their dependencies
 */
export function crates({ metadata, lock, names, shipped, all }) {
  const checksums = new Map(
    [...lock.matchAll(/^name = "(.+)"\r?\nversion = "(.+)"\r?\nsource = ".+"\r?\nchecksum = "(.+)"$/gm)].map(
      ([, name, version, checksum]) => [`${name} v${version}`, checksum],
    ),
  );
  const members = new Set(metadata.workspace_members);
  const nodes = new Map(metadata.resolve.nodes.map((it) => [it.id, it]));
  const title = (found) => `${found.name} v${found.version}`;
  const [inPrograms, wanted] = [listed(shipped), listed(all)];
  const packages = new Map(metadata.packages.filter((it) => wanted.has(title(it))).map((it) => [it.id, it]));

  const reference = ({ id, name, version }) =>
    members.has(id) ? `workspace:${name}` : `pkg:cargo/${name}@${encodeURIComponent(version)}`;
  const component = (found) => {
    const checksum = checksums.get(title(found));
    const isOurs = members.has(found.id);
    return {
      reference: reference(found),
      name: found.name,
      version: found.version,
      // Members are published nowhere, so there is nothing that the address would lead to.
      purl: isOurs ? undefined : reference(found),
      // Before SPDX expressions, crates wrote a slash for "or".
      license: found.license?.replaceAll("/", " OR ").replace(/\s+/g, " "),
      hash: checksum && { alg: "SHA-256", content: checksum },
      repository: found.repository ?? undefined,
      folder: dirname(found.manifest_path),
      isOurs,
      isShipped: inPrograms.has(title(found)),
      uses: nodes
        .get(found.id)
        .deps.filter((it) => packages.has(it.pkg) && it.dep_kinds.some(({ kind }) => kind !== "dev"))
        .map((it) => reference(packages.get(it.pkg))),
    };
  };
  const isProgram = (it) => it.isOurs && names.includes(it.name);
  const found = [...packages.values()].map(component);
  return {
    programs: found.filter(isProgram).sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name)),
    components: found.filter((it) => !isProgram(it)),
  };
}

/** `name vVERSION` of each line; where a package comes from, and what was said of it, follows. */
function listed(tree) {
  return new Set(tree.split("\n").map((line) => line.split(" ").slice(0, 2).join(" ")));
}
