/** Names whose values are kept in the keychain unless the person says otherwise. */
const SECRET =
  /(^|[_-])(key|apikey|token|secret|password|passwd|pass|pwd|pat|auth|authorization|credentials?|cookie)($|[_-])/i;

export function secretName(name: string): boolean {
  return SECRET.test(name);
}
