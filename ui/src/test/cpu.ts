/** Node's, where the tests run. */
declare const process: { cpuUsage(): { user: number; system: number } };

/**
 * Milliseconds of processor time that this worker took so far. A limit on them holds on a busy machine too, where a limit on
 * the wall clock measures the others.
 */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
