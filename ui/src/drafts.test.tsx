import { expect, it } from "vitest";
import { Drafts, draftOf, draftsIn, MOST, NEW } from "./drafts";
import { attached } from "./test/show";

it("keeps the drafts that were written last, and no more than so many", () => {
  const drafts = new Drafts();
  drafts.write("first", 1);
  drafts.write("second", 2);
  for (let other = 2; other < MOST; other += 1) {
    drafts.write(`${other}`, other);
  }
  drafts.write("first", "again");
  drafts.write("one more", 3);
  expect(drafts.read("first")).toBe("again");
  expect(drafts.read("second")).toBeUndefined();
  drafts.drop("first");
  expect(drafts.read("first")).toBeUndefined();
});

it("drops what was typed for a server that is removed", async () => {
  const { fake, store } = await attached();
  const drafts = draftsIn(store);
  const [gone, other, conversation, added] = [
    draftOf("srv-files", "tool", "read_file"),
    draftOf("srv-github", "tool", "log"),
    draftOf("conv-notes"),
    draftOf(NEW, "form"),
  ];
  for (const key of [gone, other, conversation, added]) {
    drafts.write(key, "typed");
  }
  await fake.call("set_settings", { settings: { notify: false } });
  expect(drafts.read(gone)).toBe("typed");
  await fake.call("remove_server", { id: "srv-files" });
  expect(drafts.read(gone)).toBeUndefined();
  expect(drafts.read(other)).toBe("typed");
  expect(drafts.read(conversation)).toBe("typed");
  expect(drafts.read(added)).toBe("typed");
});
