/** Parses a typed web address and adds a missing `https://`. `wrong` is true if the address is invalid; empty input stays empty. */
export function readWebAddress(typed: string): { full: string; wrong: boolean } {
  const text = typed.trim();
  const full = /^https?:\/\//i.test(text) || text === '' ? text : `https://${text}`;
  return { full, wrong: full !== '' && !URL.canParse(full) };
}
