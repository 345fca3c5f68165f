/** What the tests of pages that install have in common. */
import type { BundleView, InstallChoices, InstallSetting } from "../bindings/host";
import { foreign } from "../platform/fakeHost/make";

/** A value that a publisher asks for: an optional text, unless it says otherwise. */
export function installSetting(key: string, own: Partial<InstallSetting>): InstallSetting {
  return {
    key,
    title: foreign(key),
    description: foreign(""),
    kind: "text",
    required: false,
    secret: false,
    multiple: false,
    default: [],
    choices: [],
    ...own,
  };
}

/** A bundle that asks for nothing. */
export function bundleView(own: Partial<BundleView> = {}): BundleView {
  return {
    id: "b-1",
    name: foreign("Field notes"),
    version: foreign("1.3.0"),
    author: foreign("Ada"),
    description: foreign("Reads notes"),
    license: foreign("MIT"),
    sha256: "a".repeat(64),
    bytes: 2048,
    unpacked: 4096,
    signed: false,
    label: "Field notes",
    settings: [],
    proposed_hosts: [],
    remarks: [],
    installed: [],
    ...own,
  };
}

/** A person who leaves everything as it is. */
export const UNCHANGED: InstallChoices = {
  fence: { read: [], write: [], hosts: [], any_host: false, nested: false },
  fence_named: false,
  fetch: false,
  start: "launch",
};
