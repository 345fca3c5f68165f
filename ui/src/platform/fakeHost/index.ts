export { FakeHost, type FakeHostOptions } from "./fakeHost";
