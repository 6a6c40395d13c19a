/** An address of the web as it was typed, with `https://` where that was left out; `wrong` when it is none. Empty stays empty. */
export function readWebAddress(typed: string): { full: string; wrong: boolean } {
  const text = typed.trim();
  const full = /^https?:\/\//i.test(text) || text === '' ? text : `https://${text}`;
  return { full, wrong: full !== '' && !URL.canParse(full) };
}
