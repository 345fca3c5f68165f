/** Beyond this a page of elements would be slow; the plain text is virtual. */
const MOST = 64 * 1024;

/** Whether formatting would say more than the plain text. */
export function markdownLike(text: string): boolean {
  if (text.length > MOST || /^[[{<]/.test(text.trimStart())) return false;
  return (
    /^#{1,6} \S/m.test(text) ||
    /^\s*[-*] \S.*\n\s*[-*] \S/m.test(text) ||
    /^```/m.test(text) ||
    /\*\*[^\s*][^*]*\*\*/.test(text) ||
    /^\|.*\|\s*\n\|[\s:|-]+\|/m.test(text) ||
    /\[[^\]]+\]\([^)]+\)/.test(text)
  );
}
