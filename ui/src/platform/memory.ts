export async function openTwin(): Promise<never> {
  throw new Error("not yet");
}
