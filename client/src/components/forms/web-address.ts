/** Returns a typed web address with `https://` added if missing. `wrong` is set if it is invalid; an empty one stays empty. */
export function readWebAddress(typed: string): { full: string; wrong: boolean } {
  const text = typed.trim();
  const full = /^https?:\/\//i.test(text) || text === '' ? text : `https://${text}`;
  return { full, wrong: full !== '' && !URL.canParse(full) };
}
